// Traces of a backend's tool calls.
#pragma once
#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "conformance/run/seen.h"
#include "conformance/trace/trace_check.h"
#include "sim/ack/plan.h"

namespace conformance::ack {

std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request);

// The head of a trace of a run of this plan, and what was seen of it.
nlohmann::ordered_json trace_head(const sim::ack::Plan& plan);
nlohmann::ordered_json trace_line(const sim::ack::Plan& plan, const Seen& seen);

}  // namespace conformance::ack
