#include "spec/modality/situation.h"

#include <algorithm>

#include "modality/follow.h"

namespace spec::modality {

std::size_t place_of(const Situation& s, DialogId dialog) {
  std::size_t place = 0;
  while (place < s.targets.size() && s.targets[place] != dialog) ++place;
  return place;
}

bool must_sweep(const Situation& s) {
  for (std::size_t i = 0; i < s.showing.size(); ++i)
    if ((s.fresh >> i & 1u) == 0) return true;
  return false;
}

bool any_target(const Situation& s, Fate fate) {
  for (std::size_t i = 0; i < s.targets.size(); ++i)
    if (s.fate(i) == fate) return true;
  return false;
}

bool closing(const Situation& s) {
  return runs(s, Running::Close) || captures(s) || any_target(s, Fate::Asked) ||
         (s.has(Flag::AwaitsHere) && any_target(s, Fate::Accepted));
}

bool handled(const Situation& s) { return !any_target(s, Fate::Untouched) && !closing(s); }

bool owes_reports(const Situation& s) {
  for (std::size_t i = 0; i < s.targets.size(); ++i)
    if (s.fate(i) >= Fate::Asked && s.fate(i) < Fate::Over) return true;
  return false;
}

bool sweep_is_over(const Situation& s) {
  if (s.sweep == Sweep::Due) return !must_sweep(s);
  return s.sweep != Sweep::Begun || (handled(s) && !owes_reports(s));
}

Running next_write(const Situation& s) {
  const bool all = !s.has(Flag::Force);
  if (s.in(Method::SaveProject))
    return s.written == Running::Nothing ? Running::Save : Running::Nothing;
  if (s.written == Running::Nothing) return all ? Running::Commit : Running::Save;
  if (s.written == Running::Commit) return Running::Save;
  return s.written == Running::Save ? Running::Refresh : Running::Nothing;
}

Stage stage_of(Reason reason, bool from_body) {
  if (reason == Reason::None) return Stage::Post;
  if (of_surface.has(reason)) return Stage::Surface;
  if (reason == Reason::DialogDuringBody) return Stage::Monitor;
  return from_body ? Stage::Body : cause_of(reason);
}

Stage cause_of(Reason reason) {
  if (of_gate.has(reason) || reason == Reason::ModalAsserted) return Stage::Gate;
  if (of_sync.has(reason)) return Stage::Sync;
  if (of_smart.has(reason)) return Stage::Smart;
  return reason == Reason::DialogDuringBody ? Stage::Monitor : Stage::Body;
}

namespace {

// A sync that has begun: between two writes, or at its bound.
void explain_sync(const Situation& s, const Limits& limits, Reasons& out) {
  if (!sync_begun(s)) return;
  const bool between = s.written != Running::Nothing && !runs_a_write(s);
  if (between && !s.has(Flag::Force) && s.looks().modal()) out.add(Reason::ModalDuringSync);
  const bool is_late = s.age >= limits.sync_bound.count();
  const bool is_silent = look_age(s, OperationId::Main) >= limits.look_bound.count();
  // A write that is under way, or one that a post-flight has given up: for nothing else, if there
  // was time left and the event thread answers.
  const bool gave_up =
      s.has(Flag::GaveUp) && (s.modality() == Modality::Dialog || (!is_late && !is_silent));
  if (shows_beside_write(s) || gave_up) out.add(Reason::ModalDuringSync);
  if (is_late) out.add(Reason::SyncTimedOut);
}

void explain_smart(const Situation& s, const Limits& limits, Reasons& out) {
  const bool over = s.has(Flag::Reached) || s.has(Flag::ReportedWait);
  if (!over && !runs(s, Running::AwaitSmart)) return;
  if (over && s.looks().modal()) out.add(Reason::ModalAfterSmart);
  if (s.age >= limits.smart_bound.count()) out.add(Reason::SmartTimedOut);
}

void explain_wait(const Situation& s, const Limits& limits, Reasons& out) {
  const auto looks = s.looks();
  if (looks.has(Modality::Dialog)) out.add(Reason::DialogAtGate);
  if (!looks.has(Modality::Progress)) return;
  if (s.age >= limits.wait_budget.count()) out.add(Reason::ProgressOutlivedBudget);
}

void explain_gate(const Situation& s, const Limits& limits, Reasons& out) {
  const auto looks = s.looks();
  if (!s.has(Flag::Allows)) {
    if (looks.has(Modality::Dialog)) out.add(Reason::DialogAtGate);
    if (looks.has(Modality::Progress) && s.has(Flag::RefusesProgress)) {
      const bool waits = waits_out(s, limits);
      if (!waits || looks.clear()) out.add(Reason::ProgressAtGate);
      if (waits) explain_wait(s, limits, out);
    }
  }
  // The gate has read that the IDE is clear, and the next look told another thing.
  if (!looks.clear() || !looks.modal()) return;
  if (s.has(Flag::Syncs))
    out.add(Reason::ModalBeforeSync);
  else if (s.has(Flag::Smartens))
    out.add(Reason::ModalBeforeSmart);
}

void explain_method(const Situation& s, const Limits& limits, Reasons& out) {
  const auto looks = s.looks();
  if (syncs_for_the_body(s)) {
    if (!sync_begun(s) && !s.has(Flag::Force) && looks.modal()) out.add(Reason::ModalBeforeSync);
    explain_sync(s, limits, out);
  } else if (s.in(Method::WaitForSmartMode)) {
    if (nothing_runs(s) && !s.has(Flag::Reached) && looks.modal())
      out.add(Reason::ModalBeforeSmart);
    explain_smart(s, limits, out);
  } else if (s.in(Method::AssertNonModal)) {
    if (looks.modal()) out.add(Reason::ModalAsserted);
  } else if (s.in(Method::AwaitProgress)) {
    explain_wait(s, limits, out);
    if (limits.wait_budget.count() == 0 && looks.has(Modality::Progress))
      out.add(Reason::ProgressAtGate);
  }
}

void explain_body(const Situation& s, const Limits& limits, Reasons& out) {
  explain_method(s, limits, out);
  if (s.body_left == 0) out.add(Reason::BodyTimedOut);
  auto now = s.at_tick;
  now.add(s.modality());
  if (at_a_tick(s, limits) && now.has(Modality::Dialog)) out.add(Reason::DialogDuringBody);
}

// The event thread has not answered a look or a close in time. In a wait that tells of no look, one
// may have been under way since any of its moments.
void explain_silence(const Situation& s, const Limits& limits, Reasons& out) {
  if (s.phase < Phase::Gate || (s.phase == Phase::Body && s.method == 0)) return;
  const bool waits = s.has(Flag::LooksUntold) && waits_out(s, limits);
  const auto age = std::max(look_age(s, OperationId::Main), waits ? s.age : 0);
  const bool silent = age >= limits.look_bound.count();
  if (silent && !runs_a_write(s)) out.add(Reason::IdeNotResponding);
}

void explain_refusal(const Situation& s, Reasons& out) {
  if (s.has(Flag::UnknownMode)) out.add(Reason::UnknownMode);
  if (s.has(Flag::FormerParameter)) out.add(Reason::FormerParameter);
  if (s.has(Flag::BadTimeout)) out.add(Reason::BadTimeout);
  if (s.has(Flag::FromEdt)) out.add(Reason::CalledFromEdt);
}

}  // namespace

bool mends_later(const Situation& s) {
  constexpr Reasons passing{Reason::ProgressOutlivedBudget, Reason::SmartTimedOut,
                            Reason::IdeNotResponding};
  return passing.has(s.reason) || (s.reason == Reason::BodyThrew && s.has(Flag::NeedsIndex));
}

bool may_mend_later(const Situation& s) {
  if (s.reason == Reason::ProgressAtGate || s.reason == Reason::SyncTimedOut) return true;
  return over_either.has(s.reason) && s.seen.has(Modality::Progress);
}

Modality blocker(const Situation& s) {
  constexpr Reasons of_progress{Reason::ProgressAtGate, Reason::ProgressOutlivedBudget};
  if (s.reason == Reason::DialogAtGate || tripped(s)) return Modality::Dialog;
  if (of_progress.has(s.reason)) return Modality::Progress;
  if (!over_either.has(s.reason)) return Modality::None;
  return s.seen.has(Modality::Dialog) ? Modality::Dialog : Modality::Progress;
}

std::int32_t method_value(const Situation& s) {
  if (s.in(Method::WaitForSmartMode)) return s.age;
  if (s.in(Method::CloseModalDialogs)) return static_cast<std::int32_t>(s.closed.size());
  if (s.in(Method::IsModal)) return s.looks().clear() ? 0 : 1;
  return s.in(Method::IsSmartMode) && !s.has(Flag::Dumb) && !s.has(Flag::WasDumb) ? 1 : 0;
}

Reasons explained(const Situation& s, const Limits& limits) {
  Reasons out;
  if (s.has(Flag::Withdrawn)) return {Reason::Cancelled};
  if (s.phase <= Phase::Body) explain_silence(s, limits, out);
  switch (s.phase) {
    case Phase::Called: explain_refusal(s, out); break;
    case Phase::Gate: explain_gate(s, limits, out); break;
    case Phase::Sync:
      explain_sync(s, limits, out);
      if (synced(s) && s.has(Flag::Smartens) && s.looks().clear() && s.looks().modal())
        out.add(Reason::ModalBeforeSmart);
      break;
    case Phase::Smart: explain_smart(s, limits, out); break;
    case Phase::Body: explain_body(s, limits, out); break;
    case Phase::Returned: out.add(Reason::None); break;
    case Phase::Threw: out.add(Reason::BodyThrew); break;
    case Phase::NotCalled:
    case Phase::Ready:
    case Phase::Decided:
    case Phase::Ended: break;
  }
  return out;
}

Reasons explained_after(const Situation& s, const Limits& limits) {
  Reasons out;
  if (s.phase != Phase::Returned || !s.has(Flag::SyncsAfter)) return out;
  const auto looks = s.looks();
  const bool before = s.written == Running::Nothing && !runs_a_write(s);
  if (before && looks.clear() && looks.modal()) out.add(Reason::ModalBeforeSync);
  explain_sync(s, limits, out);
  explain_silence(s, limits, out);
  return out;
}

}  // namespace spec::modality
