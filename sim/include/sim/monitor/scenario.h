// Scenario files of the monitor: one reported race each, as the smallest machine that shows it.
//
// docs/SCENARIOS.md says how to write one; scenarios/monitor.schema.json is for editors.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/files/scenario_file.h"
#include "sim/monitor/outcome.h"
#include "sim/monitor/plan.h"
#include "sim/search/model.h"

namespace sim::monitor {

inline constexpr std::string_view area = "monitor";

struct Scenario {
  std::string name = {};  // "monitor/half_open_socket": the path below `scenarios`.
  std::string story = {};
  std::vector<std::string> rules = {};  // Ids; whether they exist is for the caller to check.
  std::string mutant = {};              // Likewise; empty: no broken variant shows it.
  Expectation expect = {};              // Without results: the file expects nothing.
  Plan plan = {};                       // Nothing in it is free but the schedule.
  std::string coarse_because = {};
};
using LoadedScenario = std::variant<Scenario, ScenarioError>;

LoadedScenario load_scenario(const std::string& path);
LoadedScenario parse_scenario(std::string_view text, const std::string& name);
LoadedScenario read_scenario(const ParsedFile& file);
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);
nlohmann::ordered_json scenario_schema();

// The worlds of all plans in which only the schedule is open: the same run in one of them.
struct Pinned {
  Plan plan;
  std::vector<Choice> choices;
};
// Or why there is none, in a few words.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::monitor
