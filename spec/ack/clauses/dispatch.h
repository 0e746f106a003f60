// Sending the event of a tool.
#pragma once
#include "ack/clauses/act.h"

namespace spec::ack {

// clang-format off
inline constexpr Clause<Act<Dispatch>> dispatches[] = {
    {"ACK-08"_rule, never,     IF(s.unknown() || s.invalid())},
    {"ACK-23"_rule, never,     IF(s.stands(list_rule))},
    {"ACK-12"_rule, never,     IF(s.stands(viewer_rule))},
    {"ACK-35"_rule, never,     IF(s.stands(row_rule))},
    {"ACK-02"_rule, never,     IF(s.dispatched())},
    {"ACK-20"_rule, never,     IF(limits.rule == auto_confirm_rule && needs_capture(limits) &&
                                  !s.captured() && s.looks_elsewhere())},
    {"ACK-01"_rule, only_if,   IF(needs_capture(limits) && !s.dispatched()), THEN(s.captured())},
    {"ACK-09"_rule, says,      IF(is_trip(limits)), THEN(act.request != RequestId{})},
    {"ACK-28"_rule, says,      IF(is_trip(limits)), THEN(!s.was_used(act.request))},
    {"ACK-02"_rule, calls_for, IF(!s.dispatched())},
};
// clang-format on

}  // namespace spec::ack
