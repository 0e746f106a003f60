// What the rules want next, told from the options and what the world did.
#pragma once
#include <cstdint>
#include <optional>

#include "spec/modality/judge_state.h"
#include "spec/modality/observation.h"
#include "spec/rule.h"

namespace spec::modality {

using namespace flags;

// For a switch over some of the steps.
constexpr std::uint8_t code(Step step) { return static_cast<std::uint8_t>(step); }

// Whether an act must come now; wanted() tells which.
constexpr bool owes(const JudgeState& s) {
  if (s.has(owe_refusal | owe_cancel_main | owe_cancel_monitor | owe_cancel_body)) return true;
  constexpr std::uint64_t waiting = [] {
    std::uint64_t steps = 0;
    for (Step step :
         {Step::NotCalled, Step::SweepListed, Step::SweepAnswer, Step::SweepDisposal,
          Step::WaitRead, Step::WaitIdle, Step::GateRead, Step::SyncRead, Step::SyncRun,
          Step::SmartRead, Step::SmartRun, Step::SmartReadAgain, Step::Body, Step::ProbeRead,
          Step::ProbeSmartRead, Step::PostRead, Step::Ended, Step::Broken})
      steps |= std::uint64_t{1} << code(step);
    return steps;
  }();
  return ((waiting >> code(s.step)) & 1u) == 0;
}

// What must come now, before any further fact. Nothing: only a timer may act.
std::optional<Act> wanted(const JudgeState& s, const Limits& limits);

// Whether an act is the wanted one. The lane on which a tripped monitor closes is free.
bool same(const JudgeState& s, const Act& want, const Act& got);

// The rule that wants what wanted() tells.
std::uint8_t rule_of_want(const JudgeState& s, const Limits& limits);

// The rule whose wanted act did not come at all.
std::uint8_t rule_of_missing(const JudgeState& s, const Limits& limits);

// The rule of an act that came instead of the wanted one, or that nobody wanted.
std::uint8_t rule_of_intruder(const JudgeState& s, const Limits& limits, const Act& got);

// The rule that forbids this act whatever the oracle wants.
std::optional<std::uint8_t> forbidden(const JudgeState& s, const Act& got);

// The step itself, the monitor's period, the body's timeout.
enum class Timer : std::uint8_t { Phase, Tick, Body };

// Milliseconds until the timer acts; a very large number while it does not run.
std::int32_t time_left(const JudgeState& s, const Limits& limits, Timer timer);

// The rule that wants a timer's act in its instant.
std::uint8_t rule_of_timer(const JudgeState& s, const Limits& limits, Timer timer);

// An answer that the subject asked for on its main lane is outstanding.
bool awaits_answer(Step step);

// The rule of a listing that the monitor asks for outside of its instants.
std::uint8_t rule_of_early_tick(const JudgeState& s);

// The rule of what only a tripped monitor does.
std::uint8_t rule_of_wrong_trip(const JudgeState& s);

enum class DialogOutcome : std::uint8_t { None, Closed, Refused, Pending };
DialogOutcome outcome(const JudgeState& s, unsigned index);

// The plan as a stage of the table sees it: the rule of the row or of the profile.
std::uint8_t rule_of_row(const JudgeState& s);

// Moves a state on. A short-lived view.
class Oracle {
 public:
  Oracle(JudgeState& state, const Limits& limits, Exercised& met)
      : s_(state), limits_(limits), met_(met) {}

  // The wanted act came.
  void perform();
  // A timer acts: what it wants is owed now.
  void expire(Timer timer);
  void tick();  // The monitor's listing was asked for, in its instant.
  // The timeout of the body ends the call, as of an instant in which another bound ends too.
  void reinterpret();
  // Forgets what has no consequence once nothing is owed.
  void settle();

  void on(const TimePassed& fact);
  void on(const Called& fact);
  void on(const ModalityAnswered& fact);
  void on(const DialogsAnswered& fact);
  void on(const SmartAnswered& fact);
  void on(const CloseAnswered& fact);
  void on(const WriteEnded& fact);
  void on(const SmartReached& fact);
  void on(const MethodCalled& fact);
  void on(const BodyReturned& fact);
  void on(const BodyThrew& fact);
  void on(const DialogOpened& fact);
  void on(const DialogDisposed& fact);
  void on(const ProgressStarted& fact);
  void on(const ProgressEnded& fact);
  void on(const IndexingStarted& fact);
  void on(const IndexingEnded& fact);
  void on(const ImportFinished& fact);
  void on(const WriteBegan&) {}
  void on(const EditMade& fact);
  void on(const EditsReachedDisk& fact);

 private:
  bool watches_world() const;
  void mark(std::uint8_t rule) { met_.mark(rule); }
  void plan(const Called& fact);

  bool perform_debt();
  void perform_preparation();
  void perform_rest();
  void finish();

  void begin_sweep(const Dialogs& dialogs);
  void set_outcome(unsigned index, DialogOutcome value);
  bool awaits_disposal() const;
  void next_dialog();
  void next_report();
  void end_sweep();
  void see_disposal(Dialog dialog);

  void begin_wait();
  void end_wait();
  void begin_gate();
  void leave_gate(Modality modality);
  void begin_sync();
  void see_sync(Modality modality);
  void end_sync();
  void begin_smart();
  void end_smart();
  void begin_body();
  void begin_method(const MethodCalled& fact);
  void begin_monitor_method(Method method);
  void return_value(std::int32_t value);
  void see_probe(bool modal);

  void arm(Watch watch);
  void disarm();
  void trip(const Dialogs& dialogs);
  void stop_body();
  void fail(Reason reason);
  void forget_world();

  JudgeState& s_;
  const Limits& limits_;
  Exercised& met_;
};

}  // namespace spec::modality
