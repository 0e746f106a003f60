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
// The frontend answers a round trip. `text` and `refusal` are read of an error.
struct Replied {
  RequestId request;
  bool ok = true;
  TextId text{};
  Refusal refusal{};
  bool operator==(const Replied&) const = default;
};

// The pane store (ACK-16).

struct StoreReady {
  bool operator==(const StoreReady&) const = default;
};
// The frontend counts the changes of panes and lists of tabs; a push carries that count.
struct Pushed {
  Pane pane;
  PushKind kind = PushKind::State;
  std::uint32_t version = 0;
  bool operator==(const Pushed&) const = default;
};
struct FocusMoved {
  Pane pane;
  bool operator==(const FocusMoved&) const = default;
};

// The client of a call in flight went away: nothing more is done for it, its timer does not fire,
// and nobody is answered.
struct Cancelled {
  CallId call;
  bool operator==(const Cancelled&) const = default;
};

using Happening = std::variant<Called, Captured, Looked, TimerFired, Replied, StoreReady, Pushed,
                               FocusMoved, Cancelled>;
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
inline constexpr Record record<ack::Replied>{"replied", "request", "ok", "text", "refusal"};
template <>
inline constexpr Record record<ack::StoreReady>{"store_ready"};
template <>
inline constexpr Record record<ack::Pushed>{"pushed", "pane", "kind", "version"};
template <>
inline constexpr Record record<ack::FocusMoved>{"focus_moved", "pane"};
template <>
inline constexpr Record record<ack::Cancelled>{"cancelled", "call"};

}  // namespace port
