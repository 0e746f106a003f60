// Runs one "execute code" call inside an IDE: prepares the IDE, starts the script
// body, watches it, and puts right what the body left (rules MOD-01 to MOD-111).
//
// Pure: no clock, I/O, thread or global, and no allocation. Equal engine and equal
// event give equal engine and equal commands. A flat value without padding: copy it
// to fork a run, hash its bytes to recognise a state. One engine serves one call.
//
// The driver delivers every event in the order of time, carries out the commands in
// order, once each, and answers each operation with the completion that names its id,
// unless the engine cancelled it before: after Cancel no completion may follow.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "engine/modality/profiles.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"

namespace engine::modality {

// The engine.

enum class Phase : std::uint8_t { Idle, PreFlight, Body, Tripped, PostFlight, Ending, Done };

// What the Main lane is busy with. During the body, every step is a method's.
enum class Step : std::uint8_t {
  None,
  SweepList,     // ListDialogs asked.
  SweepShot,     // The captures before a close are under way.
  SweepClose,    // CloseDialog asked.
  SweepDispose,  // Answered; disposal awaited.
  WaitLook,      // ReadModality asked.
  WaitPoll,      // Between two looks.
  GateRead,
  SyncAssert,
  SyncCommit,
  SyncAfterCommit,
  SyncSave,
  SyncAfterSave,
  SyncRefresh,
  SyncAfterRefresh,
  ForcedSave,  // syncDocuments(force).
  ForcedRefresh,
  SettingsAssert,  // saveProject.
  SettingsSave,
  SettingsAfterSave,
  SmartAssert,
  SmartWait,
  SmartAfter,
  AssertRead,  // assertNonModal.
  ModalRead,   // isModal.
  SmartModeRead,
  PostRead,
};

// How far a sweep got with one dialog.
enum class Fate : std::uint8_t {
  Waiting,   // Not closed yet, or the answer or the disposal is awaited.
  Disposed,  // Its disposal came before the answer to its close.
  Closed,
  Refused,
  Pending,
};

struct SweepEntry {
  DialogId dialog;
  Fate fate = Fate::Waiting;
  bool operator==(const SweepEntry&) const = default;
};

// What an ending will say, but for what follows from that.
struct Ending {
  Verdict verdict{};
  Stage stage{};
  Reason reason{};
  Modality blocked_by{};
  std::uint8_t artifacts = 0;  // They are counted all along.
  TextId text{};
  bool operator==(const Ending&) const = default;
};

// Every field zero: nothing left to decide.
inline constexpr Options no_options{.await_dispose = false};

// Whatever can no longer matter is zero, so that equal futures compare equal.
struct State {
  Instant now{};
  Duration waited{};        // Age of the dialog-less wait or the smart wait.
  Duration noted{};         // Age of the last progress note of the dialog-less wait.
  Duration body_timeout{};  // Until the body starts.
  Duration watched{};       // Age of the monitor's look under way.
  Phase phase = Phase::Idle;
  Step step = Step::None;
  std::uint8_t timers = 0;        // Bit t: Timer t runs. Tick runs iff the monitor watches.
  std::uint8_t asked = 0;         // Bit o: OperationId o is under way.
  bool looks_beside = false;      // The Monitor lane's look is that of a write (MOD-49).
  std::uint8_t capturing = 0;     // Bit a: Artifact a is under way.
  std::uint8_t blocks = 0;        // Depth of withModalDialogAllowed, at most 8.
  std::uint8_t blocks_armed = 0;  // Bit d: the monitor watched before block d.
  CallId call{};                  // Of the method under way.
  bool project_only = false;      // The sync under way, until it refreshes.
  bool awaits_dispose = false;    // The sweep under way.
  Options options = no_options;
  std::uint8_t sweep_next = 0;  // Index into `sweep` of the dialog at work.
  Ending result{};
  FlatList<SweepEntry, dialogs_max> sweep{};
  bool operator==(const State&) const = default;
};

class Engine {
 public:
  Engine() = default;  // The real limits.
  explicit Engine(const Limits& limits);

  // Appends what the driver must do; `out` must have room: an empty one has.
  // A script's mistake (a method after the end or during another one, an end of a block
  // that never began) is answered with Refuse. A driver's mistake (time running
  // backwards, a completion that nothing waits for, a timer that does not run) fails a
  // CHECK.
  void step(const Event& event, Commands& out);
  [[nodiscard]] Commands step(const Event& event);

  // Moves the origin of time to `now`, at or after the last event, so that equal futures
  // compare equal. Time may pass in which nothing happens that the engine hears of.
  void rebase(Instant now);

  const State& state() const { return state_; }
  const Limits& limits() const { return limits_; }
  bool operator==(const Engine&) const = default;

 private:
  Limits limits_ = real_limits();
  State state_;
};

// The order of commands within one step.
//
// Call accepted:   ScheduleRefresh, then the first pre-flight command.
// Captures:        what is captured side by side has one bound; whatever has not come by then, or
//                  when what it was for is cut short, is dropped (DropCapture).
// Sweep:           ListDialogs; when any showed: Capture(ThreadDump), then for each dialog
//                  Capture(Screenshot), and when both have come CloseDialog; after the last:
//                  ReportDialog for each
//                  dialog in the order of closing (a Gone one is left out), then what follows.
// Wait:            ReadModality at once, at each poll and at the budget; ReportProgress first
//                  when a note period has passed.
// Gate:            ReadModality; skipped steps warn Sync before Smart.
// Sync:            ReadModality, Commit, ReadModality, Save, ReadModality, Refresh,
//                  ReadModality. Forced: Save, Refresh. SaveProject: ReadModality, Save
//                  (Scope::Settings), ReadModality.
//                  Beside a write that is not forced: ReadModality on the Monitor lane at each
//                  poll, where that lane is free.
// Smart:           ReadModality, AwaitSmart, ReadModality, then ReportSmartWait (pre-flight)
//                  or Return (method).
// A failure:       Decide, Cancel of operations under way (Main, then Monitor), CancelBody if the
//                  body still runs, Capture(Screenshot) before Capture(ThreadDump) as far as the
//                  rule wants them, and when they have come ScheduleRefresh, Finish. The cause is
//                  the stage of the rule that wants it: a failed assertNonModal or AwaitProgress
//                  says Gate, a sync Sync (also in a method and post-flight), a timeout Body. An
//                  event thread that does not answer takes no screenshot.
// Monitor trips:   Decide, Cancel(Main) if under way, CancelBody, Capture(ThreadDump, Monitor),
//                  then the sweep over the very list that tripped it (screenshots say Monitor).
// A success:       Decide, ScheduleRefresh, Finish: after the post-flight and its warning.
// A refusal:       Decide, Finish.
// A withdrawal:    Decide, Cancel (Main, then Monitor), DropCapture, CancelBody if the body runs,
//                  Finish.
// A failed method: ends the run with stage Body and the reason of the step it stands for.
// StartTimer and StopTimer may stand anywhere; an observer does not see them.

// Texts.

// The message of a result: names the mode, what blocks, and the way out (MOD-35, MOD-22,
// MOD-61, MOD-73).
// `kept` are the captures that came, in order: a failure lists them (MOD-74).
std::string message(Mode mode, const Finish& finish, std::span<const Capture> kept = {});
std::string message(const Warn& warning);

}  // namespace engine::modality
