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
  bool operator==(const Started&) const = default;
};
// Answers ListFolder. The files whose names are those of markers, each once; none unless Listed.
struct FolderListed {
  Folder folder{};
  FlatList<Pid, listed_max> pids{};
  bool operator==(const FolderListed&) const = default;
};
// Answers ReadMarker. Of a good one: its marker, and what there is of its process at that moment.
struct MarkerRead {
  Pid pid{};
  Reading reading{};
  Marker marker{};
  bool alive = false;
  Stamp began{};   // When the process that has this pid began.
  TextId field{};  // Of an incomplete one: the name of the first field that is missing.
  bool operator==(const MarkerRead&) const = default;
};

// Of a Connect, once. Also after its Disconnect, if it was on the way then.
struct Answered {
  ConnectionId connection{};
  std::uint16_t status = 0;  // Of HTTP.
  bool operator==(const Answered&) const = default;
};
struct LineRead {
  ConnectionId connection{};
  Line line{};
  bool operator==(const LineRead&) const = default;
};
// It could not be made, was closed, or broke: nothing comes of it any more.
struct Ended {
  ConnectionId connection{};
  bool operator==(const Ended&) const = default;
};

// Answers Probe, unless that was cancelled.
struct ProbeEnded {
  std::uint16_t port = 0;
  ProbeResult result{};
  TextId build{};  // Of an IDE; of its own server whatever tells that.
  bool operator==(const ProbeEnded&) const = default;
};

// Somebody wants to talk to the IDE's own server.
struct AddressWanted {
  Pid pid{};
  bool operator==(const AddressWanted&) const = default;
};
// Answers TryStream. Status zero: no answer came.
struct StreamTried {
  Pid pid{};
  TextId address{};
  std::uint16_t status = 0;
  bool operator==(const StreamTried&) const = default;
};
// Answers AskHead.
struct HeadAnswered {
  Pid pid{};
  TextId address{};
  bool alive = false;
  bool operator==(const HeadAnswered&) const = default;
};

// The machine slept, or the process was stopped, for so long: it comes before whatever waited
// meanwhile. Timers stand still while it lasts.
struct Slept {
  Duration time{};
  bool operator==(const Slept&) const = default;
};
struct TimerFired {
  Timer timer{};
  bool operator==(const TimerFired&) const = default;
};
// The monitor is to end. What comes after it is not listened to.
struct Stopped {
  bool operator==(const Stopped&) const = default;
};

using Event = std::variant<Started, FolderListed, MarkerRead, Answered, LineRead, Ended, ProbeEnded,
                           AddressWanted, StreamTried, HeadAnswered, Slept, TimerFired, Stopped>;

}  // namespace port::monitor

namespace port {

template <>
inline constexpr Record record<monitor::Started>{"started"};
template <>
inline constexpr Record record<monitor::FolderListed>{"folder_listed", "folder", "pids"};
template <>
inline constexpr Record record<monitor::MarkerRead>{"marker_read", "pid",   "reading", "marker",
                                                    "alive",       "began", "field"};
template <>
inline constexpr Record record<monitor::Answered>{"answered", "connection", "status"};
template <>
inline constexpr Record record<monitor::LineRead>{"line_read", "connection", "line"};
template <>
inline constexpr Record record<monitor::Ended>{"ended", "connection"};
template <>
inline constexpr Record record<monitor::ProbeEnded>{"probe_ended", "port", "result", "build"};
template <>
inline constexpr Record record<monitor::AddressWanted>{"address_wanted", "pid"};
template <>
inline constexpr Record record<monitor::StreamTried>{"stream_tried", "pid", "address", "status"};
template <>
inline constexpr Record record<monitor::HeadAnswered>{"head_answered", "pid", "address", "alive"};
template <>
inline constexpr Record record<monitor::Slept>{"slept", "time_ms"};
template <>
inline constexpr Record record<monitor::TimerFired>{"timer_fired", "timer"};
template <>
inline constexpr Record record<monitor::Stopped>{"stopped"};

}  // namespace port
