// Traces of "execute code" calls, one after another.
#pragma once
#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "conformance/run/plan.h"
#include "conformance/run/seen.h"
#include "conformance/trace/trace_check.h"
#include "sim/modality/plan.h"

namespace conformance::modality {

std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request);

// The head of a trace of a run of this plan, and what was seen of it; null: a trace does not tell
// such a thing.
nlohmann::ordered_json trace_head(const sim::modality::Plan& plan);
nlohmann::ordered_json trace_line(const sim::modality::Plan& plan, const Seen& seen);

}  // namespace conformance::modality
