// The words of finding and following IDEs: what a marker file, a line of a project stream and a
// probe of a port come to. Texts are held by the driver; what crosses the port is their numbers.
#pragma once
#include <cstdint>

#include "port/time.h"
#include "port/words.h"

namespace port::monitor {

// Of a process, as the name of its marker file says it.
using Pid = Id<struct PidKind, std::uint32_t>;
// A text that the driver holds: equal numbers, equal texts. Zero: none, or an empty one.
using TextId = Id<struct TextIdKind, std::uint16_t>;
inline constexpr TextId no_text{};
// A list of projects, as one line told it; the driver holds it.
using ListId = Id<struct ListIdKind, std::uint16_t>;
inline constexpr ListId no_list{};
// Of a request for a project stream, and its answer: 1 to 255. Given out by the engine, and again
// once the one before has ended.
using ConnectionId = Id<struct ConnectionIdKind, std::uint16_t>;
inline constexpr ConnectionId no_connection{};
// Whole seconds since 1970.
struct Stamp {
  std::uint32_t value = 0;
  bool operator==(const Stamp&) const = default;
};

// What a worker of the monitor is keyed by (MON-11).
struct Target {
  TextId url{};
  TextId token{};  // None: no authorization is asked for (MON-20).
  std::uint16_t port = 0;
  RECORD(Target, "target", "url", "token", "port");
};
struct Marker {
  Pid pid{};
  Stamp created{};
  Target target{};
  TextId build{};   // Product and build of the IDE.
  TextId stream{};  // Address of the IDE's own server: streamable, told or derived (MON-50),
  TextId sse{};     // and the other one. None: it has no such server.
  std::uint16_t own_port = 0;  // Where that is,
  std::uint16_t web_port = 0;  // and where its built-in web server is. Zero: it is not told.
  RECORD(Marker, "marker", "pid", "created", "target", "build", "stream", "sse", "own_port",
         "web_port");
};

// What reading a marker file came to.
enum class Reading : std::uint8_t {
  Good,
  Gone,        // It vanished after it was listed.
  Torn,        // It ends in the middle: somebody is writing it (MON-05).
  Unreadable,  // No permission, or the disk failed (MON-12).
  Legacy,      // The text format of earlier versions (MON-04).
  Incomplete,  // A required field is missing or of another type (MON-02).
  NotJson,     // Nor legacy.
  OtherPid,    // The document names another process than the file (MON-03).
  NewerSchema,
  NotAFile,  // A device, a pipe, a folder, a loop of links.
  TooLarge,
  NotText,   // Not UTF-8.
  NoBridge,  // A marker of the newer form, of an IDE that offers no project stream.
  // Of a good one, as it is told:
  Dead,     // Its process is not there.
  Younger,  // It began after the marker was written: it is another one (MON-07).
};
WORDS(Reading, "good", "gone", "torn", "unreadable", "legacy", "incomplete", "not_json",
      "other_pid", "newer_schema", "not_a_file", "too_large", "not_text", "no_bridge", "dead",
      "younger");
// It is no marker of an IDE, whatever there was before, and is refused with this reason.
constexpr bool is_refused(Reading reading) { return reading > Reading::Unreadable; }

// What listing the home folder came to.
enum class Folder : std::uint8_t { Listed, Denied, Missing, TooMany };
WORDS(Folder, "listed", "denied", "missing", "too_many");

enum class LineKind : std::uint8_t { Snapshot, Ping, Malformed, Unknown };
WORDS(LineKind, "snapshot", "ping", "malformed", "unknown");
struct Line {
  LineKind kind{};
  std::uint32_t seq = 0;  // Of a snapshot, as are the projects.
  TextId instance{};      // Of the stream; none: the line tells none.
  ListId projects{};
  RECORD(Line, "line", "kind", "seq", "instance", "projects");
};

enum class ProbeResult : std::uint8_t {
  Ide,
  Refused,
  NoAnswer,
  NotOk,
  NotJson,
  NotAnIde,
  OwnServer,  // No IDE answers as one, but HEAD of /sse tells of its own server (MON-52).
};
WORDS(ProbeResult, "ide", "refused", "no_answer", "not_ok", "not_json", "not_an_ide", "own_server");
constexpr bool is_of_an_ide(ProbeResult result) {
  return result == ProbeResult::Ide || result == ProbeResult::OwnServer;
}

// Which address of an IDE's own server is to be used.
enum class Address : std::uint8_t {
  None,
  Stream,
  Sse,
  Unauthorized,  // It answers 401,
  Forbidden,     // or 403,
  Busy,          // or 429 or 5xx: it is to be asked again.
};
WORDS(Address, "none", "stream", "sse", "unauthorized", "forbidden", "busy");

enum class TimerKind : std::uint8_t {
  Scan,    // The next look at the home folder.
  Worker,  // Of the IDE of that process: silence, or the pause before the next try.
  Round,   // The next scan of ports.
  Probe,   // Of that port: its bound.
};
WORDS(TimerKind, "scan", "worker", "round", "probe");
struct Timer {
  TimerKind kind{};
  std::uint32_t of = 0;  // The process or the port; zero: of a scan, of a round.
  RECORD(Timer, "timer", "kind", "of");
};

}  // namespace port::monitor
