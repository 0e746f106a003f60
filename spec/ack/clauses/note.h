// The notes for the log: that the signal held before the dispatch, and that a viewer of the path is
// still open.
#pragma once
#include "ack/clauses/act.h"

namespace spec::ack {

// clang-format off
inline constexpr Clause<Act<NoteHeld>> notes[] = {
    {"ACK-21"_rule, never,     IF(s.noted())},
    {"ACK-21"_rule, calls_for, IF(s.held_before())},
};

inline constexpr Clause<Act<NoteStillOpen>> notes_of_paths[] = {
    {"ACK-26"_rule, never,     IF(s.noted_open())},
    {"ACK-26"_rule, says,      IF(s.path_is_open()), THEN(act.path.value == s.path())},
    {"ACK-26"_rule, calls_for, IF(s.path_is_open())},
};
// clang-format on

}  // namespace spec::ack
