// What an engine of the area modality hears.
#pragma once
#include <variant>

#include "port/modality/words.h"

namespace port::modality {

// The call. Once, and before anything else.
struct Called {
  Request request;
  bool operator==(const Called&) const = default;
};

// Completions of operations: with the id of what they answer, and none behind its Cancel.

// <- ReadModality, which no modal withholds (MOD-92).
struct ModalityRead {
  OperationId operation;
  Modality modality;
  bool operator==(const ModalityRead&) const = default;
};
// <- ListDialogs. Topmost first; modal ones only, and the topmost `dialogs_max` if there are more.
struct DialogsListed {
  OperationId operation;
  DialogList dialogs;
  bool operator==(const DialogsListed&) const = default;
};
// <- ReadSmart. Whether no indexing runs; an import of the build does not count (MOD-55).
struct SmartRead {
  OperationId operation;
  bool smart;
  bool operator==(const SmartRead&) const = default;
};
// <- CloseDialog, of the same dialog. That it has gone is told apart: DialogDisposed, which may
// come before.
struct CloseAnswered {
  OperationId operation;
  DialogId dialog;
  CloseAnswer answer;
  bool operator==(const CloseAnswered&) const = default;
};
// <- Commit, Save or Refresh: it has been carried out.
struct WriteEnded {
  OperationId operation;
  bool operator==(const WriteEnded&) const = default;
};
// <- AwaitSmart. Of this moment: indexing may begin again (MOD-54).
struct SmartReached {
  OperationId operation;
  bool operator==(const SmartReached&) const = default;
};

// <- Capture. A screenshot or a thread dump is kept with the execution.
struct Captured {
  Artifact artifact;
  bool operator==(const Captured&) const = default;
};

// The time of a StartTimer is up: it does not run any more.
struct TimerFired {
  Timer timer;
  bool operator==(const TimerFired&) const = default;
};

// The body.

// -> Return or Refuse, unless the body ends before. Behind the end of the call it is refused
// (MOD-109).
struct MethodCalled {
  CallId call;
  MethodCall method;
  bool operator==(const MethodCalled&) const = default;
};
// The script is over. Behind a CancelBody that changes nothing (MOD-67).
struct BodyReturned {
  bool operator==(const BodyReturned&) const = default;
};
// Likewise, with an error (MOD-72).
struct BodyThrew {
  TextId text{};                 // Of the error, for Finish.
  bool index_not_ready = false;  // It read an index that was dumb (MOD-114).
  bool operator==(const BodyThrew&) const = default;
};

// The caller withdraws, or is gone: nobody waits for a result any more (MOD-110).
struct Cancelled {
  bool operator==(const Cancelled&) const = default;
};

// A dialog, modal or not, no longer shows, whoever closed it.
struct DialogDisposed {
  DialogId dialog;
  bool operator==(const DialogDisposed&) const = default;
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

namespace port {

// clang-format off
template <>
inline constexpr Record record<modality::Called>{"called", "request"};
template <>
inline constexpr Record record<modality::ModalityRead>{"modality_read", "operation", "modality"};
template <>
inline constexpr Record record<modality::DialogsListed>{"dialogs_listed", "operation", "dialogs"};
template <>
inline constexpr Record record<modality::SmartRead>{"smart_read", "operation", "smart"};
template <>
inline constexpr Record record<modality::CloseAnswered>{
    "close_answered", "operation", "dialog", "answer"};
template <>
inline constexpr Record record<modality::WriteEnded>{"write_ended", "operation"};
template <>
inline constexpr Record record<modality::SmartReached>{"smart_reached", "operation"};
template <>
inline constexpr Record record<modality::Captured>{"captured", "artifact"};
template <>
inline constexpr Record record<modality::TimerFired>{"timer_fired", "timer"};
template <>
inline constexpr Record record<modality::MethodCalled>{"method_called", "call", "method"};
template <>
inline constexpr Record record<modality::BodyReturned>{"body_returned"};
template <>
inline constexpr Record record<modality::BodyThrew>{
    "body_threw", "text", "index_not_ready"};
template <>
inline constexpr Record record<modality::Cancelled>{"cancelled"};
template <>
inline constexpr Record record<modality::DialogDisposed>{"dialog_disposed", "dialog"};
// clang-format on

}  // namespace port
