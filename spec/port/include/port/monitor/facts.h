// What an observer of a monitor and of the IDEs sees beside events and commands, and no engine
// hears: what the IDEs do at their end of the streams (MON-40 to MON-44).
#pragma once
#include <variant>

#include "port/monitor/commands.h"
#include "port/monitor/events.h"

namespace port::monitor {

struct TimePassed {
  Duration time{};  // More than zero.
  bool operator==(const TimePassed&) const = default;
};
// The IDE of that process got a request for its stream, of the monitor or of another client.
struct StreamAsked {
  ConnectionId connection{};
  Pid pid{};
  bool authorized = false;  // It sent the right token, or none is set.
  bool announced = true;    // It said who asks, as a JSON object (MON-45).
  bool operator==(const StreamAsked&) const = default;
};
struct StreamAnswered {
  ConnectionId connection{};
  std::uint16_t status = 0;
  bool operator==(const StreamAnswered&) const = default;
};
struct LineSent {
  ConnectionId connection{};
  Line line{};
  bool operator==(const LineSent&) const = default;
};
struct ProjectsChanged {
  Pid pid{};
  ListId projects{};
  bool operator==(const ProjectsChanged&) const = default;
};
// A client takes nothing for a while; then again.
struct ReaderStalled {
  ConnectionId connection{};
  bool stalled = false;
  bool operator==(const ReaderStalled&) const = default;
};
// The client closed or reset it, as the IDE can see.
struct ClientGone {
  ConnectionId connection{};
  bool operator==(const ClientGone&) const = default;
};
// The IDE holds nothing of it any more.
struct StreamFreed {
  ConnectionId connection{};
  bool operator==(const StreamFreed&) const = default;
};

using Fact = std::variant<TimePassed, StreamAsked, StreamAnswered, LineSent, ProjectsChanged,
                          ReaderStalled, ClientGone, StreamFreed>;

// What an observer sees.
using Seen = std::variant<Event, Fact, Command>;

}  // namespace port::monitor

namespace port {

template <>
inline constexpr Record record<monitor::TimePassed>{"time_passed", "time_ms"};
template <>
inline constexpr Record record<monitor::StreamAsked>{"stream_asked", "connection", "pid",
                                                     "authorized", "announced"};
template <>
inline constexpr Record record<monitor::StreamAnswered>{"stream_answered", "connection", "status"};
template <>
inline constexpr Record record<monitor::LineSent>{"line_sent", "connection", "line"};
template <>
inline constexpr Record record<monitor::ProjectsChanged>{"projects_changed", "pid", "projects"};
template <>
inline constexpr Record record<monitor::ReaderStalled>{"reader_stalled", "connection", "stalled"};
template <>
inline constexpr Record record<monitor::ClientGone>{"client_gone", "connection"};
template <>
inline constexpr Record record<monitor::StreamFreed>{"stream_freed", "connection"};

}  // namespace port
