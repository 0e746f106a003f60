// The sections of the index page: failures, the behaviour table, scenarios, requirements.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/story/print.h"
#include "report/report.h"
#include "report/rows.h"
#include "results/words.h"
#include "story/page.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;

// A word for a rule of any area, and its text.
std::string rule_text(std::string_view id) {
  const auto* rule = conformance::find_rule(id);
  return rule == nullptr ? std::string() : std::string(first_sentence(rule->text));
}

// What broke one rule of an area: its stories, the shortest first, and what has none.
struct Broken {
  std::vector<std::pair<const ReportedStory*, const CheckResult*>> stories;
  std::vector<std::size_t> others;   // Results.
  Outcome outcome = Outcome::Error;  // Fail, if one of them is.
};

std::string broken_rule(const ReportData& data, const std::string& area, const std::string& rule,
                        Broken broken) {
  std::ranges::stable_sort(broken.stories, {}, [](const auto& x) { return x.first->choices; });
  auto says = rule_text(rule);
  if (says.empty()) says = "Runs end as their scenario does not expect, or could not be judged.";
  std::string inside;
  for (const auto& [story, result] : broken.stories)
    inside += fmt::format("<li><a href=\"{}\">{}</a> <span class=\"soft\">{}</span></li>\n",
                          html_escaped(story->page), html_escaped(result->check),
                          counted(story->choices, "choice"));
  for (const auto i : broken.others)
    inside += fmt::format(
        "<li>{}<details><summary>What was wanted, what came</summary><pre>{}"
        "</pre></details></li>\n",
        link_to(check_place(i), data.results[i].check), html_escaped(data.results[i].message));
  return fmt::format(
      "<div class=\"failure\"{}><span class=\"id\">{}</span><div><p>{}</p>\n<ul>\n{}</ul></div>"
      "</div>\n",
      attributes({.area = area, .rules = rule, .outcome = word(broken.outcome)}),
      rule.empty() ? "outcome" : link_to(rule, rule), html_escaped(says), inside);
}

// `names` are those of its letters, with spaces between them: "S A R".
std::string letters(const std::string& key, std::string_view names) {
  std::string out;
  for (std::size_t i = 0; i < key.size() && 2 * i < names.size(); ++i)
    out += fmt::format("<span class=\"letter{}\" title=\"{} is {}\">{}</span>",
                       key[i] == 'T' ? " on" : "", names[2 * i], key[i] == 'T' ? "true" : "false",
                       names[2 * i]);
  return out.empty() ? "<span class=\"soft\">\xe2\x80\x93</span>" : out;
}

// The check of a row, a broken one first; empty if there is none.
std::string row_check(const ReportData& data, const conformance::RowResult& row) {
  std::string out;
  for (std::size_t i = 0; i < data.results.size(); ++i) {
    const auto& result = data.results[i];
    if (result.area != row.area || row_of(result) != row.name) continue;
    if (is_broken(result.outcome)) return check_place(i);
    if (out.empty()) out = check_place(i);
  }
  return out;
}

// A longer table is one to be looked up in.
constexpr std::size_t open_most = 15;

std::size_t broken_of(const std::vector<conformance::RowResult>& rows) {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, is_broken, &conformance::RowResult::outcome));
}

std::string row_text(const ReportData& data, const conformance::RowResult& row,
                     std::string_view key) {
  const auto keys = key.empty() ? "" : table_cell(key, "", letters(row.key, key));
  const auto share = row.exercisable == 0 ? 0 : 100 * row.exercised / row.exercisable;
  const auto check = row_check(data, row);
  return "<tr" +
         attributes({.place = place_of("row", row.area + "/" + row.name),
                     .area = row.area,
                     .outcome = word(row.outcome)}) +
         ">" +
         table_cell("", "strong",
                    check.empty() ? html_escaped(row.name) : link_to(check, row.name)) +
         keys + table_cell("worlds", "number", grouped(row.worlds)) +
         table_cell("states", "number", row.states == 0 ? "\xe2\x80\x93" : grouped(row.states)) +
         table_cell("random runs", "number", grouped(row.runs)) +
         table_cell(
             "rules met", "number",
             fmt::format("<span><span class=\"meter\"><i style=\"width:{}%\"></i></span><span "
                         "class=\"share\">{}</span>"
                         "</span>",
                         share, rules_met(row))) +
         table_cell("exhausted", "", row.exhausted ? "yes" : "no") +
         table_cell("result", "", outcome_pill(row.outcome, check)) + "</tr>\n";
}

