// Scenario files in which a tool is called while the policy runs: sim/modality/scenario.h with a
// tool.
#pragma once
#include <string_view>

#include "sim/files/scenario_format.h"
#include "sim/joint/plan.h"

namespace sim::joint {

inline constexpr std::string_view area = "joint";

// Rules and mutants are of either area.
using Scenario = ScenarioOf<Plan, Expectation>;
const format::ScenarioFormat<Scenario>& scenarios();

}  // namespace sim::joint
