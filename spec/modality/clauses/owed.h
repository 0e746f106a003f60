// What must come before an age passes its bound, by the phase that it is owed in.
#pragma once
#include <optional>

#include "modality/clauses/facts.h"

namespace spec::modality::clauses {

// A situation that owes something; and what must come, where that is one act.
using Owes = On<Situation>;
using Want = std::optional<Command>;
using Debt = Due<Owes, Want>;

// How long it may still take.
#define LEFT(...)                                       \
  [](const Owes& it) {                                  \
    [[maybe_unused]] const auto& [s, act, limits] = it; \
    return static_cast<std::int64_t>(__VA_ARGS__);      \
  }
#define WANT(...)                                       \
  [](const Owes& it) {                                  \
    [[maybe_unused]] const auto& [s, act, limits] = it; \
    return Want(__VA_ARGS__);                           \
  }

inline constexpr auto main_lane = OperationId::Main;
inline Command decide(const Situation& s, Reason reason) {
  if (of_any_stage.has(reason)) return Decide{stage_of_look(s), reason};
  return Decide{stage_of(reason, s.phase >= Phase::Body), reason};
}
inline Command dump(Stage cause) { return Capture{Artifact::ThreadDump, cause}; }
inline Command give(const Situation& s, std::int32_t value = 0) {
  return Return{CallId{s.call}, value};
}
Command give_closed(const Situation& s);
Command next_write_of(const Situation& s);
// The close of the deepest dialog whose turn it is.
Want next_close(const Situation& s);
Want next_report(const Situation& s);
// What nobody waits for any more.
Want next_taken_back(const Situation& s);
// The capture that is to be given up.
Want next_drop(const Situation& s);
// A capture of an ending was not begun.
bool lacks_capture(const Situation& s);
// What is still lacking of an ending.
Want next_of_ending(const Situation& s);

inline constexpr Debt owed_at_the_surface[] = {
    {"MOD-01"_rule, IF(s.has(Flag::UnknownMode)), LEFT(at_once),
     WANT(decide(s, Reason::UnknownMode))},
    {"MOD-01"_rule, IF(s.has(Flag::FormerParameter)), LEFT(at_once),
     WANT(decide(s, Reason::FormerParameter))},
    {"MOD-71"_rule, IF(s.has(Flag::BadTimeout)), LEFT(at_once),
     WANT(decide(s, Reason::BadTimeout))},
    {"MOD-90"_rule, IF(s.has(Flag::FromEdt)), LEFT(at_once),
     WANT(decide(s, Reason::CalledFromEdt))},
    {"MOD-84"_rule, IF(!is_refused(s)), LEFT(at_once), WANT(ScheduleRefresh{})},
};
// When the caller has withdrawn.
inline constexpr Debt owed_by_a_withdrawal[] = {
    {"MOD-110"_rule, IF(s.has(Flag::Withdrawn)), LEFT(at_once), WANT(decide(s, Reason::Cancelled))},
};
// Whoever looks.
inline constexpr Debt owed_by_looks[] = {
    // Of a call that tells of no look nobody knows what it waits for: that it ends is owed.
    {"MOD-94"_rule, IF(may_await_look(s, limits) && is_asked(s, main_lane)),
     LEFT(look_left(s, limits)), WANT(decide(s, Reason::IdeNotResponding))},
    {"MOD-91"_rule, IF(may_await_look(s, limits)), LEFT(look_left(s, limits)),
     WANT(decide(s, Reason::IdeNotResponding))},
    {"MOD-94"_rule, IF(is_asked(s, OperationId::Monitor) && armed(s)),
     LEFT(look_left_of_tick(s, limits)), WANT(Cancel{OperationId::Monitor})},
    {"MOD-49"_rule, IF(shows_beside_write(s) && !is_asked(s, OperationId::Monitor)),
     LEFT(beside_left(s, limits)), WANT(decide(s, Reason::ModalDuringSync))},
};
// Whoever captures.
inline constexpr Debt owed_by_captures[] = {
    {"MOD-93"_rule, IF(captures(s)), LEFT(captures_left(s, limits)), WANT(next_drop(s))},
};
// Whoever sweeps.
inline constexpr Debt owed_in_a_sweep[] = {
    {"MOD-10"_rule, IF(s.sweep == Sweep::Due && must_sweep(s) && !awaits_look(s) && !captures(s)),
     LEFT(at_once), WANT(next_close(s))},
    {"MOD-11"_rule,
     IF(goes_on_sweeping(s) && any_target(s, Fate::Untouched) && !closing(s) &&
        !s.has(Flag::Dumped)),
     LEFT(at_once), WANT(dump(Stage::Sweep)), "MOD-12"_rule},
    {"MOD-12"_rule,
     IF(goes_on_sweeping(s) && any_target(s, Fate::Closed) && any_target(s, Fate::Untouched) &&
        !closing(s)),
     LEFT(at_once), WANT(next_close(s))},
    {"MOD-10"_rule, IF(goes_on_sweeping(s) && any_target(s, Fate::Untouched) && !closing(s)),
     LEFT(at_once), WANT(next_close(s)), "MOD-12"_rule},
    {"MOD-12"_rule, IF(goes_on_sweeping(s) && awaits_disposal(s)),
     LEFT(left_of(s.age, limits.dispose_bound)), WANT(std::nullopt)},
    {"MOD-91"_rule, IF(s.sweep == Sweep::Begun && runs(s, Running::Close)),
     LEFT(std::max(left_of(s.age, limits.dispose_bound),
                   left_of(look_age(s, main_lane), limits.look_bound))),
     WANT(Cancel{main_lane})},
    {"MOD-10"_rule,
     IF(goes_on_sweeping(s) && handled(s) && owes_reports(s) && any_target(s, Fate::Refused)),
     LEFT(at_once), WANT(next_report(s)), "MOD-12"_rule},
    {"MOD-12"_rule,
     IF(goes_on_sweeping(s) && handled(s) && owes_reports(s) &&
        (any_target(s, Fate::Closed) || any_target(s, Fate::Accepted))),
     LEFT(at_once), WANT(next_report(s))},
    {"MOD-13"_rule, IF(goes_on_sweeping(s) && handled(s) && owes_reports(s)), LEFT(at_once),
     WANT(next_report(s)), "MOD-12"_rule},
};
inline constexpr Debt owed_in_a_wait[] = {
    {"MOD-21"_rule, IF(!is_asked(s, main_lane) && s.modality() == Modality::Dialog),
     LEFT(dialog_left(s, limits)), WANT(decide(s, Reason::DialogAtGate))},
    {"MOD-20"_rule, IF(!awaits_look(s) && s.modality() != Modality::Progress),
     LEFT(poll_left(s, limits)), WANT(std::nullopt)},
    {"MOD-22"_rule,
     IF(!is_asked(s, main_lane) && s.modality() == Modality::Progress &&
        (!s.has(Flag::LooksUntold) || waits_on(s, limits))),
     LEFT(wait_left(s, limits)), WANT(decide(s, Reason::ProgressOutlivedBudget))},
    {"MOD-20"_rule, IF(!awaits_look(s)), LEFT(left_of(s.age, limits.wait_budget)),
     WANT(std::nullopt)},
    {"MOD-23"_rule, IF(!awaits_look(s)),
     LEFT(left_of(s.note_age, limits.note_period + limits.poll_period) - 1),
     WANT(ReportProgress{Duration{s.age}})},
};
// When sweep and wait are over.
inline constexpr Debt owed_at_the_gate[] = {
    {"MOD-31"_rule, IF(!awaits_look(s) && !s.has(Flag::Allows) && s.looks().only(Modality::Dialog)),
     LEFT(at_once), WANT(decide(s, Reason::DialogAtGate))},
    {"MOD-33"_rule,
     IF(!awaits_look(s) && !s.has(Flag::Allows) && s.has(Flag::RefusesProgress) &&
        s.looks().only(Modality::Progress)),
     LEFT(at_once), WANT(decide(s, Reason::ProgressAtGate))},
    {"MOD-44"_rule, IF(!awaits_look(s) && s.has(Flag::Syncs) && may_skip(s) && !s.looks().clear()),
     LEFT(at_once), WANT(Warn{Warning::SyncSkipped, Reason::None})},
    {"MOD-57"_rule,
     IF(!awaits_look(s) && s.has(Flag::Smartens) && may_skip(s) && !s.looks().clear()),
     LEFT(at_once), WANT(Warn{Warning::SmartSkipped, Reason::None})},
    {"MOD-40"_rule, IF(!awaits_look(s) && s.has(Flag::Syncs)), LEFT(at_once),
     WANT(Commit{main_lane, Scope::All})},
    {"MOD-50"_rule, IF(!awaits_look(s) && s.has(Flag::Smartens)), LEFT(at_once),
     WANT(AwaitSmart{main_lane})},
    {"MOD-32"_rule,
     IF(s.has(Flag::Allows) && !s.has(Flag::Syncs) && !s.has(Flag::Smartens) &&
        !is_asked(s, main_lane) && !awaits_listing(s)),
     LEFT(at_once), WANT(StartBody{})},
    {"MOD-30"_rule, IF(!awaits_look(s)), LEFT(at_once), WANT(StartBody{})},
    {"MOD-92"_rule, IF(!awaits_look(s) && s.looks().modal()), LEFT(at_once), WANT(std::nullopt)},
};
inline constexpr Debt owed_when_ready[] = {
    {"MOD-44"_rule, IF(s.has(Flag::Syncs) && !s.has(Flag::WarnedSync)), LEFT(at_once),
     WANT(Warn{Warning::SyncSkipped, Reason::None})},
    {"MOD-57"_rule, IF(s.has(Flag::Smartens) && !s.has(Flag::WarnedSmart)), LEFT(at_once),
     WANT(Warn{Warning::SmartSkipped, Reason::None})},
    {"MOD-32"_rule, IF(s.has(Flag::Allows)), LEFT(at_once), WANT(StartBody{})},
    {"MOD-33"_rule, IF(true), LEFT(at_once), WANT(StartBody{})},
};
// Whoever syncs: between its first act and the bound.
inline constexpr Debt owed_in_a_sync[] = {
    {"MOD-47"_rule,
     IF(!awaits_look(s) && s.age == 0 && !runs_a_write(s) && s.modality() == Modality::None &&
        nothing_dirty(s)),
     LEFT(at_once), WANT(std::nullopt)},
    {"MOD-107"_rule, IF(s.has(Flag::Force)), LEFT(left_of(s.age, limits.sync_bound)),
     WANT(decide(s, Reason::SyncTimedOut))},
    {"MOD-43"_rule,
     IF(!s.has(Flag::Force) && !runs_a_write(s) && s.looks().modal() &&
        !(synced(s) && awaits_look(s))),
     LEFT(left_of(s.age, limits.sync_bound)), WANT(decide(s, Reason::ModalDuringSync))},
    {"MOD-42"_rule, IF(!(synced(s) && awaits_look(s))), LEFT(left_of(s.age, limits.sync_bound)),
     WANT(decide(s, Reason::SyncTimedOut))},
};
// Whoever waits for smart mode.
inline constexpr Debt owed_in_a_smart_wait[] = {
    {"MOD-52"_rule, IF(runs(s, Running::AwaitSmart)), LEFT(left_of(s.age, limits.smart_bound)),
     WANT(decide(s, Reason::SmartTimedOut))},
    {"MOD-56"_rule, IF(!awaits_look(s) && s.has(Flag::Reached) && !s.looks().clear()),
     LEFT(at_once), WANT(decide(s, Reason::ModalAfterSmart))},
    {"MOD-54"_rule, IF(!awaits_look(s) && s.has(Flag::Reached) && s.has(Flag::Dumb)), LEFT(at_once),
     WANT(std::nullopt)},
    {"MOD-55"_rule, IF(!awaits_look(s) && s.has(Flag::Reached) && !s.has(Flag::Imported)),
     LEFT(at_once), WANT(std::nullopt)},
    {"MOD-53"_rule,
     IF(!awaits_look(s) && s.has(Flag::Reached) && s.phase == Phase::Smart &&
        !s.has(Flag::ReportedWait)),
     LEFT(at_once), WANT(ReportSmartWait{Duration{s.age}})},
    {"MOD-50"_rule, IF(!awaits_look(s) && !runs(s, Running::AwaitSmart) && s.phase == Phase::Smart),
     LEFT(at_once), WANT(StartBody{})},
    {"MOD-104"_rule, IF(!awaits_look(s) && !runs(s, Running::AwaitSmart) && s.phase == Phase::Body),
     LEFT(at_once), WANT(give(s, s.age))},
};
inline constexpr Debt owed_by_the_monitor[] = {
    {"MOD-113"_rule, IF(may_trip(s) && has_own_clock(s) && s.has(Flag::Neighbour)),
     LEFT(trip_left(s, limits)), WANT(decide(s, Reason::DialogDuringBody))},
    {"MOD-06"_rule, IF(may_trip(s) && s.watch == Watch::Contradiction), LEFT(trip_left(s, limits)),
     WANT(decide(s, Reason::DialogDuringBody))},
    {"MOD-64"_rule, IF(may_trip(s) && s.watch == Watch::Twice), LEFT(trip_left(s, limits)),
     WANT(decide(s, Reason::DialogDuringBody))},
    {"MOD-66"_rule, IF(may_trip(s) && s.watch == Watch::AfterAllow), LEFT(trip_left(s, limits)),
     WANT(decide(s, Reason::DialogDuringBody))},
    {"MOD-101"_rule,
     IF(may_trip(s) && (s.watch == Watch::ByMethod || s.watch == Watch::AfterAllow)),
     LEFT(trip_left(s, limits)), WANT(decide(s, Reason::DialogDuringBody))},
    {"MOD-69"_rule, IF(may_trip(s) && s.watch == Watch::ByBlock), LEFT(trip_left(s, limits)),
     WANT(decide(s, Reason::DialogDuringBody))},
    {"MOD-60"_rule, IF(may_trip(s) && has_own_clock(s) && !saw_dialog(s)),
     LEFT(trip_left(s, limits)), WANT(decide(s, Reason::DialogDuringBody))},
    {"MOD-61"_rule, IF(may_trip(s) && has_own_clock(s)), LEFT(trip_left(s, limits)),
     WANT(decide(s, Reason::DialogDuringBody))},
};
inline constexpr Debt owed_in_the_body[] = {
    {"MOD-71"_rule, IF(true), LEFT(s.body_left), WANT(decide(s, Reason::BodyTimedOut))},
    {"MOD-112"_rule, IF(s.has(Flag::StrangerEnded)), LEFT(s.body_left),
     WANT(decide(s, Reason::BodyTimedOut))},
    {"MOD-75"_rule, IF(s.has(Flag::Refusal) && s.method != 0), LEFT(at_once),
     WANT(Refuse{CallId{s.refused}})},
    {"MOD-69"_rule, IF(s.has(Flag::Refusal)), LEFT(at_once), WANT(Refuse{CallId{s.refused}})},
};
inline constexpr Debt owed_in_a_method[] = {
    {"MOD-100"_rule, IF(!awaits_look(s) && s.in(Method::CloseModalDialogs) && sweep_is_over(s)),
     LEFT(at_once), WANT(give_closed(s))},
    {"MOD-101"_rule, IF(s.in(Method::MonitorAndCloseModalDialogs)), LEFT(at_once), WANT(give(s))},
    {"MOD-102"_rule, IF(s.in(Method::AllowModalDialog)), LEFT(at_once), WANT(give(s))},
    {"MOD-69"_rule,
     IF(s.in(Method::EnterModalDialogAllowed) || s.in(Method::LeaveModalDialogAllowed)),
     LEFT(at_once), WANT(give(s))},
    {"MOD-107"_rule, IF(s.in(Method::SyncDocuments) && s.has(Flag::Force) && !sync_begun(s)),
     LEFT(at_once), WANT(next_write_of(s))},
    {"MOD-108"_rule,
     IF((s.in(Method::SaveProject) || s.has(Flag::ProjectOnly)) && !sync_begun(s) &&
        (s.has(Flag::Force) || !awaits_look(s))),
     LEFT(at_once), WANT(next_write_of(s))},
    {"MOD-103"_rule,
     IF(!awaits_look(s) && s.in(Method::SyncDocuments) && !s.has(Flag::Force) && !sync_begun(s)),
     LEFT(at_once), WANT(next_write_of(s))},
    {"MOD-105"_rule, IF(!awaits_look(s) && s.in(Method::AssertNonModal)), LEFT(at_once),
     WANT(std::nullopt)},
    {"MOD-106"_rule, IF(!awaits_look(s) && (s.in(Method::IsModal) || s.in(Method::IsSmartMode))),
     LEFT(at_once), WANT(std::nullopt)},
    {"MOD-20"_rule, IF(s.in(Method::AwaitProgress) && limits.wait_budget.count() == 0),
     LEFT(at_once), WANT(give(s))},
};
inline constexpr Debt owed_after_the_body[] = {
    {"MOD-75"_rule, IF(s.has(Flag::Abandoned)), LEFT(at_once), WANT(Cancel{main_lane})},
    {"MOD-72"_rule, IF(s.phase == Phase::Threw), LEFT(at_once), WANT(decide(s, Reason::BodyThrew))},
    {"MOD-81"_rule, IF(s.has(Flag::GaveUp) && !s.has(Flag::WarnedPost)), LEFT(at_once),
     WANT(std::nullopt)},
    {"MOD-81"_rule, IF(s.has(Flag::GaveUp) && !s.has(Flag::Dumped)), LEFT(at_once),
     WANT(dump(Stage::Sync))},
    {"MOD-82"_rule,
     IF(!awaits_look(s) && s.has(Flag::SyncsAfter) && !sync_begun(s) && !s.has(Flag::WarnedPost) &&
        !s.looks().clear()),
     LEFT(at_once), WANT(Warn{Warning::PostSyncSkipped, Reason::None})},
    {"MOD-80"_rule,
     IF(!awaits_look(s) && s.has(Flag::SyncsAfter) && !sync_begun(s) && !s.has(Flag::WarnedPost)),
     LEFT(at_once), WANT(Commit{main_lane, Scope::All})},
    {"MOD-83"_rule, IF(s.phase == Phase::Returned && !s.has(Flag::SyncsAfter)), LEFT(at_once),
     WANT(decide(s, Reason::None))},
    {"MOD-91"_rule, IF(s.has(Flag::WarnedPost)), LEFT(at_once), WANT(decide(s, Reason::None))},
};
inline constexpr Debt owed_by_an_ending[] = {
    {"MOD-96"_rule, IF(!withdrawn(s) && s.has(Flag::BodyRuns) && s.has(Flag::EditWaits)),
     LEFT(at_once), WANT(CancelBody{})},
    {"MOD-110"_rule, IF(withdrawn(s) && is_left_behind(s)), LEFT(at_once),
     WANT(next_taken_back(s))},
    {"MOD-61"_rule, IF(tripped(s) && s.has(Flag::BodyRuns)), LEFT(at_once), WANT(CancelBody{})},
    {"MOD-71"_rule, IF(!withdrawn(s) && s.has(Flag::BodyRuns)), LEFT(at_once), WANT(CancelBody{})},
    {"MOD-61"_rule, IF(tripped(s) && !s.has(Flag::Dumped)), LEFT(at_once),
     WANT(dump(Stage::Monitor))},
    {"MOD-93"_rule, IF(captures(s) && sweep_is_over(s) && lacks_capture(s)), LEFT(at_once),
     WANT(next_of_ending(s))},
    {"MOD-91"_rule,
     IF(!withdrawn(s) && !s.has(Flag::Scheduled) && sweep_is_over(s) && !captures(s)),
     LEFT(at_once), WANT(next_of_ending(s))},
    {"MOD-84"_rule,
     IF(!withdrawn(s) && !s.has(Flag::Scheduled) && sweep_is_over(s) && !captures(s) &&
        !of_surface.has(s.reason)),
     LEFT(at_once), WANT(ScheduleRefresh{})},
    {"MOD-05"_rule, IF(!withdrawn(s) && (s.has(Flag::Scheduled) || of_surface.has(s.reason))),
     LEFT(at_once), WANT(std::nullopt)},
};
inline constexpr Debt owed_after_the_end[] = {
    {"MOD-109"_rule, IF(s.has(Flag::Refusal)), LEFT(at_once), WANT(Refuse{CallId{s.refused}})},
};
inline constexpr Debt owed_in_the_end[] = {
    {"MOD-91"_rule, IF(under_way(s) && !withdrawn(s)), LEFT(at_the_end), WANT(std::nullopt)},
};

#undef LEFT
#undef WANT

}  // namespace spec::modality::clauses
