// How a scenario of a tool beside the policy is read.
#pragma once
#include "modality/scenario_reader.h"
#include "sim/joint/scenario.h"

namespace sim::joint {

Scenario read_scenario(Reader& reader, const JsonValue& root);

}  // namespace sim::joint
