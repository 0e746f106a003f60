#include "probe/report.h"

#include <unistd.h>

#include <array>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "command/terminal.h"
#include "command/words.h"
#include "results/words.h"
#include "spec/appserver/versions.h"

namespace tools::probe {
namespace {

struct Word {
  std::string_view text, json;
};
constexpr std::array<Word, 4> words{{{"passed", "passed"},
                                     {"FAILED", "failed"},
                                     {"known deviation", "known_deviation"},
                                     {"not judged", "not_judged"}}};

const Word& word_of(Verdict verdict) { return words[static_cast<std::size_t>(verdict)]; }

std::string painted(const Paint& paint, Verdict verdict) {
  const auto text = word_of(verdict).text;
  switch (verdict) {
    case Verdict::Passed: return paint.good(text);
    case Verdict::Failed: return paint.bad(text);
    case Verdict::Known:
    case Verdict::NotJudged: return paint.doubtful(text);
  }
  return {};
}

std::size_t rules_in(const Findings& findings) {
  std::set<std::string> rules;
  for (const auto& row : findings.rows)
    if (row.verdict == Verdict::Passed) rules.insert(row.rule);
  return rules.size();
}

// Which version its deviations are looked up by, if it is another than its own.
std::string how_judged(const Findings& findings) {
  const auto version = spec::appserver::version_in(findings.user_agent);
  const auto as = spec::appserver::judged_as(version);
  if (!as.is_known() || (as.major == version.major && as.minor == version.minor)) return {};
  return fmt::format("; that version was not measured: judged as {}.{}", as.major, as.minor);
}

}  // namespace

Counts counts_of(const Findings& findings) {
  Counts out;
  for (const auto& row : findings.rows) {
    out.passed += row.verdict == Verdict::Passed;
    out.failed += row.verdict == Verdict::Failed;
    out.known += row.verdict == Verdict::Known;
    out.not_judged += row.verdict == Verdict::NotJudged;
  }
  return out;
}

std::string report_text(const Settings& settings, const Findings& findings, double seconds,
                        bool interrupted) {
  const Paint paint(STDOUT_FILENO);
  std::string out, group;
  for (const auto& row : findings.rows) {
    if (row.group != group) out += paint.strong(group = row.group) + "\n";
    out += fmt::format("  {:<8} {:<62} {}\n", row.rule, row.tried, painted(paint, row.verdict));
    if (!row.says.empty()) out += fmt::format("           {}\n", shown(row.says));
  }
  const auto counts = counts_of(findings);
  const auto verdict = counts.failed > 0 ? paint.bad("FAILED")
                       : interrupted     ? paint.doubtful("INTERRUPTED")
                                         : paint.good("passed");
  out += fmt::format(
      "{}: {} tries of {} rules passed, {} failed, {} known, {} not judged; {} processes, {:.1f} "
      "s\n",
      verdict, counts.passed, rules_in(findings), counts.failed, counts.known, counts.not_judged,
      findings.processes, seconds);
  out += fmt::format("server: {} ({}), dialect {}{}\n", shown(joined(settings.words)),
                     findings.user_agent.empty() ? "unknown" : shown(findings.user_agent),
                     settings.dialect->name, how_judged(findings));
  return out;
}

std::string report_json(const Settings& settings, const Findings& findings, double seconds,
                        bool interrupted) {
  nlohmann::ordered_json tries = nlohmann::ordered_json::array();
  for (const auto& row : findings.rows) {
    tries.push_back({{"rule", row.rule},
                     {"group", row.group},
                     {"tried", row.tried},
                     {"verdict", word_of(row.verdict).json}});
    if (!row.says.empty()) tries.back()["says"] = row.says;
  }
  const auto counts = counts_of(findings);
  const nlohmann::ordered_json out{{"program", settings.words},
                                   {"dialect", settings.dialect->name},
                                   {"user_agent", findings.user_agent},
                                   {"version", findings.version},
                                   {"judged_as", how_judged(findings)},
                                   {"tries", tries},
                                   {"summary",
                                    {{"passed", counts.passed},
                                     {"failed", counts.failed},
                                     {"known_deviations", counts.known},
                                     {"not_judged", counts.not_judged},
                                     {"processes", findings.processes},
                                     {"lines", findings.lines},
                                     {"seconds", seconds},
                                     {"interrupted", interrupted}}}};
  return dump(out, 2) + "\n";
}

}  // namespace tools::probe
