// Scenario files of the acknowledgement: one reported race each, as the smallest world of
// tool calls that shows it. They are read and written as those of modality are:
// sim/modality/scenario.h.
//
// docs/SCENARIOS.md says how to write one; scenarios/ack.schema.json is for editors.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/ack/outcome.h"
#include "sim/ack/plan.h"
#include "sim/files/scenario.h"
#include "sim/files/scenario_file.h"

namespace sim::ack {

inline constexpr std::string_view area = "ack";

// One call, at most one second, one start, nothing free in the background. Its table is one of
// those that ship.
using Scenario = ScenarioOf<Plan, Expectation>;
using LoadedScenario = std::variant<Scenario, ScenarioError>;

LoadedScenario load_scenario(const std::string& path);
LoadedScenario parse_scenario(std::string_view text, const std::string& name);
LoadedScenario read_scenario(const ParsedFile& file);
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);
nlohmann::ordered_json scenario_schema();

// What a file does not say: everything at once, but a slow action within 10 s and a late
// reply after 6 s.
Latencies scenario_latencies();

}  // namespace sim::ack
