// What an observer of one "execute code" call may see: what the world did, and what
// the subject did. Judges read nothing else; they know no engine and no timer of it.
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <variant>

namespace spec::modality {

// Terms.

enum class Mode : std::uint8_t { SmartNonModal, NonModal, Unleashed, Raw };
enum class ProgressAtGate : std::uint8_t { Tolerate, Refuse };
enum class Defect : std::uint8_t { None, UnknownMode, FormerParameter, BadTimeout };
enum class Modality : std::uint8_t { None, Progress, Dialog };
enum class Lane : std::uint8_t { Main, Monitor };
enum class CloseAnswer : std::uint8_t { Accepted, Refused, Gone };
enum class Artifact : std::uint8_t { Screenshot, ThreadDump };
enum class Scope : std::uint8_t { All, Project, Settings };
enum class Stage : std::uint8_t { Surface, Sweep, Wait, Gate, Sync, Smart, Monitor, Body, Post };
enum class Verdict : std::uint8_t { Ok, Failed };
enum class Outcome : std::uint8_t { Closed, Refused, Pending };
enum class Warning : std::uint8_t { SyncSkipped, SmartSkipped, PostSyncSkipped, PostSyncFailed };

enum class Reason : std::uint8_t {
  None,
  UnknownMode,
  FormerParameter,
  BadTimeout,
  CalledFromEdt,
  DialogAtGate,
  ProgressAtGate,
  ProgressOutlivedBudget,
  ModalBeforeSync,
  ModalDuringSync,
  SyncTimedOut,
  ModalBeforeSmart,
  ModalAfterSmart,
  SmartTimedOut,
  ModalAsserted,
  DialogDuringBody,
  BodyThrew,
  BodyTimedOut,
};

enum class Method : std::uint8_t {
  CloseModalDialogs,
  MonitorAndCloseModalDialogs,
  AllowModalDialog,
  EnterModalDialogAllowed,
  LeaveModalDialogAllowed,
  SyncDocuments,
  SaveProject,
  WaitForSmartMode,
  AssertNonModal,
  IsModal,
  IsSmartMode,
  AwaitProgress,
};

using Dialog = std::uint8_t;  // Unique for as long as the call lasts.

// Topmost first; zero beyond `count`.
struct Dialogs {
  std::array<Dialog, 8> ids{};
  std::uint8_t count = 0;
  bool operator==(const Dialogs&) const = default;
};

// The letters of the behaviour table. Read for Mode::Raw only.
struct Tuple {
  bool s = false, a = false, r = false, d = false, w = false;
  ProgressAtGate progress = ProgressAtGate::Tolerate;
  bool await_dispose = true;
  bool operator==(const Tuple&) const = default;
};

// In whole milliseconds. The defaults are the real constants.
struct Limits {
  std::int32_t monitor_period_ms = 1'000;
  std::int32_t sync_bound_ms = 60'000;
  std::int32_t smart_bound_ms = 60'000;
  std::int32_t poll_period_ms = 500;
  std::int32_t wait_budget_ms = 120'000;
  std::int32_t note_period_ms = 20'000;
  std::int32_t dispose_bound_ms = 5'000;
};

// What the world did.

struct TimePassed {
  std::int32_t ms;
};
struct Called {
  Mode mode;
  Tuple raw;
  Defect defect;
  bool from_edt;
  std::int32_t body_timeout_ms;
};
// Answers to what the subject asked for.
struct ModalityAnswered {
  Lane lane;
  Modality modality;
};
struct DialogsAnswered {
  Lane lane;
  Dialogs dialogs;
};
struct SmartAnswered {
  Lane lane;
  bool smart;
};
struct CloseAnswered {
  Lane lane;
  Dialog dialog;
  CloseAnswer answer;
};
struct WriteEnded {
  Lane lane;
};
struct SmartReached {
  Lane lane;
};
// The body.
struct MethodCalled {
  std::uint8_t call;
  Method method;
  bool await_dispose, force, project_only;
};
struct BodyReturned {};
struct BodyThrew {};
// Facts, seen or not by the subject.
struct DialogOpened {
  Dialog dialog;
  bool modal;
};
struct DialogDisposed {
  Dialog dialog;
};
struct ProgressStarted {};
struct ProgressEnded {};
struct IndexingStarted {};
struct IndexingEnded {};
struct ImportFinished {};
struct WriteBegan {
  Lane lane;
};                           // A commit, save or refresh left the queue and runs.
struct EditMade {};          // The body changed a document; the disk lacks it.
struct EditsReachedDisk {};  // The disk holds all that the body wrote.

// What the subject did.

struct ModalityAsked {
  Lane lane;
};
struct DialogsAsked {
  Lane lane;
};
struct SmartAsked {
  Lane lane;
};
struct CloseAsked {
  Lane lane;
  Dialog dialog;
};
struct CommitAsked {
  Lane lane;
  Scope scope;
};
struct SaveAsked {
  Lane lane;
  Scope scope;
};
struct RefreshAsked {
  Lane lane;
};
struct SmartAwaited {
  Lane lane;
};
struct Cancelled {
  Lane lane;
};
struct Captured {
  Artifact artifact;
  Stage cause;
};
struct RefreshScheduled {};
struct BodyStarted {};
struct BodyCancelled {};
struct MethodReturned {
  std::uint8_t call;
  std::int32_t value;
};
struct MethodRefused {
  std::uint8_t call;
};
struct DialogReported {
  Dialog dialog;
  Outcome outcome;
};
struct SmartWaitReported {
  std::int32_t waited_ms;
};
struct ProgressReported {
  std::int32_t waited_ms;
};
struct Warned {
  Warning warning;
  Reason reason;
};
struct Finished {
  Verdict verdict;
  Stage stage;
  Reason reason;
  Modality blocked_by;
};

using Fact =
    std::variant<TimePassed, Called, ModalityAnswered, DialogsAnswered, SmartAnswered,
                 CloseAnswered, WriteEnded, SmartReached, MethodCalled, BodyReturned, BodyThrew,
                 DialogOpened, DialogDisposed, ProgressStarted, ProgressEnded, IndexingStarted,
                 IndexingEnded, ImportFinished, WriteBegan, EditMade, EditsReachedDisk>;

using Act =
    std::variant<ModalityAsked, DialogsAsked, SmartAsked, CloseAsked, CommitAsked, SaveAsked,
                 RefreshAsked, SmartAwaited, Cancelled, Captured, RefreshScheduled, BodyStarted,
                 BodyCancelled, MethodReturned, MethodRefused, DialogReported, SmartWaitReported,
                 ProgressReported, Warned, Finished>;

}  // namespace spec::modality
