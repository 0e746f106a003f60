// What follows from the wanted acts, and from the timers.
#include "modality/oracle.h"

#include <algorithm>

#include "spec/modality/rules.h"

namespace spec::modality {

// The world matters to what rules say about a run until the body is over.
bool Oracle::watches_world() const {
  return s_.step != Step::Ended && s_.reason == Reason::None && s_.owner != Owner::PostFlight;
}

void Oracle::forget_world() {
  s_.showing = s_.elder = s_.harmless = 0;
  s_.progress = 0;
  s_.clear(dumb | imported | edits_missing);
}

// Nothing but what the last answer said outlives a reaction.
void Oracle::settle() { s_.read = Modality::None; }

bool Oracle::perform_debt() {
  if (s_.has(owe_refusal)) {
    s_.clear(owe_refusal);
    s_.refused = 0;
  } else if (s_.has(owe_cancel_main)) {
    s_.clear(owe_cancel_main | write_open);
  } else if (s_.has(owe_cancel_monitor)) {
    s_.clear(owe_cancel_monitor);
  } else if (s_.has(owe_reports)) {
    perform_report();
  } else if (s_.has(owe_cancel_body)) {
    s_.clear(owe_cancel_body);
  } else {
    return false;
  }
  return true;
}

void Oracle::perform() {
  if (perform_debt()) return;
  s_.clear(also_body);
  if (s_.step <= Step::BodyStart)
    perform_preparation();
  else
    perform_rest();
}

void Oracle::perform_preparation() {
  switch (code(s_.step)) {
    case code(Step::Surface): return finish();
    case code(Step::Opening):
      s_.step = Step::SweepAsk;
      if (!s_.has(plan_sweep)) begin_wait();
      return;
    case code(Step::SweepAsk): s_.step = Step::SweepListed; return;
    case code(Step::SweepDump): s_.step = Step::SweepShot; return;
    case code(Step::SweepShot): s_.step = Step::SweepClose; return;
    case code(Step::SweepClose):
      if (s_.cursor > 0) mark(rule_index("MOD-10"));
      s_.step = Step::SweepAnswer;
      s_.age = 0;
      return;
    case code(Step::SweepReport):
      mark(rule_index("MOD-13"));
      ++s_.cursor;
      return next_report();
    case code(Step::WaitAsk):
      if (s_.aside >= limits_.note_period.count()) {
        mark(rule_index("MOD-23"));
        s_.aside = 0;
        return;
      }
      s_.set(looked);
      s_.step = Step::WaitRead;
      return;
    case code(Step::SyncOp):
      if (s_.owner == Owner::PreFlight) mark(rule_index("MOD-40"));
      s_.set(write_open);
      s_.step = Step::SyncRun;
      return;
    case code(Step::SmartOp):
      if (s_.owner == Owner::PreFlight) mark(rule_index("MOD-50"));
      s_.aside = 0;
      s_.step = Step::SmartRun;
      return;
    case code(Step::SmartReport):
      mark(rule_index("MOD-53"));
      s_.aside = 0;
      s_.step = Step::BodyStart;
      return;
    case code(Step::SkipSync):
      s_.clear(plan_sync);
      s_.step = s_.has(plan_smart) ? Step::SkipSmart : Step::BodyStart;
      return;
    case code(Step::SkipSmart): s_.step = Step::BodyStart; return;
    case code(Step::BodyStart): return begin_body();
    default:  // A look: its answer is awaited.
      s_.step = static_cast<Step>(code(s_.step) + 1);
  }
}

void Oracle::perform_rest() {
  switch (code(s_.step)) {
    case code(Step::Return):
      s_.clear(method_await | method_force | method_project);
      s_.call = 0;
      s_.aside = 0;
      s_.method = Method::CloseModalDialogs;
      s_.step = Step::Body;
      return;
    case code(Step::EndDump):
      s_.step = s_.owner == Owner::PostFlight ? Step::PostWarn : Step::EndRefresh;
      return;
    case code(Step::PostWarn):
      s_.set(warned_post);
      s_.step = Step::EndRefresh;
      return;
    case code(Step::EndRefresh):
      mark(rule_index("MOD-84"));
      s_.step = Step::EndFinish;
      return;
    case code(Step::EndFinish): return finish();
    default:  // A read, or the screenshot before a dump.
      s_.step = static_cast<Step>(code(s_.step) + 1);
  }
}

void Oracle::finish() {
  if (s_.step != Step::Surface) {
    mark(rule_index("MOD-05"));
    mark(s_.mode == Mode::Raw ? rule_index("MOD-06") : rule_index("MOD-02"));
    if (s_.owner == Owner::PreFlight) {
      mark(rule_index("MOD-70"));
      mark(rule_index("MOD-73"));
      if (s_.read != Modality::None) mark(rule_index("MOD-35"));
    }
  }
  s_ = JudgeState{.step = Step::Ended};
}

void Oracle::expire(Timer timer) {
  if (timer == Timer::Phase && s_.step == Step::WaitIdle) {
    s_.step = Step::WaitAsk;
    return;
  }
  mark(rule_index("MOD-91"));
  s_.read = Modality::None;
  if (timer == Timer::Body) {
    mark(rule_index("MOD-71"));
    fail(Reason::BodyTimedOut);
    return;
  }
  switch (code(s_.step)) {
    case code(Step::SweepAnswer):
    case code(Step::SweepDisposal):
      if (s_.step == Step::SweepAnswer) s_.set(owe_cancel_main);
      mark(rule_index("MOD-12"));
      if (outcome(s_, s_.cursor) == DialogOutcome::None)
        set_outcome(s_.cursor, DialogOutcome::Pending);
      return next_dialog();
    case code(Step::SyncRead):
    case code(Step::SyncRun):
      mark(rule_index("MOD-42"));
      if (s_.owner == Owner::PostFlight) mark(rule_index("MOD-81"));
      return fail(Reason::SyncTimedOut);
    default: mark(rule_index("MOD-52")); return fail(Reason::SmartTimedOut);
  }
}

void Oracle::tick() {
  mark(rule_index("MOD-60"));
  if (s_.watch == Watch::AfterAllow) mark(rule_index("MOD-66"));
  const bool suspected = s_.watch == Watch::AfterAllow || s_.watch == Watch::Twice;
  if (s_.watch != Watch::Contradiction) s_.watch = suspected ? Watch::Twice : Watch::Plain;
  s_.tick_age = 0;
  s_.set(tick_asked | ticked);
}

void Oracle::reinterpret() {
  s_.clear(also_body);
  mark(rule_index("MOD-71"));
  if (s_.step == Step::EndDump)
    s_.reason = Reason::BodyTimedOut;
  else
    fail(Reason::BodyTimedOut);
}

// The body's monitor.

void Oracle::arm(Watch watch) {
  s_.set(armed);
  s_.tick_age = 0;
  s_.elder = s_.showing;
  s_.watch = watch;
  if (s_.showing != 0) mark(rule_index("MOD-65"));
}

void Oracle::disarm() {
  if (s_.has(tick_asked)) s_.set(owe_cancel_monitor);
  s_.clear(armed | tick_asked);
  s_.tick_age = 0;
  s_.elder = 0;
  s_.watch = Watch::Plain;
}

// The body no longer runs, or is about to be cancelled.
void Oracle::stop_body() {
  cut_sweep();
  disarm();
  s_.clear(in_body | allowed | ticked | looked | method_await | method_force | method_project);
  s_.blocks = s_.memory = 0;
  s_.body_left = 0;
  s_.call = 0;
  s_.method = Method::CloseModalDialogs;
}

void Oracle::trip(const DialogList& dialogs) {
  mark(rule_index("MOD-61"));
  const Watch watch = s_.watch;
  s_.clear(tick_asked);
  if (awaits_answer(s_.step)) s_.set(owe_cancel_main);
  s_.set(owe_cancel_body);
  stop_body();
  s_.watch = watch == Watch::Contradiction ? watch : Watch::Plain;
  forget_world();
  s_.owner = Owner::Trip;
  s_.reason = Reason::DialogDuringBody;
  s_.age = s_.aside = 0;
  s_.clear(plan_post);
  if (!s_.has(owe_reports)) return begin_sweep(dialogs);
  std::ranges::copy(dialogs, s_.tripping.begin());
  s_.aside = static_cast<std::int32_t>(dialogs.size());
  s_.step = Step::SweepDump;
}

void Oracle::fail(Reason reason) {
  if (awaits_answer(s_.step)) s_.set(owe_cancel_main);
  if (s_.has(in_body)) {
    stop_body();
    s_.set(owe_cancel_body);
  }
  s_.reason = reason;
  if (!s_.has(owe_reports)) forget_sweep();
  s_.age = s_.aside = s_.body_left = 0;
  if (s_.owner != Owner::PostFlight) forget_world();
  const bool shot = reason == Reason::DialogAtGate || reason == Reason::ProgressAtGate ||
                    reason == Reason::ProgressOutlivedBudget || reason == Reason::ModalAsserted;
  s_.step = shot ? Step::EndShot : Step::EndDump;
  if (reason == Reason::BodyThrew) s_.step = Step::EndRefresh;
}

}  // namespace spec::modality
