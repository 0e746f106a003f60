// A scenario of any area, as files hold them: docs/SCENARIOS.md.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/run/plan.h"
#include "sim/files/scenario_file.h"
#include "sim/search/model.h"

namespace conformance {

struct AnyScenario {
  std::string name;  // "ack/deadline_tie": the path below `scenarios`.
  std::string story = {};
  std::vector<std::string> rules = {};  // Ids of rules.
  std::string mutant = {};              // Of the area; empty: no broken variant shows it.
  AnyExpectation expect = {};
  AnyPlan plan = {};                // One fixed world.
  std::string coarse_because = {};  // Why not every instant is searched, or empty.
  std::string fine_because = {};    // Which numbers make so many of them, or empty.
};

using LoadedAnyScenario = std::variant<AnyScenario, sim::ScenarioError>;

// The file says of what area it is. Refuses rules and mutants that there are not, and what is no
// regular file or is over sim::scenario_bytes_max before reading it.
LoadedAnyScenario load_any_scenario(const std::string& path);
LoadedAnyScenario parse_any_scenario(std::string_view text, const std::string& name);
LoadedAnyScenario read_any_scenario(const sim::ParsedFile& file);

// Of the bytes of a file; equal for all that cannot be read.
std::uint64_t digest_of_scenario(const std::string& path);

// The document that reads back to this scenario; else why it has none.
std::variant<nlohmann::ordered_json, std::string> write_any_scenario(const AnyScenario& scenario);

// A plan in which only the schedule is open, and the choices of the same run in it.
struct AnyPinned {
  AnyPlan plan;
  std::vector<sim::Choice> choices;
};
// Else why there is none.
std::variant<AnyPinned, std::string> pin_any(const PlanRef& plan,
                                             std::span<const sim::Choice> choices);

}  // namespace conformance
