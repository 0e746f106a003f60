// What an engine of the acknowledgement tells its driver to do, in order, once each. Every
// command is about a call in flight.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <variant>

#include "port/ack/words.h"

namespace port::ack {

// To be read before anything that follows is done; answered by Captured.
struct Capture {
  CallId call;
  Probe probe;
  RECORD(Capture, "capture", "call", "probe");
};
// Sends the tool's event to the frontend. With a request, its reply carries that id.
struct Dispatch {
  CallId call;
  RequestId request;
  RECORD(Dispatch, "dispatch", "call", "request");
};
// Answered by Looked.
struct Look {
  CallId call;
  Probe probe;
  RECORD(Look, "look", "call", "probe");
};
// Each call has one timer; setting it again replaces it.
struct SetTimer {
  CallId call;
  Duration after;  // From the event; zero: still at this instant.
  RECORD(SetTimer, "set_timer", "call", "after_ms");
};
struct CancelTimer {
  CallId call;
  RECORD(CancelTimer, "cancel_timer", "call");
};
// For the log: the signal held before dispatch (ACK-21).
struct NoteHeld {
  CallId call;
  Signal signal;
  RECORD(NoteHeld, "note_held", "call", "signal");
};
// For the log: what ends the call with OK leaves a viewer open that shows its path (ACK-26).
struct NoteStillOpen {
  CallId call;
  PathId path;
  RECORD(NoteStillOpen, "note_still_open", "call", "path");
};
// The last command about a call.
struct Respond {
  CallId call;
  Response response;
  RECORD(Respond, "respond", "call", "response");
};

using Command =
    std::variant<Capture, Dispatch, Look, SetTimer, CancelTimer, NoteHeld, Respond, NoteStillOpen>;
inline constexpr std::size_t commands_max = 4;  // Of one step.
using Commands = boost::container::static_vector<Command, commands_max>;

inline bool is_timer(const Command& command) {
  return std::holds_alternative<SetTimer>(command) || std::holds_alternative<CancelTimer>(command);
}

}  // namespace port::ack