struct ScenarioLine {
  Outcome outcome = Outcome::Pass;
  std::uint64_t states = 0;
  std::string story, rules;
  std::vector<std::size_t> checks;  // Results.
};

// By name, of those that were judged.
std::map<std::string, ScenarioLine> scenario_lines(const ReportData& data) {
  std::map<std::string, ScenarioLine> out;
  for (std::size_t i = 0; i < data.results.size(); ++i) {
    const auto& result = data.results[i];
    auto name = scenario_of(result);
    if (name.empty()) continue;
    auto& line = out[std::move(name)];
    line.checks.push_back(i);
    if (result.outcome != Outcome::Pass && !is_broken(line.outcome)) line.outcome = result.outcome;
    line.states = std::max(line.states, result.states);
  }
  if (out.empty()) return out;
  for_each_scenario([&](const ScenarioFile& file, const conformance::AnyScenario& scenario) {
    const auto found = out.find(file.name);
    if (found == out.end()) return;
    found->second.story = scenario.story;
    found->second.rules = joined(scenario.rules);
  });
  return out;
}

std::vector<std::string> mutants_shown_by(const std::string& scenario) {
  std::vector<std::string> out;
  for (const auto* area : conformance::areas())
    for (const auto& mutant : area->checks().mutants())
      if (mutant.scenario == scenario) out.emplace_back(mutant.name);
  return out;
}

std::string scenario_row(const ReportData& data, const std::string& name, const ScenarioLine& line,
                         const ReportPages& pages) {
  std::string leads;
  const auto add = [&](const std::string& link) {
    leads += (leads.empty() ? "" : " \xc2\xb7 ") + link;
  };
  if (const auto run = pages.examples.find(name); run != pages.examples.end())
    add(fmt::format("<a href=\"{}\">an example run</a>", html_escaped(run->second)));
  for (const auto check : line.checks) {
    const auto& rule = data.results[check].rule;
    add(link_to(check_place(check), rule.empty() ? "check" : "check of " + rule));
  }
  for (const auto& mutant : mutants_shown_by(name))
    add(link_to(place_of("mutant", mutant), mutant));
  return "<tr" +
         attributes({.place = place_of("scenario", name),
                     .area = std::string_view(name).substr(0, name.find('/')),
                     .rules = line.rules,
                     .outcome = word(line.outcome)}) +
         ">" +
         table_cell("", "strong block",
                    html_escaped(name.substr(name.find('/') + 1)) + "<p class=\"names\">" +
                        rule_links(line.rules) + "</p>") +
         table_cell("", "story-text block",
                    html_escaped(line.story) + "<p class=\"names\">" + leads + "</p>") +
         table_cell("states", "number", line.states == 0 ? "\xe2\x80\x93" : grouped(line.states)) +
         table_cell("result", "", outcome_pill(line.outcome, check_place(line.checks.front()))) +
         "</tr>\n";
}

// What looks at one rule.
struct Coverage {
  std::vector<std::size_t> checks;  // Directed ones: results.
  std::vector<std::string_view> mutants;
  std::vector<std::string> scenarios;
  const CheckResult* exercised = nullptr;
  std::size_t exercised_at = 0;  // Its index.
  std::size_t broken = 0;        // By whatever check.
};

