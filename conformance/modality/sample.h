// Random runs of a line of the table: real constants, several entries, events and steps.
#pragma once
#include "conformance/run/sample.h"
#include "sim/search/parallel.h"

namespace conformance::modality {

// The row of the request is a line of the table.
Sampled sample_line(const SampleRequest& request, const sim::Parallel& parallel, const GoOn& go_on);

}  // namespace conformance::modality
