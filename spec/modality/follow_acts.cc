#include <algorithm>

#include "modality/follow.h"
#include "port/visit.h"

namespace spec::modality {
namespace {

// Acts.

void act(Situation& s, const ScheduleRefresh&, const Limits&) {
  if (s.phase == Phase::Called) {
    s.phase = Phase::Gate;
  } else if (s.phase == Phase::Decided) {
    s.set(Flag::Scheduled);
  }
}

void act(Situation& s, const CloseDialog& close, const Limits&) {
  begin_sweep(s);
  give_up_close(s);
  s.running[static_cast<std::size_t>(close.operation)] = Running::Close;
  const auto place = place_of(s, close.dialog);
  const bool shows = std::find(s.showing.begin(), s.showing.end(), close.dialog) != s.showing.end();
  if (place < s.targets.size()) s.put(place, shows ? Fate::Asked : Fate::Missed);
  s.age = s.look_age[0] = 0;
  s.clear(Flag::Shot);
}

void begin_write(Situation& s, OperationId lane, Running what) {
  if (s.phase == Phase::Gate || s.phase == Phase::Ready) leave_gate(s, Phase::Sync);
  s.running[static_cast<std::size_t>(lane)] = what;
  s.seen = {};
}
void act(Situation& s, const Commit& write, const Limits&) {
  begin_write(s, write.operation, Running::Commit);
}
void act(Situation& s, const Save& write, const Limits&) {
  begin_write(s, write.operation, Running::Save);
}
void act(Situation& s, const Refresh& write, const Limits&) {
  begin_write(s, write.operation, Running::Refresh);
}

void begin_smart(Situation& s) {
  if (s.phase != Phase::Gate && s.phase != Phase::Sync) return;
  leave_gate(s, Phase::Smart);
}
void act(Situation& s, const AwaitSmart& await, const Limits&) {
  begin_smart(s);
  s.running[static_cast<std::size_t>(await.operation)] = Running::AwaitSmart;
  s.age = 0;
  s.seen = {};
}

// Times are written down late by a little, and not always by as much.
bool is_near_a_tick(const Situation& s, const Limits& limits) {
  const auto period = limits.monitor_period.count();
  return armed(s) && s.tick_age > 0 &&
         (s.tick_age <= period / 4 || s.tick_age >= period - period / 4);
}

void ask(Situation& s, OperationId operation, const Limits& limits, Look what = Look::Asked) {
  if (s.has(Flag::LooksUntold) || s.phase == Phase::NotCalled) return;
  const auto lane = static_cast<std::size_t>(operation);
  const bool ticks = operation == OperationId::Monitor && is_near_a_tick(s, limits);
  s.looking[lane] = ticks ? Look::AtTick : what;
  s.look_age[lane] = 0;
}
void act(Situation& s, const ReadModality& look, const Limits& limits) {
  ask(s, look.operation, limits);
}
void act(Situation& s, const ListDialogs& look, const Limits& limits) {
  ask(s, look.operation, limits, Look::Listing);
}
void act(Situation& s, const ReadSmart& look, const Limits& limits) {
  ask(s, look.operation, limits);
}

void act(Situation& s, const Cancel& cancel, const Limits&) {
  // Its age stays for the instant: it says why.
  s.looking[static_cast<std::size_t>(cancel.operation)] = Look::Nothing;
  auto& running = s.running[static_cast<std::size_t>(cancel.operation)];
  if (running == Running::Close)
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      if (s.fate(i) == Fate::Asked) s.put(i, Fate::GivenUp);
  if (is_write(running) && s.phase == Phase::Returned && !s.has(Flag::Abandoned))
    s.set(Flag::GaveUp);
  running = Running::Nothing;
  if (nothing_runs(s)) s.clear(Flag::Abandoned);
}

void act(Situation& s, const Capture& capture, const Limits&) {
  const bool shot = capture.artifact == Artifact::Screenshot;
  if (is_of_a_sweep(s, capture)) {
    begin_sweep(s);
    if (shot) give_up_close(s);
  }
  if (!captures(s)) s.capture_age = 0;
  s.capturing = static_cast<std::uint8_t>(s.capturing | bit_of(capture.artifact));
  s.set(shot ? Flag::Shot : Flag::Dumped);
  if (s.phase == Phase::Returned) s.set(Flag::GaveUp);
}

void act(Situation& s, const DropCapture& drop, const Limits&) { end_capture(s, drop.artifact); }

void act(Situation& s, const StartBody&, const Limits&) {
  if (s.phase >= Phase::Body) return;
  const bool contradiction = s.has(Flag::Watches) && s.has(Flag::Allows);
  const auto watch = contradiction          ? Watch::Contradiction
                     : s.has(Flag::Watches) ? Watch::Plain
                                            : Watch::Off;
  leave_gate(s, Phase::Body);
  for (const auto flag : {Flag::Allows, Flag::Watches, Flag::Syncs, Flag::Smartens,
                          Flag::WarnedSync, Flag::WarnedSmart})
    s.clear(flag);
  s.set(Flag::BodyRuns);
  arm(s, watch);
}
void act(Situation& s, const CancelBody&, const Limits&) {
  s.clear(Flag::BodyRuns);
  s.clear(Flag::EditWaits);
}

void end_method(Situation& s) {
  end_step(s);
  s.method = s.call = 0;
}
void act(Situation& s, const Return&, const Limits&) {
  if (s.phase == Phase::Body) end_method(s);
}
void act(Situation& s, const Refuse& refuse, const Limits&) {
  if (is_to_be_refused(s, refuse.call)) {
    s.clear(Flag::Refusal);
    s.refused = 0;
  } else if (s.phase == Phase::Body) {
    end_method(s);
  }
}

// A sweep closes the topmost first, in whatever order it tells of that.
void note_closed(Situation& s, DialogId dialog) {
  s.closed.push_back(dialog);
  auto* const last = s.closed.end() - 1;
  auto* const below = std::find_if(s.closed.begin(), last, [&](DialogId other) {
    return place_of(s, other) < place_of(s, dialog);
  });
  std::rotate(below, last, s.closed.end());
}

void act(Situation& s, const ReportDialog& report, const Limits&) {
  const auto place = place_of(s, report.dialog);
  if (place == s.targets.size()) return;
  const bool for_the_script = s.in(Method::CloseModalDialogs) && !s.closed.full();
  const auto fate = s.fate(place);
  const bool gone = fate == Fate::Closed || fate == Fate::Missed;
  if (for_the_script && gone && report.outcome == Outcome::Closed) note_closed(s, report.dialog);
  s.put(place, Fate::Over);
}
void act(Situation& s, const ReportSmartWait&, const Limits&) {
  if (s.phase == Phase::Gate || s.phase == Phase::Sync) {
    // There was nothing to wait for: the looks before it are those behind it.
    const auto looks = s.looks();
    begin_smart(s);
    s.seen = looks;
  }
  s.set(Flag::ReportedWait);
}
void act(Situation& s, const ReportProgress&, const Limits&) { s.note_age = 0; }

void act(Situation& s, const Warn& warn, const Limits&) {
  switch (warn.warning) {
    case Warning::SyncSkipped:
    case Warning::SmartSkipped:
      if (s.phase == Phase::Gate) leave_gate(s, Phase::Ready);
      return s.set(warn.warning == Warning::SyncSkipped ? Flag::WarnedSync : Flag::WarnedSmart);
    case Warning::PostSyncSkipped: return s.set(Flag::WarnedPost);
    case Warning::PostSyncFailed: s.set(Flag::GaveUp); return s.set(Flag::WarnedPost);
  }
}

void act(Situation& s, const Decide& decide, const Limits&) {
  if (!under_way(s) || s.phase == Phase::Decided) return;
  const auto before = s;
  end_body(s, Phase::Decided);
  s.flags = {};
  for (const auto flag : {Flag::UnknownMode, Flag::FormerParameter, Flag::BadTimeout, Flag::FromEdt,
                          Flag::BodyRuns, Flag::EditWaits, Flag::Neighbour, Flag::NeedsIndex})
    s.put(flag, before.has(flag));
  s.documents = {};
  s.put(Flag::FromBody, before.phase >= Phase::Body);
  s.put(Flag::LooksUntold, before.has(Flag::LooksUntold));
  s.reason = decide.reason;
  if (of_any_stage.has(s.reason)) s.stage = decide.stage;
  if (s.reason == Reason::None || s.reason == Reason::Cancelled) s.artifacts = 0;
  // Where its result has to say which modality it was.
  if (over_either.has(decide.reason)) s.seen = before.looks();
  if (tripped(s)) {
    s.sweep = Sweep::Due;
    s.put(Flag::AwaitsHere, before.has(Flag::Awaits));
  } else {
    s.showing.clear();
    s.deeper = s.progress = 0;
  }
}
void act(Situation& s, const Finish&, const Limits&) {
  s = {};
  s.phase = Phase::Ended;
}

// Timers.
void act(Situation&, const auto&, const Limits&) {}

}  // namespace

void follow(Situation& s, const Command& command, const Limits& limits) {
  // An act follows a look, where none is told; but one without an answer is cancelled, and dumped.
  const bool follows =
      !std::holds_alternative<Cancel>(command) && !std::holds_alternative<Capture>(command);
  if (s.has(Flag::LooksUntold) && follows) s.look_age[0] = 0;
  port::visit([&](const auto& it) { act(s, it, limits); }, command);
  settle_sweep(s);
}

}  // namespace spec::modality