std::map<std::string, Coverage> coverage_of(const ReportData& data) {
  std::map<std::string, Coverage> out;
  for (std::size_t i = 0; i < data.results.size(); ++i) {
    const auto& result = data.results[i];
    if (result.rule.empty()) continue;
    auto& rule = out[result.rule];
    if (result.check.starts_with("directed/")) rule.checks.push_back(i);
    const bool proof = result.check.starts_with("determinism/");
    if (proof || result.check.starts_with("exercised/")) {
      rule.exercised = &result;
      rule.exercised_at = i;
    }
    if (is_broken(result.outcome)) ++rule.broken;
  }
  for (const auto* area : conformance::areas())
    for (const auto& mutant : area->checks().mutants())
      for (const auto& rule : words_of(mutant.rules))
        if (out.contains(rule)) out[rule].mutants.push_back(mutant.name);
  for (const auto& [name, line] : scenario_lines(data))
    for (const auto& rule : words_of(line.rules))
      if (out.contains(rule)) out[rule].scenarios.push_back(name);
  return out;
}

// Of the results about it.
std::string_view area_of_rule(const ReportData& data, std::string_view rule) {
  const auto found = std::ranges::find(data.results, rule, &CheckResult::rule);
  return found == data.results.end() ? std::string_view() : std::string_view(found->area);
}

std::string names(std::string_view title, std::string_view kind, const auto& list) {
  if (list.empty()) return {};
  std::string out;
  for (const auto& name : list)
    out += (out.empty() ? "" : ", ") + link_to(place_of(kind, name), name);
  return fmt::format("<p class=\"names\"><b>{}</b> {}</p>", title, out);
}

std::string rule_line(const ReportData& data, std::string_view area, const spec::Rule& rule,
                      const Coverage& coverage) {
  const auto first = first_sentence(rule.text);
  std::string checks;
  for (const auto at : coverage.checks) {
    const auto& check = data.results[at];
    checks += fmt::format("<li>{}{}</li>",
                          link_to(check_place(at), check.check.substr(check.check.find(' ') + 1)),
                          check.outcome == Outcome::Pass ? "" : " " + outcome_pill(check.outcome));
  }
  std::string more;
  if (first.size() < rule.text.size())
    more += fmt::format("<p class=\"names\">{}</p>", html_escaped(rule.text));
  if (!checks.empty())
    more += "<p class=\"names\"><b>Directed checks</b></p><ul class=\"names\">" + checks + "</ul>";
  more += names("Scenarios", "scenario", coverage.scenarios) +
          names("Mutants", "mutant", coverage.mutants);
  const bool met = coverage.exercised != nullptr && coverage.exercised->outcome == Outcome::Pass;
  const auto outcome = coverage.broken > 0             ? Outcome::Fail
                       : coverage.exercised == nullptr ? Outcome::NotApplicable
                                                       : coverage.exercised->outcome;
  const auto judged =
      coverage.exercised == nullptr ? std::string() : check_place(coverage.exercised_at);
  return "<tr" +
         attributes({.place = std::string(rule.id),
                     .area = area,
                     .rules = rule.id,
                     .outcome = word(outcome)}) +
         ">" + table_cell("", "strong", html_escaped(rule.id)) +
         table_cell("level", "", html_escaped(conformance::show(rule.level))) +
         table_cell(
             "", "text block",
             fmt::format("<details><summary style=\"color:inherit\">{}</summary>{}</details>",
                         html_escaped(first), more)) +
         table_cell("checks", "number", std::to_string(coverage.checks.size())) +
         table_cell("scenarios", "number", std::to_string(coverage.scenarios.size())) +
         table_cell("mutants", "number", std::to_string(coverage.mutants.size())) +
         table_cell("exercised", "", met ? "yes" : "no") +
         table_cell("result", "", outcome_pill(outcome, judged)) + "</tr>\n";
}

}  // namespace

std::string failures_section(const ReportData& data, const ReportPages& pages) {
  std::map<std::size_t, const ReportedStory*> by_result;
  for (const auto& story : pages.stories) by_result[story.result] = &story;
  std::map<std::pair<std::string, std::string>, Broken> by_rule;  // By area and rule.
  for (std::size_t i = 0; i < data.results.size(); ++i) {
    const auto& result = data.results[i];
    if (!is_broken(result.outcome)) continue;
    auto& broken = by_rule[{result.area, result.rule}];
    if (result.outcome == Outcome::Fail) broken.outcome = Outcome::Fail;
    if (by_result.contains(i))
      broken.stories.emplace_back(by_result[i], &result);
    else
      broken.others.push_back(i);
  }
  if (by_rule.empty()) return {};
  std::string out =
      "<section id=\"failures\"><h2>Failures</h2>\n<p>Each link is the story of one run that "
      "breaks the rule: step by step, with what each side believed, and one command that takes it "
      "again. The shortest come first.</p>\n";
  for (auto& [place, broken] : by_rule)
    out += broken_rule(data, place.first, place.second, std::move(broken));
  return out + "</section>\n";
}

