// What an observer of a client and a server sees beside events and commands, and neither of the two
// hears.
#pragma once
#include <variant>

#include "port/appserver/commands.h"
#include "port/appserver/events.h"

namespace port::appserver {

struct TimePassed {
  Duration time;  // More than zero.
  RECORD(TimePassed, "time_passed", "time_ms");
};
// The server carries out what an item is about: it runs the command, applies the change.
struct CarriedOut {
  ItemId item;
  RECORD(CarriedOut, "carried_out", "item");
};
// A server that ended by itself, with this code; one that was killed has none.
struct ProcessExited {
  ProcessId process;
  std::int32_t code = 0;
  RECORD(ProcessExited, "process_exited", "process", "code");
};

using Fact = std::variant<TimePassed, CarriedOut, ProcessExited>;

// What an observer sees.
using Seen = std::variant<Happening, Fact, Command>;

}  // namespace port::appserver
