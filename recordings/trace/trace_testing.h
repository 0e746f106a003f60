// Traces of the scenarios of an area, and what is found in a trace, for tests.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/run/recorded_trace.h"
#include "conformance/run/scenario.h"
#include "recordings/trace/trace_check.h"

namespace conformance {

using Lines = std::vector<std::string>;

inline Lines lines_of(std::string_view text) {
  Lines out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at);
    out.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}
inline std::string kind_of_line(const std::string& line) {
  const auto json = nlohmann::json::parse(line);
  for (const auto& [name, value] : json.items())
    if (name != "t_ms" && name != "by" && name != "run" && name != "note") return name;
  return {};
}

// As docs/TRACES.md says that a plugin or a backend writes it.
inline std::string head_of_the_page(std::string_view area) {
  std::ifstream page("docs/TRACES.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  const auto from = text.find(fmt::format(R"({{"trace":1,"area":"{}",{}"tells":[)", area,
                                          area == "ack" ? R"("revision":"r2",)" : ""));
  auto out = text.substr(from, text.find('}', from) + 1 - from);
  std::erase(out, '\n');
  return out;
}
inline const std::string ack_head = R"({"trace":1,"area":"ack","revision":"r1"})";
inline std::string opens_about(double ms, std::string_view call) {
  return fmt::format(
      R"({{"t_ms":{},"called":{{"call":{},"request":{{"tool":"dialog_open","target":"about"}}}}}})",
      ms, call);
}

struct TracedScenario {
  AnyScenario scenario;
  Lines lines;  // Of the run in which the earliest always comes first.
};
inline Lines trace_of(const AnyScenario& scenario, const Candidate& subject = {},
                      std::span<const std::uint16_t> path = {}) {
  return lines_of(
      recorded_trace(scenario.plan, rerun({.plan = scenario.plan,
                                           .subject = subject,
                                           .path = path,
                                           .natural_steps = path.empty() ? 10'000u : 0u})));
}
// Made once for all tests.
inline const std::vector<TracedScenario>& traced_scenarios(std::string_view area) {
  static std::map<std::string, std::vector<TracedScenario>, std::less<>> known;
  if (const auto made = known.find(area); made != known.end()) return made->second;
  auto& out = known[std::string(area)];
  for (const auto& entry : std::filesystem::directory_iterator(fmt::format("scenarios/{}", area))) {
    auto scenario = std::get<AnyScenario>(load_any_scenario(entry.path().string()));
    auto lines = trace_of(scenario);
    out.push_back({std::move(scenario), std::move(lines)});
  }
  std::ranges::sort(out, {}, [](const auto& each) { return each.scenario.name; });
  return out;
}

// "MOD-05:12", by rule and line; "note:12 ..."; "error:3 ...".
struct FoundInTrace {
  std::vector<std::string> breaches, notes;
  std::string error;
  std::vector<std::string> not_judged;  // Rules.
  std::vector<std::string> says;        // Of each breach.
  std::string all() const { return fmt::format("{} {} {}", breaches, notes, error); }
};
inline FoundInTrace found_in(std::string_view area, const Lines& lines, int slack_ms = 250) {
  FoundInTrace out;
  const auto& facts = area_named(area)->facts();
  const auto take = [&](const TraceFinding& finding) {
    if (finding.rule) {
      out.breaches.push_back(fmt::format("{}:{}", facts.rules[*finding.rule].id, finding.line));
      out.says.push_back(finding.says);
    } else
      out.notes.push_back(fmt::format("{}:{}", finding.line, finding.says));
  };
  const auto check = trace_check(
      *area_named(area), {.slack = std::chrono::milliseconds(slack_ms), .rules = {}, .sink = take});
  for (const auto& line : lines)
    if (!check->feed(line + "\n")) break;
  check->finish();
  if (check->error()) out.error = fmt::format("{}:{}", check->error()->line, check->error()->says);
  for (std::uint8_t rule = 0; rule < facts.rules.size(); ++rule)
    if (check->outcome(rule) == TraceOutcome::NotJudged)
      out.not_judged.emplace_back(facts.rules[rule].id);
  return out;
}

}  // namespace conformance