std::string rows_section(const ReportData& data) {
  const auto areas = rows_by_area(data.rows, data.matrices);
  if (areas.empty()) return {};
  std::string out = "<section id=\"table\"><h2>Behaviour table</h2>\n";
  for (const auto& [area, rows] : areas) {
    const auto& facts = area->worlds().facts();
    out += fmt::format("<p>{}</p>\n",
                       facts.row_legend.empty() ? area->facts().description : facts.row_legend);
    auto inside = fmt::format(
        "<table><thead><tr><th>row</th>{}<th class=\"number\">worlds</th><th "
        "class=\"number\">states</th><th class=\"number\">random runs</th><th "
        "class=\"number\">rules met</th><th>exhausted</th><th>result</th></tr></thead>\n<tbody>\n",
        facts.row_key.empty() ? "" : fmt::format("<th>{}</th>", facts.row_key));
    for (const auto& row : rows) inside += row_text(data, row, facts.row_key);
    out += group({area->name(), rows.size(), "row", broken_of(rows), rows.size() <= open_most},
                 inside + "</tbody></table>\n");
  }
  return out + "</section>\n";
}

std::string scenarios_section(const ReportData& data, const ReportPages& pages) {
  const auto lines = scenario_lines(data);
  if (lines.empty()) return {};
  std::string out =
      "<section id=\"scenarios\"><h2>Scenarios</h2>\n<p>Races that somebody reported. Each was "
      "searched whole: every order in which its events can come.</p>\n";
  for (auto line = lines.begin(); line != lines.end();) {
    const auto area = line->first.substr(0, line->first.find('/'));
    std::string rows;
    std::size_t count = 0, broken = 0;
    for (; line != lines.end() && line->first.starts_with(area + "/"); ++line, ++count) {
      rows += scenario_row(data, line->first, line->second, pages);
      broken += is_broken(line->second.outcome) ? 1 : 0;
    }
    out += group({area, count, "scenario", broken},
                 "<table><thead><tr><th>scenario</th><th>what was reported</th><th "
                 "class=\"number\">states</th><th>result</th></tr></thead>\n<tbody>\n" +
                     rows + "</tbody></table>\n");
  }
  return out + "</section>\n";
}

std::string rules_section(const ReportData& data) {
  const auto coverage = coverage_of(data);
  if (coverage.empty()) return {};
  std::string out =
      "<section id=\"rules\"><h2>Requirements</h2>\n<p>Every rule of the specification, what "
      "checks it, and how many deliberately broken engines name it. Open one for its "
      "words.</p>\n";
  for (const auto& area : conformance::rule_tables()) {
    std::string_view clause;
    std::string rows;
    std::size_t count = 0, broken = 0;
    for (const auto& rule : area.rules) {
      const auto found = coverage.find(std::string(rule.id));
      if (found == coverage.end()) continue;
      if (rule.clause != clause)
        rows += fmt::format("<tr class=\"clause\"><td colspan=\"8\">{}</td></tr>\n",
                            html_escaped(rule.clause));
      clause = rule.clause;
      rows += rule_line(data, area_of_rule(data, rule.id), rule, found->second);
      broken += found->second.broken > 0 ? 1 : 0;
      ++count;
    }
    if (count == 0) continue;
    out += group({area.name, count, "rule", broken},
                 "<table><thead><tr><th>rule</th><th>level</th><th>says</th>"
                 "<th class=\"number\">checks</th><th class=\"number\">scenarios</th>"
                 "<th class=\"number\">mutants</th><th>exercised</th><th>result</th></tr></thead>\n"
                 "<tbody>\n" +
                     rows + "</tbody></table>\n");
  }
  return out + "</section>\n";
}

}  // namespace tools
