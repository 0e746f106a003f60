// What a monitor of IDEs tells its driver to do, in order, once each; and what it shows.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <variant>

#include "port/monitor/words.h"

namespace port::monitor {

// Answered by FolderListed.
struct ListFolder {
  RECORD(ListFolder, "list_folder");
};
// Answered by MarkerRead; one at a time.
struct ReadMarker {
  Pid pid{};
  RECORD(ReadMarker, "read_marker", "pid");
};

// Asks for the project stream. The token is sent unless there is none (MON-20).
struct Connect {
  ConnectionId connection{};
  Pid pid{};
  Target target{};
  RECORD(Connect, "connect", "connection", "pid", "target");
};
// Closes it; answered by Ended. What was already on the way may be told before that.
struct Disconnect {
  ConnectionId connection{};
  RECORD(Disconnect, "disconnect", "connection");
};

// GET /api/about; answered by ProbeEnded.
struct Probe {
  std::uint16_t port = 0;
  RECORD(Probe, "probe", "port");
};
// Nothing comes of it any more.
struct CancelProbe {
  std::uint16_t port = 0;
  RECORD(CancelProbe, "cancel_probe", "port");
};

// Asks whether the streamable address answers; answered by StreamTried.
struct TryStream {
  Pid pid{};
  TextId address{};
  RECORD(TryStream, "try_stream", "pid", "address");
};
// HEAD on the other address; answered by HeadAnswered (MON-51).
struct AskHead {
  Pid pid{};
  TextId address{};
  RECORD(AskHead, "ask_head", "pid", "address");
};

// Setting a timer that runs replaces it.
struct SetTimer {
  Timer timer{};
  Duration after{};  // From the event; zero: still at this instant.
  RECORD(SetTimer, "set_timer", "timer", "after_ms");
};
// It need not run; does not fire from then on.
struct CancelTimer {
  Timer timer{};
  RECORD(CancelTimer, "cancel_timer", "timer");
};

// What is shown.

struct IdeAdded {
  Marker marker{};
  bool elsewhere =
      false;  // Its process is not seen, and it answers: of another namespace (MON-09).
  RECORD(IdeAdded, "ide_added", "marker", "elsewhere");
};
struct IdeChanged {
  Marker marker{};
  RECORD(IdeChanged, "ide_changed", "marker");
};
struct IdeRemoved {
  Pid pid{};
  RECORD(IdeRemoved, "ide_removed", "pid");
};
// A file of which no IDE comes, with the reason: once, until it reads otherwise (MON-08).
struct FileRefused {
  Pid pid{};
  Reading reading{};
  TextId field{};  // That an incomplete one lacks.
  RECORD(FileRefused, "file_refused", "pid", "reading", "field");
};
// Once, until a scan succeeds.
struct ScanFailed {
  Folder folder{};
  RECORD(ScanFailed, "scan_failed", "folder");
};
// The list of an IDE, which replaces the one before; stale: it may have changed meanwhile.
struct ProjectsShown {
  Pid pid{};
  ListId projects{};
  bool stale = false;
  RECORD(ProjectsShown, "projects_shown", "pid", "projects", "stale");
};
// A line that is no message of the stream is counted (MON-25).
struct LineSkipped {
  Pid pid{};
  LineKind kind{};
  RECORD(LineSkipped, "line_skipped", "pid", "kind");
};
struct AddressGiven {
  Pid pid{};
  Address address{};
  RECORD(AddressGiven, "address_given", "pid", "address");
};
struct ServerShown {
  Pid pid{};
  bool alive = false;
  RECORD(ServerShown, "server_shown", "pid", "alive");
};
// An IDE answers there; `marked`: the marker of an IDE names that port (MON-33).
struct PortShown {
  std::uint16_t port = 0;
  TextId build{};
  bool marked = false;
  RECORD(PortShown, "port_shown", "port", "build", "marked");
};
struct PortGone {
  std::uint16_t port = 0;
  RECORD(PortGone, "port_gone", "port");
};

using Command = std::variant<ListFolder, ReadMarker, Connect, Disconnect, Probe, CancelProbe,
                             TryStream, AskHead, SetTimer, CancelTimer, IdeAdded, IdeChanged,
                             IdeRemoved, FileRefused, ScanFailed, ProjectsShown, LineSkipped,
                             AddressGiven, ServerShown, PortShown, PortGone>;
inline constexpr std::size_t commands_max = 512;  // Of one step.
using Commands = boost::container::static_vector<Command, commands_max>;

inline bool is_timer(const Command& command) {
  return std::holds_alternative<SetTimer>(command) || std::holds_alternative<CancelTimer>(command);
}

}  // namespace port::monitor
