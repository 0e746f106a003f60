// What an engine of the acknowledgement hears: calls, the answers to what it asked for, replies
// of the frontend, and what the frontend pushes.
#pragma once
#include <variant>

#include "port/ack/words.h"

namespace port::ack {

struct Called {
  CallId call;  // Not in flight.
  Request request;
  bool operator==(const Called&) const = default;
};
// Answers a Capture.
struct Captured {
  CallId call;
  Reading reading;
  bool operator==(const Captured&) const = default;
};
// Answers a Look.
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
  Instant at;  // Never decreases.
  Happening what;
  bool operator==(const Event&) const = default;
};

}  // namespace port::ack

namespace port {

template <>
inline constexpr Record record<ack::Called>{"called", "call", "request"};
template <>
inline constexpr Record record<ack::Captured>{"captured", "call", "reading"};
template <>
inline constexpr Record record<ack::Looked>{"looked", "call", "reading"};
template <>
inline constexpr Record record<ack::TimerFired>{"timer_fired", "call"};
template <>
inline constexpr Record record<ack::Replied>{"replied", "request", "ok", "text"};
template <>
inline constexpr Record record<ack::StoreReady>{"store_ready"};
template <>
inline constexpr Record record<ack::Pushed>{"pushed", "pane", "kind"};
template <>
inline constexpr Record record<ack::FocusMoved>{"focus_moved", "pane"};

}  // namespace port
