// What a monitor of IDEs tells its driver to do, in order, once each; and what it shows.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <variant>

#include "port/monitor/words.h"

namespace port::monitor {

// Answered by FolderListed.
struct ListFolder {
  bool operator==(const ListFolder&) const = default;
};
// Answered by MarkerRead; one at a time.
struct ReadMarker {
  Pid pid{};
  bool operator==(const ReadMarker&) const = default;
};

// Asks for the project stream. The token is sent unless there is none (MON-20).
struct Connect {
  ConnectionId connection{};
  Pid pid{};
  Target target{};
  bool operator==(const Connect&) const = default;
};
// Closes it; answered by Ended. What was already on the way may be told before that.
struct Disconnect {
  ConnectionId connection{};
  bool operator==(const Disconnect&) const = default;
};

// GET /api/about; answered by ProbeEnded.
struct Probe {
  std::uint16_t port = 0;
  bool operator==(const Probe&) const = default;
};
// Nothing comes of it any more.
struct CancelProbe {
  std::uint16_t port = 0;
  bool operator==(const CancelProbe&) const = default;
};

// Asks whether the streamable address answers; answered by StreamTried.
struct TryStream {
  Pid pid{};
  TextId address{};
  bool operator==(const TryStream&) const = default;
};
// HEAD on the other address; answered by HeadAnswered (MON-51).
struct AskHead {
  Pid pid{};
  TextId address{};
  bool operator==(const AskHead&) const = default;
};

// Setting a timer that runs replaces it.
struct SetTimer {
  Timer timer{};
  Duration after{};  // From the event; zero: still at this instant.
  bool operator==(const SetTimer&) const = default;
};
// It need not run; does not fire from then on.
struct CancelTimer {
  Timer timer{};
  bool operator==(const CancelTimer&) const = default;
};

// What is shown.

struct IdeAdded {
  Marker marker{};
  bool elsewhere =
      false;  // Its process is not seen, and it answers: of another namespace (MON-09).
  bool operator==(const IdeAdded&) const = default;
};
struct IdeChanged {
  Marker marker{};
  bool operator==(const IdeChanged&) const = default;
};
struct IdeRemoved {
  Pid pid{};
  bool operator==(const IdeRemoved&) const = default;
};
// A file of which no IDE comes, with the reason: once, until it reads otherwise (MON-08).
struct FileRefused {
  Pid pid{};
  Reading reading{};
  TextId field{};  // That an incomplete one lacks.
  bool operator==(const FileRefused&) const = default;
};
// Once, until a scan succeeds.
struct ScanFailed {
  Folder folder{};
  bool operator==(const ScanFailed&) const = default;
};
// The list of an IDE, which replaces the one before; stale: it may have changed meanwhile.
struct ProjectsShown {
  Pid pid{};
  ListId projects{};
  bool stale = false;
  bool operator==(const ProjectsShown&) const = default;
};
// A line that is no message of the stream is counted (MON-25).
struct LineSkipped {
  Pid pid{};
  LineKind kind{};
  bool operator==(const LineSkipped&) const = default;
};
struct AddressGiven {
  Pid pid{};
  Address address{};
  bool operator==(const AddressGiven&) const = default;
};
struct ServerShown {
  Pid pid{};
  bool alive = false;
  bool operator==(const ServerShown&) const = default;
};
// An IDE answers there; `marked`: the marker of an IDE names that port (MON-33).
struct PortShown {
  std::uint16_t port = 0;
  TextId build{};
  bool marked = false;
  bool operator==(const PortShown&) const = default;
};
struct PortGone {
  std::uint16_t port = 0;
  bool operator==(const PortGone&) const = default;
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

namespace port {

template <>
inline constexpr Record record<monitor::ListFolder>{"list_folder"};
template <>
inline constexpr Record record<monitor::ReadMarker>{"read_marker", "pid"};
template <>
inline constexpr Record record<monitor::Connect>{"connect", "connection", "pid", "target"};
template <>
inline constexpr Record record<monitor::Disconnect>{"disconnect", "connection"};
template <>
inline constexpr Record record<monitor::Probe>{"probe", "port"};
template <>
inline constexpr Record record<monitor::CancelProbe>{"cancel_probe", "port"};
template <>
inline constexpr Record record<monitor::TryStream>{"try_stream", "pid", "address"};
template <>
inline constexpr Record record<monitor::AskHead>{"ask_head", "pid", "address"};
template <>
inline constexpr Record record<monitor::SetTimer>{"set_timer", "timer", "after_ms"};
template <>
inline constexpr Record record<monitor::CancelTimer>{"cancel_timer", "timer"};
template <>
inline constexpr Record record<monitor::IdeAdded>{"ide_added", "marker", "elsewhere"};
template <>
inline constexpr Record record<monitor::IdeChanged>{"ide_changed", "marker"};
template <>
inline constexpr Record record<monitor::IdeRemoved>{"ide_removed", "pid"};
template <>
inline constexpr Record record<monitor::FileRefused>{"file_refused", "pid", "reading", "field"};
template <>
inline constexpr Record record<monitor::ScanFailed>{"scan_failed", "folder"};
template <>
inline constexpr Record record<monitor::ProjectsShown>{"projects_shown", "pid", "projects",
                                                       "stale"};
template <>
inline constexpr Record record<monitor::LineSkipped>{"line_skipped", "pid", "kind"};
template <>
inline constexpr Record record<monitor::AddressGiven>{"address_given", "pid", "address"};
template <>
inline constexpr Record record<monitor::ServerShown>{"server_shown", "pid", "alive"};
template <>
inline constexpr Record record<monitor::PortShown>{"port_shown", "port", "build", "marked"};
template <>
inline constexpr Record record<monitor::PortGone>{"port_gone", "port"};

}  // namespace port
