// Scenarios back into files: the counterpart of parse_scenario().
#pragma once
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "sim/modality/scenario.h"

namespace sim {

// What the format of scenarios has no word for.
struct NotWritable {
  std::string why;
};

// A document of docs/SCENARIOS.md, with defaults left out. What it gives, parse_scenario()
// reads back to an equal plan, expectation, story, rules and mutant: this is tried before it
// is given.
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);

// The document as a person would write it: what fits into a line stands in one. Ends with a
// line feed.
std::string scenario_text(const nlohmann::ordered_json& document);

}  // namespace sim
