#include "modality/follow.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <variant>

#include "port/overload.h"
#include "spec/modality/behaviour.h"

namespace spec::modality {
namespace {

constexpr std::uint8_t blocks_max = 8;

// A phase in which looks count.
bool is_looking(const Situation& s) {
  switch (s.phase) {
    case Phase::Called: return !is_refused(s);
    case Phase::Gate: return s.sweep != Sweep::Begun || sweep_is_over(s);
    case Phase::Sync:
    case Phase::Smart:
    case Phase::Returned: return nothing_runs(s);
    case Phase::Body:
      return s.method != 0 && s.method <= static_cast<std::uint8_t>(Method::AwaitProgress) + 1 &&
             !s.in(Method::CloseModalDialogs) && !s.in(Method::MonitorAndCloseModalDialogs) &&
             nothing_runs(s);
    case Phase::NotCalled:
    case Phase::Ready:
    case Phase::Threw:
    case Phase::Decided:
    case Phase::Ended: return false;
  }
  return false;
}

}  // namespace

void confirm(Situation& s, const Limits& limits) {
  if (is_looking(s)) {
    s.seen.add(s.modality());
    if (s.in(Method::AwaitProgress) || s.has(Flag::WaitsOut)) {
      if (s.modality() == Modality::Progress) s.set(Flag::Froze);
    }
    if (s.in(Method::IsSmartMode)) s.set(s.has(Flag::Dumb) ? Flag::WasDumb : Flag::WasSmart);
  }
  if (s.phase == Phase::Body && at_a_tick(s, limits)) s.at_tick.add(s.modality());
}

namespace {

bool may_be_looked_at(const Situation& s, const Limits& limits) {
  if (s.phase == Phase::Body) return s.method != 0 || at_a_tick(s, limits);
  return under_way(s) && s.phase != Phase::Threw && s.phase != Phase::Decided;
}

void forget_sweep(Situation& s) {
  s.targets.clear();
  s.fates = 0;
  s.fresh = 0;
  s.sweep = Sweep::None;
}

// The step that was under way is behind.
void end_step(Situation& s) {
  forget_sweep(s);
  s.age = s.note_age = 0;
  s.seen = {};
  s.written = Running::Nothing;
  s.closed = 0;
  for (const auto flag :
       {Flag::Dumped, Flag::Shot, Flag::Reached, Flag::ReportedWait, Flag::WarnedSync,
        Flag::WarnedSmart, Flag::AwaitsHere, Flag::Force, Flag::ProjectOnly, Flag::Froze,
        Flag::WasSmart, Flag::WasDumb, Flag::Provisional})
    s.clear(flag);
}

void begin_sweep(Situation& s) {
  if (s.sweep != Sweep::Due) return;
  if (s.phase == Phase::Decided) {
    s.targets.clear();
    s.fates = 0;
  }
  for (std::size_t i = 0; i < s.showing.size(); ++i) {
    if (s.targets.full()) {
      s.targets.erase(0);
      s.fates >>= 4;
    }
    const bool fresh = (s.fresh >> i & 1u) != 0;
    s.targets.push_back(s.showing[i]);
    s.put(s.targets.size() - 1, fresh ? Fate::Optional : Fate::Untouched);
  }
  s.fresh = 0;
  s.sweep = Sweep::Begun;
}

// Whoever goes on at the bound of a close has given it up.
void give_up_close(Situation& s) {
  for (std::size_t i = 0; i < s.targets.size(); ++i)
    if (s.fate(i) == Fate::Asked || (s.has(Flag::AwaitsHere) && s.fate(i) == Fate::Accepted))
      s.put(i, Fate::GivenUp);
}

// A sweep whose targets are all accounted for is over, and nothing is waited for any more.
void settle_sweep(Situation& s) {
  if (s.sweep != Sweep::Begun) return;
  if (!closing(s)) s.age = 0;
  for (std::size_t i = 0; i < s.targets.size(); ++i)
    if (s.fate(i) != Fate::Over) return;
  forget_sweep(s);
  s.sweep = Sweep::Over;
  if (s.phase == Phase::Decided) return;
  s.clear(Flag::Dumped);
  s.clear(Flag::Shot);
  s.seen = {};
}

// The sweep that was due has begun or was skipped.
void leave_sweep(Situation& s) {
  if (!sweep_is_open(s)) return;
  forget_sweep(s);
  s.sweep = Sweep::Over;
  s.clear(Flag::Dumped);
  s.clear(Flag::Shot);
}

void leave_gate(Situation& s, Phase next) {
  const bool warned_sync = s.has(Flag::WarnedSync), warned_smart = s.has(Flag::WarnedSmart);
  end_step(s);
  s.put(Flag::WarnedSync, warned_sync);
  s.put(Flag::WarnedSmart, warned_smart);
  s.clear(Flag::Sweeps);
  s.clear(Flag::WaitsOut);
  s.clear(Flag::RefusesProgress);
  s.phase = next;
}

void arm(Situation& s, Watch watch) {
  s.watch = watch;
  s.tick_age = 0;
  s.at_tick = {};
  s.clear(Flag::Blinked);
}

// A sweep that is cut short still has to tell what it has come to.
void end_body(Situation& s, Phase next) {
  const bool cut = s.sweep == Sweep::Begun || s.phase != Phase::Body;
  const auto targets = cut ? s.targets : decltype(s.targets){};
  const auto fates = cut ? s.fates : 0;
  end_step(s);
  s.targets = targets;
  s.fates = fates;
  s.method = s.call = 0;
  s.blocks = s.restore = 0;
  arm(s, Watch::Off);
  s.body_left = 0;
  s.clear(Flag::BodyRuns);
  s.phase = next;
}

// Happenings.

void on(Situation& s, const Called& called, const Limits&) {
  if (s.phase != Phase::NotCalled) return;
  s.phase = Phase::Called;
  const auto& request = called.request;
  s.put(Flag::UnknownMode, request.defect == Defect::UnknownMode);
  s.put(Flag::FormerParameter, request.defect == Defect::FormerParameter);
  s.put(Flag::BadTimeout,
        request.defect == Defect::BadTimeout || request.body_timeout <= Duration::zero());
  s.put(Flag::FromEdt, request.from_edt);
  if (is_refused(s)) return;
  s.mode = request.mode;
  s.body_left = request.body_timeout.count();
  auto tuple = request.raw;
  tuple.sync_after = tuple.sync_documents;
  for (const auto& profile : profiles)
    if (profile.mode == request.mode) tuple = profile.tuple;
  s.put(Flag::Sweeps, tuple.close_on_start);
  s.put(Flag::Allows, tuple.allow_at_gate);
  s.put(Flag::Watches, tuple.close_while_running);
  s.put(Flag::Syncs, tuple.sync_documents);
  s.put(Flag::Smartens, tuple.wait_smart);
  s.put(Flag::Awaits, tuple.await_dispose);
  s.put(Flag::WaitsOut, tuple.await_progress);
  s.put(Flag::SyncsAfter, tuple.sync_after);
  s.put(Flag::RefusesProgress, tuple.progress == ProgressAtGate::Refuse);
  if (!tuple.close_on_start) return;
  s.sweep = Sweep::Due;
  s.put(Flag::AwaitsHere, tuple.await_dispose);
}

void on(Situation& s, const CloseAnswered& answered, const Limits&) {
  s.running[static_cast<std::size_t>(answered.operation)] = Running::Nothing;
  const auto place = place_of(s, answered.dialog);
  if (place == s.targets.size()) return;
  if (answered.answer == CloseAnswer::Gone) {
    s.put(place, Fate::Over);
  } else if (s.fate(place) == Fate::Asked) {
    s.put(place, answered.answer == CloseAnswer::Accepted ? Fate::Accepted : Fate::Refused);
  }
  if (s.phase != Phase::Decided) s.seen = {};
}

void on(Situation& s, const WriteEnded& ended, const Limits&) {
  auto& running = s.running[static_cast<std::size_t>(ended.operation)];
  if (!is_write(running)) return;
  if (s.phase < Phase::Decided) {
    s.written = running;
    s.seen = {};
  }
  running = Running::Nothing;
}

void on(Situation& s, const SmartReached& reached, const Limits&) {
  auto& running = s.running[static_cast<std::size_t>(reached.operation)];
  if (running != Running::AwaitSmart) return;
  running = Running::Nothing;
  if (s.phase >= Phase::Decided) return;
  s.set(Flag::Reached);
  s.seen = {};
}

void start_monitor(Situation& s) {
  if (armed(s)) {
    if (s.watch != Watch::Restored) s.watch = Watch::Twice;
  } else {
    arm(s, s.watch == Watch::Allowed ? Watch::AfterAllow : Watch::ByMethod);
  }
  s.restore = 0;
}

void enter_block(Situation& s) {
  if (s.blocks == blocks_max) return;
  ++s.blocks;
  if (!armed(s)) return;
  s.restore = s.blocks;
  arm(s, Watch::InBlock);
}

void leave_block(Situation& s) {
  if (s.blocks == 0) return;
  if (s.restore == s.blocks) {
    arm(s, Watch::Restored);
    s.restore = 0;
  } else if (s.watch == Watch::Off) {
    s.watch = Watch::LeftOff;
  }
  --s.blocks;
}

// One that cannot be: a block too deep, or an end without a beginning.
bool is_impossible(const Situation& s, Method method) {
  return (method == Method::EnterModalDialogAllowed && s.blocks == blocks_max) ||
         (method == Method::LeaveModalDialogAllowed && s.blocks == 0);
}

void on(Situation& s, const MethodCalled& called, const Limits&) {
  const auto method = called.method.method;
  if (s.phase != Phase::Body || s.method != 0 || is_impossible(s, method)) {
    if (s.method != 0) return;
    s.set(Flag::Refusal);
    s.call = called.call.value;
    return;
  }
  end_step(s);
  s.method = static_cast<std::uint8_t>(static_cast<std::uint8_t>(method) + 1);
  s.call = called.call.value;
  switch (method) {
    case Method::CloseModalDialogs:
      s.sweep = Sweep::Due;
      s.put(Flag::AwaitsHere, called.method.await_dispose);
      return;
    case Method::MonitorAndCloseModalDialogs: return start_monitor(s);
    case Method::AllowModalDialog: return arm(s, Watch::Allowed), void(s.restore = 0);
    case Method::EnterModalDialogAllowed: return enter_block(s);
    case Method::LeaveModalDialogAllowed: return leave_block(s);
    case Method::SyncDocuments:
      s.put(Flag::Force, called.method.force);
      s.put(Flag::ProjectOnly, called.method.project_only);
      return;
    case Method::SaveProject:
    case Method::WaitForSmartMode:
    case Method::AssertNonModal:
    case Method::IsModal:
    case Method::IsSmartMode:
    case Method::AwaitProgress: return;
  }
}

void on(Situation& s, const BodyReturned&, const Limits&) {
  if (s.phase == Phase::Body) return end_body(s, Phase::Returned);
  if (s.phase == Phase::Decided) s.put(Flag::LateReturn, tripped(s));
}
void on(Situation& s, const BodyThrew&, const Limits&) {
  if (s.phase == Phase::Body) end_body(s, Phase::Threw);
}

void on(Situation& s, const DialogDisposed& disposed, const Limits& limits) {
  const auto* const found = std::find(s.showing.begin(), s.showing.end(), disposed.dialog);
  if (found == s.showing.end()) {
    if (s.deeper > 0) --s.deeper;
    return;
  }
  const auto index = static_cast<unsigned>(found - s.showing.begin());
  s.showing.erase(index);
  const unsigned below = (1u << index) - 1;
  s.fresh = static_cast<std::uint8_t>((s.fresh & below) | (s.fresh >> 1 & ~below));
  if (s.phase == Phase::Body && armed(s)) s.set(Flag::Blinked);
  s.put(Flag::Provisional, s.modality() != Modality::Dialog && may_be_looked_at(s, limits));
  if (s.sweep == Sweep::Due && s.phase != Phase::Decided && !s.targets.full()) {
    s.targets.push_back(disposed.dialog);
    s.put(s.targets.size() - 1, Fate::Optional);
    return;
  }
  const auto place = place_of(s, disposed.dialog);
  if (place == s.targets.size()) return;
  const auto fate = s.fate(place);
  if (fate == Fate::Untouched) s.put(place, Fate::Optional);
  if (fate == Fate::Asked || fate == Fate::Accepted || fate == Fate::GivenUp)
    s.put(place, Fate::Closed);
  if (s.phase != Phase::Decided && !s.in(Method::AwaitProgress)) s.seen = {};
}

// Answers to looks, timers, and what else is a moment and no more.
void on(Situation&, const auto&, const Limits&) {}

// Time.

std::int32_t later(std::int32_t age, std::int32_t span, std::int32_t most) {
  return age < most - span ? age + span : most;
}
std::int32_t beyond(Duration bound) {
  constexpr auto top = std::numeric_limits<std::int32_t>::max();
  return bound.count() < top ? bound.count() + 1 : top;
}

// Nominal polls come whole periods after the wait began, and at its budget.
std::int32_t next_poll(const Situation& s, const Limits& limits) {
  const auto poll = limits.poll_period.count();
  return (s.age + poll - 1) / poll * poll;
}

void wait_on(Situation& s, std::int32_t span, const Limits& limits) {
  const bool froze = s.modality() == Modality::Progress;
  const auto poll = next_poll(s, limits);
  s.age = later(s.age, span, beyond(limits.wait_budget));
  s.note_age = later(s.note_age, span, beyond(limits.note_period + limits.poll_period));
  if (poll < s.age) s.put(Flag::Froze, froze);
  s.seen = {};
}

void step_on(Situation& s, std::int32_t span, const Limits& limits) {
  if (sweep_is_open(s)) {
    if (closing(s)) s.age = later(s.age, span, beyond(limits.dispose_bound));
    if (closing(s) || s.phase == Phase::Decided) return;
    leave_sweep(s);
  }
  if (waits_out(s, limits)) return wait_on(s, span, limits);
  if (syncs(s) && sync_begun(s)) s.age = later(s.age, span, beyond(limits.sync_bound));
  if (runs(s, Running::AwaitSmart)) s.age = later(s.age, span, beyond(limits.smart_bound));
}

void watch_on(Situation& s, std::int32_t span, const Limits& limits) {
  const auto period = limits.monitor_period.count();
  s.at_tick = {};
  const auto age = static_cast<std::int64_t>(s.tick_age) + span;
  if (age > period) {
    s.clear(Flag::Blinked);
    if (s.watch < Watch::Twice) s.watch = Watch::Plain;
  }
  s.tick_age = static_cast<std::int32_t>(age > period ? (age - 1) % period + 1 : age);
}

void on(Situation& s, const TimePassed& passed, const Limits& limits) {
  const auto span = passed.span.count();
  if (span <= 0 || !under_way(s)) return;
  step_on(s, span, limits);
  if (s.phase != Phase::Body) return;
  s.body_left = std::max(0, s.body_left - span);
  if (armed(s)) watch_on(s, span, limits);
}

// The rest of the IDE.

void on(Situation& s, const DialogOpened& opened, const Limits&) {
  if (!opened.modal) return s.set(Flag::NonModal);
  if (s.showing.full()) {
    s.showing.erase(0);
    s.fresh >>= 1;
    if (s.deeper < 255) ++s.deeper;
  }
  s.showing.push_back(opened.dialog);
  if (s.sweep == Sweep::Due)
    s.fresh = static_cast<std::uint8_t>(s.fresh | 1u << (s.showing.size() - 1));
}
void on(Situation& s, const ProgressStarted&, const Limits&) {
  if (s.progress < 255) ++s.progress;
}
void on(Situation& s, const ProgressEnded&, const Limits&) {
  if (s.progress > 0) --s.progress;
}
void on(Situation& s, const IndexingStarted&, const Limits&) { s.set(Flag::Dumb); }
void on(Situation& s, const IndexingEnded&, const Limits&) { s.clear(Flag::Dumb); }
void on(Situation& s, const ImportFinished&, const Limits&) { s.set(Flag::Imported); }

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
  s.age = 0;
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

void act(Situation& s, const Cancel& cancel, const Limits&) {
  auto& running = s.running[static_cast<std::size_t>(cancel.operation)];
  if (running == Running::Close)
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      if (s.fate(i) == Fate::Asked) s.put(i, Fate::GivenUp);
  if (is_write(running) && s.phase == Phase::Returned) s.set(Flag::GaveUp);
  running = Running::Nothing;
}

void act(Situation& s, const Capture& capture, const Limits&) {
  const bool shot = capture.artifact == Artifact::Screenshot;
  const bool sweeps = capture.cause == Stage::Sweep || (shot && capture.cause == Stage::Monitor);
  if (sweeps) {
    begin_sweep(s);
    if (shot) give_up_close(s);
  }
  s.set(shot ? Flag::Shot : Flag::Dumped);
  if (s.phase == Phase::Returned) s.set(Flag::GaveUp);
}

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
void act(Situation& s, const CancelBody&, const Limits&) { s.clear(Flag::BodyRuns); }

void end_method(Situation& s) {
  end_step(s);
  s.method = s.call = 0;
}
void act(Situation& s, const Return&, const Limits&) {
  if (s.phase == Phase::Body) end_method(s);
}
void act(Situation& s, const Refuse&, const Limits&) {
  if (s.has(Flag::Refusal)) {
    s.clear(Flag::Refusal);
    s.call = 0;
  } else if (s.phase == Phase::Body) {
    end_method(s);
  }
}

void act(Situation& s, const ReportDialog& report, const Limits&) {
  const auto place = place_of(s, report.dialog);
  if (place == s.targets.size()) return;
  if (s.fate(place) == Fate::Closed) ++s.closed;
  s.put(place, Fate::Over);
}
void act(Situation& s, const ReportSmartWait&, const Limits&) {
  if (s.phase == Phase::Gate || s.phase == Phase::Sync) begin_smart(s);
  s.set(Flag::ReportedWait);
}
void act(Situation& s, const ReportProgress&, const Limits&) { s.note_age = 0; }

void act(Situation& s, const Warn& warn, const Limits&) {
  switch (warn.warning) {
    case Warning::SyncSkipped:
    case Warning::SmartSkipped:
      if (s.phase == Phase::Gate) leave_gate(s, Phase::Ready);
      return s.set(warn.warning == Warning::SyncSkipped ? Flag::WarnedSync : Flag::WarnedSmart);
    case Warning::PostSyncSkipped:
    case Warning::PostSyncFailed: return s.set(Flag::WarnedPost);
  }
}

void act(Situation& s, const Decide& decide, const Limits&) {
  if (!under_way(s) || s.phase == Phase::Decided) return;
  const auto before = s;
  end_body(s, Phase::Decided);
  s.flags = {};
  for (const auto flag :
       {Flag::UnknownMode, Flag::FormerParameter, Flag::BadTimeout, Flag::FromEdt, Flag::BodyRuns})
    s.put(flag, before.has(flag));
  s.put(Flag::FromBody, before.phase >= Phase::Body);
  s.reason = decide.reason;
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

void act(Situation&, const auto&, const Limits&) {}

// Facts of an IDE that nobody will look at any more change nothing.
bool is_past(const Situation& s) {
  return s.phase == Phase::Ended || (s.phase == Phase::Decided && !tripped(s));
}

}  // namespace

void follow(Situation& s, const Happening& what, const Limits& limits) {
  confirm(s, limits);
  s.clear(Flag::Provisional);
  std::visit([&](const auto& it) { on(s, it, limits); }, what);
  settle_sweep(s);
}

void follow(Situation& s, const Fact& fact, const Limits& limits) {
  const auto* const opened = std::get_if<DialogOpened>(&fact);
  if (opened == nullptr || !s.has(Flag::Provisional)) confirm(s, limits);
  s.clear(Flag::Provisional);
  if (is_past(s)) return;
  std::visit([&](const auto& it) { on(s, it, limits); }, fact);
}

void follow(Situation& s, const Command& command, const Limits& limits) {
  std::visit([&](const auto& it) { act(s, it, limits); }, command);
  settle_sweep(s);
}

}  // namespace spec::modality
