// Tool calls searched for how they end, too: each kind of lie is a finding with its shortest run.
#pragma once
#include <string_view>

#include "conformance/run/explored.h"
#include "sim/ack/plan.h"
#include "sim/search/exploration.h"
#include "sim/search/parallel.h"

namespace conformance::ack {

// As Area::explore_table(). With stop_at_first, lies end the search too. A plan of two calls tells
// no endings: whose lie it is depends on the other one.
Explored explore_calls(const sim::ack::Plan& plan, const Candidate& subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel);

}  // namespace conformance::ack
