// The dialog-less wait (MOD-20 to MOD-23) and the gate (MOD-30 to MOD-35).
#include <algorithm>

#include "modality/run.h"

namespace engine::modality {

// Also the internal method AwaitProgress, where PreFlight's gate is the body's own
// assertNonModal (MOD-04).
void Run::begin_wait() {
  if (limits_.wait_budget == Duration::zero()) return wait_ended();
  look(Step::WaitLook);
}

void Run::wait_saw(Modality modality) {
  // A dialog decides here and now: a second read could miss it again (MOD-21).
  if (modality == Modality::Dialog) return fail(Reason::DialogAtGate, modality);
  if (modality == Modality::None) return wait_ended();
  if (state_.waited >= limits_.wait_budget) return fail(Reason::ProgressOutlivedBudget, modality);
  note_progress();  // While the look was under way, a note may have come due.
  state_.step = Step::WaitPoll;
  start(Timer::Poll, std::min(limits_.poll_period, limits_.wait_budget - state_.waited));
}

void Run::poll_ended() {
  note_progress();
  look(Step::WaitLook);
}

void Run::note_progress() {
  if (state_.noted < limits_.note_period) return;
  emit(ReportProgress{state_.waited});
  state_.noted = Duration::zero();
}

void Run::wait_ended() {
  state_.waited = Duration::zero();
  state_.noted = Duration::zero();
  if (state_.phase == Phase::Body) return give_back(0);
  begin_gate();
}

void Run::begin_gate() {
  Options& options = state_.options;
  options.await_progress = false;
  const bool nothing_depends_on_it =
      options.allow_at_gate && !options.sync_documents && !options.wait_smart;
  if (nothing_depends_on_it) {
    options.allow_at_gate = false;
    return begin_body();
  }
  look(Step::GateRead);
}

void Run::gate_saw(Modality modality) {
  Options& options = state_.options;
  const bool tolerated = options.allow_at_gate || (modality == Modality::Progress &&
                                                   options.progress == ProgressAtGate::Tolerate);
  options.allow_at_gate = false;
  options.progress = ProgressAtGate::Tolerate;
  if (modality == Modality::None) {
    if (options.sync_documents) return begin_sync(false);
    if (options.wait_smart) return begin_smart();
    return begin_body();
  }
  if (!tolerated) {
    const bool dialog = modality == Modality::Dialog;
    return fail(dialog ? Reason::DialogAtGate : Reason::ProgressAtGate, modality);
  }
  // Either would hang or fail under what was just allowed (MOD-44, MOD-57).
  if (options.sync_documents) emit(Warn{Warning::SyncSkipped, Reason::None});
  if (options.wait_smart) emit(Warn{Warning::SmartSkipped, Reason::None});
  begin_body();
}

}  // namespace engine::modality
