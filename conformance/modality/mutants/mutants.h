// The table of mutants, with what each does. Private to the mutants.
#pragma once
#include "conformance/modality/mutants/mutant.h"
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

const Deviation& deviation(MutantId id);

}  // namespace conformance::modality::mutation
