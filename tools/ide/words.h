// What may happen to the mock IDE, and what may be wrong with it: as scenario files call it
// (sim/monitor/plan.h), as far as these have it.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "port/words.h"

namespace tools::ide {

enum class Act : std::uint8_t {
  ProjectsChange,
  ServerMoves,     // To another port, with its marker; its streams end.
  ServerHangs,     // It takes requests and answers nothing.
  ServerFails,     // It answers 500.
  ServerOther,     // It answers everything as another web server does.
  ServerRecovers,  // From these, and from a network that stopped.
  NetworkStops,    // Nothing is said on any stream any more, and none ends.
  StreamsEnd,
  PingsStop,
  LineBroken,    // A line that is no message,
  LineUnknown,   // or one of a type that nobody knows,
  LineRepeated,  // or the last snapshot once more,
  LineTorn,      // or half of one: then the stream ends,
  LineEndless,   // or one that goes on for ever.
  TokenChanges,  // Not that of the marker.
  MarkerWritten,
  MarkerTorn,  // Half of it.
  MarkerRemoved,
  ProcessEnds,  // At once: its marker stays.
  Stop,
};

enum class Flaw : std::uint8_t {
  PingFirst,
  NoFirstLine,
  KeepsChanges,
  SeqStays,
  InstanceChanges,
  NoPings,
  TakesAnyToken,
  LineBeforeRefusal,
  OneHoldsAll,
  NeverFrees,
  SlowSnapshot,     // The first line comes late.
  NoStreamAddress,  // Its own server has the older address alone.
};

}  // namespace tools::ide

namespace port {

template <>
inline constexpr std::array<std::string_view, 20> words<tools::ide::Act>{
    "projects_change", "server_moves",  "server_hangs",   "server_fails", "server_other",
    "server_recovers", "network_stops", "streams_end",    "pings_stop",   "line_broken",
    "line_unknown",    "line_repeated", "line_torn",      "line_endless", "token_changes",
    "marker_written",  "marker_torn",   "marker_removed", "process_ends", "stop"};
template <>
inline constexpr std::array<std::string_view, 12> words<tools::ide::Flaw>{
    "ping_first",       "no_first_line", "keeps_changes",   "seq_stays",
    "instance_changes", "no_pings",      "takes_any_token", "line_before_refusal",
    "one_holds_all",    "never_frees",   "slow_snapshot",   "no_stream_address"};

}  // namespace port
