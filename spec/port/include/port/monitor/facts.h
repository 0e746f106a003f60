// What an observer of a monitor and of the IDEs sees beside events and commands, and no engine
// hears: what the IDEs do at their end of the streams (MON-40 to MON-44).
#pragma once
#include <variant>

#include "port/monitor/commands.h"
#include "port/monitor/events.h"

namespace port::monitor {

struct TimePassed {
  Duration time{};  // More than zero.
  RECORD(TimePassed, "time_passed", "time_ms");
};
// The IDE of that process got a request for its stream, of the monitor or of another client.
struct StreamAsked {
  ConnectionId connection{};
  Pid pid{};
  bool authorized = false;  // It sent the right token, or none is set.
  bool announced = true;    // It said who asks, as a JSON object (MON-45).
  RECORD(StreamAsked, "stream_asked", "connection", "pid", "authorized", "announced");
};
struct StreamAnswered {
  ConnectionId connection{};
  std::uint16_t status = 0;
  RECORD(StreamAnswered, "stream_answered", "connection", "status");
};
struct LineSent {
  ConnectionId connection{};
  Line line{};
  RECORD(LineSent, "line_sent", "connection", "line");
};
struct ProjectsChanged {
  Pid pid{};
  ListId projects{};
  RECORD(ProjectsChanged, "projects_changed", "pid", "projects");
};
// A client takes nothing for a while; then again.
struct ReaderStalled {
  ConnectionId connection{};
  bool stalled = false;
  RECORD(ReaderStalled, "reader_stalled", "connection", "stalled");
};
// The client closed or reset it, as the IDE can see.
struct ClientGone {
  ConnectionId connection{};
  RECORD(ClientGone, "client_gone", "connection");
};
// The IDE holds nothing of it any more.
struct StreamFreed {
  ConnectionId connection{};
  RECORD(StreamFreed, "stream_freed", "connection");
};

using Fact = std::variant<TimePassed, StreamAsked, StreamAnswered, LineSent, ProjectsChanged,
                          ReaderStalled, ClientGone, StreamFreed>;

// What an observer sees.
using Seen = std::variant<Event, Fact, Command>;

}  // namespace port::monitor
