// A run as a trace: its head, and what was seen of it.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "conformance/run/seen.h"
#include "sim/ack/plan.h"

namespace conformance::ack {

nlohmann::ordered_json trace_head(const sim::ack::Plan& plan);
nlohmann::ordered_json trace_line(const sim::ack::Plan& plan, const Seen& seen);

}  // namespace conformance::ack
