// The note for the log that the signal held before the dispatch.
#pragma once
#include "ack/clauses/act.h"

namespace spec::ack {

// clang-format off
inline constexpr Clause<Act<NoteHeld>> notes[] = {
    {"ACK-21"_rule, never,     IF(s.noted())},
    {"ACK-21"_rule, calls_for, IF(s.held_before())},
};
// clang-format on

}  // namespace spec::ack
