// Random runs of a plan of tool calls.
#pragma once
#include "conformance/run/sample.h"
#include "sim/ack/plan.h"
#include "sim/search/parallel.h"

namespace conformance::ack {

// Each row of the request has a stream of the seed for itself.
Sampled sample_calls(const sim::ack::Plan& plan, const SampleRequest& request,
                     const sim::Parallel& parallel, const GoOn& go_on);

}  // namespace conformance::ack
