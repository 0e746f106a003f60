// Every part of a judged world of tool calls by name: what a difference between two of them
// is called.
#pragma once
#include "conformance/ack/judged.h"
#include "sim/state/fields.h"

namespace conformance::ack {

// Complete and of fixed names, as conformance::fields() of a modality world.
sim::Fields fields(const JudgedWorld& state);

}  // namespace conformance::ack
