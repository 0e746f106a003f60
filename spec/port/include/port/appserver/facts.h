// What an observer of a client and a server sees beside events and commands, and neither of the two
// hears.
#pragma once
#include <variant>

#include "port/appserver/commands.h"
#include "port/appserver/events.h"

namespace port::appserver {

struct TimePassed {
  Duration time;  // More than zero.
  bool operator==(const TimePassed&) const = default;
};
// The server carries out what an item is about: it runs the command, applies the change.
struct CarriedOut {
  ItemId item;
  bool operator==(const CarriedOut&) const = default;
};
// A server that ended by itself, with this code; one that was killed has none.
struct ProcessExited {
  ProcessId process;
  std::int32_t code = 0;
  bool operator==(const ProcessExited&) const = default;
};

using Fact = std::variant<TimePassed, CarriedOut, ProcessExited>;

// What an observer sees.
using Seen = std::variant<Happening, Fact, Command>;

}  // namespace port::appserver

namespace port {

template <>
inline constexpr Record record<appserver::TimePassed>{"time_passed", "time_ms"};
template <>
inline constexpr Record record<appserver::CarriedOut>{"carried_out", "item"};
template <>
inline constexpr Record record<appserver::ProcessExited>{"process_exited", "process", "code"};

}  // namespace port
