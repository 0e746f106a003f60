#include "report/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/run/programs.h"
#include "page_texts.h"
#include "results/words.h"
#include "story/page.h"
#include "world/plan_source.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;

// "Incomplete": as a heading.
std::string heading(const GateEnd& end) {
  std::string out(end.name());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool upper = out[i] >= 'A' && out[i] <= 'Z', lower = out[i] >= 'a' && out[i] <= 'z';
    if (i > 0 && upper) out[i] = static_cast<char>(out[i] - 'A' + 'a');
    if (i == 0 && lower) out[i] = static_cast<char>(out[i] - 'a' + 'A');
  }
  return out;
}
std::string_view colour_of(const GateEnd& end) {
  return end.is_good() ? "good" : end.is_bad() ? "bad" : "doubt";
}

std::string_view bounds(conformance::Budget budget) {
  switch (budget) {
    case conformance::Budget::Quick: return "quick";
    case conformance::Budget::Full: return "full";
    case conformance::Budget::Nightly: return "nightly";
  }
  return {};
}

std::string sentence(const ReportData& data) {
  const auto& sum = data.summary;
  auto out = sum.failed + sum.errors == 0
                 ? counted(sum.passed, "check") + " passed. "
                 : fmt::format("{} failed, {} passed. ", counted(sum.failed + sum.errors, "check"),
                               grouped(sum.passed));
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) out += fmt::format("{} {}. ", counted(count, "check"), what);
  };
  add(sum.not_exercised, "not exercised");
  add(sum.unfinished, "incomplete");
  add(sum.not_applicable, "not applicable");
  add(sum.known, "known to fail");
  add(sum.remarks, "with remarks, by rules that do not decide");
  add(sum.through, "red only through another row");
  if (sum.rows + sum.profiles > 0)
    out += fmt::format("{} of {} rows", sum.rows_exhausted, sum.rows);
  if (sum.profiles > 0)
    out += fmt::format(" and {} of {} profiles", sum.profiles_exhausted, sum.profiles);
  if (sum.rows + sum.profiles > 0)
    out += fmt::format(
        " of the tables hold in every world within the {} bounds, in every order and at every "
        "tie.",
        bounds(data.options.budget));
  return out;
}

std::string figure(std::string_view value, std::string_view name, std::string_view classes = "") {
  return fmt::format("<div class=\"{}\"><b>{}</b><span>{}</span></div>\n", classes, value, name);
}

std::string figures(const ReportData& data) {
  std::uint64_t worlds = 0, states = 0, runs = 0, rules = 0, met = 0;
  for (const auto& search : data.searches) {
    worlds += search.worlds;
    states += search.states;
  }
  for (const auto& row : data.rows) runs += row.runs;
  for (const auto& result : data.results) {
    if (!result.check.starts_with("exercised/")) continue;
    ++rules;
    if (result.outcome == Outcome::Pass) ++met;
  }
  auto out = std::string("<div class=\"figures\">\n");
  out += figure(grouped(worlds), "worlds covered");
  out += figure(grouped(states), "distinct states");
  out += figure(grouped(runs), fmt::format("random runs, seed {}", data.options.seed));
  out += figure(fmt::format("{}<span> / {}</span>", met, rules), "rules exercised");
  out +=
      figure(grouped(data.summary.failed), "checks failed", data.summary.failed > 0 ? "bad" : "");
  if (data.seconds > 0) out += figure(fmt::format("{:.1f} s", data.seconds), "real time");
  return out + "</div>\n";
}

std::string_view kind_of(const CheckResult& result) {
  return std::string_view(result.check).substr(0, result.check.find('/'));
}

// Each check is a dot on the ring of its kind. Who has no mouse finds the same in the list of
// checks.
std::string ring(std::string_view kind, const std::vector<const CheckResult*>& checks,
                 const CheckResult* first, double radius) {
  auto out = fmt::format(
      "<circle cx=\"170\" cy=\"170\" r=\"{:.0f}\" fill=\"none\" "
      "stroke=\"var(--line)\"/>\n",
      radius);
  const auto count = static_cast<double>(checks.size());
  const auto dot = std::min(3.4, radius * std::numbers::pi / count * 0.78);
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const auto angle = 2 * std::numbers::pi * (static_cast<double>(i) / count - 0.25);
    const bool bad = is_broken(checks[i]->outcome);
    const bool good = checks[i]->outcome == Outcome::Pass;
    out += fmt::format(
        "<a href=\"#{}\" tabindex=\"-1\"><circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" "
        "fill=\"var(--{})\"><title>{}</title></circle></a>\n",
        check_place(static_cast<std::size_t>(checks[i] - first)), 170 + radius * std::cos(angle),
        170 + radius * std::sin(angle), bad ? dot + 1.6 : dot,
        bad    ? "bad"
        : good ? "good"
               : "doubt",
        html_escaped(fmt::format("{}: {}", checks[i]->check, word(checks[i]->outcome))));
  }
  return out + fmt::format("<!-- {} -->\n", html_escaped(kind));
}

std::string orrery(const ReportData& data) {
  static constexpr std::array<std::string_view, 6> kinds{"determinism", "table",     "sampled",
                                                         "scenario",    "exercised", "directed"};
  std::map<std::string_view, std::vector<const CheckResult*>> by_kind;
  for (const auto& result : data.results) by_kind[kind_of(result)].push_back(&result);
  std::string out = "<figure><svg viewBox=\"0 0 340 340\" aria-hidden=\"true\">\n";
  const auto rings =
      std::ranges::count_if(kinds, [&](auto kind) { return by_kind.contains(kind); });
  const auto apart = rings > 1 ? 122.0 / static_cast<double>(rings - 1) : 0.0;
  double radius = 42;
  std::string names;
  for (const auto kind : kinds) {
    const auto found = by_kind.find(kind);
    if (found == by_kind.end()) continue;
    out += ring(kind, found->second, data.results.data(), radius);
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ", found->second.size(), kind);
    radius += apart;
  }
  out += "<circle cx=\"170\" cy=\"170\" r=\"9\" fill=\"var(--brass)\"/></svg>\n";
  return out + fmt::format(
                   "<figcaption>Every dot is a check. From the inside: {}.</figcaption>"
                   "</figure>\n",
                   names);
}

