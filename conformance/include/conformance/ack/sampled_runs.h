// Runs of calls that an engine keeps, as their judge sees them.
#pragma once
#include <cstdint>
#include <span>

#include "conformance/run/sampled_runs.h"
#include "port/ack/facts.h"
#include "sim/ack/plan.h"

namespace conformance::ack {

// These runs of that plan, which an engine keeps: they show which clauses a trace can judge.
void sampled_runs(const sim::ack::Plan& plan, std::span<const std::uint32_t> runs,
                  const EachRun<port::ack::Seen>& each);

}  // namespace conformance::ack
