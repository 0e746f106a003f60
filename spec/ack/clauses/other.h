// What is done for no call in flight, and what reads of the panes tell: those are the subject's.
#pragma once
#include "ack/clauses/act.h"

namespace spec::ack {

// clang-format off
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