// A page of a part of the rules or scenarios has not all places that others have: what would lead
// nowhere is no link.
std::string without_dead_links(std::string page) {
  std::set<std::string, std::less<>> places;
  constexpr std::string_view id = " id=\"", link = "href=\"#";
  const auto quoted = [&](std::size_t at) {
    return std::string_view(page).substr(at, page.find('"', at) - at);
  };
  for (auto at = page.find(id); at != page.npos; at = page.find(id, at + 1))
    places.emplace(quoted(at + id.size()));
  std::string out;
  std::size_t done = 0;
  for (auto at = page.find(link); at != page.npos; at = page.find(link, at + 1)) {
    if (places.contains(quoted(at + link.size()))) continue;
    const auto begin = page.rfind("<a ", at), end = page.find("</a>", at);
    out += page.substr(done, begin - done) + "<span";
    out += page.substr(begin + 2, at - begin - 3);  // Its class, if it has one.
    const auto rest = page.find('"', at + link.size()) + 1;
    out += page.substr(rest, end - rest) + "</span>";
    done = end + 4;
  }
  return out + page.substr(done);
}

}  // namespace

std::string gate_command(const ReportData& data) {
  const auto& options = data.options;
  std::string out = "orrery conform";
  // A mutant and a rule say whose they are.
  const bool says = options.rule || conformance::area_of_subject(options.subject) != nullptr;
  std::string judged;
  bool all = true;
  for (const auto* area : conformance::areas()) {
    if (!area->facts().parts.empty()) continue;
    const bool is_judged = std::ranges::count(data.results, area->name(), &CheckResult::area) > 0;
    if (is_judged) judged += fmt::format(" {}", area->name());
    all = all && is_judged;
  }
  if (!all && !says) out += judged;
  if (options.subject != "engine") out += " --subject " + shell_word(options.subject);
  const auto& besides = conformance::replay_words();
  if (!options.revision.empty() && besides.find(" --table ") == besides.npos)
    out += " --revision " + options.revision;
  out += besides;
  if (options.rule) out += " --rule " + *options.rule;
  const bool program = conformance::names_program(options.subject);
  if (options.level != (program ? spec::Level::Must : spec::Level::Proposed))
    out += fmt::format(" --level {}", word(options.level));
  if (options.budget != conformance::Budget::Quick)
    out += fmt::format(" --budget {}", bounds(options.budget));
  // So many are drawn only while there is time for them.
  constexpr std::uint64_t without_end = 1'000'000'000'000;
  if (options.random_runs != 0 && options.random_runs < without_end)
    out += fmt::format(" --runs {}", options.random_runs);
  if (options.states_max != conformance::GateOptions().states_max)
    out += fmt::format(" --max-states {}", options.states_max);
  if (options.prove_every == 1) out += " --prove";
  return out + fmt::format(" --seed {}", options.seed);
}

std::string report_index(const ReportData& data, const ReportPages& pages) {
  const auto says = heading(data.end);
  const auto colour = colour_of(data.end);
  auto body = page_top("", data.options.subject + " \xc2\xb7 orrery " ORRERY_VERSION);
  body += fmt::format("<main>\n<div class=\"hero\">\n<div><h1 class=\"{}\">{}</h1>\n<p>{}</p>\n",
                      colour, says, html_escaped(sentence(data)));
  body += "<nav class=\"parts\" aria-label=\"Parts\">";
  std::string sections;
  const auto add = [&](std::string_view place, std::string_view name, const std::string& text) {
    if (text.empty()) return;
    body += fmt::format("<a href=\"#{}\">{}</a>", place, name);
    sections += text;
  };
  add("failures", "Failures", failures_section(data, pages));
  add("table", "Behaviour table", rows_section(data));
  add("soundness", "Soundness", soundness_section(data, pages));
  add("scenarios", "Scenarios", scenarios_section(data, pages));
  add("rules", "Requirements", rules_section(data));
  add("mutants", "Mutants", mutants_section(data));
  add("checks", "Checks", checks_section(data, pages));
  body += "<a href=\"#again\">Run it again</a></nav></div>\n";
  body += orrery(data) + "</div>\n" + figures(data) + filter_form(data) + sections;
  body +=
      "<section id=\"again\"><h2>Run it again</h2>\n<p>The same program gives the same "
      "result on any machine, with any number of threads.</p>\n" +
      command_box(gate_command(data));
  if (data.summary.fingerprint != 0)
    body += fmt::format("<p class=\"names\">Fingerprint of all states: <code>{}</code></p>\n",
                        show_digest(data.summary.fingerprint));
  body += "</section>\n</main>\n" + page_foot("orrery " ORRERY_VERSION ". One file, no network.");
  // The page is whole without its scripts. What is filtered has data-area, data-rules and
  // data-outcome; the fragment keeps what was asked for.
  return html({.title = fmt::format("{} \xe2\x80\x93 Orrery", says),
               .style = std::string(index_style),
               .body = without_dead_links(std::move(body)),
               .script = std::string(copy_script) + std::string(filter_script)});
}

}  // namespace tools
