// Mutants that mistake texts, and IDEs that are broken at their end.
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/codec/json.h"
#include "engine/codec/jsonl.h"
#include "monitor/mutants/turn.h"
#include "sim/files/document.h"

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

std::string with_question_marks(std::string_view bytes) {
  std::string out(bytes);
  for (auto& byte : out)
    if (static_cast<unsigned char>(byte) >= 0x80) byte = '?';
  return out;
}
// Of keys that stand twice, the last counts. What is nested deep is left, since writing recurses.
std::string with_last_keys(std::string_view text) {
  constexpr std::size_t bytes_max = 10'000;
  if (text.size() > bytes_max) return std::string(text);
  const auto document = sim::own_document<nlohmann::json>(text);
  return document.is_discarded() ? std::string(text) : document.dump();
}
// Kinds alone: what they say is gone with the text.
template <std::string (*change)(std::string_view)>
engine::monitor::StreamLine line_changed(std::string_view text) {
  engine::monitor::StreamLine out;
  out.line.kind = engine::monitor::decode_line(change(text)).line.kind;
  return out;
}
template <std::string (*change)(std::string_view)>
engine::monitor::MarkerText marker_changed(std::string_view bytes, Pid pid,
                                           engine::monitor::Texts& texts) {
  return engine::monitor::decode_marker(change(bytes), pid, texts);
}

using Pieces = std::span<const std::string_view>;

std::vector<LineKind> pieces_as_lines(Pieces pieces) {
  std::vector<LineKind> out;
  for (const auto piece : pieces) out.push_back(engine::monitor::decode_line(piece).line.kind);
  return out;
}
std::vector<LineKind> full_room_as_line(Pieces pieces) {
  std::vector<LineKind> out;
  std::size_t room = 0;
  for (const auto piece : pieces) {
    const auto newline = piece.rfind('\n');
    room = newline == piece.npos ? room + piece.size() : piece.size() - newline - 1;
    const bool full = room >= engine::monitor::stream_line_max;
    if (full) room = 0;
    if (full) out.push_back(LineKind::Malformed);
    const auto lines = read_stream({&piece, 1});
    out.insert(out.end(), lines.begin(), lines.end());
  }
  return out;
}
std::vector<LineKind> until_one_is_too_long(Pieces pieces) {
  std::vector<LineKind> out;
  engine::jsonl::Lines lines(engine::monitor::stream_line_max);
  bool over = false;
  for (const auto piece : pieces)
    lines.feed(piece, [&](const engine::jsonl::Line& line) {
      if (!over) out.push_back(engine::monitor::decode_line(line).line.kind);
      over = over || line.too_long;
    });
  return out;
}

