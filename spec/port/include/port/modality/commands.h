// What an engine of the area modality says: what its driver must do, in order, once each.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "port/modality/words.h"

namespace port::modality {

// Operations: answered by a completion with the same id.

// -> ModalityRead
struct ReadModality {
  OperationId operation;
  RECORD(ReadModality, "read_modality", "operation");
};
// -> DialogsListed
struct ListDialogs {
  OperationId operation;
  RECORD(ListDialogs, "list_dialogs", "operation");
};
// -> SmartRead
struct ReadSmart {
  OperationId operation;
  RECORD(ReadSmart, "read_smart", "operation");
};
// -> CloseAnswered
struct CloseDialog {
  OperationId operation;
  DialogId dialog;
  RECORD(CloseDialog, "close_dialog", "operation", "dialog");
};
// -> WriteEnded
struct Commit {
  OperationId operation;
  Scope scope;
  RECORD(Commit, "commit", "operation", "scope");
};
// -> WriteEnded
struct Save {
  OperationId operation;
  Scope scope;
  bool forced = false;  // It is not withheld by a dialog (MOD-107).
  Extent extent = Extent::Dirty;
  RECORD(Save, "save", "operation", "scope", "forced", "extent");
};
// -> WriteEnded
struct Refresh {
  OperationId operation;
  Scope scope;
  bool forced = false;
  RECORD(Refresh, "refresh", "operation", "scope", "forced");
};
// -> SmartReached
struct AwaitSmart {
  OperationId operation;
  RECORD(AwaitSmart, "await_smart", "operation");
};
// Withheld work must never run.
struct Cancel {
  OperationId operation;
  RECORD(Cancel, "cancel", "operation");
};

// Timers. Starting a running one restarts it; stopping an idle one does nothing.

struct StartTimer {
  Timer timer;
  Duration after;
  RECORD(StartTimer, "start_timer", "timer", "after_ms");
};
struct StopTimer {
  Timer timer;
  RECORD(StopTimer, "stop_timer", "timer");
};

// Captures take time. One of a kind is under way at most; both may be.

// -> Captured
struct Capture {
  Artifact artifact;
  Stage cause;
  RECORD(Capture, "capture", "artifact", "cause");
};
// Nobody waits for it any more: the result will say so (MOD-93). No completion may follow.
struct DropCapture {
  Artifact artifact;
  RECORD(DropCapture, "drop_capture", "artifact");
};

// The rest is done at once, without a completion.

// MOD-84
struct ScheduleRefresh {
  RECORD(ScheduleRefresh, "schedule_refresh");
};
struct StartBody {
  RECORD(StartBody, "start_body");
};
struct CancelBody {
  RECORD(CancelBody, "cancel_body");
};
// 0 where the method gives nothing. A sweep gives the dialogs that it closed, in order: the driver
// knows their titles (MOD-15).
struct Return {
  CallId call;
  std::int32_t value;
  DialogList closed{};
  RECORD(Return, "return", "call", "value", "closed");
};
// MOD-109
struct Refuse {
  CallId call;
  RECORD(Refuse, "refuse", "call");
};
// MOD-13
struct ReportDialog {
  DialogId dialog;
  Outcome outcome;
  RECORD(ReportDialog, "report_dialog", "dialog", "outcome");
};
// MOD-53
struct ReportSmartWait {
  Duration waited;
  RECORD(ReportSmartWait, "report_smart_wait", "waited_ms");
};
// MOD-23
struct ReportProgress {
  Duration waited;
  RECORD(ReportProgress, "report_progress", "waited_ms");
};
// `reason`: why a sync failed post-flight (MOD-81); None for what was skipped.
struct Warn {
  Warning warning;
  Reason reason;
  RECORD(Warn, "warn", "warning", "reason");
};
// Why the call will end: once, before anything of the ending, as Finish will say.
struct Decide {
  Stage stage;
  Reason reason;
  RECORD(Decide, "decide", "stage", "reason");
};
struct Finish {
  Verdict verdict;
  Stage stage;  // Post on success; never Sweep or Wait, which fail nothing themselves.
  Reason reason;
  Modality blocked_by;         // What was read when a modal failed the run, else None.
  std::uint8_t artifacts = 0;  // Of a failure: how many were captured, up to 255 (MOD-74).
  TextId text{};               // Of a script error: its own (MOD-72).
  bool retry_later = false;    // Trying again later may mend it (MOD-114).
  RECORD(Finish, "finish", "verdict", "stage", "reason", "blocked_by", "artifacts", "text",
         "retry_later");
};

using Command = std::variant<ReadModality, ListDialogs, ReadSmart, CloseDialog, Commit, Save,
                             Refresh, AwaitSmart, Cancel, StartTimer, StopTimer, Capture,
                             DropCapture, ScheduleRefresh, StartBody, CancelBody, Return, Refuse,
                             ReportDialog, ReportSmartWait, ReportProgress, Warn, Decide, Finish>;

// As many as one event may bring.
inline constexpr std::size_t commands_max = 32;
using Commands = boost::container::static_vector<Command, commands_max>;

// Timers are the engine's own affair: an observer does not see them.
constexpr bool is_observed(const Command& command) {
  return !std::holds_alternative<StartTimer>(command) &&
         !std::holds_alternative<StopTimer>(command);
}

}  // namespace port::modality
