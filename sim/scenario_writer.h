// The larger parts of a scenario document.
#pragma once
#include <optional>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/outcome.h"
#include "sim/plan.h"

namespace sim {

// Nothing if blocks are not closed, or closed without having been opened.
std::optional<nlohmann::ordered_json> body_json(const std::vector<Instruction>& body);
nlohmann::ordered_json expectation_json(const Expectation& expect);

}  // namespace sim
