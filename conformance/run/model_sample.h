// Random runs of any model, for all that need not be as fast as can be.
#pragma once
#include "conformance/run/plan.h"
#include "conformance/run/sample.h"
#include "sim/search/parallel.h"

namespace conformance {

// Every run is one of this plan, which has one judge.
Sampled sample_model(const PlanRef& plan, const SampleRequest& request,
                     const sim::Parallel& parallel, const GoOn& go_on);

}  // namespace conformance
