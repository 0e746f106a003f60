// Words in which a situation is followed and rules are written; not for others to include.
#pragma once
#include <cstddef>
#include <initializer_list>

#include "spec/modality/situation.h"

namespace spec::modality {

// What was so until now was a moment: looks may have told it.
void confirm(Situation& s, const Limits& limits);

// What changes when a step of the call begins or ends.

void end_step(Situation& s);       // The one that was under way is behind.
void begin_sweep(Situation& s);    // If one is due.
void give_up_close(Situation& s);  // Whoever goes on at the bound of a close has given it up.
// A sweep whose targets are all accounted for is over, and nothing is waited for any more.
void settle_sweep(Situation& s);
void leave_sweep(Situation& s);  // One that was due has begun or was skipped.
void leave_gate(Situation& s, Phase next);
void arm(Situation& s, Watch watch);
// A sweep that is cut short still has to tell what it has come to.
void end_body(Situation& s, Phase next);

// Reasons that are true at the same time.
struct Reasons {
  std::uint32_t bits = 0;
  constexpr Reasons() = default;
  constexpr Reasons(std::initializer_list<Reason> reasons) {
    for (const auto reason : reasons) add(reason);
  }
  constexpr void add(Reason reason) { bits |= 1u << static_cast<unsigned>(reason); }
  constexpr bool has(Reason reason) const {
    return (bits >> static_cast<unsigned>(reason) & 1u) != 0;
  }
};
inline constexpr Reasons of_surface{Reason::UnknownMode, Reason::FormerParameter,
                                    Reason::BadTimeout, Reason::CalledFromEdt};
inline constexpr Reasons of_gate{Reason::DialogAtGate, Reason::ProgressAtGate,
                                 Reason::ProgressOutlivedBudget};
inline constexpr Reasons of_sync{Reason::ModalBeforeSync, Reason::ModalDuringSync,
                                 Reason::SyncTimedOut};
// They say nothing of a step: the stage says where it was.
inline constexpr Reasons of_any_stage{Reason::IdeNotResponding, Reason::Cancelled};
inline constexpr Reasons of_smart{Reason::ModalBeforeSmart, Reason::ModalAfterSmart,
                                  Reason::SmartTimedOut};
// Those over a modal of either kind: the result says which.
inline constexpr Reasons over_either{Reason::ModalBeforeSync, Reason::ModalDuringSync,
                                     Reason::ModalBeforeSmart, Reason::ModalAfterSmart,
                                     Reason::ModalAsserted};

// Why the call may end now: the reasons that a look since the phase began, a bound, the script or
// the request explains. More than one may be true in one instant.
Reasons explained(const Situation& s, const Limits& limits);
// The same of a post-flight that fails: a warning tells it.
Reasons explained_after(const Situation& s, const Limits& limits);

// Whether trying again later may mend this failure, as its rule lists; and whether nobody can say
// that it may not, since what blocked goes by itself, or a write took longer than its bound.
bool mends_later(const Situation& s);
bool may_mend_later(const Situation& s);
// The stage that a result for this reason has.
Stage stage_of(Reason reason, bool from_body);
// The cause of its captures.
Stage cause_of(Reason reason);

constexpr bool is_write(Running what) {
  return what == Running::Commit || what == Running::Save || what == Running::Refresh;
}
inline bool runs(const Situation& s, Running what) {
  return s.running[0] == what || s.running[1] == what;
}
inline bool runs_a_write(const Situation& s) {
  return is_write(s.running[0]) || is_write(s.running[1]);
}
inline bool nothing_runs(const Situation& s) {
  return s.running[0] == Running::Nothing && s.running[1] == Running::Nothing;
}

inline bool is_to_be_refused(const Situation& s, CallId call) {
  return s.has(Flag::Refusal) && call.value == s.refused;
}
inline bool is_refused(const Situation& s) {
  return s.has(Flag::UnknownMode) || s.has(Flag::FormerParameter) || s.has(Flag::BadTimeout) ||
         s.has(Flag::FromEdt);
}
// Looks under way, by lane.
inline bool is_asked(const Situation& s, OperationId lane) {
  return s.looking[static_cast<std::size_t>(lane)] != Look::Nothing;
}
// So many looks that are not told come in a row: a listing, that of the wait, that of the gate, and
// the one before a write.
inline constexpr int untold_looks_max = 4;
inline std::int32_t look_age(const Situation& s, OperationId lane) {
  return s.look_age[static_cast<std::size_t>(lane)];
}
// In whose phases looks count.
bool is_looking(const Situation& s);
// What rests on a look need not come yet.
inline bool awaits_look(const Situation& s) {
  return is_asked(s, OperationId::Main) || s.has(Flag::LooksUntold);
}
// What is due of a sweep may still begin.
inline bool awaits_listing(const Situation& s) {
  return s.sweep == Sweep::Due && (s.looking[0] == Look::Listing || s.has(Flag::LooksUntold));
}
// The caller has withdrawn in time, and nothing but an end is called for.
inline bool withdrawn(const Situation& s) {
  return s.has(Flag::Withdrawn) || (s.phase == Phase::Decided && s.reason == Reason::Cancelled);
}
inline bool before_the_body(const Situation& s) {
  return s.phase >= Phase::Gate && s.phase <= Phase::Ready;
}
inline bool under_way(const Situation& s) {
  return s.phase > Phase::NotCalled && s.phase < Phase::Ended;
}

// The monitor.
inline bool armed(const Situation& s) { return s.watch >= Watch::Plain; }
// A tick asks nothing while a look is under way, and its answer is the moment that counts (MOD-95).
inline bool at_a_tick(const Situation& s, const Limits& limits) {
  if (!armed(s)) return false;
  const bool asks = !is_asked(s, OperationId::Monitor) || look_age(s, OperationId::Monitor) == 0;
  return s.has(Flag::Answered) || (asks && s.tick_age == limits.monitor_period.count());
}
inline bool tripped(const Situation& s) {
  return s.phase == Phase::Decided && s.reason == Reason::DialogDuringBody;
}

// A call whose sweep the event thread does not answer captures for its end.
inline bool is_of_a_sweep(const Situation& s, const Capture& capture) {
  const bool ends = s.phase == Phase::Decided && s.reason == Reason::IdeNotResponding;
  const bool trips = capture.artifact == Artifact::Screenshot && capture.cause == Stage::Monitor;
  return trips || (capture.cause == Stage::Sweep && !ends);
}

// A write of a sync is withheld or asks, and a look would tell why (MOD-49).
inline bool shows_beside_write(const Situation& s) {
  return runs_a_write(s) && s.modality() == Modality::Dialog && !s.has(Flag::Force) &&
         !s.has(Flag::Abandoned) && !s.has(Flag::GaveUp) && s.phase < Phase::Decided;
}

// Captures.
constexpr std::uint8_t bit_of(Artifact artifact) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(artifact));
}
inline bool captures(const Situation& s) { return s.capturing != 0; }
inline bool captures(const Situation& s, Artifact artifact) {
  return (s.capturing & bit_of(artifact)) != 0;
}
// What the captures under way are for has ended without them.
void cut_captures(Situation& s);
void end_capture(Situation& s, Artifact artifact);

