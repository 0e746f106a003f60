// Clauses on syncs and smart waits, whoever asks for them (MOD-40 to MOD-57, MOD-80 to MOD-83,
// MOD-103, MOD-104, MOD-107, MOD-108).
#pragma once
#include "modality/clauses/facts.h"

namespace spec::modality::clauses {

inline constexpr Clauses<Write> writes[] = {
    {"MOD-84"_rule, never,
     IF((s.phase == Phase::Called && !is_refused(s)) ||
        (s.phase == Phase::Decided && act.what == Running::Refresh))},
    {"MOD-14"_rule, never, IF(s.sweep == Sweep::Begun && !sweep_is_over(s))},
    {"MOD-83"_rule, never, IF(s.phase == Phase::Returned && has_no_post_flight(s))},
    {"MOD-80"_rule, never, IF(s.phase == Phase::Threw)},
    {"MOD-80"_rule, only_if, IF(s.phase == Phase::Returned), THEN(s.has(Flag::SyncsAfter))},
    {"MOD-80"_rule, only_if, IF(s.phase == Phase::Returned && !sync_begun(s)),
     THEN(s.looks().clear())},
    {"MOD-81"_rule, never, IF(s.phase == Phase::Returned && s.has(Flag::GaveUp))},
    {"MOD-82"_rule, never, IF(s.phase == Phase::Returned && s.has(Flag::WarnedPost))},
    {"MOD-44"_rule, never, IF(s.phase == Phase::Ready)},
    {"MOD-40"_rule, only_if, IF(s.phase == Phase::Gate),
     THEN(s.has(Flag::Syncs) && s.looks().clear())},
    {"MOD-107"_rule, never, IF(s.has(Flag::Force) && act.what == Running::Commit)},
    {"MOD-107"_rule, says, IF(syncs(s) || s.phase == Phase::Gate),
     THEN(act.forced == s.has(Flag::Force))},
    {"MOD-107"_rule, only_if, IF(s.has(Flag::Force)), THEN(act.what > s.written)},
    {"MOD-108"_rule, only_if, IF(s.in(Method::SaveProject)), THEN(act.what == Running::Save)},
    {"MOD-48"_rule, only_if, IF(is_work_beyond(s, act.what)), THEN(!works_beyond(s, act))},
    {"MOD-47"_rule, only_if, IF(act.what == Running::Save && nothing_dirty(s)),
     THEN(act.extent == Extent::Dirty)},
    {"MOD-41"_rule, only_if, IF(syncs(s) && !s.has(Flag::Force) && !sync_begun(s)),
     THEN(s.looks().clear())},
    {"MOD-43"_rule, only_if, IF(syncs(s) && !s.has(Flag::Force) && sync_begun(s)),
     THEN(s.looks().clear())},
    {"MOD-45"_rule, only_if, IF(!s.has(Flag::Force)), THEN(s.looks().clear())},
    {"MOD-103"_rule, only_if, IF(s.in(Method::SyncDocuments) && !s.has(Flag::Force)),
     THEN(act.what > s.written && !runs_a_write(s))},
    {"MOD-40"_rule, only_if, IF(syncs(s) || s.phase == Phase::Gate),
     THEN(act.what > s.written || s.has(Flag::Force))},
    {"MOD-40"_rule, only_if, IF(syncs(s)), THEN(!runs_a_write(s))},
    {"MOD-107"_rule, calls_for, IF(s.in(Method::SyncDocuments) && s.has(Flag::Force))},
    {"MOD-108"_rule, calls_for, IF(s.in(Method::SaveProject) || s.has(Flag::ProjectOnly))},
    {"MOD-103"_rule, calls_for, IF(s.in(Method::SyncDocuments))},
    {"MOD-80"_rule, calls_for, IF(s.phase == Phase::Returned)},
    {"MOD-40"_rule, calls_for, IF(s.phase == Phase::Gate || s.phase == Phase::Sync)},
};
inline constexpr Clauses<CancelWrite> write_cancels[] = {
    {"MOD-42"_rule, only_if, IF(s.phase != Phase::Decided && !s.has(Flag::Abandoned)),
     THEN(s.phase == Phase::Returned &&
          (s.age >= limits.sync_bound.count() || shows_beside_write(s) || s.has(Flag::GaveUp)))},
    {"MOD-75"_rule, calls_for, IF(s.has(Flag::Abandoned))},
    {"MOD-42"_rule, calls_for, IF(under_way(s))},
};
inline constexpr Clauses<WriteBegan> write_begins[] = {
    {"MOD-42"_rule, never, IF(!is_write(s.running[static_cast<std::size_t>(act.operation)]))},
};
inline constexpr Clauses<AwaitSmart> smart_awaits[] = {
    {"MOD-84"_rule, never, IF(s.phase == Phase::Called && !is_refused(s))},
    {"MOD-57"_rule, never, IF(s.phase == Phase::Ready)},
    {"MOD-50"_rule, only_if, IF(before_the_body(s)), THEN(s.has(Flag::Smartens))},
    {"MOD-50"_rule, only_if, IF(s.phase == Phase::Gate),
     THEN(!s.has(Flag::Syncs) && s.looks().clear())},
    {"MOD-43"_rule, only_if, IF(s.phase == Phase::Sync), THEN(s.looks().clear())},
    {"MOD-46"_rule, only_if, IF(s.phase == Phase::Sync && synced(s)), THEN(in_sync(s))},
    {"MOD-50"_rule, only_if, IF(s.phase == Phase::Sync), THEN(synced(s))},
    {"MOD-51"_rule, only_if, IF(under_way(s)), THEN(s.looks().clear())},
    {"MOD-50"_rule, only_if, IF(s.phase == Phase::Smart),
     THEN(!s.has(Flag::Reached) && nothing_runs(s) && !s.has(Flag::ReportedWait))},
    {"MOD-104"_rule, only_if, IF(s.in(Method::WaitForSmartMode)),
     THEN(!s.has(Flag::Reached) && nothing_runs(s))},
    {"MOD-104"_rule, calls_for, IF(s.in(Method::WaitForSmartMode))},
    {"MOD-50"_rule, calls_for,
     IF(s.phase == Phase::Gate || s.phase == Phase::Sync || s.phase == Phase::Smart)},
};
inline constexpr Clauses<ReportSmartWait> smart_reports[] = {
    {"MOD-57"_rule, never, IF(s.phase == Phase::Ready)},
    {"MOD-50"_rule, only_if, IF(s.phase == Phase::Gate),
     THEN(!s.has(Flag::Syncs) && s.looks().clear())},
    {"MOD-46"_rule, only_if, IF(s.phase == Phase::Sync && synced(s)), THEN(in_sync(s))},
    {"MOD-50"_rule, only_if, IF(s.phase == Phase::Sync), THEN(synced(s) && s.looks().clear())},
    {"MOD-53"_rule, only_if, IF(before_the_body(s)), THEN(s.has(Flag::Smartens))},
    {"MOD-50"_rule, only_if, IF(before_the_body(s)),
     THEN(s.has(Flag::Reached) || !s.has(Flag::Dumb))},
    {"MOD-104"_rule, only_if, IF(s.in(Method::WaitForSmartMode)),
     THEN(s.has(Flag::Reached) || !s.has(Flag::Dumb))},
    {"MOD-53"_rule, only_if, IF(may_report_wait(s)),
     THEN(!runs(s, Running::AwaitSmart) && !s.has(Flag::ReportedWait))},
    {"MOD-53"_rule, says, IF(s.has(Flag::Reached)), THEN(act.waited.count() == s.age)},
    {"MOD-53"_rule, says, IF(!s.has(Flag::Reached)), THEN(act.waited.count() == 0)},
    {"MOD-53"_rule, calls_for, IF(may_report_wait(s))},
};
inline constexpr Clauses<CancelSmart> smart_cancels[] = {
    {"MOD-52"_rule, only_if, IF(under_way(s) && !s.has(Flag::Abandoned)),
     THEN(s.phase == Phase::Decided)},
    {"MOD-75"_rule, calls_for, IF(s.has(Flag::Abandoned))},
    {"MOD-52"_rule, calls_for, IF(under_way(s))},
};
inline constexpr Clauses<SkipPost> post_skips[] = {
    {"MOD-72"_rule, never, IF(s.phase == Phase::Threw)},
    {"MOD-83"_rule, never, IF(s.phase == Phase::Returned && has_no_post_flight(s))},
    {"MOD-82"_rule, only_if, IF(s.phase == Phase::Returned),
     THEN(s.has(Flag::SyncsAfter) && !sync_begun(s) && !s.has(Flag::WarnedPost))},
    {"MOD-80"_rule, only_if, IF(s.phase == Phase::Returned), THEN(s.looks().modal())},
    {"MOD-82"_rule, says, IF(s.phase == Phase::Returned), THEN(act.reason == Reason::None)},
    {"MOD-82"_rule, calls_for, IF(s.phase == Phase::Returned)},
};
inline constexpr Clauses<FailPost> post_failures[] = {
    {"MOD-83"_rule, never, IF(s.phase == Phase::Returned && has_no_post_flight(s))},
    {"MOD-81"_rule, only_if, IF(s.phase == Phase::Returned),
     THEN(s.has(Flag::SyncsAfter) && !s.has(Flag::WarnedPost))},
    {"MOD-81"_rule, says, IF(s.phase == Phase::Returned),
     THEN(explained_after(s, limits).has(act.reason))},
    {"MOD-42"_rule, only_if, IF(act.reason == Reason::SyncTimedOut), THEN(!runs_a_write(s))},
    {"MOD-81"_rule, calls_for, IF(s.phase == Phase::Returned)},
};

}  // namespace spec::modality::clauses
