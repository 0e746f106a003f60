#include "conformance/monitor/checks/check.h"

#include <fmt/format.h>

namespace conformance::monitor {
namespace {

using namespace port::monitor;

CheckVerdict same(std::string_view text, std::string_view want, std::string_view got) {
  CheckVerdict out{.holds = want == got, .trace = fmt::format("{}\n", text)};
  if (out.holds) return out;
  out.want = want;
  out.got = got;
  return out;
}

constexpr std::string_view marker_begin =
    R"({"schema":1,"pid":7,"mcpUrl":"http://127.0.0.1:6315/mcp","plugin":{"new":[1]},)"
    R"("createdAt":"2025-11-22T10:00:00Z")";

CheckVerdict reads(const Parts& parts, std::string_view rest, Reading want) {
  const auto text = std::string(marker_begin) + std::string(rest);
  engine::monitor::Texts texts;
  return same(text, port::word(want), port::word(parts.decode_marker(text, {7}, texts).reading));
}
CheckVerdict hears(const Parts& parts, std::string_view text, LineKind want) {
  return same(text, port::word(want), port::word(parts.decode_line(text).line.kind));
}
CheckVerdict probes(const Parts& parts, std::string_view body, ProbeResult want) {
  return same(body, port::word(want), port::word(parts.decode_about(200, body).result));
}

// clang-format off
constexpr Check check_rows[] = {
  {.rule = "MON-01", .says = "a marker may have fields that nobody knows",
   .run = [](const Parts& parts) {
     return reads(parts, R"(,"ide":{"new":{}},"new":{"x":1}})", Reading::Good);
   }},
  {.rule = "MON-01", .says = "a line may have fields that nobody knows",
   .run = [](const Parts& parts) {
     return hears(parts, R"({"type":"snapshot","seq":1,"projects":[],"new":1})",
                  LineKind::Snapshot);
   }},
  {.rule = "MON-01", .says = "an answer may have fields that nobody knows",
   .run = [](const Parts& parts) {
     return probes(parts, R"({"productName":"IDEA","buildNumber":"253.1","new":1})",
                   ProbeResult::Ide);
   }},
  {.rule = "MON-20", .says = "without a token no authorization is sent",
   .run = [](const Parts& parts) {
     return same("\"\"", "nothing", parts.authorization_of("").value_or("nothing"));
   }},
  {.rule = "MON-31", .says = "JSON without the fields of an IDE is none",
   .run = [](const Parts& parts) {
     return probes(parts, R"({"name":"a bakery"})", ProbeResult::NotAnIde);
   }},
  {.rule = "MON-50", .says = "the streamable address is beside the other one",
   .run = [](const Parts& parts) {
     constexpr std::string_view sse = "http://127.0.0.1:64342/sse";
     return same(sse, "http://127.0.0.1:64342/stream", parts.stream_of_sse(sse));
   }},
};
// clang-format on

}  // namespace

std::span<const Check> checks() { return check_rows; }

}  // namespace conformance::monitor
