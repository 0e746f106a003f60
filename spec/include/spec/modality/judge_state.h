// What a Judge remembers of one call between two observations.
//
// Flat, without padding, and free of absolute time: an age counts the milliseconds of
// TimePassed since what its comment says. A field that can no longer matter is zero, so
// judges with equal futures have equal bytes.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "spec/modality/words.h"

namespace spec::modality {

// Where the call stands. A comment tells what is owed (the subject must do it now) or
// awaited (the world will answer).
enum class Step : std::uint8_t {
  NotCalled,
  Surface,         // Owed: the result of a refused call.
  Opening,         // Owed: the first ScheduleRefresh.
  SweepAsk,        // Owed: ListDialogs.
  SweepListed,     // Awaited: the dialogs that show.
  SweepDump,       // Owed: the thread dump of a sweep with dialogs.
  SweepShot,       // Owed: the screenshot before a close.
  SweepClose,      // Owed: CloseDialog.
  SweepAnswer,     // Awaited: CloseAnswered, within the dispose bound.
  SweepDisposal,   // Awaited: DialogDisposed, within the dispose bound.
  SweepReport,     // Owed: a ReportDialog.
  WaitAsk,         // Owed: a look of the dialog-less wait, perhaps after a note.
  WaitRead,        // Awaited: its answer.
  WaitIdle,        // The time between two looks.
  GateAsk,         // Owed: the gate's read.
  GateRead,        // Awaited: its answer.
  SyncAsk,         // Owed: a look of the sync.
  SyncRead,        // Awaited: its answer.
  SyncOp,          // Owed: commit, save or refresh.
  SyncRun,         // Awaited: its end.
  SmartAsk,        // Owed: the look before the smart wait.
  SmartRead,       // Awaited: its answer.
  SmartOp,         // Owed: AwaitSmart.
  SmartRun,        // Awaited: SmartReached.
  SmartAskAgain,   // Owed: the look after the smart wait.
  SmartReadAgain,  // Awaited: its answer.
  SmartReport,     // Owed: ReportSmartWait.
  SkipSync,        // Owed: the warning of a skipped sync.
  SkipSmart,       // Owed: the warning of a skipped smart wait.
  BodyStart,       // Owed: StartBody.
  Body,            // The body runs and no method with it.
  ProbeAsk,        // Owed: the read of isModal or assertNonModal.
  ProbeRead,       // Awaited: its answer.
  ProbeSmartAsk,   // Owed: the read of isSmartMode.
  ProbeSmartRead,  // Awaited: its answer.
  Return,          // Owed: Return.
  PostAsk,         // Owed: the post-flight's fresh read.
  PostRead,        // Awaited: its answer.
  PostWarn,        // Owed: the warning of the post-flight.
  EndShot,         // Owed: the screenshot of an ending.
  EndDump,         // Owed: the thread dump of an ending.
  EndRefresh,      // Owed: the last ScheduleRefresh.
  EndFinish,       // Owed: Finish.
  Ended,
  Broken,  // A rule is broken; nothing is judged any more.
};

// On whose behalf a step is taken.
enum class Owner : std::uint8_t { PreFlight, Body, Trip, PostFlight };

// Why the monitor's next tick comes when it comes.
enum class Watch : std::uint8_t {
  Plain,
  Contradiction,  // Armed by the options of row 4 or 8; the first tick finds the survivor.
  ByMethod,       // Armed by monitorAndCloseModalDialogs; the first tick is to come.
  AfterAllow,     // The same after an allowModalDialog.
  Restored,       // Armed again in a withModalDialogAllowed block, or by its end.
  Twice,          // Started more than once.
};

// Bits of JudgeState::flags.
namespace flags {
enum Flag : std::uint32_t {
  // The plan. A letter is cleared once its step is behind.
  plan_sweep = 1u << 0,
  plan_proceed = 1u << 1,  // Past a modal of either kind.
  plan_watch = 1u << 2,
  plan_sync = 1u << 3,
  plan_smart = 1u << 4,
  plan_refuse_progress = 1u << 5,
  plan_await_dispose = 1u << 6,
  plan_wait = 1u << 7,
  plan_post = 1u << 8,
  // Owed before what the step owes.
  owe_cancel_main = 1u << 9,
  owe_cancel_monitor = 1u << 10,
  owe_cancel_body = 1u << 11,
  owe_refusal = 1u << 12,
  // The body and its monitor.
  in_body = 1u << 13,
  armed = 1u << 14,
  allowed = 1u << 15,     // An allowModalDialog stopped it.
  tick_asked = 1u << 16,  // A listing of the monitor is unanswered.
  ticked = 1u << 17,      // In this instant.
  looked = 1u << 18,      // The wait has looked in this instant.
  // The method that runs.
  method_await = 1u << 19,
  method_force = 1u << 20,
  method_project = 1u << 21,
  // The world.
  dumb = 1u << 22,
  imported = 1u << 23,
  edits_missing = 1u << 24,  // On the disk.
  write_open = 1u << 25,     // A commit, save or refresh is neither ended nor cancelled.
  // The ending.
  from_wait = 1u << 26,  // The wait failed the gate.
  also_body = 1u << 27,  // What came may also begin the expiry of the body's timeout.
  warned_post = 1u << 28,
  // The reports of a sweep that was cut short, before what the step owes. Until then `dialogs`,
  // `outcomes`, `count` and `cursor` are about it.
  owe_reports = 1u << 29,
};
}  // namespace flags

struct JudgeState {
  std::int32_t age = 0;        // Since the wait, sync, smart wait or close began.
  std::int32_t aside = 0;      // Since the wait's last note; of AwaitSmart; a value to return;
                               // how many dialogs `tripping` has.
  std::int32_t body_left = 0;  // Until the body's timeout.
  std::int32_t tick_age = 0;   // Since the monitor was armed or ticked.
  std::uint32_t flags = 0;
  std::uint32_t showing = 0;   // Modal dialogs, a bit per id modulo 32.
  std::uint32_t elder = 0;     // Those that showed when the monitor was armed, until it ticks.
  std::uint32_t harmless = 0;  // Non-modal dialogs.
  std::array<DialogId, dialogs_max> dialogs{};  // Of the sweep, topmost first.
  // Those that tripped the monitor, while it owes the reports of another sweep.
  std::array<DialogId, dialogs_max> tripping{};
  std::uint16_t outcomes = 0;  // Two bits per dialog of the sweep.
  std::uint8_t count = 0;      // Of the sweep's dialogs.
  std::uint8_t cursor = 0;     // Into them, or the sync's operation.
  Step step = Step::NotCalled;
  Owner owner = Owner::PreFlight;
  Mode mode = Mode::SmartNonModal;
  Reason reason = Reason::None;    // Of the failure or the warning that is under way.
  Modality read = Modality::None;  // The last answer, while its consequences are owed.
  Method method = Method::CloseModalDialogs;
  std::uint8_t call = 0;
  Watch watch = Watch::Plain;
  std::uint8_t blocks = 0;  // Depth of withModalDialogAllowed.
  std::uint8_t memory = 0;  // Whether it was armed before each block, outermost in bit 0.
  std::uint8_t progress = 0;
  std::uint8_t refused = 0;  // The method call that owe_refusal is about.

  constexpr bool has(std::uint32_t flag) const { return (flags & flag) != 0; }
  void set(std::uint32_t flag) { flags |= flag; }
  void clear(std::uint32_t flag) { flags &= ~flag; }

  bool operator==(const JudgeState&) const = default;
};
static_assert(std::is_trivially_copyable_v<JudgeState>);
static_assert(std::has_unique_object_representations_v<JudgeState>);
static_assert(sizeof(JudgeState) <= 64);

}  // namespace spec::modality
