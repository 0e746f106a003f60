// What a monitor of IDEs hears: what folders, files, streams and ports come to, and what is asked
// of it.
#pragma once
#include <variant>

#include "port/flat_list.h"
#include "port/monitor/words.h"

namespace port::monitor {

// More marker files than this are Folder::TooMany, unless the driver leaves out those of processes
// that are dead: these are of no IDE (MON-07).
inline constexpr std::uint8_t listed_max = 64;

// The first event.
struct Started {
  RECORD(Started, "started");
};
// Answers ListFolder. The files whose names are those of markers, each once; none unless Listed.
struct FolderListed {
  Folder folder{};
  FlatList<Pid, listed_max> pids{};
  RECORD(FolderListed, "folder_listed", "folder", "pids");
};
// Answers ReadMarker. Of a good one: its marker, and what there is of its process at that moment.
struct MarkerRead {
  Pid pid{};
  Reading reading{};
  Marker marker{};
  bool alive = false;
  Stamp began{};   // When the process that has this pid began.
  TextId field{};  // Of an incomplete one: the name of the first field that is missing.
  RECORD(MarkerRead, "marker_read", "pid", "reading", "marker", "alive", "began", "field");
};

// Of a Connect, once. Also after its Disconnect, if it was on the way then.
struct Answered {
  ConnectionId connection{};
  std::uint16_t status = 0;  // Of HTTP.
  RECORD(Answered, "answered", "connection", "status");
};
struct LineRead {
  ConnectionId connection{};
  Line line{};
  RECORD(LineRead, "line_read", "connection", "line");
};
// It could not be made, was closed, or broke: nothing comes of it any more.
struct Ended {
  ConnectionId connection{};
  RECORD(Ended, "ended", "connection");
};

// Answers Probe, unless that was cancelled.
struct ProbeEnded {
  std::uint16_t port = 0;
  ProbeResult result{};
  TextId build{};  // Of an IDE; of its own server whatever tells that.
  RECORD(ProbeEnded, "probe_ended", "port", "result", "build");
};

// Somebody wants to talk to the IDE's own server.
struct AddressWanted {
  Pid pid{};
  RECORD(AddressWanted, "address_wanted", "pid");
};
// Answers TryStream. Status zero: no answer came.
struct StreamTried {
  Pid pid{};
  TextId address{};
  std::uint16_t status = 0;
  RECORD(StreamTried, "stream_tried", "pid", "address", "status");
};
// Answers AskHead.
struct HeadAnswered {
  Pid pid{};
  TextId address{};
  bool alive = false;
  RECORD(HeadAnswered, "head_answered", "pid", "address", "alive");
};

// The machine slept, or the process was stopped, for so long: it comes before whatever waited
// meanwhile. Timers stand still while it lasts.
struct Slept {
  Duration time{};
  RECORD(Slept, "slept", "time_ms");
};
struct TimerFired {
  Timer timer{};
  RECORD(TimerFired, "timer_fired", "timer");
};
// The monitor is to end. What comes after it is not listened to.
struct Stopped {
  RECORD(Stopped, "stopped");
};

using Event = std::variant<Started, FolderListed, MarkerRead, Answered, LineRead, Ended, ProbeEnded,
                           AddressWanted, StreamTried, HeadAnswered, Slept, TimerFired, Stopped>;

}  // namespace port::monitor
