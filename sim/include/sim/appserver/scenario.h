// Scenario files of the app-server: one reported race each, as the smallest world of a client, a
// server and a user that shows it.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sim/appserver/outcome.h"
#include "sim/appserver/plan.h"
#include "sim/files/scenario_format.h"
#include "sim/search/pinned.h"

namespace sim::appserver {

inline constexpr std::string_view area = "appserver";

using Scenario = ScenarioOf<Plan, Expectation>;
const format::ScenarioFormat<Scenario>& scenarios();

// What the user did freely stands beside the script.
using Pinned = PinnedOf<Plan>;

// `choices` are those of one run of `plan`, from its beginning on. Faults of any opportunity stay
// so: the choices say which one they take. The text says what has no room in a fixed plan: too many
// free acts.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::appserver
