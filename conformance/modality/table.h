// The behaviour table and the profiles, as the specification has them.
#pragma once
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "port/modality/words.h"

namespace conformance::modality {

// By the table of this revision.
std::string table_text(port::modality::Revision revision);
std::string former_text();  // MOD-07
nlohmann::ordered_json table_json(port::modality::Revision revision);

}  // namespace conformance::modality
