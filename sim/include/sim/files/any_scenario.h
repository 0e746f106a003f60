// Scenario files of whichever area they say that they are about: in their member `area`, and
// without one modality.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include "sim/ack/scenario.h"
#include "sim/joint/scenario.h"
#include "sim/modality/scenario.h"

namespace sim {

using LoadedAnyScenario =
    std::variant<modality::Scenario, ack::Scenario, joint::Scenario, ScenarioError>;

// As load_scenario() and parse_scenario() of that area; the text is parsed once.
LoadedAnyScenario load_any_scenario(const std::string& path);
LoadedAnyScenario parse_any_scenario(std::string_view text, const std::string& name);

}  // namespace sim
