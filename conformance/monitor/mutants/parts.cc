// Mutants that mistake texts, and IDEs that are broken at their end.
#include <array>

#include "engine/codec/json.h"
#include "monitor/mutants/turn.h"

namespace conformance::monitor {
namespace {

using engine::json::Field;
using engine::json::Parts;
using engine::json::Value;
using sim::monitor::Fault;

// A decoder that wants no member but these.
bool has_only(std::string_view text, std::initializer_list<std::string_view> known) {
  Parts parts{Value{text}};
  for (Field field; parts.next(field);)
    if (std::ranges::none_of(known, [&](std::string_view name) { return field.key == name; }))
      return false;
  return true;
}

constexpr std::array part_table{
    Deviation{{"strict_marker", "MON-01", "", "refuses a marker with a field it does not know"},
              nullptr,
              nullptr,
              [](monitor::Parts& parts) {
                parts.decode_marker = [](std::string_view bytes, Pid pid,
                                         engine::monitor::Texts& texts) {
                  auto out = engine::monitor::decode_marker(bytes, pid, texts);
                  if (out.reading == Reading::Good &&
                      !has_only(bytes, {"schema", "pid", "mcpUrl", "ide", "plugin", "createdAt",
                                        "port", "token", "intellijMcpServer"}))
                    out.reading = Reading::Incomplete;
                  return out;
                };
              }},
    Deviation{{"strict_line", "MON-01", "", "refuses a line with a field it does not know"},
              nullptr,
              nullptr,
              [](monitor::Parts& parts) {
                parts.decode_line = [](std::string_view text) {
                  auto out = engine::monitor::decode_line(text);
                  if (out.line.kind != LineKind::Malformed &&
                      !has_only(text, {"type", "seq", "clientInstanceId", "projects"}))
                    out.line.kind = LineKind::Malformed;
                  return out;
                };
              }},
    Deviation{{"strict_about", "MON-01", "", "refuses an answer with a field it does not know"},
              nullptr,
              nullptr,
              [](monitor::Parts& parts) {
                parts.decode_about = [](std::uint16_t status, std::string_view body) {
                  auto out = engine::monitor::decode_about(status, body);
                  if (out.result == ProbeResult::Ide &&
                      !has_only(body, {"name", "productName", "buildNumber"}))
                    out.result = ProbeResult::NotAnIde;
                  return out;
                };
              }},
    Deviation{{"empty_token_is_sent", "MON-20", "", "sends a header where there is no token"},
              nullptr,
              nullptr,
              [](monitor::Parts& parts) {
                parts.authorization_of = [](std::string_view token) {
                  return std::optional("Bearer " + std::string(token));
                };
              }},
    Deviation{{"any_json_is_an_ide", "MON-31", "", "takes any JSON for the answer of an IDE"},
              nullptr,
              nullptr,
              [](monitor::Parts& parts) {
                parts.decode_about = [](std::uint16_t status, std::string_view body) {
                  auto out = engine::monitor::decode_about(status, body);
                  if (out.result == ProbeResult::NotAnIde) out.result = ProbeResult::Ide;
                  return out;
                };
              }},
    Deviation{{"stream_behind_sse", "MON-50", "", "derives an address below the other one"},
              nullptr,
              nullptr,
              [](monitor::Parts& parts) {
                parts.stream_of_sse = [](std::string_view sse) {
                  return std::string(sse) + "/stream";
                };
              }},
    Deviation{{"ide_pings_first", "MON-40", "", "the first line is a ping"},
              nullptr,
              nullptr,
              nullptr,
              Fault::PingFirst},
    Deviation{{"ide_says_nothing_first", "MON-40", "", "says nothing until something changes"},
              nullptr,
              nullptr,
              nullptr,
              Fault::NoFirstLine},
    Deviation{{"ide_keeps_changes", "MON-40", "", "does not tell that its projects changed"},
              nullptr,
              nullptr,
              nullptr,
              Fault::KeepsChanges},
    Deviation{{"ide_counts_nothing", "MON-40", "", "gives all snapshots one number"},
              nullptr,
              nullptr,
              nullptr,
              Fault::SeqStays},
    Deviation{{"ide_is_another_each_time", "MON-40", "", "each snapshot is of another instance"},
              nullptr,
              nullptr,
              nullptr,
              Fault::InstanceChanges},
    Deviation{{"ide_without_pings", "MON-41", "", "says nothing while nothing changes"},
              nullptr,
              nullptr,
              nullptr,
              Fault::NoPings},
    Deviation{{"ide_takes_any_token", "MON-42", "", "lets everybody in"},
              nullptr,
              nullptr,
              nullptr,
              Fault::TakesAnyToken},
    Deviation{{"ide_talks_before_it_refuses", "MON-42", "", "tells its projects beside a 401"},
              nullptr,
              nullptr,
              nullptr,
              Fault::LineBeforeRefusal},
    Deviation{{"ide_waits_for_the_slowest", "MON-43", "", "one client holds up the others"},
              nullptr,
              nullptr,
              nullptr,
              Fault::OneHoldsAll},
    Deviation{{"ide_never_frees", "MON-44", "", "keeps streams that were closed"},
              nullptr,
              nullptr,
              nullptr,
              Fault::NeverFrees},
};

}  // namespace

std::span<const Deviation> part_deviations() { return part_table; }

}  // namespace conformance::monitor
