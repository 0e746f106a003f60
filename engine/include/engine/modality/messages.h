// What the modality policy is told and what it tells its driver.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <variant>

#include "engine/modality/terms.h"

namespace engine::modality {

// Events: what happened.

struct Called {
  Request request;
  bool operator==(const Called&) const = default;
};

// Completions.

struct ModalityRead {
  OperationId operation;
  Modality modality;
  bool operator==(const ModalityRead&) const = default;
};
// Topmost first; modal ones only.
struct DialogsListed {
  OperationId operation;
  DialogList dialogs;
  bool operator==(const DialogsListed&) const = default;
};
struct SmartRead {
  OperationId operation;
  bool smart;
  bool operator==(const SmartRead&) const = default;
};
struct CloseAnswered {
  OperationId operation;
  DialogId dialog;
  CloseAnswer answer;
  bool operator==(const CloseAnswered&) const = default;
};
// Commit, Save or Refresh.
struct WriteEnded {
  OperationId operation;
  bool operator==(const WriteEnded&) const = default;
};
struct SmartReached {
  OperationId operation;
  bool operator==(const SmartReached&) const = default;
};
struct TimerFired {
  Timer timer;
  bool operator==(const TimerFired&) const = default;
};

// The body.

struct MethodCalled {
  CallId call;
  MethodCall method;
  bool operator==(const MethodCalled&) const = default;
};
struct BodyReturned {
  bool operator==(const BodyReturned&) const = default;
};
struct BodyThrew {
  bool operator==(const BodyThrew&) const = default;
};

// Facts. Of these the engine uses DialogDisposed alone, during a sweep.

struct DialogOpened {
  DialogId dialog;
  bool modal;
  bool operator==(const DialogOpened&) const = default;
};
struct DialogDisposed {
  DialogId dialog;
  bool operator==(const DialogDisposed&) const = default;
};
struct ProgressStarted {
  bool operator==(const ProgressStarted&) const = default;
};
struct ProgressEnded {
  bool operator==(const ProgressEnded&) const = default;
};
struct IndexingStarted {
  bool operator==(const IndexingStarted&) const = default;
};
struct IndexingEnded {
  bool operator==(const IndexingEnded&) const = default;
};
struct ImportFinished {
  bool operator==(const ImportFinished&) const = default;
};

using Happening = std::variant<Called, ModalityRead, DialogsListed, SmartRead, CloseAnswered,
                               WriteEnded, SmartReached, TimerFired, MethodCalled, BodyReturned,
                               BodyThrew, DialogOpened, DialogDisposed, ProgressStarted,
                               ProgressEnded, IndexingStarted, IndexingEnded, ImportFinished>;

struct Event {
  port::Instant at;  // Never decreases.
  Happening what;
  bool operator==(const Event&) const = default;
};

// Commands: what the driver must do, in order, once each.

enum class Artifact : std::uint8_t { Screenshot, ThreadDump };
enum class Scope : std::uint8_t { All, Project, Settings };
enum class Stage : std::uint8_t { Surface, Sweep, Wait, Gate, Sync, Smart, Monitor, Body, Post };
enum class Verdict : std::uint8_t { Ok, Failed };
enum class Outcome : std::uint8_t { Closed, Refused, Pending };  // Of a dialog in a sweep.
enum class Warning : std::uint8_t { SyncSkipped, SmartSkipped, PostSyncSkipped, PostSyncFailed };

enum class Reason : std::uint8_t {
  None,                    // The call succeeded.
  UnknownMode,             // MOD-01
  FormerParameter,         // MOD-01
  BadTimeout,              // MOD-71
  CalledFromEdt,           // MOD-90
  DialogAtGate,            // MOD-31; also MOD-21.
  ProgressAtGate,          // MOD-33
  ProgressOutlivedBudget,  // MOD-22
  ModalBeforeSync,         // MOD-41
  ModalDuringSync,         // MOD-43
  SyncTimedOut,            // MOD-42
  ModalBeforeSmart,        // MOD-51
  ModalAfterSmart,         // MOD-56
  SmartTimedOut,           // MOD-52
  ModalAsserted,           // MOD-105
  DialogDuringBody,        // MOD-61
  BodyThrew,               // MOD-72
  BodyTimedOut,            // MOD-71
};

// Operations: answered by a completion with the same id.

// -> ModalityRead
struct ReadModality {
  OperationId operation;
  bool operator==(const ReadModality&) const = default;
};
// -> DialogsListed
struct ListDialogs {
  OperationId operation;
  bool operator==(const ListDialogs&) const = default;
};
// -> SmartRead
struct ReadSmart {
  OperationId operation;
  bool operator==(const ReadSmart&) const = default;
};
// -> CloseAnswered
struct CloseDialog {
  OperationId operation;
  DialogId dialog;
  bool operator==(const CloseDialog&) const = default;
};
// -> WriteEnded
struct Commit {
  OperationId operation;
  Scope scope;
  bool operator==(const Commit&) const = default;
};
// -> WriteEnded
struct Save {
  OperationId operation;
  Scope scope;
  bool operator==(const Save&) const = default;
};
// -> WriteEnded
struct Refresh {
  OperationId operation;
  bool operator==(const Refresh&) const = default;
};
// -> SmartReached
struct AwaitSmart {
  OperationId operation;
  bool operator==(const AwaitSmart&) const = default;
};
// Withheld work must never run.
struct Cancel {
  OperationId operation;
  bool operator==(const Cancel&) const = default;
};

// Timers. Starting a running one restarts it; stopping an idle one is not asked for.

struct StartTimer {
  Timer timer;
  port::Duration after;
  bool operator==(const StartTimer&) const = default;
};
struct StopTimer {
  Timer timer;
  bool operator==(const StopTimer&) const = default;
};

// The rest is done at once, without a completion.

struct Capture {
  Artifact artifact;
  Stage cause;
  bool operator==(const Capture&) const = default;
};
// MOD-84
struct ScheduleRefresh {
  bool operator==(const ScheduleRefresh&) const = default;
};
struct StartBody {
  bool operator==(const StartBody&) const = default;
};
struct CancelBody {
  bool operator==(const CancelBody&) const = default;
};
// 0 where the method gives nothing.
struct Return {
  CallId call;
  std::int32_t value;
  bool operator==(const Return&) const = default;
};
// MOD-109
struct Refuse {
  CallId call;
  bool operator==(const Refuse&) const = default;
};
// MOD-13
struct ReportDialog {
  DialogId dialog;
  Outcome outcome;
  bool operator==(const ReportDialog&) const = default;
};
// MOD-53
struct ReportSmartWait {
  port::Duration waited;
  bool operator==(const ReportSmartWait&) const = default;
};
// MOD-23
struct ReportProgress {
  port::Duration waited;
  bool operator==(const ReportProgress&) const = default;
};
struct Warn {
  Warning warning;
  Reason reason;
  bool operator==(const Warn&) const = default;
};
struct Finish {
  Verdict verdict;
  Stage stage;  // Post on success.
  Reason reason;
  Modality blocked_by;  // What was read when a modal failed the run, else None.
  bool operator==(const Finish&) const = default;
};

using Command = std::variant<ReadModality, ListDialogs, ReadSmart, CloseDialog, Commit, Save,
                             Refresh, AwaitSmart, Cancel, StartTimer, StopTimer, Capture,
                             ScheduleRefresh, StartBody, CancelBody, Return, Refuse, ReportDialog,
                             ReportSmartWait, ReportProgress, Warn, Finish>;
using Commands = boost::container::static_vector<Command, 32>;

// The order of commands within one step.
//
// Call accepted:   ScheduleRefresh, then the first pre-flight command.
// Sweep:           ListDialogs; when any showed: Capture(ThreadDump), then for each dialog
//                  Capture(Screenshot), CloseDialog; after the last: ReportDialog for each
//                  dialog in the order of closing (a Gone one is left out), then what follows.
// Wait:            ReadModality at once, at each poll and at the budget; ReportProgress first
//                  when a note period has passed.
// Gate:            ReadModality; skipped steps warn Sync before Smart.
// Sync:            ReadModality, Commit, ReadModality, Save, ReadModality, Refresh,
//                  ReadModality. Forced: Save, Refresh. SaveProject: ReadModality, Save
//                  (Scope::Settings), ReadModality.
// Smart:           ReadModality, AwaitSmart, ReadModality, then ReportSmartWait (pre-flight)
//                  or Return (method).
// Any ending:      Cancel of operations under way (Main, then Monitor), CancelBody if the body
//                  still runs, Capture(Screenshot) before Capture(ThreadDump) as far as the
//                  rule wants them, ScheduleRefresh, Finish. The cause of a capture is the
//                  stage of the rule that wants it: a failed assertNonModal or AwaitProgress
//                  says Gate, a sync Sync (also in a method and post-flight), a timeout Body.
// Monitor trips:   Cancel(Main) if under way, CancelBody, Capture(ThreadDump, Monitor), then the
//                  sweep over the very list that tripped it (screenshots say Monitor).
// A failed method: ends the run with stage Body and the reason of the step it stands for.
// StartTimer and StopTimer may stand anywhere; an observer does not see them.

}  // namespace engine::modality
