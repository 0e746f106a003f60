// The words of the area modality: what a caller of "execute code" asks for, and the names of
// things. Shapes only: what a mode stands for, and the real constants, stand in the engine and
// in the specification, each for itself.
#pragma once
#include <cstdint>

#include "port/flat_list.h"
#include "port/time.h"
#include "port/words.h"

namespace port::modality {

// What a caller asks for.

enum class Mode : std::uint8_t { SmartNonModal, NonModal, Unleashed, Raw };
WORDS(Mode, "smart_non_modal", "non_modal", "unleashed", "raw");

// Whose table says what a mode stands for: the public one with its addendum, or that before it.
enum class Revision : std::uint8_t { Addendum, Rev5 };
WORDS(Revision, "addendum", "rev5");

// What a progress without any dialog does at the gate (MOD-33).
enum class ProgressAtGate : std::uint8_t { Tolerate, Refuse };
WORDS(ProgressAtGate, "tolerate", "refuse");

// The letters are those of the behaviour table. All false and Tolerate: do nothing.
struct Options {
  bool close_on_start = false;       // S: sweep before the gate.
  bool allow_at_gate = false;        // A: a dialog at the gate does not fail the run.
  bool close_while_running = false;  // R: the monitor watches the body.
  bool sync_documents = false;       // D: before the body.
  bool wait_smart = false;           // W: before the body.
  bool await_dispose = true;         // The sweep waits for each disposal (MOD-12).
  bool await_progress = false;       // The dialog-less wait before the gate (MOD-20).
  bool sync_after = false;           // Post-flight (MOD-80); a raw tuple has it iff D.
  ProgressAtGate progress = ProgressAtGate::Tolerate;
  RECORD(Options, "options", "close_on_start", "allow_at_gate", "close_while_running",
         "sync_documents", "wait_smart", "await_dispose", "await_progress", "sync_after",
         "progress");
};

// What is wrong with a request before anything runs (MOD-01, MOD-71).
enum class Defect : std::uint8_t { None, UnknownMode, FormerParameter, BadTimeout };
WORDS(Defect, "none", "unknown_mode", "former_parameter", "bad_timeout");

struct Request {
  Mode mode = Mode::SmartNonModal;
  Options raw{};  // Read for Mode::Raw only.
  Defect defect = Defect::None;
  bool from_edt = false;    // The caller sits on the event dispatch thread (MOD-90).
  Duration body_timeout{};  // More than zero, else the call is refused.
  RECORD(Request, "request", "mode", "raw", "defect", "from_edt", "body_timeout_ms");
};

// Bounds and periods, all at least one millisecond but wait_budget, where 0 disables.
struct Limits {
  Duration monitor_period;
  Duration sync_bound;
  Duration smart_bound;
  Duration poll_period;
  Duration wait_budget;
  Duration note_period;
  Duration dispose_bound;  // From the close request, per dialog.
  Duration capture_bound;  // Of the captures that are taken side by side (MOD-93).
  Duration look_bound;     // Of one look or listing, from the asking (MOD-94).
  RECORD(Limits, "limits", "monitor_period_ms", "sync_bound_ms", "smart_bound_ms", "poll_period_ms",
         "wait_budget_ms", "note_period_ms", "dispose_bound_ms", "capture_bound_ms",
         "look_bound_ms");
};

// Names of things.

// A dialog, for as long as the call lasts; titles stay with the driver.
using DialogId = Id<struct DialogIdKind, std::uint8_t>;

// The text of an error that the script threw; the driver keeps it. Zero: none.
using TextId = Id<struct TextIdKind, std::uint8_t>;

// What shows, topmost first: the topmost `dialogs_max`. What lies below them is not listed, so
// however many an IDE shows, a listing can be told (MOD-91).
inline constexpr std::uint8_t dialogs_max = 8;
struct DialogList : FlatList<DialogId, dialogs_max> {
  void push_back(DialogId next) {
    if (!full()) FlatList::push_back(next);
  }
  bool operator==(const DialogList&) const = default;
};

// At most one operation of each lane is under way.
enum class OperationId : std::uint8_t { Main, Monitor };
WORDS(OperationId, "main", "monitor");

// One call of a context method; the script chooses the value.
using CallId = Id<struct CallIdKind, std::uint8_t>;

// What blocks the UI. A stack that holds both counts as Dialog.
enum class Modality : std::uint8_t { None, Progress, Dialog };
WORDS(Modality, "none", "progress", "dialog");

enum class Method : std::uint8_t {
  CloseModalDialogs,            // MOD-100. Returns how many it closed.
  MonitorAndCloseModalDialogs,  // MOD-101, MOD-64 to MOD-66.
  AllowModalDialog,             // MOD-102, MOD-66.
  EnterModalDialogAllowed,      // MOD-69: the block begins,
  LeaveModalDialogAllowed,      // and ends, also by a throw.
  SyncDocuments,                // MOD-103, MOD-107, MOD-108.
  SaveProject,                  // MOD-108: the project's settings only.
  WaitForSmartMode,             // MOD-104. Returns the milliseconds waited.
  AssertNonModal,               // MOD-105.
  IsModal,                      // MOD-106. Returns 0 or 1.
  IsSmartMode,                  // MOD-106. Returns 0 or 1.
  AwaitProgress,                // The dialog-less wait of MOD-04; internal.
};
WORDS(Method, "closeModalDialogs", "monitorAndCloseModalDialogs", "allowModalDialog",
      "enterModalDialogAllowed", "leaveModalDialogAllowed", "syncDocuments", "saveProject",
      "waitForSmartMode", "assertNonModal", "isModal", "isSmartMode", "awaitProgress");

struct MethodCall {
  Method method = Method::IsModal;
  bool await_dispose = true;  // CloseModalDialogs.
  bool force = false;         // SyncDocuments: no assert, no commit, no looks between.
  bool project_only = false;  // SyncDocuments.
  RECORD(MethodCall, "method_call", "method", "await_dispose", "force", "project_only");
};

enum class CloseAnswer : std::uint8_t {
  Accepted,  // Disposal follows, or a question comes first.
  Refused,   // The dialog stays.
  Gone,      // It was no longer there.
};
WORDS(CloseAnswer, "accepted", "refused", "gone");

enum class Timer : std::uint8_t { Dispose, Poll, Bound, Tick, Body, Capture, Look };
WORDS(Timer, "dispose", "poll", "bound", "tick", "body", "capture", "look");
inline constexpr std::uint8_t timer_count = words<Timer>.size();

// What a result and its parts say.

enum class Artifact : std::uint8_t { Screenshot, ThreadDump };
WORDS(Artifact, "screenshot", "thread_dump");
inline constexpr std::uint8_t artifact_kinds = words<Artifact>.size();
enum class Scope : std::uint8_t { All, Project, Settings };
WORDS(Scope, "all", "project", "settings");
enum class Extent : std::uint8_t { Dirty, All };  // Of a save, within its scope.
WORDS(Extent, "dirty", "all");

// The documents of an IDE: one of the project, one outside it, and the project's settings.
enum class DocumentName : std::uint8_t { Project, Outside, Settings };
WORDS(DocumentName, "project", "outside", "settings");
inline constexpr std::size_t documents_max = 3;
enum class TouchedBy : std::uint8_t {
  Edit,   // The body changed it in the editor.
  Write,  // A commit, save or refresh that was asked for.
  Other,  // Somebody behind the IDE, or a scheduled refresh.
};
WORDS(TouchedBy, "edit", "write", "other");

enum class Stage : std::uint8_t { Surface, Sweep, Wait, Gate, Sync, Smart, Monitor, Body, Post };
WORDS(Stage, "surface", "sweep", "wait", "gate", "sync", "smart", "monitor", "body", "post");
enum class Verdict : std::uint8_t { Ok, Failed };
WORDS(Verdict, "ok", "failed");
enum class Outcome : std::uint8_t { Closed, Refused, Pending };  // Of a dialog in a sweep.
WORDS(Outcome, "closed", "refused", "pending");
enum class Warning : std::uint8_t { SyncSkipped, SmartSkipped, PostSyncSkipped, PostSyncFailed };
WORDS(Warning, "sync_skipped", "smart_skipped", "post_sync_skipped", "post_sync_failed");

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
  IdeNotResponding,        // MOD-94
  Cancelled,               // MOD-110
};
WORDS(Reason, "none", "unknown_mode", "former_parameter", "bad_timeout", "called_from_edt",
      "dialog_at_gate", "progress_at_gate", "progress_outlived_budget", "modal_before_sync",
      "modal_during_sync", "sync_timed_out", "modal_before_smart", "modal_after_smart",
      "smart_timed_out", "modal_asserted", "dialog_during_body", "body_threw", "body_timed_out",
      "ide_not_responding", "cancelled");

}  // namespace port::modality
