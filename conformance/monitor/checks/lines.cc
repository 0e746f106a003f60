// Lines of streams and answers of ports, with all that may stand in them, in tables.
#include <string>

#include <fmt/format.h>

#include "monitor/checks/same.h"
#include "monitor/checks/texts.h"

namespace conformance::monitor {
namespace {

using namespace port::monitor;

struct LineRow {
  std::string_view text, want;
};
// clang-format off
constexpr LineRow line_rows[] = {
  {R"({"type":"ping"})", "ping "}, {R"( {"type":"ping"} )", "ping "},
  {R"({"type":"ping","clientInstanceId":"c"})", "ping \"c\""},
  {R"({"type":"p\u0069ng"})", "ping "}, {R"({"type":"pong"})", "unknown"},
  {R"({"type":""})", "unknown"}, {R"({"type":7})", "malformed"}, {R"({})", "malformed"},
  {R"([])", "malformed"}, {"", "malformed"}, {R"({"type":"ping"}x)", "malformed"},
  {R"({"type":"ping")", "malformed"}, {R"([{"type":"ping"}])", "malformed"},
  {R"({"type":"snapshot","seq":0,"projects":[]})", "snapshot 0  []"},
  {R"({"type":"snapshot","seq":4294967295,"clientInstanceId":"c","projects":[{"n":1}]})",
   R"(snapshot 4294967295 "c" [{"n":1}])"},
  {R"({"type":"snapshot","seq":4294967296,"projects":[]})", "snapshot 4294967296  []"},
  {R"({"type":"snapshot","seq":-1,"projects":[]})", "malformed"},
  {R"({"type":"snapshot","seq":"1","projects":[]})", "malformed"},
  {R"({"type":"snapshot","projects":[]})", "malformed"},
  {R"({"type":"snapshot","seq":1})", "malformed"},
  {R"({"type":"snapshot","seq":1,"projects":null})", "malformed"},
  {R"({"type":"snapshot","seq":1,"projects":{}})", "malformed"},
};
// clang-format on
CheckVerdict lines(const Parts& parts) {
  return all_of(line_rows, [&](const LineRow& row) {
    const auto got = parts.decode_line(row.text);
    const std::string kind(port::word(got.line.kind));
    const bool ping = got.line.kind == LineKind::Ping;
    const bool snapshot = got.line.kind == LineKind::Snapshot;
    return same(row.text, row.want,
                snapshot ? fmt::format("{} {} {} {}", kind, got.seq, got.instance, got.projects)
                : ping   ? fmt::format("{} {}", kind, got.instance)
                         : kind);
  });
}

struct AboutRow {
  std::uint16_t status;
  std::string_view body;
  ProbeResult result;
  std::string_view build;
};
// clang-format off
constexpr AboutRow about_rows[] = {
  {200, R"({"productName":"IDEA","buildNumber":"253.1"})", ProbeResult::Ide, "253.1"},
  {200, " {\"buildNumber\":\"2\\u0035\",\"productName\":\"IDEA\"}\n", ProbeResult::Ide, "25"},
  {201, R"({"productName":"IDEA","buildNumber":"253.1"})", ProbeResult::NotOk, ""},
  {199, "", ProbeResult::NotOk, ""}, {401, "{}", ProbeResult::NotOk, ""},
  {200, "", ProbeResult::NotJson, ""}, {200, "<html>", ProbeResult::NotJson, ""},
  {200, "{}x", ProbeResult::NotJson, ""}, {200, "[]", ProbeResult::NotAnIde, ""},
  {200, "{}", ProbeResult::NotAnIde, ""},
  {200, R"({"productName":"IDEA"})", ProbeResult::NotAnIde, ""},
  {200, R"({"buildNumber":"253.1"})", ProbeResult::NotAnIde, ""},
  {200, R"({"productName":"","buildNumber":"253.1"})", ProbeResult::NotAnIde, ""},
  {200, R"({"productName":"IDEA","buildNumber":""})", ProbeResult::NotAnIde, ""},
  {200, R"({"productName":7,"buildNumber":"253.1"})", ProbeResult::NotAnIde, ""},
  {200, R"({"productName":"IDEA","buildNumber":253})", ProbeResult::NotAnIde, ""},
};
// clang-format on
CheckVerdict answers(const Parts& parts) {
  return all_of(about_rows, [&](const AboutRow& row) {
    const auto got = parts.decode_about(row.status, row.body);
    return same(row.body, fmt::format("{} {}", port::word(row.result), row.build),
                fmt::format("{} {}", port::word(got.result), got.build));
  });
}

// clang-format off
constexpr Check line_check_rows[] = {
  {.rule = "MON-25", .says = "lines are told by what they say", .run = lines},
  {.rule = "MON-31", .says = "an answer is an IDE's if it has the fields of one", .run = answers},
};
// clang-format on

}  // namespace

std::span<const Check> line_checks() { return line_check_rows; }

}  // namespace conformance::monitor
