// What an engine of the acknowledgement hears: calls, the answers to what it asked for, replies
// of the frontend, and what the frontend pushes.
#pragma once
#include <variant>

#include "port/ack/words.h"

namespace port::ack {

struct Called {
  CallId call;  // Not in flight.
  Request request;
  RECORD(Called, "called", "call", "request");
};
// Answers a Capture.
struct Captured {
  CallId call;
  Reading reading;
  RECORD(Captured, "captured", "call", "reading");
};
// Answers a Look.
struct Looked {
  CallId call;
  Reading reading;
  RECORD(Looked, "looked", "call", "reading");
};
struct TimerFired {
  CallId call;
  RECORD(TimerFired, "timer_fired", "call");
};
// The frontend answers a round trip. `text` and `refusal` are read of an error.
struct Replied {
  RequestId request;
  bool ok = true;
  TextId text{};
  Refusal refusal{};
  RECORD(Replied, "replied", "request", "ok", "text", "refusal");
};

// The pane store (ACK-16).

struct StoreReady {
  RECORD(StoreReady, "store_ready");
};
// The frontend counts the changes of panes and lists of tabs; a push carries that count.
struct Pushed {
  Pane pane;
  PushKind kind = PushKind::State;
  std::uint32_t version = 0;
  RECORD(Pushed, "pushed", "pane", "kind", "version");
};
struct FocusMoved {
  Pane pane;
  RECORD(FocusMoved, "focus_moved", "pane");
};

// The client of a call in flight went away: nothing more is done for it, its timer does not fire,
// and nobody is answered.
struct Cancelled {
  CallId call;
  RECORD(Cancelled, "cancelled", "call");
};

using Happening = std::variant<Called, Captured, Looked, TimerFired, Replied, StoreReady, Pushed,
                               FocusMoved, Cancelled>;
struct Event {
  Instant at;  // Never decreases.
  Happening what;
  bool operator==(const Event&) const = default;
};

}  // namespace port::ack
