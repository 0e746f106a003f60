// What a driver found, in the words of the rules.
#pragma once
#include <string_view>

#include "conformance/explored.h"
#include "sim/exploration.h"
#include "sim/plan.h"

namespace conformance {

// What a state's kind says of a run whose outcome the scenario does not allow. Other kinds
// are the index of the broken rule plus one.
inline constexpr std::uint8_t unexpected_kind = 0xff;

PlanFailure failure_of(const sim::Plan& plan, std::string_view subject,
                       const sim::Finding& finding);

// From the end of the path no end can be reached.
PlanFailure endless_failure(const sim::Plan& plan, std::string_view subject, sim::Path path);

}  // namespace conformance
