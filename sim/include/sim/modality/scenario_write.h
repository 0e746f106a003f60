// Scenarios back into files: the counterpart of parse_scenario().
#pragma once
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "sim/modality/scenario.h"

namespace sim::modality {

// A document of docs/SCENARIOS.md, with defaults left out. What it gives, parse_scenario()
// reads back to an equal plan, expectation, story, rules and mutant: this is tried before it
// is given.
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);

}  // namespace sim::modality
