#include "conformance/monitor/checks/check.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "monitor/checks/same.h"
#include "monitor/checks/texts.h"
#include "spec/monitor/situation.h"

namespace conformance::monitor {
namespace {

using namespace port::monitor;

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
// With whatever reason.
CheckVerdict refuses(const Parts& parts, std::string_view shown, std::string_view text) {
  engine::monitor::Texts texts;
  const auto reading = parts.decode_marker(text, {7}, texts).reading;
  return same(shown, "refused", is_refused(reading) ? "refused" : port::word(reading));
}
CheckVerdict streams(const Parts& parts, std::string_view shown,
                     std::span<const std::string_view> pieces, std::string_view want) {
  std::string got;
  for (const auto kind : parts.read_stream(pieces))
    got += fmt::format("{}{}", got.empty() ? "" : " ", port::word(kind));
  return same(shown, want, got.empty() ? "nothing" : got);
}

std::string nested(std::string_view inmost) {
  constexpr std::size_t depth = 100'000;
  return std::string(depth, '[') + std::string(inmost) + std::string(depth, ']');
}
// Three megabytes that begin as a line would, in pieces as they come from a socket.
std::vector<std::string_view> endless_line() {
  static const std::string begin = R"({"type":"ping"})" + std::string(300, ' ');
  static const std::string piece(std::size_t{64} << 10, 'x');
  std::vector<std::string_view> out(48, piece);
  out.front() = begin;
  return out;
}

CheckVerdict probes(const Parts& parts, std::string_view body, ProbeResult want) {
  return same(body, port::word(want), port::word(parts.decode_about(200, body).result));
}

// With as much jitter as there may be: half as long to half as long again (MON-24).
CheckVerdict pauses(const Parts& parts) {
  engine::monitor::Limits limits;
  limits.jitter_percent = 50;
  bool differ = false;
  for (std::uint8_t failures = 1; failures <= 9; ++failures) {
    const auto usual =
        std::min(spec::monitor::pause_least_ms << (failures - 1), spec::monitor::pause_most_ms);
    const auto first = parts.pause_after(limits, 0, {7}, failures);
    for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
      const auto pause = parts.pause_after(limits, seed, {7}, failures).count();
      differ = differ || pause != first.count();
      if (2 * pause < usual || 2 * pause > 3 * usual)
        return same(fmt::format("failure {}, seed {}", failures, seed),
                    fmt::format("{} to {} ms", usual / 2, usual + usual / 2),
                    fmt::format("{} ms", pause));
    }
  }
  return same("pauses of 2,000 seeds", "differ", differ ? "differ" : "are equal");
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
  {.rule = "MON-02", .says = "a marker that is not UTF-8 is refused",
   .run = [](const Parts& parts) {
     const auto text = std::string(marker_begin) + ",\"ide\":{\"x\":\"\xff\xfe\"},\"y\":\"\"}";
     return refuses(parts, "a marker that holds \\xff\\xfe", text);
   }},
  {.rule = "MON-02", .says = "a document that is nested without measure is refused",
   .run = [](const Parts& parts) {
     return refuses(parts, "100,000 arrays in each other", nested(""));
   }},
  {.rule = "MON-03", .says = "a document with two processes is of none of them",
   .run = [](const Parts& parts) {
     const auto text = std::string(marker_begin) + R"(,"ide":{},"pid":8,"pid":7})";
     return refuses(parts, text, text);
   }},
  {.rule = "MON-23", .says = "bytes without a newline are no line, however many they are",
   .run = [](const Parts& parts) {
     return streams(parts, "a ping and 3 MiB of x", endless_line(), "nothing");
   }},
  {.rule = "MON-24", .says = "a pause is by the seed, and within half of what it is without one",
   .run = pauses},
  {.rule = "MON-25", .says = "a line that is not UTF-8 is counted",
   .run = [](const Parts& parts) {
     return hears(parts, "{\"type\":\"ping\",\"x\":\"\xff\"}", LineKind::Malformed);
   }},
  {.rule = "MON-25", .says = "a snapshot with two numbers is counted",
   .run = [](const Parts& parts) {
     return hears(parts, R"({"type":"snapshot","seq":9,"projects":[],"seq":1})",
                  LineKind::Malformed);
   }},
  {.rule = "MON-25", .says = "a line that is nested without measure is counted",
   .run = [](const Parts& parts) {
     const auto kind = parts.decode_line(nested(R"({"type":"ping"})")).line.kind;
     return same("a ping in 100,000 arrays", "malformed", port::word(kind));
   }},
  {.rule = "MON-25", .says = "a line that comes in pieces is one",
   .run = [](const Parts& parts) {
     constexpr std::string_view pieces[] = {R"({"type")", R"(:"ping"})", "\r\n"};
     return streams(parts, "a ping in three pieces", pieces, "ping");
   }},
  {.rule = "MON-25", .says = "a line of megabytes is counted once, and the next one is read",
   .run = [](const Parts& parts) {
     auto pieces = endless_line();
     pieces.push_back("\n{\"type\":\"ping\"}\n");
     return streams(parts, "a ping and 3 MiB of x, and a ping", pieces, "malformed ping");
   }},
  {.rule = "MON-20", .says = "without a token no authorization is sent",
   .run = [](const Parts& parts) {
     return same("\"\"", "nothing", parts.authorization_of("").value_or("nothing"));
   }},
  {.rule = "MON-20", .says = "a token is sent as that of a bearer",
   .run = [](const Parts& parts) {
     return same("a token", "Bearer a token",
                 parts.authorization_of("a token").value_or("nothing"));
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

std::span<const Check> checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> out(std::begin(check_rows), std::end(check_rows));
    for (const auto& more : {text_checks(), line_checks()})
      out.insert(out.end(), more.begin(), more.end());
    return out;
  }();
  return all;
}

}  // namespace conformance::monitor
