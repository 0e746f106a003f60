// The sections of the index page that list everything: checks and mutants.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/story/print.h"
#include "report/report.h"
#include "results/words.h"
#include "story/page.h"

namespace tools {

using conformance::Outcome;

// What the sections of the index are made of: entries that can be linked to and filtered.

std::string check_place(std::size_t result) { return fmt::format("check-{}", result); }

std::string place_of(std::string_view kind, std::string_view name) {
  auto out = fmt::format("{}-", kind);
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '/' || c == '.' || c == ':';
    out += plain ? c : '_';
  }
  return out;
}

std::string link_to(std::string_view place, std::string_view text) {
  return fmt::format("<a href=\"#{}\">{}</a>", html_escaped(place), html_escaped(text));
}

std::string attributes(const Entry& entry) {
  const auto place =
      entry.place.empty() ? "" : fmt::format(" id=\"{}\"", html_escaped(entry.place));
  return fmt::format("{} data-area=\"{}\" data-rules=\"{}\" data-outcome=\"{}\"", place,
                     html_escaped(entry.area), html_escaped(entry.rules), entry.outcome);
}

std::string table_cell(std::string_view label, std::string_view classes, std::string_view inside) {
  const auto said = label.empty() ? std::string() : fmt::format(" data-label=\"{}\"", label);
  return fmt::format("<td{} class=\"{}\">{}</td>", said, classes, inside);
}

std::string group(const Group& about, std::string_view inside) {
  const auto broken = about.broken == 0 ? std::string()
                                        : fmt::format(" <span class=\"pill bad\">{} failed</span>",
                                                      grouped(about.broken));
  return fmt::format("<details class=\"group\"{}><summary><b>{}</b> {}{}</summary>\n{}</details>\n",
                     about.open ? " open" : "", html_escaped(about.title),
                     counted(about.count, about.noun), broken, inside);
}

std::string rule_links(std::string_view rules) {
  std::string out;
  for (const auto& rule : words_of(rules)) out += (out.empty() ? "" : " ") + link_to(rule, rule);
  return out;
}

std::string outcome_pill(Outcome outcome, std::string_view place) {
  const auto look = outcome == Outcome::Pass ? "good" : is_broken(outcome) ? "bad" : "doubt";
  std::string says(word(outcome));
  std::ranges::replace(says, '_', ' ');
  if (place.empty()) return fmt::format("<span class=\"pill {}\">{}</span>", look, says);
  return fmt::format("<a class=\"pill {}\" href=\"#{}\">{}</a>", look, place, says);
}

std::string filter_form(const ReportData& data) {
  std::set<std::string> areas;
  std::set<std::string_view> outcomes;
  for (const auto& result : data.results) {
    areas.insert(result.area);
    outcomes.insert(word(result.outcome));
  }
  const auto options = [](const auto& values) {
    std::string out = "<option value=\"\">all</option>";
    for (const auto& value : values)
      if (!value.empty()) out += fmt::format("<option>{}</option>", html_escaped(value));
    return out;
  };
  return fmt::format(
      "<form id=\"filter\" class=\"filter\" aria-label=\"Show only\" hidden>\n"
      "<label>area<select name=\"area\">{}</select></label>\n"
      "<label>outcome<select name=\"outcome\">{}</select></label>\n"
      "<label>rule<input name=\"rule\" size=\"8\" placeholder=\"MOD-05\"></label>\n"
      "<label>word<input name=\"word\" type=\"search\" size=\"14\"></label>\n"
      "<button type=\"reset\">Show all</button><output name=\"count\"></output></form>\n",
      options(areas), options(outcomes));
}

