// The sections of the index page: failures, the behaviour table, scenarios, requirements.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "command/numbers.h"
#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/story/print.h"
#include "report/index.h"
#include "report/rows.h"
#include "story/page.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;

bool is_broken(Outcome outcome) { return outcome == Outcome::Fail || outcome == Outcome::Error; }

std::string cell(std::string_view label, std::string_view classes, std::string_view inside) {
  const auto said = label.empty() ? std::string() : fmt::format(" data-label=\"{}\"", label);
  return fmt::format("<td{} class=\"{}\">{}</td>", said, classes, inside);
}

// A word for a rule of any area, and its text.
std::string rule_text(std::string_view id) {
  const auto* rule = conformance::find_rule(id);
  return rule == nullptr ? std::string() : std::string(first_sentence(rule->text));
}

// What broke one rule: its stories, the shortest first, and what has none.
struct Broken {
  std::vector<std::pair<const ReportedStory*, const CheckResult*>> stories;
  std::vector<const CheckResult*> others;
};

std::string broken_rule(const std::string& rule, Broken broken) {
  std::ranges::stable_sort(broken.stories, {}, [](const auto& x) { return x.first->choices; });
  auto says = rule_text(rule);
  if (says.empty()) says = "Runs end as their scenario does not expect, or could not be judged.";
  std::string inside;
  for (const auto& [story, result] : broken.stories)
    inside += fmt::format("<li><a href=\"{}\">{}</a> <span class=\"soft\">{}</span></li>\n",
                          html_escaped(story->page), html_escaped(result->check),
                          counted(story->choices, "choice"));
  for (const auto* result : broken.others)
    inside += fmt::format(
        "<li>{}<details><summary>What was wanted, what came</summary><pre>{}"
        "</pre></details></li>\n",
        html_escaped(result->check), html_escaped(result->message));
  return fmt::format(
      "<div class=\"failure\"><span class=\"id\">{}</span><div><p>{}</p>\n<ul>\n{}</ul></div>"
      "</div>\n",
      html_escaped(rule.empty() ? "outcome" : rule), html_escaped(says), inside);
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

std::string row_text(const conformance::RowResult& row, std::string_view key) {
  const auto keys = key.empty() ? "" : cell(key, "", letters(row.key, key));
  const auto share = row.exercisable == 0 ? 0 : 100 * row.exercised / row.exercisable;
  return "<tr>" + cell("", "strong", html_escaped(row.name)) + keys +
         cell("worlds", "number", grouped(row.worlds)) +
         cell("states", "number", row.states == 0 ? "\xe2\x80\x93" : grouped(row.states)) +
         cell("random runs", "number", grouped(row.runs)) +
         cell("rules met", "number",
              fmt::format("<span><span class=\"meter\"><i style=\"width:{}%\"></i></span><span "
                          "class=\"share\">{}/{}</span>"
                          "</span>",
                          share, row.exercised, row.exercisable)) +
         cell("exhausted", "", row.exhausted ? "yes" : "no") +
         cell("result", "", outcome_pill(row.outcome)) + "</tr>\n";
}

struct ScenarioLine {
  Outcome outcome = Outcome::Pass;
  std::uint64_t states = 0;
  std::string story, rules;
};

// By name, of those that were judged.
std::map<std::string, ScenarioLine> scenario_lines(const ReportData& data) {
  std::map<std::string, ScenarioLine> out;
  for (const auto& result : data.results) {
    const auto slash = result.check.find('/');
    const auto kind = result.check.substr(0, slash);
    if (kind != "scenario" && kind != "determinism") continue;
    auto name = result.check.substr(slash + 1);
    if (name.find('/') == name.npos) continue;  // The proof of an area or a table.
    auto& line = out[std::move(name)];
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

// What looks at one rule.
struct Coverage {
  std::vector<const CheckResult*> checks;
  std::vector<std::string_view> mutants;
  std::vector<std::string> scenarios;
  const CheckResult* exercised = nullptr;
  std::size_t broken = 0;  // By whatever check.
};

std::map<std::string, Coverage> coverage_of(const ReportData& data) {
  std::map<std::string, Coverage> out;
  for (const auto& result : data.results) {
    if (result.rule.empty()) continue;
    auto& rule = out[result.rule];
    if (result.check.starts_with("directed/")) rule.checks.push_back(&result);
    const bool proof = result.check.starts_with("determinism/");
    if (proof || result.check.starts_with("exercised/")) rule.exercised = &result;
    if (is_broken(result.outcome)) ++rule.broken;
  }
  for (const auto* area : conformance::areas())
    for (const auto& mutant : area->mutants())
      for (const auto& rule : words_of(mutant.rules))
        if (out.contains(rule)) out[rule].mutants.push_back(mutant.name);
  for (const auto& [name, line] : scenario_lines(data))
    for (const auto& rule : words_of(line.rules))
      if (out.contains(rule)) out[rule].scenarios.push_back(name);
  return out;
}

std::string names(std::string_view title, const auto& list) {
  if (list.empty()) return {};
  std::string out;
  for (const auto& name : list) out += (out.empty() ? "" : ", ") + html_escaped(name);
  return fmt::format("<p class=\"names\"><b>{}</b> {}</p>", title, out);
}

std::string rule_line(const spec::Rule& rule, const Coverage& coverage) {
  const auto first = first_sentence(rule.text);
  std::string checks;
  for (const auto* check : coverage.checks)
    checks +=
        fmt::format("<li>{}{}</li>", html_escaped(check->check.substr(check->check.find(' ') + 1)),
                    check->outcome == Outcome::Pass ? "" : " " + outcome_pill(check->outcome));
  std::string more;
  if (first.size() < rule.text.size())
    more += fmt::format("<p class=\"names\">{}</p>", html_escaped(rule.text));
  if (!checks.empty())
    more += "<p class=\"names\"><b>Directed checks</b></p><ul class=\"names\">" + checks + "</ul>";
  more += names("Scenarios", coverage.scenarios) + names("Mutants", coverage.mutants);
  const bool met = coverage.exercised != nullptr && coverage.exercised->outcome == Outcome::Pass;
  const auto state = coverage.broken > 0             ? outcome_pill(Outcome::Fail)
                     : met                           ? outcome_pill(Outcome::Pass)
                     : coverage.exercised == nullptr ? outcome_pill(Outcome::Skipped)
                                                     : outcome_pill(coverage.exercised->outcome);
  return fmt::format("<tr id=\"{}\">", html_escaped(rule.id)) +
         cell("", "strong", html_escaped(rule.id)) +
         cell("level", "", html_escaped(conformance::show(rule.level))) +
         cell("", "text block",
              fmt::format("<details><summary style=\"color:inherit\">{}</summary>{}</details>",
                          html_escaped(first), more)) +
         cell("checks", "number", std::to_string(coverage.checks.size())) +
         cell("scenarios", "number", std::to_string(coverage.scenarios.size())) +
         cell("mutants", "number", std::to_string(coverage.mutants.size())) +
         cell("exercised", "", met ? "yes" : "no") + cell("result", "", state) + "</tr>\n";
}

}  // namespace

std::string failures_section(const ReportData& data, const std::vector<ReportedStory>& stories) {
  std::map<std::size_t, const ReportedStory*> by_result;
  for (const auto& story : stories) by_result[story.result] = &story;
  std::map<std::string, Broken> by_rule;
  for (std::size_t i = 0; i < data.results.size(); ++i) {
    const auto& result = data.results[i];
    if (!is_broken(result.outcome)) continue;
    auto& broken = by_rule[result.rule];
    if (by_result.contains(i))
      broken.stories.emplace_back(by_result[i], &result);
    else
      broken.others.push_back(&result);
  }
  if (by_rule.empty()) return {};
  std::string out =
      "<section id=\"failures\"><h2>Failures</h2>\n<p>Each link is the story of one run that "
      "breaks the rule: step by step, with what each side believed, and one command that takes it "
      "again. The shortest come first.</p>\n";
  for (auto& [rule, broken] : by_rule) out += broken_rule(rule, std::move(broken));
  return out + "</section>\n";
}

std::string rows_section(const ReportData& data) {
  const auto areas = rows_by_area(data.rows, data.matrices);
  if (areas.empty()) return {};
  std::string out = "<section id=\"table\"><h2>Behaviour table</h2>\n";
  for (const auto& [area, rows] : areas) {
    const auto& facts = area->facts();
    out += fmt::format("<p>{}</p>\n", facts.rows_say.empty() ? facts.says : facts.rows_say);
    out += fmt::format(
        "<table><thead><tr><th>row</th>{}<th class=\"number\">worlds</th><th "
        "class=\"number\">states</th><th class=\"number\">random runs</th><th "
        "class=\"number\">rules met</th><th>exhausted</th><th>result</th></tr></thead>\n<tbody>\n",
        facts.row_key.empty() ? "" : fmt::format("<th>{}</th>", facts.row_key));
    for (const auto& row : rows) out += row_text(row, facts.row_key);
    out += "</tbody></table>\n";
  }
  return out + "</section>\n";
}

std::string scenarios_section(const ReportData& data) {
  const auto lines = scenario_lines(data);
  if (lines.empty()) return {};
  std::string out =
      "<section id=\"scenarios\"><h2>Scenarios</h2>\n<p>Races that somebody reported. Each was "
      "searched whole: every order in which its events can come.</p>\n<table><thead><tr>"
      "<th>scenario</th><th>what was reported</th><th class=\"number\">states</th>"
      "<th>result</th></tr></thead>\n<tbody>\n";
  for (const auto& [name, line] : lines)
    out += "<tr>" +
           cell("", "strong block",
                html_escaped(name.substr(name.find('/') + 1)) + "<p class=\"names\">" +
                    html_escaped(line.rules) + "</p>") +
           cell("", "story-text block", html_escaped(line.story)) +
           cell("states", "number", line.states == 0 ? "\xe2\x80\x93" : grouped(line.states)) +
           cell("result", "", outcome_pill(line.outcome)) + "</tr>\n";
  return out + "</tbody></table>\n</section>\n";
}

std::string rules_section(const ReportData& data) {
  const auto coverage = coverage_of(data);
  if (coverage.empty()) return {};
  std::string out =
      "<section id=\"rules\"><h2>Requirements</h2>\n<p>Every rule of the specification, what "
      "checks it, and how many deliberately broken engines name it. Open one for its "
      "words.</p>\n<table><thead><tr><th>rule</th><th>level</th><th>says</th>"
      "<th class=\"number\">checks</th><th class=\"number\">scenarios</th>"
      "<th class=\"number\">mutants</th><th>exercised</th><th>result</th></tr></thead>\n<tbody>\n";
  for (const auto& area : conformance::rule_tables()) {
    std::string_view clause;
    for (const auto& rule : area.rules) {
      const auto found = coverage.find(std::string(rule.id));
      if (found == coverage.end()) continue;
      if (rule.clause != clause)
        out += fmt::format("<tr class=\"clause\"><td colspan=\"8\">{}</td></tr>\n",
                           html_escaped(rule.clause));
      clause = rule.clause;
      out += rule_line(rule, found->second);
    }
  }
  return out + "</tbody></table>\n</section>\n";
}

}  // namespace tools
