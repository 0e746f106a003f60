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
  bool operator==(const Capture&) const = default;
};
// Sends the tool's event to the frontend. With a request, its reply carries that id.
struct Dispatch {
  CallId call;
  RequestId request;
  bool operator==(const Dispatch&) const = default;
};
// Answered by Looked.
struct Look {
  CallId call;
  Probe probe;
  bool operator==(const Look&) const = default;
};
// Each call has one timer; setting it again replaces it.
struct SetTimer {
  CallId call;
  Duration after;  // From the event; zero: still at this instant.
  bool operator==(const SetTimer&) const = default;
};
struct CancelTimer {
  CallId call;
  bool operator==(const CancelTimer&) const = default;
};
// For the log: the signal held before dispatch (ACK-21).
struct NoteHeld {
  CallId call;
  Signal signal;
  bool operator==(const NoteHeld&) const = default;
};
// For the log: what ends the call with OK leaves a viewer open that shows its path (ACK-26).
struct NoteStillOpen {
  CallId call;
  PathId path;
  bool operator==(const NoteStillOpen&) const = default;
};
// The last command about a call.
struct Respond {
  CallId call;
  Response response;
  bool operator==(const Respond&) const = default;
};

using Command =
    std::variant<Capture, Dispatch, Look, SetTimer, CancelTimer, NoteHeld, Respond, NoteStillOpen>;
inline constexpr std::size_t commands_max = 4;  // Of one step.
using Commands = boost::container::static_vector<Command, commands_max>;

inline bool is_timer(const Command& command) {
  return std::holds_alternative<SetTimer>(command) || std::holds_alternative<CancelTimer>(command);
}

}  // namespace port::ack

namespace port {

template <>
inline constexpr Record record<ack::Capture>{"capture", "call", "probe"};
template <>
inline constexpr Record record<ack::Dispatch>{"dispatch", "call", "request"};
template <>
inline constexpr Record record<ack::Look>{"look", "call", "probe"};
template <>
inline constexpr Record record<ack::SetTimer>{"set_timer", "call", "after_ms"};
template <>
inline constexpr Record record<ack::CancelTimer>{"cancel_timer", "call"};
template <>
inline constexpr Record record<ack::NoteHeld>{"note_held", "call", "signal"};
template <>
inline constexpr Record record<ack::NoteStillOpen>{"note_still_open", "call", "path"};
template <>
inline constexpr Record record<ack::Respond>{"respond", "call", "response"};

}  // namespace port
