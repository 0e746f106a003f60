// The words of the modality policy: what a caller asks for, and the names of things.
#pragma once
#include <compare>
#include <cstdint>

#include "port/flat_list.h"
#include "port/time.h"

namespace engine::modality {

// What a caller asks for.

enum class Mode : std::uint8_t { SmartNonModal, NonModal, Unleashed, Raw };

// What a progress without any dialog does at the gate (MOD-33).
enum class ProgressAtGate : std::uint8_t { Tolerate, Refuse };

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
  bool operator==(const Options&) const = default;
};

// The options that `mode` stands for (MOD-02). Mode::Raw gives those of an empty tuple.
Options options_of(Mode mode);

// What is wrong with a request before anything runs (MOD-01, MOD-71).
enum class Defect : std::uint8_t { None, UnknownMode, FormerParameter, BadTimeout };

struct Request {
  Mode mode = Mode::SmartNonModal;
  Options raw{};  // Read for Mode::Raw only.
  Defect defect = Defect::None;
  bool from_edt = false;                 // The caller sits on the event dispatch thread (MOD-90).
  port::Duration body_timeout{600'000};  // More than zero, else the call is refused.
  bool operator==(const Request&) const = default;
};

// Bounds and periods, all at least one millisecond but wait_budget, where 0 disables.
struct Limits {
  port::Duration monitor_period{1'000};
  port::Duration sync_bound{60'000};
  port::Duration smart_bound{60'000};
  port::Duration poll_period{500};
  port::Duration wait_budget{120'000};
  port::Duration note_period{20'000};
  port::Duration dispose_bound{5'000};  // From the close request, per dialog.
  bool operator==(const Limits&) const = default;
};

// Names of things.

// A dialog, for as long as the call lasts; titles stay with the driver.
struct DialogId {
  std::uint8_t value = 0;
  auto operator<=>(const DialogId&) const = default;
};
inline constexpr std::uint8_t dialogs_max = 8;
using DialogList = port::FlatList<DialogId, dialogs_max>;

// At most one operation of each lane is under way.
enum class OperationId : std::uint8_t { Main, Monitor };

// One call of a context method; the script chooses the value.
struct CallId {
  std::uint8_t value = 0;
  auto operator<=>(const CallId&) const = default;
};

// What blocks the UI. A stack that holds both counts as Dialog.
enum class Modality : std::uint8_t { None, Progress, Dialog };

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

struct MethodCall {
  Method method = Method::IsModal;
  bool await_dispose = true;  // CloseModalDialogs.
  bool force = false;         // SyncDocuments: no assert, no commit, no looks between.
  bool project_only = false;  // SyncDocuments.
  bool operator==(const MethodCall&) const = default;
};

enum class CloseAnswer : std::uint8_t {
  Accepted,  // Disposal follows, or a question comes first.
  Refused,   // The dialog stays.
  Gone,      // It was no longer there.
};

enum class Timer : std::uint8_t { Dispose, Poll, Bound, Tick, Body };
inline constexpr std::uint8_t timer_count = 5;

}  // namespace engine::modality
