#include "report/index.h"
#include "report/matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/numbers.h"
#include "results/junit.h"
#include "results/words.h"
#include "story/page.h"
#include "world/schedule.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;

constexpr std::string_view index_style = R"(
.hero{display:grid;grid-template-columns:minmax(0,1fr) minmax(15rem,23rem);gap:2rem 3.5rem;
align-items:center;padding:1.2rem 0 .8rem}
.hero h1{font-size:clamp(2.4rem,6vw,4rem);line-height:1.05;margin:0 0 1rem;
letter-spacing:-.03em}
.hero h1.good{color:var(--good)}.hero h1.bad{color:var(--bad)}.hero h1.doubt{color:var(--doubt)}
.hero p{margin:0 0 1rem;font-size:1.08rem;max-width:36rem;text-wrap:pretty}
.hero svg{width:100%;height:auto;display:block;overflow:visible}
.hero figure{margin:0}
.hero figcaption{font-size:.78rem;color:var(--soft);text-align:center;margin-top:.6rem;
text-wrap:balance}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1px;
background:var(--line);border:1px solid var(--line);border-radius:14px;overflow:hidden;
margin:1.6rem 0}
.figures div{background:var(--card);padding:.95rem 1.1rem}
.figures b{display:block;font-size:1.45rem;font-weight:650;letter-spacing:-.02em;
line-height:1.25}
.figures .bad b{color:var(--bad)}
.figures span{font-size:.82rem;color:var(--soft)}
nav.parts{display:flex;flex-wrap:wrap;gap:.4rem 1.4rem;font-size:.93rem;
padding:.4rem 0 0}
section{scroll-margin-top:1rem;margin-top:3.2rem}
section>h2{font-size:1.5rem;margin:0 0 .35rem;letter-spacing:-.02em}
section>p{color:var(--soft);margin:0 0 1.1rem;max-width:46rem;text-wrap:pretty}
table{width:100%;border-collapse:separate;border-spacing:0;background:var(--card);
border:1px solid var(--line);border-radius:14px;overflow:hidden;font-size:.92rem}
th{font-weight:600;font-size:.8rem;color:var(--soft);text-align:left;white-space:nowrap}
th,td{padding:.6rem .85rem;border-bottom:1px solid var(--line);vertical-align:baseline}
tr:last-child td{border-bottom:0}
tbody tr:hover td{background:color-mix(in srgb,var(--brass-wash) 35%,var(--card))}
.number{text-align:right;white-space:nowrap}
.strong{font-weight:600;white-space:nowrap}
.letter{display:inline-block;width:1.45rem;text-align:center;border-radius:5px;
font:600 .78rem/1.45rem var(--mono);background:var(--line);color:var(--soft);margin-right:.2rem}
.letter.on{background:var(--ink);color:var(--card)}
.meter{display:inline-block;width:4.5rem;height:.42rem;border-radius:9px;background:var(--line);
margin-right:.55rem;vertical-align:.08rem;overflow:hidden}
.meter i{display:block;height:100%;background:var(--good);border-radius:9px}
.failure{display:grid;grid-template-columns:5.4rem minmax(0,1fr);gap:.2rem 1.2rem;
background:var(--card);border:1px solid var(--line);border-left:4px solid var(--bad);
border-radius:10px;padding:1rem 1.2rem;margin-bottom:.8rem;align-items:baseline}
.failure .id{font-weight:650;color:var(--bad);white-space:nowrap}
.failure p{margin:0 0 .5rem;font-weight:600;text-wrap:pretty}
.failure ul{margin:0;padding:0;list-style:none;columns:24rem 2;column-gap:2rem;
font-size:.93rem}
.failure li{break-inside:avoid;padding:.1rem 0;overflow-wrap:anywhere}
.share{display:inline-block;min-width:3.2rem}
summary{cursor:pointer;color:var(--act);font-size:.88rem}
pre{overflow-x:auto;margin:.5rem 0;padding:.8rem 1rem;background:var(--paper);
border-radius:8px;line-height:1.45}
.clause td{background:var(--paper);font-weight:650;padding-top:1rem}
.clause:hover td{background:var(--paper)!important}
.text{max-width:38rem}.story-text{max-width:44rem}
.names{font-size:.84rem;color:var(--soft);margin:.35rem 0 0;overflow-wrap:anywhere}
.names b{color:var(--ink);font-weight:600}
ul.names{padding-left:1.1rem}
@media (max-width:860px){.hero{grid-template-columns:1fr}
.hero figure{max-width:19rem;margin:0 auto}}
@media (max-width:720px){table,tbody,tr,td{display:block;border:0;background:none}
thead{display:none}tr{background:var(--card);border:1px solid var(--line)!important;
border-radius:12px;padding:.55rem 1rem;margin-bottom:.6rem}
td{padding:.2rem 0;display:flex;gap:1rem;justify-content:space-between;align-items:baseline}
tbody tr:hover td{background:none}
td[data-label]::before{content:attr(data-label);color:var(--soft);font-size:.82rem;
flex:none}
td.block{display:block}td.block::before{display:block}
td.strong,td.number{white-space:normal;text-align:left}
tr.clause{border:0!important;background:none;padding:1.2rem 0 .2rem;margin:0}
.clause td{background:none;padding:0}.failure{grid-template-columns:1fr}
td.strong{font-size:1.02rem}}
)";

struct Verdict {
  std::string_view word, colour;
};

