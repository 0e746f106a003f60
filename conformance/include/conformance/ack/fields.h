// Every part of a judged world of tool calls by name: what a difference between two of them
// is called.
#pragma once
#include "conformance/ack/judged.h"
#include "conformance/ack/mutants/mutant.h"
#include "engine/ack/engine.h"
#include "sim/state/fields.h"

namespace conformance::ack {

// Complete and of fixed names, as conformance::fields() of a modality world.
template <>
sim::Fields fields(const JudgedWorld<engine::ack::Engine>& state);
template <>
sim::Fields fields(const JudgedWorld<Mutant>& state);

}  // namespace conformance::ack
