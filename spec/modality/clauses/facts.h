// What the clauses of this area are written in: kinds of acts, and facts of a situation that more
// than one table names.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "modality/follow.h"
#include "spec/clause.h"
#include "spec/modality/rules.h"

namespace spec::modality::clauses {

consteval std::uint8_t operator""_rule(const char* id, std::size_t size) {
  return rule_index({id, size});
}

template <class Act>
using On = Case<Situation, Act, Limits>;
template <class Act>
using Clauses = Clause<On<Act>>;

// Kinds of acts that the port does not tell apart.

struct Effect {};    // Whatever reaches the IDE, the script or the caller.
struct PassGate {};  // The first act behind the gate.
struct Write {       // Commit, Save or Refresh.
  Running what;
  Scope scope;
  bool forced;
  Extent extent = Extent::Dirty;
};
struct CancelClose {};
struct CancelWrite {};
struct CancelSmart {};
struct SweepDump {};
struct SweepShot {
  Stage cause;
};
struct EndShot {
  Stage cause;
};
struct EndDump {
  Stage cause;
};
struct SkipSync {
  Reason reason;
};
struct SkipSmart {
  Reason reason;
};
struct SkipPost {
  Reason reason;
};
struct FailPost {
  Reason reason;
};
struct PassTick {};  // A tick of the monitor went by.
struct Ask {         // A look.
  OperationId lane;
};

// The sweep.

inline std::int64_t left_of(std::int32_t age, Duration bound) {
  return std::int64_t{bound.count()} - age;
}
inline bool at_dispose_bound(const Situation& s, const Limits& limits) {
  return s.age >= limits.dispose_bound.count();
}
inline std::int32_t closed_of(const Situation& s) {
  return static_cast<std::int32_t>(s.closed.size());
}
inline bool gives_closed(const Situation& s, const Return& act) {
  return std::equal(act.closed.begin(), act.closed.end(), s.closed.begin(), s.closed.end());
}
inline bool awaits_disposal(const Situation& s) {
  return s.sweep == Sweep::Begun && s.has(Flag::AwaitsHere) && any_target(s, Fate::Accepted);
}
// A sweep that has begun, and does not look again before it goes on.
inline bool goes_on_sweeping(const Situation& s) {
  return s.sweep == Sweep::Begun && !is_asked(s, OperationId::Main);
}
// Something shows, or did at some moment since the sweep was due.
inline bool finds_any(const Situation& s) {
  return s.modality() == Modality::Dialog || !s.targets.empty();
}
inline Fate fate_of(const Situation& s, DialogId dialog) {
  const auto place = place_of(s, dialog);
  return place < s.targets.size() ? s.fate(place) : Fate::Over;
}
inline bool is_target(const Situation& s, DialogId dialog) {
  return s.sweep == Sweep::Due || s.deeper > 0 || place_of(s, dialog) < s.targets.size();
}
// Its turn has come: it is untouched, what lies above it was dealt with, and nothing below was.
bool is_next(const Situation& s, DialogId dialog);
inline Outcome outcome_of(Fate fate) {
  if (fate == Fate::Closed || fate == Fate::Missed) return Outcome::Closed;
  return fate == Fate::Refused ? Outcome::Refused : Outcome::Pending;
}
inline bool sweeps_beside_the_body(const Situation& s) {
  return s.phase == Phase::Body && !s.in(Method::CloseModalDialogs) && !s.in(Method::AwaitProgress);
}
inline bool sweeps_unasked(const Situation& s) {
  const bool unwatched = s.watch == Watch::Off || s.watch == Watch::LeftOff;
  return (before_the_body(s) && s.sweep == Sweep::None) || (sweeps_beside_the_body(s) && unwatched);
}
// Before the sync of a call that is to be watched is through: what shows there ends it.
inline bool sweeps_in_the_sync(const Situation& s) {
  return sweeps_unasked(s) && s.has(Flag::Watches) && s.phase == Phase::Sync && !synced(s);
}
inline bool sweeps_for_the_monitor(const Situation& s) {
  return (sweeps_beside_the_body(s) && !sweeps_unasked(s)) ||
         (sweeps_unasked(s) && s.has(Flag::Watches) && !sweeps_in_the_sync(s));
}
inline bool sweeps_in_the_wait(const Situation& s) {
  return s.in(Method::AwaitProgress) ||
         (s.phase == Phase::Gate && s.has(Flag::WaitsOut) && s.sweep == Sweep::Over);
}

// The gate.

inline bool is_raw(const Situation& s) { return s.mode == Mode::Raw; }
// With A and neither D nor W there is nothing to decide.
inline bool decides_nothing(const Situation& s) {
  return s.has(Flag::Allows) && !s.has(Flag::Syncs) && !s.has(Flag::Smartens);
}
// The gate lets a modal pass that a look may have told of.
inline bool may_skip(const Situation& s) {
  const auto looks = s.looks();
  if (s.has(Flag::Allows)) return looks.modal();
  return looks.has(Modality::Progress) && !s.has(Flag::RefusesProgress);
}
inline bool may_pass(const Situation& s) {
  return decides_nothing(s) || s.looks().clear() || may_skip(s);
}
// At the latest now the wait looks: at the next nominal poll, or the one behind it if progress
// showed in this one.
inline std::int64_t poll_left(const Situation& s, const Limits& limits) {
  const std::int64_t poll = limits.poll_period.count();
  const auto next = (s.age + poll - 1) / poll * poll;
  return next - s.age + (s.has(Flag::Froze) ? poll : 0);
}

// Documents.

bool in_scope(Scope scope, DocumentName name);
// Of the sync or save under way, or of the one that comes next.
Scope scope_of(const Situation& s);
// A document that is not of this scope has something for such a write to do,
bool is_work_beyond(const Situation& s, Running what);
// and this one would do it.
bool works_beyond(const Situation& s, const Write& act);
// All that is in the scope of the sync agrees, but for what somebody else touched meanwhile.
bool in_sync(const Situation& s);
bool nothing_dirty(const Situation& s);
// What the body edited, and nobody else touched since it returned, is on the disk.
bool edits_landed(const Situation& s);

// Whoever waits for smart mode.
inline bool may_report_wait(const Situation& s) {
  return before_the_body(s) || s.in(Method::WaitForSmartMode);
}

// The monitor.

// Whether it watches, and by which clock, is what the rule of blocks says.
inline bool moved_by_block(const Situation& s) {
  return s.watch == Watch::LeftOff || s.watch == Watch::InBlock || s.watch == Watch::ByBlock;
}
inline bool has_own_clock(const Situation& s) { return armed(s) && !moved_by_block(s); }
inline bool dialog_at_tick(const Situation& s, const Limits& limits) {
  auto now = s.at_tick;
  now.add(s.modality());
  return at_a_tick(s, limits) && now.has(Modality::Dialog);
}
// A dialog shows, and will have shown through the whole of the next tick's instant.
inline std::int64_t trip_left(const Situation& s, const Limits& limits) {
  const auto left = left_of(s.tick_age, limits.monitor_period);
  if (s.has(Flag::LooksUntold))
    return s.has(Flag::Answered) ? left_of(look_age(s, OperationId::Monitor), limits.look_bound)
                                 : left + limits.look_bound.count();
  auto now = s.at_tick;
  now.add(s.modality());
  if (at_a_tick(s, limits) && now.only(Modality::Dialog)) return at_once;
  return left > 0 ? left : limits.monitor_period.count();
}
inline bool may_trip(const Situation& s) {
  return s.phase == Phase::Body && s.modality() == Modality::Dialog &&
         !is_asked(s, OperationId::Monitor);
}
// The tick came, and its look was answered.
inline bool saw_dialog(const Situation& s) {
  return s.has(Flag::Answered) && !s.has(Flag::LooksUntold);
}

// Looks.

inline bool waits_on(const Situation& s, const Limits& limits) {
  return waits_out(s, limits) && s.age < limits.wait_budget.count();
}
// What is left of a wait, and where it tells of no look, of those behind it.
inline std::int64_t wait_left(const Situation& s, const Limits& limits) {
  const auto untold = untold_looks_max * limits.look_bound;
  return left_of(s.age, limits.wait_budget) + (s.has(Flag::LooksUntold) ? untold.count() : 0);
}
// Until a look of the wait has shown the dialog: that of the next poll, which has its bound where
// none is told, or one of a poll that was answered now.
inline std::int64_t dialog_left(const Situation& s, const Limits& limits) {
  if (s.has(Flag::LooksUntold))
    return left_of(look_age(s, OperationId::Main), limits.poll_period + limits.look_bound);
  return s.has(Flag::Polled) ? at_once : poll_left(s, limits);
}
inline std::int64_t look_left(const Situation& s, const Limits& limits) {
  if (is_asked(s, OperationId::Main))
    return left_of(look_age(s, OperationId::Main), limits.look_bound);
  if (waits_on(s, limits)) return wait_left(s, limits);
  return left_of(look_age(s, OperationId::Main), untold_looks_max * limits.look_bound);
}
inline std::int64_t look_left_of_tick(const Situation& s, const Limits& limits) {
  return left_of(look_age(s, OperationId::Monitor), limits.look_bound + limits.monitor_period);
}
// What stands until the next look beside a write, and the look itself where none is told.
inline std::int64_t beside_left(const Situation& s, const Limits& limits) {
  const auto untold = s.has(Flag::LooksUntold) ? limits.look_bound.count() : 0;
  return left_of(look_age(s, OperationId::Main), limits.poll_period) + untold;
}
// A look is under way, or is all that the call may be waiting for if it tells of none.
inline bool may_await_look(const Situation& s, const Limits& limits) {
  if (is_asked(s, OperationId::Main)) return !runs_a_write(s);
  const bool outlives = waits_on(s, limits) && s.modality() == Modality::Progress;
  return s.has(Flag::LooksUntold) && s.phase >= Phase::Gate && is_looking(s) && !outlives;
}
// A stage in which a look may have been asked last.
inline bool may_have_asked_in(const Situation& s, Stage stage) {
  if (s.phase == Phase::Smart) return stage == Stage::Smart;
  if (s.phase == Phase::Sync)
    return stage == Stage::Sync || (stage == Stage::Smart && s.has(Flag::Smartens) && synced(s));
  if (s.phase != Phase::Gate) return stage == Stage::Body;
  if (stage == Stage::Sweep) return s.sweep == Sweep::Due || s.sweep == Sweep::Begun;
  if (stage == Stage::Wait) return s.has(Flag::WaitsOut);
  return stage == Stage::Gate || (stage == Stage::Sync && s.has(Flag::Syncs)) ||
         (stage == Stage::Smart && s.has(Flag::Smartens) && !s.has(Flag::Syncs));
}

// The step that the call is at.
inline Stage stage_of_look(const Situation& s) {
  if (s.phase == Phase::Returned) return Stage::Post;
  if (s.phase >= Phase::Body) return Stage::Body;
  if (s.phase == Phase::Sync) return Stage::Sync;
  return s.phase == Phase::Smart ? Stage::Smart : Stage::Gate;
}

// The ending.

// Where a result says that the call ended.
inline Stage stage_of_end(const Situation& s) {
  return of_any_stage.has(s.reason) ? s.stage : stage_of(s.reason, s.has(Flag::FromBody));
}
// Something that a caller who has withdrawn has left behind.
inline bool is_left_behind(const Situation& s) {
  return s.has(Flag::BodyRuns) || !nothing_runs(s) || captures(s);
}
inline bool has_no_post_flight(const Situation& s) {
  return s.mode == Mode::NonModal || s.mode == Mode::Unleashed;
}
// What this decision is about belongs to rules below MUST, and to their clauses alone.
inline bool is_of_weaker_rules(const Situation& s, Reason reason) {
  constexpr Reasons reasons{Reason::DialogDuringBody, Reason::ModalAsserted,
                            Reason::ModalAfterSmart};
  return reasons.has(reason) || s.has(Flag::Force) || s.has(Flag::ProjectOnly) ||
         s.in(Method::SaveProject) || s.in(Method::AssertNonModal) || s.in(Method::IsModal) ||
         s.in(Method::IsSmartMode);
}
inline bool undecided(const Situation& s) { return before_the_body(s) || s.phase == Phase::Body; }

inline bool ends_for(const Situation& s, Reason reason) {
  return s.phase == Phase::Decided && s.reason == reason;
}
inline bool ends_for(const Situation& s, Reasons reasons) {
  return s.phase == Phase::Decided && reasons.has(s.reason);
}
// A capture under way may be given up: at its bound, or when nobody wants it any more.
inline bool may_drop(const Situation& s, Artifact artifact, const Limits& limits) {
  return (s.cut & bit_of(artifact)) != 0 || s.capture_age >= limits.capture_bound.count();
}
// How long the captures under way may still take.
inline std::int64_t captures_left(const Situation& s, const Limits& limits) {
  return captures(s) ? left_of(s.capture_age, limits.capture_bound) : at_once;
}
inline bool captured(const Situation& s) { return s.has(Flag::Shot) && s.has(Flag::Dumped); }
inline bool is_for(const Situation& s, Method method, CallId call) {
  return s.phase == Phase::Body && s.in(method) && s.call == call.value;
}

}  // namespace spec::modality::clauses
