// What the rules want next, told from the options and what the world did.
#pragma once
#include <cstdint>
#include <optional>

#include "spec/modality/judge_state.h"
#include "spec/modality/words.h"
#include "spec/rule.h"

namespace spec::modality {

using namespace flags;

// For a switch over some of the steps.
constexpr std::uint8_t code(Step step) { return static_cast<std::uint8_t>(step); }

// What is owed before what the step owes.
inline constexpr std::uint32_t debts =
    owe_refusal | owe_cancel_main | owe_cancel_monitor | owe_cancel_body | owe_reports;

// Whether an act must come now; wanted() tells which.
constexpr bool owes(const JudgeState& s) {
  if (s.has(debts)) return true;
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
std::optional<Command> wanted(const JudgeState& s, const Limits& limits);

// Whether an act is the wanted one. The lane on which a tripped monitor closes is free.
bool same(const JudgeState& s, const Command& want, const Command& got);

// The rule that wants what wanted() tells.
std::uint8_t rule_of_want(const JudgeState& s, const Limits& limits);

// The rule whose wanted act did not come at all.
std::uint8_t rule_of_missing(const JudgeState& s, const Limits& limits);

// The rule of an act that came instead of the wanted one, or that nobody wanted.
std::uint8_t rule_of_intruder(const JudgeState& s, const Limits& limits, const Command& got);

// The rule that forbids this act whatever the oracle wants.
std::optional<std::uint8_t> forbidden(const JudgeState& s, const Command& got);

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

  // Events.
  void on(const Called& called);
  void on(const ModalityRead& read);
  void on(const DialogsListed& listed);
  void on(const SmartRead& read);
  void on(const CloseAnswered& answered);
  void on(const WriteEnded& ended);
  void on(const SmartReached& reached);
  void on(const TimerFired&) {}  // Nobody sees it.
  void on(const MethodCalled& called);
  void on(const BodyReturned& returned);
  void on(const BodyThrew& threw);
  void on(const DialogDisposed& disposed);

  // Facts.
  void on(const TimePassed& passed);
  void on(const DialogOpened& opened);
  void on(const ProgressStarted& started);
  void on(const ProgressEnded& ended);
  void on(const IndexingStarted& started);
  void on(const IndexingEnded& ended);
  void on(const ImportFinished& finished);
  void on(const WriteBegan&) {}
  void on(const EditMade& made);
  void on(const EditsReachedDisk& reached);

 private:
  bool watches_world() const;
  void mark(std::uint8_t rule) { met_.mark(rule); }
  void plan(const Request& request);

  bool perform_debt();
  void perform_preparation();
  void perform_rest();
  void finish();

  void begin_sweep(const DialogList& dialogs);
  void set_outcome(unsigned index, DialogOutcome value);
  bool awaits_disposal() const;
  void next_dialog();
  void next_report();
  void end_sweep();
  void forget_sweep();
  void cut_sweep();
  void perform_report();
  void see_disposal(DialogId dialog);

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
  void begin_method(const MethodCalled& called);
  void begin_monitor_method(Method method);
  void return_value(std::int32_t value);
  void see_probe(bool modal);

  void arm(Watch watch);
  void disarm();
  void trip(const DialogList& dialogs);
  void stop_body();
  void fail(Reason reason);
  void forget_world();

  JudgeState& s_;
  const Limits& limits_;
  Exercised& met_;
};

}  // namespace spec::modality
