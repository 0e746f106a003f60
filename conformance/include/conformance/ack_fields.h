// Every part of a judged world of tool calls by name: what a difference between two of them
// is called.
#pragma once
#include "conformance/ack_judged.h"
#include "conformance/ack_mutant.h"
#include "engine/ack.h"
#include "sim/fields.h"

namespace conformance::acks {

// Complete and of fixed names, as conformance::fields() of a modality world.
sim::Fields fields(const JudgedWorld<engine::ack::Engine>& state);
sim::Fields fields(const JudgedWorld<Mutant>& state);

}  // namespace conformance::acks
