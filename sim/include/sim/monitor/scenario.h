// Scenario files of the monitor: one reported race each, as the smallest machine that shows it.
//
// docs/SCENARIOS.md says how to write one; scenarios/monitor.schema.json is for editors.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/files/scenario.h"
#include "sim/files/scenario_file.h"
#include "sim/monitor/outcome.h"
#include "sim/monitor/plan.h"
#include "sim/search/pinned.h"

namespace sim::monitor {

inline constexpr std::string_view area = "monitor";

using Scenario = ScenarioOf<Plan, Expectation>;
using LoadedScenario = std::variant<Scenario, ScenarioError>;

LoadedScenario load_scenario(const std::string& path);
LoadedScenario parse_scenario(std::string_view text, const std::string& name);
LoadedScenario read_scenario(const ParsedFile& file);
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);
nlohmann::ordered_json scenario_schema();

using Pinned = PinnedOf<Plan>;
// Or why there is none, in a few words.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::monitor
