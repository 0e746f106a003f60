// What is done for no call in flight, and what reads of the panes tell: those are the subject's.
#pragma once
#include "ack/clauses/act.h"

namespace spec::ack {

// clang-format off
inline constexpr Clause<Case<Situation, Stray, ToolRow>> strays[] = {
    {"ACK-02"_rule, never, IF(act.dispatches)},
    {"ACK-17"_rule, never, IF(!act.dispatches)},
};

inline constexpr Clause<Act<PanesRead>> reads_of_panes[] = {
    {"ACK-22"_rule, says, IF(!act.exist()), THEN(act.is_true())},
    {"ACK-16"_rule, says, IF(act.exist() && act.pushed()), THEN(act.is_true())},
};
// clang-format on

}  // namespace spec::ack
