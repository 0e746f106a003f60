// From one run of a plan that leaves much open to a plan in which only the schedule is open.
//
// A table chooses its call, its start, its script and its background events as it goes. What
// one run chose of them, as a plan of its own, can be written down as a scenario.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "sim/modality/plan.h"
#include "sim/search/pinned.h"

namespace sim::modality {

// One call, all bounds zero, no alternatives; the setup is one choice.
using Pinned = PinnedOf<Plan>;

// `choices` are those of one run of `plan`, from its beginning on. A background event that
// was chosen at an instant becomes one that happens then; those that were planned keep their
// windows. The text says what has no room in a fixed plan: too many background events, or a
// run that ends before the call begins.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::modality
