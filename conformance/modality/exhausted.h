// What the gate exhausts and samples of script calls.
#pragma once
#include "conformance/area/table.h"
#include "port/modality/words.h"

namespace conformance::modality {

// The table is searched exhaustively with the short constants and sampled with the real ones.
AreaTable exhausted(Budget budget, port::modality::Revision revision);

}  // namespace conformance::modality
