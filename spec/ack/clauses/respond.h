// The answer of a call, by its status.
#pragma once
#include "ack/clauses/act.h"

namespace spec::ack {

using Answer = Act<Response>;

// clang-format off

// Of any status.
inline constexpr Clause<Answer> answers[] = {
    {"ACK-08"_rule, says,      IF(s.unknown()), THEN(act.status == Status::UnknownTool)},
    {"ACK-08"_rule, says,      IF(s.invalid()), THEN(act.status == Status::InvalidParams)},
    {"ACK-18"_rule, only_if,   IF(!s.is_alone()), THEN(s.fits(act) || !s.fits_another(act))},
    {"ACK-27"_rule, says,      IF(s.goes_ahead()), THEN(act.status != Status::Busy)},
    {"ACK-23"_rule, says,      IF(s.stands(list_rule)), THEN(s.may_refuse(act))},
    {"ACK-12"_rule, says,      IF(s.stands(viewer_rule)), THEN(s.may_refuse(act))},
    {"ACK-35"_rule, says,      IF(s.stands(row_rule)), THEN(s.may_refuse(act))},
    {"ACK-33"_rule, says,      IF(!s.dispatched()), THEN(act.doing == Doing::Unsaid)},
    {"ACK-11"_rule, says,      IF(s.refused()), THEN(act.status == Status::Failed)},
    {"ACK-11"_rule, says,      IF(s.refused()), THEN(act.text.value == s.text())},
    {"ACK-11"_rule, says,      IF(s.refused()), THEN(act.refusal == s.refusal())},
    {"ACK-32"_rule, says,      IF(s.replied()), THEN(act.status == Status::Ok)},
};

inline constexpr Clause<Answer> oks[] = {
    {"ACK-17"_rule, only_if,   IF(s.heard_late()), THEN(s.replied() || s.refused())},
    {"ACK-10"_rule, only_if,   IF(s.heard_astray()), THEN(s.replied() || s.refused())},
    {"ACK-14"_rule, only_if,   IF(limits.rule == confirmation_rule), THEN(!s.is_misled())},
    {"ACK-15"_rule, only_if,   IF(limits.rule == soft_dialog_rule), THEN(!s.is_misled())},
    {"ACK-20"_rule, only_if,   IF(limits.rule == auto_confirm_rule), THEN(!s.is_misled())},
    {"ACK-22"_rule, only_if,   IF(s.awaits_look() && !s.exists()), THEN(s.holds())},
    {"ACK-32"_rule, never,     IF(s.awaits_reply() && s.out_of_time() && s.lies_with_ok())},
    {"ACK-31"_rule, never,     IF(s.awaits_look() && s.out_of_time() && s.lies_with_ok())},
    {"ACK-03"_rule, only_if,   IF(s.awaits_look() && s.exists()), THEN(s.holds())},
    {"ACK-03"_rule, only_if,   IF(s.awaits_reply()), THEN(s.replied() || s.refused())},
    {"ACK-21"_rule, never,     IF(s.owes_note())},
    {"ACK-26"_rule, only_if,   IF(s.path_is_open() && s.holds()), THEN(s.noted_open())},
    {"ACK-31"_rule, only_if,   IF(s.dispatched() && !is_trip(limits)), THEN(!s.lies_with_ok())},
    {"ACK-32"_rule, only_if,   IF(s.awaits_reply()), THEN(!s.lies_with_ok())},
    {"ACK-35"_rule, calls_for, IF(s.may_refuse(act))},
    {"ACK-02"_rule, calls_for, IF(s.dispatched())},
};

inline constexpr Clause<Answer> timeouts[] = {
    {"ACK-17"_rule, only_if,   IF(s.heard_late()), THEN(s.may_give_up())},
    {"ACK-10"_rule, only_if,   IF(s.heard_astray()), THEN(s.may_give_up())},
    {"ACK-29"_rule, only_if,   IF(s.awaits() && s.captured_slowly()), THEN(s.may_give_up())},
    {"ACK-19"_rule, only_if,   IF(s.awaits()), THEN(s.may_give_up())},
    {"ACK-05"_rule, only_if,   IF(s.awaits_look() && s.may_give_up()), THEN(!s.holds())},
    {"ACK-05"_rule, only_if,   IF(s.looks_slowly() && s.out_of_time()),
                               THEN(s.looked_last())},
    {"ACK-06"_rule, says,      IF(s.awaits()), THEN(s.names_signal(act))},
    {"ACK-06"_rule, says,      IF(s.awaits() && act.message.told),
                               THEN(s.is_named_in(act.message))},
    {"ACK-06"_rule, says,      IF(s.awaits() && act.message.told),
                               THEN(s.tells_age(act.message))},
    {"ACK-06"_rule, says,      IF(s.awaits() && act.message.told), THEN(act.message.advises)},
    {"ACK-29"_rule, says,      IF(s.awaits() && s.captured_slowly()),
                               THEN(s.is_age(act.elapsed.count()))},
    {"ACK-06"_rule, says,      IF(s.awaits()), THEN(s.is_age(act.elapsed.count()))},
    {"ACK-34"_rule, says,      IF(s.was_replied()), THEN(act.doing == Doing::Done)},
    {"ACK-33"_rule, says,      IF(s.awaits() && !s.was_replied()),
                               THEN(act.doing == Doing::MayHappen)},
    {"ACK-30"_rule, only_if,   IF(s.dispatched() && s.processed()), THEN(!s.lies_with_timeout())},
    {"ACK-06"_rule, never,     IF(s.dispatched() && is_loose(limits))},
    {"ACK-02"_rule, calls_for, IF(s.awaits())},
};

// Of the frontend's own error.
inline constexpr Clause<Answer> failures[] = {
    {"ACK-17"_rule, only_if,   IF(s.heard_late()), THEN(s.replied() || s.refused())},
    {"ACK-10"_rule, only_if,   IF(s.heard_astray()), THEN(s.replied() || s.refused())},
    {"ACK-33"_rule, says,      IF(s.refused()),
                               THEN(s.refusal() != Refusal::Malformed ||
                                    act.doing == Doing::MayHappen)},
    {"ACK-11"_rule, calls_for, IF(s.refused())},
};

// UnknownTool, InvalidParams, NotReady, Busy, Cancelled, Refused.
inline constexpr Clause<Answer> refusals[] = {
    {"ACK-06"_rule, never,     IF(s.awaits())},
    {"ACK-23"_rule, only_if,   IF(s.goes_ahead() && s.refusal_rule(act.status) == list_rule),
                               THEN(s.may_refuse(act))},
    {"ACK-12"_rule, only_if,   IF(s.goes_ahead() && s.refusal_rule(act.status) == viewer_rule),
                               THEN(s.may_refuse(act))},
    {"ACK-35"_rule, only_if,   IF(s.refusal_rule(act.status) == row_rule), THEN(s.may_refuse(act))},
    {"ACK-35"_rule, calls_for, IF(s.may_refuse(act))},
    {"ACK-08"_rule, calls_for, IF(s.unknown() || s.invalid())},
};

// clang-format on

}  // namespace spec::ack
