// The lines of a recording of streams: what each says happened.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/codec/json_scan.h"
#include "monitor/project_list.h"
#include "port/monitor/words.h"

namespace conformance::monitor {

// A longer line of a recording is refused.
inline constexpr std::size_t recorded_stream_line_max = std::size_t{8} << 20;
inline constexpr std::string_view recorded_stream_line_too_long =
    "it is longer than 8 MiB; leave such a line out";

enum class RecordedKind : std::uint8_t {
  Asked,
  Answered,
  Line,
  Changed,
  Stalled,
  Gone,
  Freed,
  Ended,
  Slept,
  Added,  // An IDE: of a client that tells what it knows, as the rest of these.
  MarkerChanged,
  Removed,
  Shown,
  Skipped,
};

// Who ended a stream: the client, which gave up one that was still there; or its IDE, or what is
// between the two.
enum class Side : std::uint8_t { Client, Server };

struct RecordedFact {
  RecordedKind kind{};
  std::int64_t time_ms = 0;
  std::uint64_t connection = 0;         // Of streams.
  std::int64_t slept_ms = 0;            // Of Slept.
  std::uint32_t pid = 1;                // Of Asked, Changed, and what a client tells.
  std::optional<bool> authorized;       // Of Asked; nothing: who recorded it does not know.
  std::optional<bool> token;            // That was sent; or that the marker of an IDE has.
  std::optional<std::uint64_t> window;  // Of Asked: of a client that has several.
  std::optional<Side> side;             // Of Ended; nothing: who recorded it does not know.
  bool untold = false;                  // Of Ended: no line says so, and nobody knows when it was.
  std::uint16_t status = 0;  // Of Answered; of Line, how its stream is, if that is known.
  bool stalled = false;
  bool stale = false;                   // Of Shown.
  port::monitor::LineKind line_kind{};  // Of Line and Skipped.
  // Of Skipped: it does not say of which kind; of Line, that is no message: it may be of either.
  bool any_kind = false;
  bool cut = false;       // Of Line: its newline did not come.
  bool blank = false;     // Of Line: nothing is in it, and who reads it need not tell of it.
  bool skipped = false;   // Of Line: another one, behind it, tells so.
  std::uint64_t seq = 0;  // Of a snapshot.
  std::string instance;   // Of Line: JSON.
  ProjectList list;       // Of a snapshot, Changed and Shown.

  // Of Answered: the answer is yet to come.
  bool announces() const { return kind == RecordedKind::Answered && status / 100 == 1; }
  bool is_snapshot() const {
    return kind == RecordedKind::Line && line_kind == port::monitor::LineKind::Snapshot;
  }
  bool is_message() const {
    return is_snapshot() ||
           (kind == RecordedKind::Line && line_kind == port::monitor::LineKind::Ping);
  }
};

// Reads one line, without its newline. What is wrong with it and what to do about it, or nothing:
// then `out` is what it says.
std::optional<std::string> read_recorded(engine::json::Scanner& scanner, std::string_view line,
                                         RecordedFact& out);

}  // namespace conformance::monitor
