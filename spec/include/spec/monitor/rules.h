// The requirements on a monitor of IDEs, and on the IDEs that it follows, as data. Ids are
// permanent: retired, never used again.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "spec/rule.h"

namespace spec::monitor {

// clang-format off
inline constexpr std::array monitor_rules{
  Rule{"MON-01", "Marker file", Level::Must,
       "Fields that are not known are ignored, at every level, in markers, lines and answers."},
  Rule{"MON-02", "Marker file", Level::Must,
       "A marker without a required field is refused with a reason; it is no IDE."},
  Rule{"MON-03", "Marker file", Level::Must,
       "A document that names another process than its file is refused."},
  Rule{"MON-04", "Marker file", Level::Must,
       "A marker in the text format of earlier versions is refused as such."},
  Rule{"MON-05", "Marker file", Level::Must,
       "A half-written file is tried again at the next scan; meanwhile what was known stays."},
  Rule{"MON-06", "Marker file", Level::Must,
       "A schema above the known one is refused by name."},
  Rule{"MON-07", "Marker file", Level::Must,
       "A marker whose process is dead, or began more than 5 s after it was written, is stale: no "
       "IDE."},
  Rule{"MON-08", "Marker file", Level::Must,
       "Whatever is left out is told once, with its reason: an empty list explains itself."},
  Rule{"MON-09", "Marker file", Level::Proposed,
       "A marker whose process is not seen, but whose address answers with its token, is an IDE of "
       "another process namespace as long as it does: it is followed, and told of as such."},
  Rule{"MON-10", "Discovery", Level::Must,
       "The folder is scanned every 2 s; IDEs that came, changed or went are told of."},
  Rule{"MON-11", "Discovery", Level::Must,
       "A marker with another address, port or token restarts the worker of that IDE."},
  Rule{"MON-12", "Discovery", Level::Must,
       "A scan that fails keeps what was known and is told of once."},
  Rule{"MON-20", "Project stream", Level::Must,
       "The token is sent if there is one, and nothing otherwise."},
  Rule{"MON-21", "Project stream", Level::Must,
       "A snapshot replaces the whole list."},
  Rule{"MON-22", "Project stream", Level::Must,
       "A snapshot whose number is not above the last of its connection is dropped; a new "
       "connection starts afresh."},
  Rule{"MON-23", "Project stream", Level::Must,
       "After 15 s without a line the connection is dropped and made anew; no sooner."},
  Rule{"MON-24", "Project stream", Level::Must,
       "Tries back off from 250 ms, doubling to 10 s, with jitter; a snapshot starts that anew."},
  Rule{"MON-25", "Project stream", Level::Must,
       "A line that is malformed or unknown is counted and skipped; the stream goes on."},
  Rule{"MON-26", "Project stream", Level::Must,
       "The last good list stays visible while there is no stream, marked as stale."},
  Rule{"MON-27", "Project stream", Level::Must,
       "Stopping ends every worker, timer and probe; nothing comes after it."},
  Rule{"MON-28", "Project stream", Level::Must,
       "Who is not let in (401) waits for the marker to change."},
  Rule{"MON-29", "Project stream", Level::Must,
       "Silence is judged by the time in which the monitor ran: after a sleep the folder is looked "
       "at at once, and a stream has 5 s to say something."},
  Rule{"MON-30", "Port scan", Level::Must,
       "Ports are probed some at a time, each within 1 s, and all of them again within 30 s of the "
       "last; nothing waits for one."},
  Rule{"MON-31", "Port scan", Level::Must,
       "Whatever does not answer as an IDE is none, and no error."},
  Rule{"MON-32", "Port scan", Level::Must,
       "Probes in flight are cancelled when the monitor stops."},
  Rule{"MON-33", "Port scan", Level::Proposed,
       "Markers and ports are joined by address alone: an IDE that answers where no marker names "
       "the port is told of as one without a marker."},
  Rule{"MON-34", "Port scan", Level::Must,
       "A connection is the marker's that it was asked for, whoever answers there: where two "
       "markers name one port, neither restarts the other's worker."},
  Rule{"MON-40", "IDE side", Level::Must,
       "The first line is a snapshot, at once; another after every change, whole, with a higher "
       "number and the same instance."},
  Rule{"MON-41", "IDE side", Level::Must,
       "A line at least every 5 s."},
  Rule{"MON-42", "IDE side", Level::Must,
       "Without the right token a request gets 401, and no line."},
  Rule{"MON-43", "IDE side", Level::Must,
       "A client that takes nothing holds up no other."},
  Rule{"MON-44", "IDE side", Level::Must,
       "A stream that its client closed is freed within 5 s."},
  Rule{"MON-45", "IDE side", Level::Must,
       "The announcement is read: without one, or with none that is a JSON object, a request is "
       "refused with 400. Every line of a stream that tells an instance tells the one of its "
       "stream, pings too, and no two streams have one."},
  Rule{"MON-50", "Streamable address", Level::Must,
       "The streamable address is told or derived; where it answers 404 or 405 the other one is "
       "used, and that is remembered. 401, 403, 429 with 5xx, and no answer are told apart, and "
       "nothing is remembered of them. Who asked for that of an IDE that goes is told none."},
  Rule{"MON-51", "Streamable address", Level::Proposed,
       "HEAD tells whether the IDE's own server is alive; nothing waits for it."},
  Rule{"MON-52", "Port scan", Level::Proposed,
       "Where no IDE answers as one, HEAD of /sse tells of an IDE's own server, with or without a "
       "marker."},
};
// clang-format on

consteval std::uint8_t rule_index(std::string_view id) { return index_of(monitor_rules, id); }

}  // namespace spec::monitor
