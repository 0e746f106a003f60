// A run as a trace: its head, and what was seen of it.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "conformance/run/seen.h"
#include "sim/modality/plan.h"

namespace conformance::modality {

nlohmann::ordered_json trace_head(const sim::modality::Plan& plan);
// Null: a trace does not tell such a thing.
nlohmann::ordered_json trace_line(const sim::modality::Plan& plan, const Seen& seen);

}  // namespace conformance::modality
