// Scenario files in which a tool is called while the policy runs: sim/modality/scenario.h with a
// tool.
//
// docs/SCENARIOS.md says how to write one; scenarios/joint.schema.json is for editors.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/files/scenario.h"
#include "sim/files/scenario_file.h"
#include "sim/joint/plan.h"

namespace sim::joint {

inline constexpr std::string_view area = "joint";

// Rules and mutants are of either area.
using Scenario = ScenarioOf<Plan, Expectation>;
using LoadedScenario = std::variant<Scenario, ScenarioError>;

// A world that would need the coarse grid is refused.
LoadedScenario load_scenario(const std::string& path);
LoadedScenario parse_scenario(std::string_view text, const std::string& name);
LoadedScenario read_scenario(const ParsedFile& file);
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);
nlohmann::ordered_json scenario_schema();

}  // namespace sim::joint
