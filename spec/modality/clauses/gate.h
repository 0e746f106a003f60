// Clauses on the dialog-less wait, the gate, and what leads to the body (MOD-20 to MOD-35, MOD-44,
// MOD-57, MOD-70).
#pragma once
#include "modality/clauses/facts.h"

namespace spec::modality::clauses {

inline constexpr Clauses<Ask> asks[] = {
    {"MOD-95"_rule, never, IF(under_way(s) && is_asked(s, act.lane))},
    {"MOD-94"_rule, calls_for, IF(true)},
};
inline constexpr Clauses<ReportProgress> notes[] = {
    {"MOD-23"_rule, only_if, IF(under_way(s)), THEN(waits_out(s, limits))},
    {"MOD-23"_rule, says, IF(waits_out(s, limits) && !s.has(Flag::LooksUntold)),
     THEN(act.waited.count() == s.age)},
    {"MOD-23"_rule, only_if, IF(waits_out(s, limits)),
     THEN(s.note_age >= limits.note_period.count() - limits.poll_period.count())},
    {"MOD-23"_rule, calls_for, IF(waits_out(s, limits))},
};
inline constexpr Clauses<PassGate> gate_passes[] = {
    {"MOD-02"_rule, only_if, IF(s.sweep == Sweep::Due && !is_raw(s)), THEN(!must_sweep(s))},
    {"MOD-12"_rule, only_if, IF(s.sweep == Sweep::Begun), THEN(!awaits_disposal(s))},
    {"MOD-10"_rule, only_if, IF(s.sweep == Sweep::Begun), THEN(handled(s))},
    {"MOD-13"_rule, only_if, IF(s.sweep == Sweep::Begun), THEN(!owes_reports(s))},
    {"MOD-10"_rule, only_if, IF(s.sweep == Sweep::Due), THEN(!must_sweep(s))},
    {"MOD-21"_rule, never, IF(waits_out(s, limits) && s.looks().only(Modality::Dialog))},
    {"MOD-20"_rule, only_if, IF(waits_out(s, limits)), THEN(s.looks().clear())},
    {"MOD-33"_rule, only_if,
     IF(!s.has(Flag::Allows) && s.has(Flag::RefusesProgress) && s.looks().has(Modality::Progress)),
     THEN(s.looks().clear())},
    {"MOD-31"_rule, only_if, IF(!s.has(Flag::Allows)), THEN(!s.looks().only(Modality::Dialog))},
    {"MOD-30"_rule, only_if, IF(!decides_nothing(s)), THEN(may_pass(s))},
    {"MOD-34"_rule, calls_for, IF(s.has(Flag::NonModal) && s.looks().clear())},
    {"MOD-32"_rule, calls_for, IF(s.has(Flag::Allows) && s.looks().has(Modality::Dialog))},
    {"MOD-33"_rule, calls_for, IF(may_skip(s))},
    {"MOD-30"_rule, calls_for, IF(may_pass(s))},
};
inline constexpr Clauses<SkipSync> sync_skips[] = {
    {"MOD-57"_rule, never,
     IF(before_the_body(s) && s.has(Flag::Smartens) && !s.has(Flag::WarnedSmart) &&
        !s.has(Flag::Syncs))},
    {"MOD-44"_rule, only_if, IF(before_the_body(s)),
     THEN(s.has(Flag::Syncs) && !s.has(Flag::WarnedSync))},
    {"MOD-44"_rule, only_if, IF(before_the_body(s)), THEN(s.phase == Phase::Ready || may_skip(s))},
    {"MOD-44"_rule, says, IF(before_the_body(s)), THEN(act.reason == Reason::None)},
    {"MOD-44"_rule, calls_for, IF(s.phase == Phase::Gate || s.phase == Phase::Ready)},
};
inline constexpr Clauses<SkipSmart> smart_skips[] = {
    {"MOD-57"_rule, only_if, IF(before_the_body(s)),
     THEN(s.has(Flag::Smartens) && !s.has(Flag::WarnedSmart))},
    {"MOD-57"_rule, only_if, IF(before_the_body(s)), THEN(s.phase == Phase::Ready || may_skip(s))},
    {"MOD-57"_rule, says, IF(before_the_body(s)), THEN(act.reason == Reason::None)},
    {"MOD-57"_rule, calls_for, IF(s.phase == Phase::Gate || s.phase == Phase::Ready)},
};
inline constexpr Clauses<StartBody> starts[] = {
    {"MOD-84"_rule, never, IF(s.phase == Phase::Called && !is_refused(s))},
    {"MOD-42"_rule, never, IF(before_the_body(s) && runs_a_write(s))},
    {"MOD-52"_rule, never, IF(before_the_body(s) && runs(s, Running::AwaitSmart))},
    {"MOD-43"_rule, only_if, IF(s.phase == Phase::Sync), THEN(s.looks().clear())},
    {"MOD-46"_rule, only_if, IF(s.phase == Phase::Sync && synced(s)), THEN(in_sync(s))},
    {"MOD-56"_rule, only_if, IF(s.phase == Phase::Smart), THEN(s.looks().clear())},
    {"MOD-44"_rule, only_if,
     IF(s.phase <= Phase::Ready && s.has(Flag::Syncs) &&
        (s.phase == Phase::Ready || !s.looks().clear())),
     THEN(s.has(Flag::WarnedSync) || s.phase == Phase::Smart || s.phase == Phase::Sync)},
    {"MOD-57"_rule, only_if,
     IF(s.phase <= Phase::Ready && s.has(Flag::Smartens) &&
        (s.phase == Phase::Ready || !s.looks().clear())),
     THEN(s.has(Flag::WarnedSmart) || s.phase == Phase::Smart)},
    {"MOD-40"_rule, only_if, IF(s.has(Flag::Syncs) && s.phase <= Phase::Sync),
     THEN(s.phase == Phase::Sync && synced(s))},
    {"MOD-50"_rule, only_if, IF(s.has(Flag::Smartens) && s.phase <= Phase::Smart),
     THEN(s.phase == Phase::Smart)},
    {"MOD-50"_rule, only_if, IF(s.phase == Phase::Smart),
     THEN(s.has(Flag::Reached) || s.has(Flag::ReportedWait) || !s.has(Flag::Dumb))},
    {"MOD-53"_rule, only_if, IF(s.phase == Phase::Smart), THEN(s.has(Flag::ReportedWait))},
    {"MOD-70"_rule, only_if, IF(s.phase > Phase::NotCalled), THEN(before_the_body(s))},
    {"MOD-06"_rule, only_if, IF(is_raw(s) && before_the_body(s)),
     THEN(s.phase != Phase::Gate ||
          (may_pass(s) && !s.has(Flag::Syncs) && !s.has(Flag::Smartens)))},
    {"MOD-02"_rule, only_if, IF(!is_raw(s) && before_the_body(s)),
     THEN(s.phase != Phase::Gate ||
          (may_pass(s) && !s.has(Flag::Syncs) && !s.has(Flag::Smartens)))},
    {"MOD-54"_rule, calls_for,
     IF(s.phase == Phase::Smart && s.has(Flag::Reached) && s.has(Flag::Dumb))},
    {"MOD-55"_rule, calls_for, IF(s.phase == Phase::Smart && !s.has(Flag::Imported))},
    {"MOD-70"_rule, calls_for, IF(before_the_body(s))},
};

}  // namespace spec::modality::clauses
