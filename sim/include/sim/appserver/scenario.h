// Scenario files of the app-server: one reported race each, as the smallest world of a client, a
// server and a user that shows it. They are read and written as those of modality are:
// sim/modality/scenario.h.
//
// docs/SCENARIOS.md says how to write one; scenarios/appserver.schema.json is for editors.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/appserver/outcome.h"
#include "sim/appserver/plan.h"
#include "sim/files/scenario.h"
#include "sim/files/scenario_file.h"

namespace sim::appserver {

inline constexpr std::string_view area = "appserver";

using Scenario = ScenarioOf<Plan, Expectation>;
using LoadedScenario = std::variant<Scenario, ScenarioError>;

LoadedScenario load_scenario(const std::string& path);
LoadedScenario parse_scenario(std::string_view text, const std::string& name);
LoadedScenario read_scenario(const ParsedFile& file);
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);
nlohmann::ordered_json scenario_schema();

}  // namespace sim::appserver