// The sweep.
inline bool sweep_is_open(const Situation& s) {
  return s.sweep == Sweep::Due || s.sweep == Sweep::Begun;
}
// Dialogs that every look since the sweep was due has told of.
bool must_sweep(const Situation& s);
bool any_target(const Situation& s, Fate fate);
// The last close is waited for, as far as its bound lets it.
bool closing(const Situation& s);
// Every target is closed, refused, given up or gone.
bool handled(const Situation& s);
// A target whose fate is known and not reported.
bool owes_reports(const Situation& s);
// Nothing of the sweep is left, or it had nothing to do.
bool sweep_is_over(const Situation& s);
// Its place among the targets, or their count.
std::size_t place_of(const Situation& s, DialogId dialog);

// The wait.
inline bool waits_out(const Situation& s, const Limits& limits) {
  return limits.wait_budget.count() > 0 &&
         (s.in(Method::AwaitProgress) ||
          (s.phase == Phase::Gate && s.has(Flag::WaitsOut) && sweep_is_over(s)));
}

// Nominal polls come whole periods after the wait began, and at its budget.
inline std::int32_t next_poll(const Situation& s, const Limits& limits) {
  const auto poll = limits.poll_period.count();
  return (s.age + poll - 1) / poll * poll;
}

// The sync.
inline bool syncs_for_the_body(const Situation& s) {
  return s.in(Method::SyncDocuments) || s.in(Method::SaveProject);
}
inline bool syncs(const Situation& s) {
  return s.phase == Phase::Sync || syncs_for_the_body(s) || s.phase == Phase::Returned;
}
// Nothing: all of it is done.
Running next_write(const Situation& s);
inline bool sync_begun(const Situation& s) {
  return s.written != Running::Nothing || (runs_a_write(s) && !s.has(Flag::Abandoned)) ||
         s.has(Flag::GaveUp);
}
inline bool synced(const Situation& s) {
  return next_write(s) == Running::Nothing && !runs_a_write(s);
}

}  // namespace spec::modality
