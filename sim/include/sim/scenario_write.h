// Scenarios back into files: the counterpart of parse_scenario().
#pragma once
#include <string>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/scenario.h"

namespace sim {

// A document of docs/SCENARIOS.md, with defaults left out. What it gives, parse_scenario()
// reads back to an equal plan, expectation, story, rules and mutant: this is tried before it
// is given. The text says what the format has no word for.
std::variant<nlohmann::ordered_json, std::string> write_scenario(const Scenario& scenario);

// The document as a person would write it: what fits into a line stands in one. Ends with a
// line feed.
std::string scenario_text(const nlohmann::ordered_json& document);

}  // namespace sim
