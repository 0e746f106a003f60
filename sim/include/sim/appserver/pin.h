// From one run of a plan in which the user is free to a plan in which only the schedule is open:
// what sim/modality/pin.h does for modality.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "sim/appserver/plan.h"
#include "sim/search/pinned.h"

namespace sim::appserver {

// What the user did freely stands beside the script.
using Pinned = PinnedOf<Plan>;

// `choices` are those of one run of `plan`, from its beginning on. Faults of any opportunity stay
// so: the choices say which one they take. The text says what has no room in a fixed plan: too many
// free acts.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::appserver
