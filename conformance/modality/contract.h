// What somebody must know who calls "execute code", as text: each mode and each method of a
// script's context, made from the table and the constants; and which of it a description of the
// tool tells.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/area/words.h"
#include "port/modality/words.h"

namespace conformance::modality {

std::vector<std::string> contract_words();
std::optional<ExplainedWord> explained_contract(std::string_view word);

// Of a fact of the contract that a description lacks or contradicts.
std::vector<DescriptionFinding> judged_description(std::string_view text);

// By the table of this revision.
std::string table_text(port::modality::Revision revision);
std::string former_text();  // MOD-07
nlohmann::ordered_json table_json(port::modality::Revision revision);

}  // namespace conformance::modality
