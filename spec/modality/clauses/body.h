// Clauses on the body's end, its methods and what they return (MOD-69, MOD-71, MOD-100 to MOD-109).
#pragma once
#include "modality/clauses/facts.h"

namespace spec::modality::clauses {

inline constexpr Clauses<CancelBody> body_cancels[] = {
    {"MOD-84"_rule, never, IF(s.has(Flag::Scheduled))},
    {"MOD-72"_rule, never, IF(ends_for(s, Reason::BodyThrew))},
    {"MOD-54"_rule, never, IF(s.phase == Phase::Body && s.has(Flag::Dumb))},
    {"MOD-71"_rule, never, IF(s.phase == Phase::Body && s.body_left == 0)},
    {"MOD-05"_rule, never, IF(undecided(s))},
    {"MOD-96"_rule, calls_for, IF(s.phase == Phase::Decided && s.has(Flag::EditWaits))},
    {"MOD-61"_rule, calls_for, IF(tripped(s) && s.has(Flag::BodyRuns))},
    {"MOD-71"_rule, calls_for, IF(s.phase == Phase::Decided && s.has(Flag::BodyRuns))},
};
inline constexpr Clauses<Return> returns[] = {
    {"MOD-75"_rule, never,
     IF(s.phase == Phase::Body && s.method != 0 && is_to_be_refused(s, act.call))},
    {"MOD-69"_rule, never,
     IF(s.phase == Phase::Body && s.method == 0 && is_to_be_refused(s, act.call))},
    {"MOD-109"_rule, never, IF(s.phase > Phase::Body && s.has(Flag::Refusal))},
    {"MOD-12"_rule, only_if, IF(s.in(Method::CloseModalDialogs)), THEN(!awaits_disposal(s))},
    {"MOD-10"_rule, only_if, IF(s.in(Method::CloseModalDialogs) && s.sweep == Sweep::Begun),
     THEN(handled(s))},
    {"MOD-13"_rule, only_if, IF(s.in(Method::CloseModalDialogs)), THEN(!owes_reports(s))},
    {"MOD-100"_rule, only_if, IF(s.in(Method::CloseModalDialogs)), THEN(sweep_is_over(s))},
    {"MOD-100"_rule, says, IF(s.in(Method::CloseModalDialogs)), THEN(act.value == closed_of(s))},
    {"MOD-15"_rule, says, IF(s.in(Method::CloseModalDialogs)), THEN(gives_closed(s, act))},
    {"MOD-101"_rule, says, IF(s.in(Method::MonitorAndCloseModalDialogs)), THEN(act.value == 0)},
    {"MOD-102"_rule, says, IF(s.in(Method::AllowModalDialog)), THEN(act.value == 0)},
    {"MOD-69"_rule, says,
     IF(s.in(Method::EnterModalDialogAllowed) || s.in(Method::LeaveModalDialogAllowed)),
     THEN(act.value == 0)},
    {"MOD-42"_rule, never, IF(syncs_for_the_body(s) && runs_a_write(s))},
    {"MOD-43"_rule, only_if, IF(syncs_for_the_body(s) && !s.has(Flag::Force) && sync_begun(s)),
     THEN(s.looks().clear())},
    {"MOD-46"_rule, only_if, IF(s.in(Method::SyncDocuments) && synced(s)), THEN(in_sync(s))},
    {"MOD-108"_rule, only_if, IF(s.in(Method::SaveProject) && synced(s)), THEN(in_sync(s))},
    {"MOD-107"_rule, only_if, IF(s.in(Method::SyncDocuments) && s.has(Flag::Force)),
     THEN(synced(s) && act.value == 0)},
    {"MOD-108"_rule, only_if, IF(s.in(Method::SaveProject)), THEN(synced(s) && act.value == 0)},
    {"MOD-103"_rule, only_if, IF(s.in(Method::SyncDocuments)),
     THEN((synced(s) && act.value == 0) || s.has(Flag::Force))},
    {"MOD-52"_rule, never, IF(s.in(Method::WaitForSmartMode) && runs(s, Running::AwaitSmart))},
    {"MOD-56"_rule, only_if, IF(s.in(Method::WaitForSmartMode) && s.has(Flag::Reached)),
     THEN(s.looks().clear())},
    {"MOD-51"_rule, only_if, IF(s.in(Method::WaitForSmartMode) && !s.has(Flag::Reached)),
     THEN(s.looks().clear())},
    {"MOD-104"_rule, only_if, IF(s.in(Method::WaitForSmartMode)),
     THEN(s.has(Flag::Reached) || (nothing_runs(s) && !s.has(Flag::Dumb)))},
    {"MOD-104"_rule, says, IF(s.in(Method::WaitForSmartMode)), THEN(act.value == s.age)},
    {"MOD-105"_rule, only_if, IF(s.in(Method::AssertNonModal)),
     THEN(s.looks().clear() && act.value == 0)},
    {"MOD-106"_rule, says, IF(s.in(Method::IsModal)),
     THEN(act.value == 0 ? s.looks().clear() : act.value == 1 && s.looks().modal())},
    {"MOD-106"_rule, says, IF(s.in(Method::IsSmartMode)),
     THEN(act.value == 0 ? s.has(Flag::Dumb) || s.has(Flag::WasDumb)
                         : act.value == 1 && (!s.has(Flag::Dumb) || s.has(Flag::WasSmart)))},
    {"MOD-21"_rule, never, IF(s.in(Method::AwaitProgress) && s.looks().only(Modality::Dialog))},
    {"MOD-20"_rule, only_if, IF(s.in(Method::AwaitProgress)),
     THEN(s.looks().clear() || limits.wait_budget.count() == 0)},
    {"MOD-100"_rule, calls_for, IF(is_for(s, Method::CloseModalDialogs, act.call))},
    {"MOD-65"_rule, calls_for,
     IF(is_for(s, Method::MonitorAndCloseModalDialogs, act.call) &&
        s.modality() == Modality::Dialog)},
    {"MOD-64"_rule, calls_for,
     IF(is_for(s, Method::MonitorAndCloseModalDialogs, act.call) && s.watch == Watch::Twice)},
    {"MOD-101"_rule, calls_for, IF(is_for(s, Method::MonitorAndCloseModalDialogs, act.call))},
    {"MOD-102"_rule, calls_for, IF(is_for(s, Method::AllowModalDialog, act.call))},
    {"MOD-69"_rule, calls_for,
     IF(is_for(s, Method::EnterModalDialogAllowed, act.call) ||
        is_for(s, Method::LeaveModalDialogAllowed, act.call))},
    {"MOD-103"_rule, calls_for, IF(is_for(s, Method::SyncDocuments, act.call))},
    {"MOD-108"_rule, calls_for, IF(is_for(s, Method::SaveProject, act.call))},
    {"MOD-54"_rule, calls_for,
     IF(is_for(s, Method::WaitForSmartMode, act.call) && s.has(Flag::Reached) &&
        s.has(Flag::Dumb))},
    {"MOD-55"_rule, calls_for,
     IF(is_for(s, Method::WaitForSmartMode, act.call) && !s.has(Flag::Imported))},
    {"MOD-104"_rule, calls_for, IF(is_for(s, Method::WaitForSmartMode, act.call))},
    {"MOD-105"_rule, calls_for, IF(is_for(s, Method::AssertNonModal, act.call))},
    {"MOD-106"_rule, calls_for,
     IF(is_for(s, Method::IsModal, act.call) || is_for(s, Method::IsSmartMode, act.call))},
    {"MOD-04"_rule, calls_for, IF(is_for(s, Method::AwaitProgress, act.call))},
};
inline constexpr Clauses<Refuse> refusals[] = {
    {"MOD-100"_rule, never, IF(is_for(s, Method::CloseModalDialogs, act.call))},
    {"MOD-101"_rule, never, IF(is_for(s, Method::MonitorAndCloseModalDialogs, act.call))},
    {"MOD-102"_rule, never, IF(is_for(s, Method::AllowModalDialog, act.call))},
    {"MOD-69"_rule, never,
     IF(is_for(s, Method::EnterModalDialogAllowed, act.call) ||
        is_for(s, Method::LeaveModalDialogAllowed, act.call))},
    {"MOD-107"_rule, never, IF(is_for(s, Method::SyncDocuments, act.call) && s.has(Flag::Force))},
    {"MOD-108"_rule, never,
     IF(is_for(s, Method::SaveProject, act.call) ||
        (is_for(s, Method::SyncDocuments, act.call) && s.has(Flag::ProjectOnly)))},
    {"MOD-103"_rule, never,
     IF(is_for(s, Method::SyncDocuments, act.call) && !s.has(Flag::Force) &&
        !s.has(Flag::ProjectOnly))},
    {"MOD-104"_rule, never, IF(is_for(s, Method::WaitForSmartMode, act.call))},
    {"MOD-105"_rule, never, IF(is_for(s, Method::AssertNonModal, act.call))},
    {"MOD-106"_rule, never,
     IF(is_for(s, Method::IsModal, act.call) || is_for(s, Method::IsSmartMode, act.call))},
    {"MOD-75"_rule, calls_for,
     IF(s.phase == Phase::Body && s.method != 0 && is_to_be_refused(s, act.call))},
    {"MOD-69"_rule, calls_for,
     IF(s.phase == Phase::Body && s.method == 0 && is_to_be_refused(s, act.call))},
    {"MOD-69"_rule, calls_for,
     IF(is_for(s, Method::EnterModalDialogAllowed, act.call) ||
        is_for(s, Method::LeaveModalDialogAllowed, act.call))},
    {"MOD-107"_rule, calls_for, IF(is_for(s, Method::SyncDocuments, act.call))},
    {"MOD-108"_rule, calls_for, IF(is_for(s, Method::SaveProject, act.call))},
    {"MOD-105"_rule, calls_for, IF(is_for(s, Method::AssertNonModal, act.call))},
    {"MOD-106"_rule, calls_for,
     IF(is_for(s, Method::IsModal, act.call) || is_for(s, Method::IsSmartMode, act.call))},
    {"MOD-112"_rule, calls_for,
     IF(s.phase == Phase::Ended && is_to_be_refused(s, act.call) && s.has(Flag::Neighbour))},
    {"MOD-109"_rule, calls_for, IF(s.phase > Phase::Body && is_to_be_refused(s, act.call))},
};
// The monitor looked, and let the run go on.
inline constexpr Clauses<PassTick> ticks[] = {
    {"MOD-95"_rule, calls_for, IF(is_asked(s, OperationId::Monitor))},
    {"MOD-62"_rule, calls_for, IF(s.modality() == Modality::Progress)},
    {"MOD-63"_rule, calls_for, IF(s.has(Flag::Blinked) && s.modality() != Modality::Dialog)},
    {"MOD-60"_rule, calls_for, IF(has_own_clock(s))},
};
// A look was answered under a modal.
inline constexpr Clauses<ModalityRead> looks[] = {
    {"MOD-92"_rule, calls_for, IF(act.modality != Modality::None)},
};

}  // namespace spec::modality::clauses
