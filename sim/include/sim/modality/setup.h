// Before the call: the alternatives of a plan, taken one after the other.
#pragma once
#include "sim/modality/ide.h"
#include "sim/modality/plan.h"
#include "sim/modality/world_parts.h"
#include "sim/search/model.h"

namespace sim::modality {

void begin_setup(Setup& setup, Ide& ide, IdeAgenda& agenda, const Plan& plan);
void setup_choices(const Setup& setup, const Plan& plan, Choices& out);

// Takes one alternative. The last one gives the call that now begins, else null.
const Plan::Call* set_up(Setup& setup, Ide& ide, IdeAgenda& agenda, const Plan& plan,
                         const Choice& choice);

// How many different worlds the plan's alternatives make: calls x starts x scripts x
// background events, not counting the instants at which an event may happen.
std::uint64_t worlds_covered(const Plan& plan);

}  // namespace sim::modality
