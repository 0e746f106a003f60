// Files of limits: the bounds and periods of a policy that are not those of ours.
//
// docs/SUBJECTS.md says how to write one; scenarios/limits.schema.json is for editors.
#pragma once
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "sim/files/scenario_file.h"
#include "sim/modality/plan.h"

namespace sim::modality {

// What a file leaves out is as in the real ones.
using LoadedLimits = std::variant<Limits, ScenarioError>;
LoadedLimits read_limits(const ParsedFile& file);
nlohmann::ordered_json limits_schema();

}  // namespace sim::modality
