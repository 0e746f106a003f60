// The behaviour table and the profiles, as the specification has them.
#pragma once
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace conformance::modality {

std::string table_text();
std::string former_text();  // MOD-07
nlohmann::ordered_json table_json();

}  // namespace conformance::modality
