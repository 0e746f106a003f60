// Lines of traces of tool calls, for tests.
#pragma once
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "trace/trace_testing.h"

namespace conformance::tool_lines {

inline std::string at(double ms, std::string_view kind, std::string_view members = "") {
  return fmt::format(R"({{"t_ms":{},"{}":{{{}}}}})", ms, kind, members);
}
inline std::string called(double ms, std::string_view call,
                          std::string_view tool = "open_under_cursor") {
  return at(ms, "called", fmt::format(R"("call":"{}","request":{{"tool":"{}"}})", call, tool));
}
inline std::string sent(double ms, std::string_view call) {
  return at(ms, "dispatch", fmt::format(R"("call":"{}")", call));
}
inline std::string sent(double ms, std::string_view call, std::string_view request) {
  return at(ms, "dispatch", fmt::format(R"("call":"{}","request":"{}")", call, request));
}
inline std::string replied(double ms, std::string_view request) {
  return at(ms, "replied", fmt::format(R"("request":"{}","ok":true)", request));
}
inline constexpr std::string_view ok = R"("status":"ok")";
inline std::string answered(double ms, std::string_view call, std::string_view response = ok) {
  return at(ms, "respond", fmt::format(R"("call":"{}","response":{{{}}})", call, response));
}
inline const Lines ready{ack_head, at(0, "store_ready"), at(0, "tracker_ready"),
                         at(0, "windows_ready")};
inline Lines with(Lines lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
  return lines;
}

}  // namespace conformance::tool_lines
