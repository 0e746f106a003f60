// What is done for a call but its answer, for no call in flight, and what reads of the panes tell:
// those are the subject's.
#pragma once
#include "ack/clauses/act.h"

namespace spec::ack {

// clang-format off
// Sending the event of a tool.
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

// The notes for the log: that the signal held before the dispatch, and that a viewer of the path is
// still open.
inline constexpr Clause<Act<NoteHeld>> notes[] = {
    {"ACK-21"_rule, never,     IF(s.noted())},
    {"ACK-21"_rule, calls_for, IF(s.held_before())},
};

inline constexpr Clause<Act<NoteStillOpen>> notes_of_paths[] = {
    {"ACK-26"_rule, never,     IF(s.noted_open())},
    {"ACK-26"_rule, says,      IF(s.path_is_open()), THEN(act.path.value == s.path())},
    {"ACK-26"_rule, calls_for, IF(s.path_is_open())},
};

inline constexpr Clause<Case<Situation, Stray, ToolRow>> strays[] = {
    {"ACK-02"_rule, never, IF(act.dispatches)},
    {"ACK-17"_rule, never, IF(!act.dispatches)},
};

inline constexpr Clause<Act<ToldPanes>> reads_of_panes[] = {
    {"ACK-22"_rule, says, IF(!act.exist()), THEN(act.is_true())},
    {"ACK-16"_rule, says, IF(act.exist() && act.pushed()), THEN(act.is_true())},
    {"ACK-24"_rule, says, IF(act.is_newest() && act.pushed()), THEN(act.has_its_version())},
};

// Told when there are any.
inline constexpr Clause<Case<Situation, ListenersLeft, ToolRow>> left_listeners[] = {
    {"ACK-17"_rule, never, IF(act.count > 0)},
};

// By a client, whatever calls are in flight.
inline constexpr Clause<Case<Situation, ToldPanes, ToolRow>> client_reads[] = {
    {"ACK-25"_rule, says, IF(s.reads_own), THEN(act.exist() && act.is_as_new_as(s.least))},
    {"ACK-24"_rule, says, IF(act.is_newest() && act.pushed()), THEN(act.has_its_version())},
};
// clang-format on

}  // namespace spec::ack
