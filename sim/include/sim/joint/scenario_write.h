// Scenarios of a tool beside the policy back into files: the counterpart of
// joint::parse_scenario().
#pragma once
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/joint/scenario.h"
#include "sim/modality/scenario_write.h"

namespace sim::joint {

// As sim::modality::write_scenario(): what is given is read back to an equal scenario, which is
// tried first. sim::scenario_text() makes a text of it.
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);

}  // namespace sim::joint
