// Scenarios of tool calls back into files: the counterpart of ack::parse_scenario().
#pragma once
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/ack/scenario.h"
#include "sim/modality/scenario_write.h"

namespace sim::ack {

// As sim::modality::write_scenario(): what is given is read back to an equal scenario, which is
// tried first. sim::scenario_text() makes a text of it.
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);

}  // namespace sim::ack
