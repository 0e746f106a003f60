// What the acknowledgement engine is told and what it tells its driver.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <variant>

#include "engine/ack/terms.h"

namespace engine::ack {

// Reading the frontend's state.

enum class ProbeKind : std::uint8_t {
  Generation,  // Of the pane store: Engine::panes().
  SoftDialog,  // Whether the tracker holds it.
  Windows,     // How many match.
};
struct Probe {
  ProbeKind kind = ProbeKind::Generation;
  SubjectId subject = no_subject;
  bool operator==(const Probe&) const = default;
};
struct Reading {
  bool exists = false;      // The store, the tracker or the window list.
  std::uint32_t value = 0;  // The generation, 0 or 1, or the count; 0 of what does not exist.
  bool operator==(const Reading&) const = default;
};

// Events: what happened.

struct Called {
  CallId call;  // Not in flight.
  Request request;
  bool operator==(const Called&) const = default;
};
// Capture and Look.
struct Captured {
  CallId call;
  Reading reading;
  bool operator==(const Captured&) const = default;
};
struct Looked {
  CallId call;
  Reading reading;
  bool operator==(const Looked&) const = default;
};
struct TimerFired {
  CallId call;
  bool operator==(const TimerFired&) const = default;
};
// The frontend answers a round trip. `text` is read of an error.
struct Replied {
  RequestId request;
  bool ok = true;
  TextId text{};
  bool operator==(const Replied&) const = default;
};

// The pane store (ACK-16).

enum class Pane : std::uint8_t { Left, Right, Unknown };
enum class PushKind : std::uint8_t { State, Tabs };
struct StoreReady {
  bool operator==(const StoreReady&) const = default;
};
struct Pushed {
  Pane pane;
  PushKind kind = PushKind::State;
  bool operator==(const Pushed&) const = default;
};
struct FocusMoved {
  Pane pane;
  bool operator==(const FocusMoved&) const = default;
};

using Happening =
    std::variant<Called, Captured, Looked, TimerFired, Replied, StoreReady, Pushed, FocusMoved>;
struct Event {
  port::Instant at;  // Never decreases.
  Happening what;
  bool operator==(const Event&) const = default;
};

// Commands: what the driver must do, in order, once each.

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
  port::Duration after;  // From the event, more than zero.
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

enum class Status : std::uint8_t {
  Ok,
  UnknownTool,    // Invalid params: the table has no such tool.
  InvalidParams,  // The tool has no row for this request, or there is nothing to close (ACK-12).
  Missing,        // Internal error: the signal did not come (ACK-06).
  NotReady,       // Internal error: the window list does not exist yet (ACK-23).
  Busy,           // Internal error: calls_max calls are in flight.
  Failed,         // The round trip's own error, with its text (ACK-11).
};
struct Response {
  Status status = Status::Ok;
  Signal signal{};           // Missing: what did not come.
  port::Duration elapsed{};  // Missing: since dispatch.
  TextId text{};             // Failed.
  bool operator==(const Response&) const = default;
};
// The last command about a call.
struct Respond {
  CallId call;
  Response response;
  bool operator==(const Respond&) const = default;
};

using Command = std::variant<Capture, Dispatch, Look, SetTimer, CancelTimer, NoteHeld, Respond>;
inline constexpr std::size_t commands_max = 4;  // Of one step.
using Commands = boost::container::static_vector<Command, commands_max>;

}  // namespace engine::ack
