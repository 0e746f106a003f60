// The sweep (MOD-10 to MOD-14): closes what showed at its start, topmost first.
#include "modality/run.h"

namespace engine::modality {

void Run::begin_sweep(bool awaits_dispose) {
  state_.awaits_dispose = awaits_dispose;
  look(Step::SweepList, ListDialogs{OperationId::Main});
}

void Run::on(const DialogsListed& listed) {
  answered(listed.operation);
  if (listed.operation == OperationId::Monitor) return tick_saw(listed.dialogs);
  CHECK(state_.step == Step::SweepList);
  begin_closing(listed.dialogs);
}

void Run::begin_closing(const DialogList& dialogs) {
  if (dialogs.empty()) return sweep_ended();
  capture(Artifact::ThreadDump, sweep_cause());
  for (const DialogId dialog : dialogs) state_.sweep.push_back({.dialog = dialog});
  close_next();
}

void Run::close_next() {
  if (state_.sweep_next == state_.sweep.size()) return sweep_ended();
  state_.step = Step::SweepShot;
  capture(Artifact::Screenshot, sweep_cause());
}

void Run::close_now() {
  ask(Step::SweepClose, CloseDialog{OperationId::Main, state_.sweep[state_.sweep_next].dialog});
  // It bounds the answer as well, so it runs even where no disposal is awaited (MOD-91).
  start(Timer::Dispose, limits_.dispose_bound);
}

void Run::on(const CloseAnswered& closing) {
  answered(closing.operation);
  CHECK(state_.step == Step::SweepClose);
  const SweepEntry& entry = state_.sweep[state_.sweep_next];
  CHECK(closing.dialog == entry.dialog);
  switch (closing.answer) {
    case CloseAnswer::Accepted:
      if (entry.fate == Fate::Disposed) return closing_ended(Fate::Closed);
      if (!state_.awaits_dispose) return closing_ended(Fate::Pending);
      state_.step = Step::SweepDispose;
      return;
    case CloseAnswer::Refused: return closing_ended(Fate::Refused);
    case CloseAnswer::Gone:
      // Somebody else closed it: not ours to report.
      stop(Timer::Dispose);
      state_.sweep.erase(state_.sweep_next);
      return close_next();
  }
}

void Run::on(const DialogDisposed& disposed) {
  if (state_.sweep.empty()) return;
  for (std::size_t i = 0; i < state_.sweep.size(); ++i) {
    SweepEntry& entry = state_.sweep[i];
    if (entry.dialog != disposed.dialog) continue;
    if (entry.fate == Fate::Pending) entry.fate = Fate::Closed;
    if (entry.fate != Fate::Waiting) return;
    const bool awaited = i == state_.sweep_next && state_.step == Step::SweepDispose;
    if (awaited) return closing_ended(Fate::Closed);
    entry.fate = Fate::Disposed;
  }
}

// The dialog at work is dealt with.
void Run::closing_ended(Fate fate) {
  SweepEntry& entry = state_.sweep[state_.sweep_next];
  // Its disposal was seen though no answer came in time: it does not show any more.
  const bool disposed = entry.fate == Fate::Disposed && fate == Fate::Pending;
  entry.fate = disposed ? Fate::Closed : fate;
  ++state_.sweep_next;
  stop(Timer::Dispose);
  close_next();
}

// Of what it has asked to close, and which of these are closed.
DialogList Run::report_sweep() {
  DialogList closed;
  const std::size_t asked = state_.sweep_next + (state_.step == Step::SweepShot ? 0u : 1u);
  for (std::size_t i = 0; i < state_.sweep.size() && i < asked; ++i) {
    const auto [dialog, fate] = state_.sweep[i];
    Outcome outcome = Outcome::Pending;
    if (fate == Fate::Refused) outcome = Outcome::Refused;
    if (fate == Fate::Closed || fate == Fate::Disposed) outcome = Outcome::Closed;
    emit(ReportDialog{dialog, outcome});
    if (outcome == Outcome::Closed) closed.push_back(dialog);
  }
  state_.sweep.clear();
  state_.sweep_next = 0;
  state_.awaits_dispose = false;
  return closed;
}

void Run::sweep_ended() {
  const DialogList closed = report_sweep();
  if (state_.phase == Phase::Tripped) return fail(Reason::DialogDuringBody, Modality::Dialog);
  if (state_.phase == Phase::Body)
    return give_back(static_cast<std::int32_t>(closed.size()), closed);
  CHECK(state_.phase == Phase::PreFlight);
  if (state_.options.await_progress) return begin_wait();
  begin_gate();
}

Stage Run::sweep_cause() const {
  return state_.phase == Phase::Tripped ? Stage::Monitor : Stage::Sweep;
}

}  // namespace engine::modality
