// A run as a trace, as a log of a real one would tell it: what trace_check() of its area judges.
#pragma once
#include <string>

#include "conformance/run/rerun.h"

namespace conformance {

// JSON lines; empty: traces tell nothing of this area.
std::string recorded_trace(const PlanRef& plan, const Rerun& run);

}  // namespace conformance