namespace {

using conformance::CheckResult;

// Where a check leads: its story, its scenario and a run of it, its row, its rule.
std::string leads_to(const CheckResult& result, const std::string& story,
                     const ReportPages& pages) {
  std::string out;
  const auto add = [&](const std::string& link) {
    out += (out.empty() ? "" : " \xc2\xb7 ") + link;
  };
  if (!story.empty())
    add(fmt::format("<a href=\"{}\">the run that fails</a>", html_escaped(story)));
  const auto scenario = scenario_of(result);
  if (!scenario.empty()) add(link_to(place_of("scenario", scenario), "scenario"));
  if (const auto run = pages.examples.find(scenario); run != pages.examples.end())
    add(fmt::format("<a href=\"{}\">an example run</a>", html_escaped(run->second)));
  if (const auto row = row_of(result); !row.empty())
    add(link_to(place_of("row", fmt::format("{}/{}", result.area, row)), "row"));
  if (result.check.starts_with("soundness/")) add(link_to("soundness", "soundness"));
  return out;
}

std::string check_row(const ReportData& data, std::size_t index, const std::string& story,
                      const ReportPages& pages) {
  const auto& result = data.results[index];
  auto says = html_escaped(result.check.substr(result.check.find('/') + 1));
  if (!result.message.empty())
    says += fmt::format("<details><summary>What was said</summary><pre>{}</pre></details>",
                        html_escaped(result.message));
  if (!result.replay.empty())
    says += fmt::format("<p class=\"names\"><code>{}</code></p>", html_escaped(result.replay));
  return "<tr" +
         attributes({.place = check_place(index),
                     .area = result.area,
                     .rules = result.rule,
                     .outcome = word(result.outcome)}) +
         ">" + table_cell("", "text block", says) +
         table_cell("rule", "", result.rule.empty() ? "" : rule_links(result.rule)) +
         table_cell("area", "", html_escaped(result.area)) +
         table_cell("leads to", "", leads_to(result, story, pages)) +
         table_cell("result", "", outcome_pill(result.outcome)) + "</tr>\n";
}

std::string mutant_row(const conformance::Area& area, const conformance::MutantLine& mutant) {
  const std::string subject = "mutant:" + std::string(mutant.name);
  const auto command =
      mutant.scenario.empty()
          ? fmt::format("orrery conform {} --subject {}", area.name(), subject)
          : fmt::format("orrery explore {} --subject {} --html run.html", mutant.scenario, subject);
  return "<tr" +
         attributes({.place = place_of("mutant", mutant.name),
                     .area = area.name(),
                     .rules = mutant.rules}) +
         ">" + table_cell("", "strong block", html_escaped(mutant.name)) +
         table_cell(
             "", "text block",
             html_escaped(mutant.description) +
                 fmt::format("<p class=\"names\"><code>{}</code></p>", html_escaped(command))) +
         table_cell("rules", "", rule_links(mutant.rules)) +
         table_cell("scenario", "",
                    mutant.scenario.empty()
                        ? "\xe2\x80\x93"
                        : link_to(place_of("scenario", mutant.scenario), mutant.scenario)) +
         "</tr>\n";
}

}  // namespace

std::string scenario_of(const CheckResult& result) {
  const auto slash = result.check.find('/');
  const auto kind = result.check.substr(0, slash);
  if (kind != "scenario" && kind != "determinism") return {};
  auto name = result.check.substr(slash + 1);
  // Else it is the proof of an area or a table.
  return name.find('/') == name.npos ? std::string() : name;
}

std::string_view row_of(const CheckResult& result) {
  const std::string_view check = result.check;
  for (const std::string_view kind : {"table/", "sampled/"})
    if (check.starts_with(kind)) return check.substr(kind.size());
  return {};
}

std::string checks_section(const ReportData& data, const ReportPages& pages) {
  if (data.results.empty()) return {};
  std::map<std::size_t, std::string> stories;
  for (const auto& story : pages.stories) stories[story.result] = story.page;
  std::map<std::string, std::vector<std::size_t>> kinds;
  for (std::size_t i = 0; i < data.results.size(); ++i)
    kinds[data.results[i].check.substr(0, data.results[i].check.find('/'))].push_back(i);
  std::string out =
      "<section id=\"checks\"><h2>Checks</h2>\n<p>Everything that was decided: each of the dots "
      "above.</p>\n";
  for (const auto& [kind, results] : kinds) {
    std::string rows;
    std::size_t broken = 0;
    for (const auto i : results) {
      rows += check_row(data, i, stories[i], pages);
      broken += is_broken(data.results[i].outcome) ? 1 : 0;
    }
    out += group({kind, results.size(), "check", broken},
                 "<table><thead><tr><th>check</th><th>rule</th><th>area</th><th>leads to</th>"
                 "<th>result</th></tr></thead>\n<tbody>\n" +
                     rows + "</tbody></table>\n");
  }
  return out + "</section>\n";
}

std::string mutants_section(const ReportData& data) {
  std::string out;
  for (const auto* area : conformance::areas()) {
    if (std::ranges::count(data.results, area->name(), &CheckResult::area) == 0) continue;
    const auto mutants = area->checks().mutants();
    if (mutants.empty()) continue;
    std::string rows;
    for (const auto& mutant : mutants) rows += mutant_row(*area, mutant);
    out += group({area->name(), mutants.size(), "mutant"},
                 "<table><thead><tr><th>mutant</th><th>what it does wrong</th><th>rules</th>"
                 "<th>scenario</th></tr></thead>\n<tbody>\n" +
                     rows + "</tbody></table>\n");
  }
  return out.empty()
             ? out
             : "<section id=\"mutants\"><h2>Mutants</h2>\n<p>Engines that are broken on "
               "purpose: <code>orrery selftest</code> shows that the rules notice each of them. A "
               "command shows the run in which one fails.</p>\n" +
                   out + "</section>\n";
}

}  // namespace tools
