// The larger parts of a scenario document.
#pragma once
#include <optional>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"
#include "sim/modality/scenario_write.h"

namespace sim::modality {

// Nothing if blocks are not closed, or closed without having been opened.
std::optional<nlohmann::ordered_json> body_json(const std::vector<Instruction>& body);
// What a plan says of itself: `call`, `limits`, `ide`, `body`, `background`. Else why it cannot.
std::optional<NotWritable> add_plan_json(const Plan& plan, nlohmann::ordered_json& out);
nlohmann::ordered_json result_json(const ExpectedResult& result);
nlohmann::ordered_json expectation_json(const Expectation& expect);

}  // namespace sim::modality
