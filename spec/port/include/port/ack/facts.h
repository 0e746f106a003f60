// What an observer of tool calls sees beside events and commands, and no engine hears: what the
// frontend really did, and why. A simulated frontend knows the truth, so that facts say which
// call caused them.
#pragma once
#include <variant>

#include "port/ack/commands.h"
#include "port/ack/events.h"

namespace port::ack {

// Facts. `by` names the call whose action caused it, while that call is in flight and its action
// is carried out, or no call. Before the first call: what exists and what is open is told as
// facts by no call.

struct TimePassed {
  Duration time;  // More than zero.
  RECORD(TimePassed, "time_passed", "time_ms");
};
// The truth: the frontend carried out the action of this call, which is in flight. Told before
// what the action causes in the same reaction.
struct Processed {
  CallId call;
  std::uint32_t version = 0;  // Of the panes as it left them; 0: it did not change them.
  RECORD(Processed, "processed", "call", "version");
};
// What was done for a call that is over, given up or left: nobody waits for it any more.
struct ProcessedLate {
  Request request;
  RECORD(ProcessedLate, "processed_late", "request");
};
// Likewise, but on another target than the one that was asked for.
struct ProcessedElsewhere {
  CallId call;
  RECORD(ProcessedElsewhere, "processed_elsewhere", "call");
};
// What was carried out for this call, which is in flight, is taken back.
struct TakenBack {
  CallId call;
  RECORD(TakenBack, "taken_back", "call");
};
// The backend's soft-dialog tracker and window list come into being.
struct TrackerReady {
  RECORD(TrackerReady, "tracker_ready");
};
struct WindowsReady {
  RECORD(WindowsReady, "windows_ready");
};
// The soft-dialog tracker is told; what is really open may differ.
struct TrackerTold {
  CallId by;
  SubjectId dialog;
  bool open;
  RECORD(TrackerTold, "tracker_told", "by", "dialog", "open");
};
// A window is one of its label, or `number` of a family ("viewer-2"), and then shows a file.
struct WindowOpened {
  CallId by;
  SubjectId window;
  std::uint8_t number = 0;
  PathId path{};
  RECORD(WindowOpened, "window_opened", "by", "window", "number", "path");
};
struct WindowClosed {
  CallId by;
  SubjectId window;
  std::uint8_t number = 0;
  PathId path{};
  RECORD(WindowClosed, "window_closed", "by", "window", "number", "path");
};
// What rows ask for before they dispatch (Items, Path); while nothing is said there are some.
struct Stands {
  ProbeKind of{};
  std::uint32_t value = 0;
  RECORD(Stands, "stands", "of", "value");
};
// So many listeners for replies are left of calls that are over.
struct ListenersLeft {
  std::uint8_t count = 0;
  RECORD(ListenersLeft, "listeners_left", "count");
};
struct FrontendRestarted {
  RECORD(FrontendRestarted, "frontend_restarted");
};

// A client reads the panes, and is told this: one whose call just ended with OK, or any other.
struct PanesRead {
  Reading told;
  RECORD(PanesRead, "panes_read", "told");
};

using Fact = std::variant<TimePassed, Processed, ProcessedElsewhere, TakenBack, TrackerReady,
                          WindowsReady, TrackerTold, WindowOpened, WindowClosed, FrontendRestarted,
                          PanesRead, ProcessedLate, Stands, ListenersLeft>;

// What the engine hears, with its cause: of a push as of a fact, of a reply the call in flight
// whose round trip it names (the frontend's word, not the truth), of all else no call.
struct Heard {
  CallId by;
  Happening what;
  bool operator==(const Heard&) const = default;
};

// What an observer sees.
using Seen = std::variant<Heard, Fact, Command>;

}  // namespace port::ack
