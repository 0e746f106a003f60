// Scenario files in which a tool is called while the policy runs: sim/modality/scenario.h with a
// tool.
//
// docs/SCENARIOS.md says how to write one; scenarios/joint.schema.json is for editors.
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/files/scenario_file.h"
#include "sim/joint/plan.h"

namespace sim::joint {

inline constexpr std::string_view area = "joint";

struct Scenario {
  std::string name = {};  // "joint/sweep_in_time": the path below `scenarios`.
  std::string story = {};
  std::vector<std::string> rules = {};  // Ids of both areas; whether they exist is not checked.
  std::string mutant = {};              // Of either area; likewise.
  Expectation expect = {};              // Without results: the file expects nothing.
  Plan plan = {};                       // One fixed world of each.
  std::string fine_because = {};        // As in sim::ChosenGrid.
};
using LoadedScenario = std::variant<Scenario, ScenarioError>;

// A world that would need the coarse grid is refused.
LoadedScenario load_scenario(const std::string& path);
LoadedScenario parse_scenario(std::string_view text, const std::string& name);
LoadedScenario read_scenario(const ParsedFile& file);
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);
nlohmann::ordered_json scenario_schema();

}  // namespace sim::joint
