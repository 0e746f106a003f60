// Clauses on sweeps: what they close, capture and report (MOD-10 to MOD-14).
#pragma once
#include "modality/clauses/facts.h"

namespace spec::modality::clauses {

inline constexpr Clauses<CloseDialog> closes[] = {
    {"MOD-84"_rule, never, IF(s.phase == Phase::Called)},
    {"MOD-65"_rule, never, IF(sweeps_for_the_monitor(s))},
    {"MOD-21"_rule, never, IF(sweeps_in_the_wait(s))},
    {"MOD-06"_rule, never, IF(sweeps_unasked(s) && is_raw(s))},
    {"MOD-02"_rule, never, IF(sweeps_unasked(s) && !is_raw(s))},
    {"MOD-61"_rule, only_if, IF(tripped(s)), THEN(!s.has(Flag::BodyRuns))},
    {"MOD-42"_rule, never, IF(tripped(s) && runs_a_write(s))},
    {"MOD-12"_rule, only_if, IF(sweep_is_open(s)), THEN(is_target(s, act.dialog))},
    {"MOD-12"_rule, only_if, IF(awaits_disposal(s)), THEN(at_dispose_bound(s, limits))},
    {"MOD-11"_rule, only_if, IF(sweep_is_open(s)), THEN(s.has(Flag::Dumped))},
    {"MOD-11"_rule, only_if, IF(sweep_is_open(s)), THEN(s.has(Flag::Shot))},
    {"MOD-11"_rule, only_if, IF(sweep_is_open(s)), THEN(!captures(s))},
    {"MOD-10"_rule, only_if, IF(sweep_is_open(s)), THEN(!runs(s, Running::Close))},
    {"MOD-10"_rule, only_if, IF(s.sweep == Sweep::Begun), THEN(is_next(s, act.dialog))},
    {"MOD-100"_rule, calls_for, IF(s.in(Method::CloseModalDialogs) && sweep_is_open(s))},
    {"MOD-61"_rule, calls_for, IF(tripped(s) && sweep_is_open(s))},
    {"MOD-10"_rule, calls_for, IF(sweep_is_open(s))},
};
inline constexpr Clauses<SweepDump> sweep_dumps[] = {
    {"MOD-84"_rule, never, IF(s.phase == Phase::Called)},
    {"MOD-65"_rule, never, IF(sweeps_for_the_monitor(s))},
    {"MOD-21"_rule, never, IF(sweeps_in_the_wait(s))},
    {"MOD-06"_rule, never, IF(sweeps_unasked(s) && is_raw(s))},
    {"MOD-02"_rule, never, IF(sweeps_unasked(s) && !is_raw(s))},
    {"MOD-61"_rule, never, IF(tripped(s))},
    {"MOD-11"_rule, only_if, IF(sweep_is_open(s)), THEN(!s.has(Flag::Dumped))},
    {"MOD-11"_rule, only_if, IF(s.sweep == Sweep::Due), THEN(finds_any(s))},
    {"MOD-10"_rule, never, IF(s.sweep == Sweep::Over)},
    {"MOD-11"_rule, calls_for, IF(sweep_is_open(s))},
};
inline constexpr Clauses<SweepShot> sweep_shots[] = {
    {"MOD-84"_rule, never, IF(s.phase == Phase::Called)},
    {"MOD-65"_rule, never, IF(sweeps_for_the_monitor(s))},
    {"MOD-21"_rule, never, IF(sweeps_in_the_wait(s))},
    {"MOD-10"_rule, never, IF(s.sweep == Sweep::Over)},
    {"MOD-06"_rule, never, IF(sweeps_unasked(s) && is_raw(s))},
    {"MOD-02"_rule, never, IF(sweeps_unasked(s) && !is_raw(s))},
    {"MOD-61"_rule, only_if, IF(tripped(s)), THEN(!s.has(Flag::BodyRuns))},
    {"MOD-61"_rule, says, IF(tripped(s)), THEN(act.cause == Stage::Monitor)},
    {"MOD-11"_rule, says, IF(!tripped(s)), THEN(act.cause == Stage::Sweep)},
    {"MOD-13"_rule, never, IF(tripped(s) && s.sweep == Sweep::Due && owes_reports(s))},
    {"MOD-12"_rule, only_if, IF(awaits_disposal(s)), THEN(at_dispose_bound(s, limits))},
    {"MOD-11"_rule, only_if, IF(sweep_is_open(s)), THEN(!s.has(Flag::Shot))},
    {"MOD-11"_rule, only_if, IF(s.sweep == Sweep::Due), THEN(finds_any(s))},
    {"MOD-10"_rule, only_if, IF(sweep_is_open(s)), THEN(!runs(s, Running::Close))},
    {"MOD-12"_rule, only_if, IF(s.sweep == Sweep::Begun && s.modality() == Modality::Dialog),
     THEN(any_target(s, Fate::Untouched) || any_target(s, Fate::Optional))},
    {"MOD-11"_rule, only_if, IF(s.sweep == Sweep::Begun),
     THEN(any_target(s, Fate::Untouched) || any_target(s, Fate::Optional)), "MOD-12"_rule},
    {"MOD-11"_rule, calls_for, IF(sweep_is_open(s))},
};
inline constexpr Clauses<ReportDialog> reports[] = {
    {"MOD-12"_rule, says, IF(fate_of(s, act.dialog) == Fate::Closed),
     THEN(act.outcome != Outcome::Pending)},
    {"MOD-12"_rule, only_if, IF(awaits_disposal(s) && fate_of(s, act.dialog) == Fate::Accepted),
     THEN(at_dispose_bound(s, limits))},
    {"MOD-13"_rule, only_if, IF(s.phase == Phase::Body || before_the_body(s)),
     THEN(s.sweep == Sweep::Begun)},
    {"MOD-13"_rule, only_if, IF(s.sweep != Sweep::None || tripped(s)),
     THEN(fate_of(s, act.dialog) >= Fate::Asked && fate_of(s, act.dialog) != Fate::Over)},
    {"MOD-13"_rule, says, IF(fate_of(s, act.dialog) != Fate::Over),
     THEN(act.outcome == outcome_of(fate_of(s, act.dialog)))},
    {"MOD-10"_rule, only_if, IF(s.sweep == Sweep::Begun && act.outcome == Outcome::Pending),
     THEN(!any_target(s, Fate::Untouched))},
    {"MOD-13"_rule, calls_for, IF(fate_of(s, act.dialog) != Fate::Over)},
};
inline constexpr Clauses<CancelClose> close_cancels[] = {
    {"MOD-10"_rule, only_if,
     IF((s.phase != Phase::Decided || tripped(s)) && !s.has(Flag::Abandoned)),
     THEN(at_dispose_bound(s, limits) || !any_target(s, Fate::Asked) || s.sweep == Sweep::Due)},
    {"MOD-75"_rule, calls_for, IF(s.has(Flag::Abandoned))},
    {"MOD-91"_rule, calls_for, IF(under_way(s))},
};

}  // namespace spec::modality::clauses
