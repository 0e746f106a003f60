// One or two tool calls with their judge in one flat value.
#pragma once
#include "conformance/run/judged_state.h"
#include "sim/ack/world.h"
#include "sim/state/fields.h"
#include "spec/ack/judge.h"

namespace conformance::ack {

using JudgedWorld = JudgedState<sim::ack::World, spec::ack::Situation>;

// Every part of it by name: complete, and of fixed names.
sim::Fields fields(const JudgedWorld& state);

}  // namespace conformance::ack