constexpr Deviation part_table[]{
    {{"jitter_without_measure", "MON-24", "", "waits a hundredth longer than it may"},
     &monitor::Parts::pause_after,
     [](const Limits& limits, std::uint32_t seed, Pid pid, std::uint8_t failures) {
       const auto pause = engine::monitor::pause_after(limits, seed, pid, failures);
       return pause + pause / 100;
     }},
    {{"one_jitter_for_all_seeds", "MON-24", "", "all its runs wait equally long"},
     &monitor::Parts::pause_after,
     [](const Limits& limits, std::uint32_t, Pid pid, std::uint8_t failures) {
       return engine::monitor::pause_after(limits, 1, pid, failures);
     }},
    {{"strict_marker", "MON-01", "", "refuses a marker with a field it does not know"},
     &monitor::Parts::decode_marker,
     [](std::string_view bytes, Pid pid, engine::monitor::Texts& texts) {
       auto out = engine::monitor::decode_marker(bytes, pid, texts);
       if (out.reading == Reading::Good &&
           !has_only(bytes, {"schema", "pid", "mcpUrl", "ide", "plugin", "createdAt", "port",
                             "token", "intellijMcpServer"}))
         out.reading = Reading::Incomplete;
       return out;
     }},
    {{"strict_line", "MON-01", "", "refuses a line with a field it does not know"},
     &monitor::Parts::decode_line,
     [](std::string_view text) {
       auto out = engine::monitor::decode_line(text);
       if (out.line.kind != LineKind::Malformed &&
           !has_only(text, {"type", "seq", "clientInstanceId", "projects"}))
         out.line.kind = LineKind::Malformed;
       return out;
     }},
    {{"strict_about", "MON-01", "", "refuses an answer with a field it does not know"},
     &monitor::Parts::decode_about,
     [](std::uint16_t status, std::string_view body) {
       auto out = engine::monitor::decode_about(status, body);
       if (out.result == ProbeResult::Ide &&
           !has_only(body, {"name", "productName", "buildNumber"}))
         out.result = ProbeResult::NotAnIde;
       return out;
     }},
    {{"bytes_are_text", "MON-02 MON-25", "", "reads what is not UTF-8 as if it were"},
     [](monitor::Parts& parts) {
       parts.decode_marker = marker_changed<with_question_marks>;
       parts.decode_line = line_changed<with_question_marks>;
     }},
    {{"last_key_wins", "MON-03 MON-25", "", "of fields that stand twice it takes the last"},
     [](monitor::Parts& parts) {
       parts.decode_marker = marker_changed<with_last_keys>;
       parts.decode_line = line_changed<with_last_keys>;
     }},
    {{"deep_is_torn", "MON-02", "", "waits for the end of what is nested too deep"},
     &monitor::Parts::decode_marker,
     [](std::string_view bytes, Pid pid, engine::monitor::Texts& texts) {
       auto out = engine::monitor::decode_marker(bytes, pid, texts);
       const bool deep = bytes.find("[[[[") != bytes.npos;
       if (out.reading == Reading::NotJson && deep) out.reading = Reading::Torn;
       return out;
     }},
    {{"words_are_enough", "MON-25", "", "takes a line for a ping where it reads \"ping\""},
     &monitor::Parts::decode_line,
     [](std::string_view text) {
       auto out = engine::monitor::decode_line(text);
       if (text.find("\"ping\"") != text.npos) out.line.kind = LineKind::Ping;
       return out;
     }},
    {{"pieces_are_lines", "MON-25", "", "takes what comes at once for a line"},
     &monitor::Parts::read_stream,
     pieces_as_lines},
    {{"long_line_again_and_again", "MON-23 MON-25", "", "takes each megabyte of a line for one"},
     &monitor::Parts::read_stream,
     full_room_as_line},
    {{"long_line_ends_all", "MON-25", "", "reads nothing behind a line that is too long"},
     &monitor::Parts::read_stream,
     until_one_is_too_long},
    {{"empty_token_is_sent", "MON-20", "", "sends a header where there is no token"},
     &monitor::Parts::authorization_of,
     [](std::string_view token) { return std::optional("Bearer " + std::string(token)); }},
    {{"token_without_scheme", "MON-20", "", "sends the token as it is"},
     &monitor::Parts::authorization_of,
     [](std::string_view token) {
       return token.empty() ? std::nullopt : std::optional(std::string(token));
     }},
    {{"any_json_is_an_ide", "MON-31", "", "takes any JSON for the answer of an IDE"},
     &monitor::Parts::decode_about,
     [](std::uint16_t status, std::string_view body) {
       auto out = engine::monitor::decode_about(status, body);
       if (out.result == ProbeResult::NotAnIde) out.result = ProbeResult::Ide;
       return out;
     }},
    {{"stream_behind_sse", "MON-50", "", "derives an address below the other one"},
     &monitor::Parts::stream_of_sse,
     [](std::string_view sse) { return std::string(sse) + "/stream"; }},
    {{"ide_pings_first", "MON-40", "", "the first line is a ping"}, Fault::PingFirst},
    {{"ide_says_nothing_first", "MON-40", "", "says nothing until something changes"},
     Fault::NoFirstLine},
    {{"ide_keeps_changes", "MON-40", "", "does not tell that its projects changed"},
     Fault::KeepsChanges},
    {{"ide_counts_nothing", "MON-40", "", "gives all snapshots one number"}, Fault::SeqStays},
    {{"ide_is_another_each_time", "MON-40", "", "each snapshot is of another instance"},
     Fault::InstanceChanges},
    {{"ide_without_pings", "MON-41", "", "says nothing while nothing changes"}, Fault::NoPings},
    {{"ide_takes_any_token", "MON-42", "", "lets everybody in"}, Fault::TakesAnyToken},
    {{"ide_talks_before_it_refuses", "MON-42", "", "tells its projects beside a 401"},
     Fault::LineBeforeRefusal},
    {{"ide_waits_for_the_slowest", "MON-43", "monitor/slow_reader",
      "one client holds up the others"},
     Fault::OneHoldsAll},
    {{"ide_tells_changes_to_all_or_none", "MON-43", "monitor/slow_reader",
      "tells nobody of a change while one client takes nothing"},
     Fault::OneHoldsChanges},
    {{"ide_pings_all_or_none", "MON-43", "monitor/slow_reader",
      "pings nobody while one client takes nothing"},
     Fault::OneHoldsPings},
    {{"ide_answers_when_all_have_read", "MON-43", "",
      "answers no request while one client takes nothing"},
     Fault::OneHoldsRequests},
    {{"ide_forgets_the_slow", "MON-40", "monitor/slow_reader",
      "never tells a slow client what it missed"},
     Fault::SlowMissesChanges},
    {{"ide_never_frees", "MON-44", "", "keeps streams that were closed"}, Fault::NeverFrees},
    {{"ide_hears_nobody", "MON-45", "", "opens a stream for who does not say who it is"},
     Fault::HearsNobody},
    {{"ide_pings_of_another", "MON-45", "", "pings tell another instance"}, Fault::PingsOfAnother},
    {{"ide_has_one_instance", "MON-45", "", "all streams have one instance"}, Fault::OneInstance},
};

}  // namespace

std::span<const Deviation> part_deviations() { return part_table; }

}  // namespace conformance::monitor
