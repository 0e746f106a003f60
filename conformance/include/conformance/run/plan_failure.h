// What a driver found, in the words of the rules.
#pragma once

#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
#include "sim/search/exploration.h"

namespace conformance {

// What a state's kind says of a run whose outcome the scenario does not allow. Other kinds
// are the index of the broken rule plus one.
inline constexpr std::uint8_t unexpected_kind = 0xff;

PlanFailure failure_of(const PlanRef& plan, const Candidate& subject, const sim::Finding& finding);

// From the end of the path no end can be reached.
PlanFailure endless_failure(const PlanRef& plan, const Candidate& subject, sim::Path path);

}  // namespace conformance
