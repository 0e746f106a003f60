// Scenario files: one reported race each, as the smallest world that shows it.
//
// Reading one never throws and never ends the program: whatever the file holds, the answer
// is a scenario whose plan is within all capacities of the world, or one error.
// docs/SCENARIOS.md says how to write one; scenarios/modality.schema.json is for editors.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/files/scenario.h"
#include "sim/files/scenario_error.h"
#include "sim/files/scenario_file.h"
#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"

namespace sim::modality {

inline constexpr std::string_view area = "modality";

inline constexpr std::size_t scenario_stack_max = 6;
inline constexpr std::size_t scenario_instructions_max = 250;
inline constexpr std::size_t scenario_blocks_max = 8;

using Scenario = ScenarioOf<Plan, Expectation>;

using LoadedScenario = std::variant<Scenario, ScenarioError>;

// Refuses what is no regular file or is over scenario_bytes_max before reading it.
LoadedScenario load_scenario(const std::string& path);
// `name` becomes the scenario's and stands for the file in an error.
LoadedScenario parse_scenario(std::string_view text, const std::string& name);
LoadedScenario read_scenario(const ParsedFile& file);

// A document of docs/SCENARIOS.md, with defaults left out. What it gives, parse_scenario()
// reads back to an equal plan, expectation, story, rules and mutant: this is tried before it
// is given. scenario_text() makes a text of it.
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);

// The JSON schema of these files.
nlohmann::ordered_json scenario_schema();

}  // namespace sim::modality
