// A monitor and the machine that it watches, with the judge in one flat value.
#pragma once
#include "conformance/run/judged_state.h"
#include "sim/monitor/world_state.h"
#include "sim/state/fields.h"
#include "spec/monitor/judge.h"

namespace conformance::monitor {

using JudgedWorld = JudgedState<sim::monitor::World, spec::monitor::Situation>;

// Every part of it by name.
sim::Fields fields(const JudgedWorld& state);

}  // namespace conformance::monitor
