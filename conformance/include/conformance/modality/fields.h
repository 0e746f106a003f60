// Every part of a judged world by name: what a difference between two of them is called.
#pragma once
#include "conformance/modality/judged.h"
#include "sim/state/fields.h"

namespace conformance::modality {

// Complete: two worlds that differ in any byte but those named `zero` differ in a field. What
// is absent has the value "-"; lists have a field for each place that they could fill, so
// that all worlds of one engine have the same names in the same order.
sim::Fields fields(const JudgedWorld& state);

}  // namespace conformance::modality
