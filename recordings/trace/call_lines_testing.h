// Lines of traces of script calls, for tests.
#pragma once
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "trace/trace_testing.h"

namespace conformance::call_lines {

inline const std::string head = R"({"trace":1,"area":"modality"})";

inline std::string line(int ms, std::string_view what, int run = 0) {
  const auto of = run == 0 ? std::string() : fmt::format(R"("run":{},)", run);
  return fmt::format(R"({{"t_ms":{},{}{}}})", ms, of, what);
}
inline std::string called(int ms, std::string_view mode, int timeout_ms, int run = 0) {
  return line(ms,
              fmt::format(R"("called":{{"request":{{"mode":"{}","body_timeout_ms":{}}}}})", mode,
                          timeout_ms),
              run);
}
inline Lines ends_well(int ms, int run = 0) {
  return {line(ms, R"("body_returned":{})", run),
          line(ms, R"("decide":{"stage":"post","reason":"none"})", run),
          line(ms, R"("schedule_refresh":{})", run),
          line(ms, R"("finish":{"verdict":"ok","stage":"post"})", run)};
}
inline Lines operator+(Lines one, const Lines& more) {
  one.insert(one.end(), more.begin(), more.end());
  return one;
}

inline Lines look(int ms, std::string_view shows) {
  return {
      line(ms, R"("read_modality":{"operation":"main"})"),
      line(ms, fmt::format(R"("modality_read":{{"operation":"main","modality":"{}"}})", shows))};
}
inline Lines begins(int ms, std::string_view mode) {
  return {called(ms, mode, 600'000), line(ms, R"("schedule_refresh":{})")};
}
inline Lines refused_at_the_gate(int ms, std::string_view reason = "dialog_at_gate",
                                 std::string_view blocked_by = "dialog",
                                 std::string_view more = "") {
  const auto ends = fmt::format(R"("stage":"gate","reason":"{}")", reason);
  return {line(ms, R"("decide":{)" + ends + "}"),
          line(ms, R"("capture":{"artifact":"screenshot","cause":"gate"})"),
          line(ms, R"("captured":{"artifact":"screenshot"})"),
          line(ms, R"("capture":{"artifact":"thread_dump","cause":"gate"})"),
          line(ms, R"("captured":{"artifact":"thread_dump"})"),
          line(ms, R"("schedule_refresh":{})"),
          line(ms, fmt::format(R"("finish":{{"verdict":"failed",{},"artifacts":2,)"
                               R"("blocked_by":"{}"{}}})",
                               ends, blocked_by, more))};
}

inline bool is_look(const std::string& text) {
  const auto kind = kind_of_line(text);
  return kind == "read_modality" || kind == "modality_read" || kind == "list_dialogs" ||
         kind == "dialogs_listed" || kind == "read_smart" || kind == "smart_read";
}
inline Lines without_looks(Lines lines) {
  std::erase_if(lines, is_look);
  return lines;
}

// A scenario in which looks take so long.
inline AnyScenario with_slow_looks(const std::string& file, int look_ms) {
  nlohmann::json scenario;
  std::ifstream(file) >> scenario;
  if (!scenario.contains("ide")) scenario["ide"] = nlohmann::json::object();
  scenario["ide"]["latencies"]["look_ms"] = look_ms;
  return std::get<AnyScenario>(parse_any_scenario(scenario.dump(), file));
}

inline Lines times_out(int ms, int run = 0) {
  return {
      line(ms, R"("decide":{"stage":"body","reason":"body_timed_out"})", run),
      line(ms, R"("cancel_body":{})", run),
      line(ms, R"("capture":{"artifact":"thread_dump","cause":"body"})", run),
      line(ms, R"("captured":{"artifact":"thread_dump"})", run),
      line(ms, R"("schedule_refresh":{})", run),
      line(
          ms,
          R"("finish":{"verdict":"failed","stage":"body","reason":"body_timed_out","artifacts":1})",
          run)};
}
inline Lines unleashed(int ms, int timeout_ms, int run = 0) {
  return {called(ms, "unleashed", timeout_ms, run), line(ms, R"("schedule_refresh":{})", run),
          line(ms, R"("start_body":{})", run)};
}

}  // namespace conformance::call_lines
