// Searches of any model, for all that need not be as fast as can be.
#pragma once
#include <string_view>

#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
#include "sim/search/depth_first.h"
#include "sim/search/exploration.h"
#include "sim/search/parallel.h"

namespace conformance {

Explored search_model(const PlanRef& plan, const Candidate& subject, const AnyExpectation& expect,
                      const sim::SearchOptions& options, const sim::Parallel& parallel);

}  // namespace conformance
