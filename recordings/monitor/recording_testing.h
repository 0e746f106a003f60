// Recordings of streams, written by hand, and what is found in them.
#pragma once
#include <gmock/gmock.h>

#include <chrono>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "spec/monitor/rules.h"
#include "trace/checks.h"

namespace conformance::monitor {

using spec::monitor::monitor_rules;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

struct FoundInStreams {
  std::vector<std::string> breaches, notes;  // "MON-41:7".
  std::vector<TraceOutcome> outcomes;
  std::string error;
  TraceOutcome of(std::string_view id) const {
    for (std::size_t i = 0; i < monitor_rules.size(); ++i)
      if (monitor_rules[i].id == id) return outcomes[i];
    return {};
  }
};

inline FoundInStreams judged(const std::vector<std::string>& lines, int slack_ms = 1'000) {
  FoundInStreams out;
  const auto take = [&](const TraceFinding& finding) {
    if (finding.rule)
      out.breaches.push_back(fmt::format("{}:{}", monitor_rules[*finding.rule].id, finding.line));
    else
      out.notes.push_back(finding.says);
  };
  const auto check = trace_check({.slack = std::chrono::milliseconds(slack_ms), .sink = take});
  for (const auto& line : lines)
    if (!check->feed(line + "\n")) break;
  check->finish();
  if (check->error()) out.error = fmt::format("{}:{}", check->error()->line, check->error()->says);
  for (std::uint8_t rule = 0; rule < monitor_rules.size(); ++rule)
    out.outcomes.push_back(check->outcome(rule));
  return out;
}

// What the client did wrong, and none of what its IDEs did.
inline std::vector<std::string> of_client(FoundInStreams found) {
  std::erase_if(found.breaches, [](const auto& each) { return each >= "MON-40"; });
  return found.breaches;
}

// Who recorded tells of sleeps.
inline const std::string awake = R"({"t_ms":0,"slept":{"time_ms":0}})";

inline std::string asked(int ms, int stream, std::string_view authorized = "true") {
  return fmt::format(R"({{"t_ms":{},"stream_asked":{{"connection":{},"pid":7,"authorized":{}}}}})",
                     ms, stream, authorized);
}
inline std::string answered(int ms, int stream, int status = 200) {
  return fmt::format(R"({{"t_ms":{},"stream_answered":{{"connection":{},"status":{}}}}})", ms,
                     stream, status);
}
inline std::string line(int ms, int stream, std::string_view raw) {
  return fmt::format(R"({{"t_ms":{},"line_sent":{{"connection":{},"raw":"{}"}}}})", ms, stream,
                     raw);
}
// Each stream has an instance of its own (MON-45).
inline std::string snapshot(int ms, int stream, int seq, std::string_view list, int instance = 0) {
  return line(ms, stream,
              fmt::format(R"({{\"type\":\"snapshot\",\"seq\":{},\"clientInstanceId\":\"{}\",)"
                          R"(\"projects\":[{}]}})",
                          seq, instance == 0 ? stream : instance, list));
}
inline std::string ping(int ms, int stream) { return line(ms, stream, R"({\"type\":\"ping\"})"); }

using Lines = std::vector<std::string>;
inline Lines joined(std::initializer_list<Lines> parts) {
  Lines out;
  for (const auto& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

// What a client tells.
inline std::string told(int ms, std::string_view name, std::string_view members) {
  return fmt::format(R"({{"t_ms":{},"{}":{{{}}}}})", ms, name, members);
}
inline std::string ide(int ms, std::string_view what) {
  return told(ms, what, R"("pid":7,"has_token":true)");
}
inline std::string removed(int ms) { return told(ms, "ide_removed", R"("pid":7)"); }
inline std::string shows(int ms, std::string_view list, bool stale = false) {
  return told(ms, "projects_shown",
              fmt::format(R"("pid":7,"projects":[{}],"stale":{})", list, stale));
}
inline std::string asks(int ms, int stream, bool sends_token = true) {
  return told(ms, "stream_asked",
              fmt::format(R"("connection":{},"pid":7,"sends_token":{})", stream, sends_token));
}
inline constexpr std::string_view as_malformed = R"(,"kind":"malformed")",
                                  as_unknown = R"(,"kind":"unknown")";
inline std::string skips(int ms, std::string_view kind = as_malformed) {
  return told(ms, "line_skipped", fmt::format(R"("pid":7{})", kind));
}
inline std::string asks_in(int window, int ms, int stream) {
  return told(ms, "stream_asked",
              fmt::format(R"("connection":{},"pid":7,"window":{})", stream, window));
}
inline Lines opens(int ms, int stream) {
  return {asks(ms, stream), answered(ms + 3, stream), snapshot(ms + 4, stream, 1, "1")};
}
inline std::string ends(int ms, int stream) {
  return told(ms, "ended", fmt::format(R"("connection":{})", stream));
}

inline std::string ends_by(int ms, int stream, std::string_view side) {
  return told(ms, "ended", fmt::format(R"("connection":{},"side":"{}")", stream, side));
}
inline std::string slept(int ms, int time_ms) {
  return told(ms, "slept", fmt::format(R"("time_ms":{})", time_ms));
}
inline std::string changed(int ms, std::string_view list) {
  return told(ms, "projects_changed", fmt::format(R"("pid":7,"projects":[{}])", list));
}

}  // namespace conformance::monitor
