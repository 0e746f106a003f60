// Scenario files of the monitor: one reported race each, as the smallest machine that shows it.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sim/files/scenario_format.h"
#include "sim/monitor/outcome.h"
#include "sim/monitor/plan.h"
#include "sim/search/pinned.h"

namespace sim::monitor {

inline constexpr std::string_view area = "monitor";

using Scenario = ScenarioOf<Plan, Expectation>;
const format::ScenarioFormat<Scenario>& scenarios();

using Pinned = PinnedOf<Plan>;
// Or why there is none, in a few words.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::monitor
