// What an engine of the area modality hears.
#pragma once
#include <variant>

#include "port/modality/words.h"

namespace port::modality {

// The call. Once, and before anything else.
struct Called {
  Request request;
  RECORD(Called, "called", "request");
};

// Completions of operations: with the id of what they answer, and none behind its Cancel.

// <- ReadModality, which no modal withholds (MOD-92).
struct ModalityRead {
  OperationId operation;
  Modality modality;
  RECORD(ModalityRead, "modality_read", "operation", "modality");
};
// <- ListDialogs. Topmost first; modal ones only, and the topmost `dialogs_max` if there are more.
struct DialogsListed {
  OperationId operation;
  DialogList dialogs;
  RECORD(DialogsListed, "dialogs_listed", "operation", "dialogs");
};
// <- ReadSmart. Whether no indexing runs; an import of the build does not count (MOD-55).
struct SmartRead {
  OperationId operation;
  bool smart;
  RECORD(SmartRead, "smart_read", "operation", "smart");
};
// <- CloseDialog, of the same dialog. That it has gone is told apart: DialogDisposed, which may
// come before.
struct CloseAnswered {
  OperationId operation;
  DialogId dialog;
  CloseAnswer answer;
  RECORD(CloseAnswered, "close_answered", "operation", "dialog", "answer");
};
// <- Commit, Save or Refresh: it has been carried out.
struct WriteEnded {
  OperationId operation;
  RECORD(WriteEnded, "write_ended", "operation");
};
// <- AwaitSmart. Of this moment: indexing may begin again (MOD-54).
struct SmartReached {
  OperationId operation;
  RECORD(SmartReached, "smart_reached", "operation");
};

// <- Capture. A screenshot or a thread dump is kept with the execution.
struct Captured {
  Artifact artifact;
  RECORD(Captured, "captured", "artifact");
};

// The time of a StartTimer is up: it does not run any more.
struct TimerFired {
  Timer timer;
  RECORD(TimerFired, "timer_fired", "timer");
};

// The body.

// -> Return or Refuse, unless the body ends before. Behind the end of the call it is refused
// (MOD-109).
struct MethodCalled {
  CallId call;
  MethodCall method;
  RECORD(MethodCalled, "method_called", "call", "method");
};
// The script is over. Behind a CancelBody that changes nothing (MOD-67).
struct BodyReturned {
  RECORD(BodyReturned, "body_returned");
};
// Likewise, with an error (MOD-72).
struct BodyThrew {
  TextId text{};                 // Of the error, for Finish.
  bool index_not_ready = false;  // It read an index that was dumb (MOD-114).
  RECORD(BodyThrew, "body_threw", "text", "index_not_ready");
};

// The caller withdraws, or is gone: nobody waits for a result any more (MOD-110).
struct Cancelled {
  RECORD(Cancelled, "cancelled");
};

// A dialog, modal or not, no longer shows, whoever closed it.
struct DialogDisposed {
  DialogId dialog;
  RECORD(DialogDisposed, "dialog_disposed", "dialog");
};

using Happening = std::variant<Called, ModalityRead, DialogsListed, SmartRead, CloseAnswered,
                               WriteEnded, SmartReached, Captured, TimerFired, MethodCalled,
                               BodyReturned, BodyThrew, DialogDisposed, Cancelled>;

struct Event {
  Instant at;  // Never decreases.
  Happening what;
  bool operator==(const Event&) const = default;
};

// Timers are the engine's own affair: an observer does not see them.
constexpr bool is_observed(const Happening& what) {
  return !std::holds_alternative<TimerFired>(what);
}

}  // namespace port::modality