Verdict verdict(const ReportData& data) {
  if (data.exit > exit_code::interrupted || data.summary.interrupted)
    return {"Interrupted", "doubt"};
  if (data.exit == exit_code::passed) return {"Passed", "good"};
  if (data.exit == exit_code::nothing_selected) return {"Nothing selected", "doubt"};
  if (data.exit == exit_code::incomplete) return {"Incomplete", "doubt"};
  return {"Failed", "bad"};
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
  if (sum.not_exercised + sum.skipped > 0)
    out += fmt::format("{} not exercised, {} skipped. ", grouped(sum.not_exercised),
                       grouped(sum.skipped));
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

// Each check is a dot on the ring of its kind.
std::string ring(std::string_view kind, const std::vector<const CheckResult*>& checks,
                 double radius) {
  auto out = fmt::format(
      "<circle cx=\"170\" cy=\"170\" r=\"{:.0f}\" fill=\"none\" "
      "stroke=\"var(--line)\"/>\n",
      radius);
  const auto count = static_cast<double>(checks.size());
  const auto dot = std::min(3.4, radius * std::numbers::pi / count * 0.78);
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const auto angle = 2 * std::numbers::pi * (static_cast<double>(i) / count - 0.25);
    const bool bad = checks[i]->outcome == Outcome::Fail || checks[i]->outcome == Outcome::Error;
    const bool good = checks[i]->outcome == Outcome::Pass;
    out += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"var(--{})\"><title>{}</title>"
        "</circle>\n",
        170 + radius * std::cos(angle), 170 + radius * std::sin(angle), bad ? dot + 1.6 : dot,
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
  std::string out =
      "<figure><svg viewBox=\"0 0 340 340\" role=\"img\" aria-label=\"Every check as a dot\">\n";
  const auto rings =
      std::ranges::count_if(kinds, [&](auto kind) { return by_kind.contains(kind); });
  const auto apart = rings > 1 ? 122.0 / static_cast<double>(rings - 1) : 0.0;
  double radius = 42;
  std::string names;
  for (const auto kind : kinds) {
    const auto found = by_kind.find(kind);
    if (found == by_kind.end()) continue;
    out += ring(kind, found->second, radius);
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ", found->second.size(), kind);
    radius += apart;
  }
  out += "<circle cx=\"170\" cy=\"170\" r=\"9\" fill=\"var(--brass)\"/></svg>\n";
  return out + fmt::format(
                   "<figcaption>Every dot is a check. From the inside: {}.</figcaption>"
                   "</figure>\n",
                   names);
}

}  // namespace

std::string outcome_pill(Outcome outcome) {
  switch (outcome) {
    case Outcome::Pass: return "<span class=\"pill good\">pass</span>";
    case Outcome::Fail: return "<span class=\"pill bad\">fail</span>";
    case Outcome::Error: return "<span class=\"pill bad\">error</span>";
    case Outcome::NotExercised: return "<span class=\"pill doubt\">not exercised</span>";
    case Outcome::Skipped: return "<span class=\"pill doubt\">skipped</span>";
  }
  return {};
}

std::string gate_command(const conformance::GateOptions& options) {
  std::string out = "orrery conform";
  if (options.subject != "engine") out += " --subject " + shell_word(options.subject);
  if (!options.revision.empty()) out += " --revision " + options.revision;
  if (options.rule) out += " --rule " + *options.rule;
  if (options.level != spec::Level::Proposed)
    out += fmt::format(" --level {}", word(options.level));
  if (options.budget != conformance::Budget::Quick)
    out += fmt::format(" --budget {}", bounds(options.budget));
  // So many are drawn only while there is time for them.
  constexpr std::uint64_t without_end = 1'000'000'000'000;
  if (options.random_runs != 0 && options.random_runs < without_end)
    out += fmt::format(" --runs {}", options.random_runs);
  if (options.prove_every == 1) out += " --prove";
  return out + fmt::format(" --seed {}", options.seed);
}

std::string report_index(const ReportData& data, const std::vector<ReportedStory>& stories) {
  const auto [says, colour] = verdict(data);
  auto body = page_top("", data.options.subject + " \xc2\xb7 orrery " ORRERY_VERSION);
  body += fmt::format("<main>\n<div class=\"hero\">\n<div><h1 class=\"{}\">{}</h1>\n<p>{}</p>\n",
                      colour, says, html_escaped(sentence(data)));
  body += "<nav class=\"parts\" aria-label=\"Parts\">";
  const auto failures = failures_section(data, stories);
  if (!failures.empty()) body += "<a href=\"#failures\">Failures</a>";
  const auto rows = rows_section(data);
  if (!rows.empty()) body += "<a href=\"#table\">Behaviour table</a>";
  std::string matrices;
  for (const auto& matrix : data.matrices)
    matrices += matrix_section(matrix, data.options.candidate());
  if (!matrices.empty()) body += "<a href=\"#soundness\">Soundness</a>";
  const auto scenarios = scenarios_section(data);
  if (!scenarios.empty()) body += "<a href=\"#scenarios\">Scenarios</a>";
  body += "<a href=\"#rules\">Requirements</a><a href=\"#again\">Run it again</a></nav></div>\n";
  body += orrery(data) + "</div>\n" + figures(data) + failures + rows + matrices + scenarios +
          rules_section(data);
  body +=
      "<section id=\"again\"><h2>Run it again</h2>\n<p>The same program gives the same "
      "result on any machine, with any number of threads.</p>\n" +
      command_box(gate_command(data.options));
  if (data.summary.fingerprint != 0)
    body += fmt::format("<p class=\"names\">Fingerprint of all states: <code>{}</code></p>\n",
                        show_digest(data.summary.fingerprint));
  body += "</section>\n</main>\n" + page_foot("orrery " ORRERY_VERSION ". One file, no network.");
  return html({.title = fmt::format("{} \xe2\x80\x93 Orrery", says),
               .style = std::string(index_style),
               .body = body,
               .script = std::string(copy_script)});
}

}  // namespace tools
