// results.jsonl, the journal of a campaign: one JSON object per line. docs/REFERENCE.md has
// every field.
//
//   {"campaign":{...}}      first: which campaign, and which shard of it
//   {"rule","area","level","check","outcome","worlds","states","runs","message","replay"}
//   {"unit":...}            behind the checks that it decided, all written at once
//   {"soundness":{...}}     of an area with a soundness matrix: one for each row and column
//   {"example":{...}}       the shortest lie of each class and kind
//   {"summary":{...}}       last, behind the checks of the conclusion
//
// level is must, should or proposed; outcome is pass, fail, not_exercised, error or skipped.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/gate/campaign.h"
#include "conformance/gate/report.h"

namespace tools {

std::string_view word(conformance::Outcome outcome);
std::string_view word(spec::Level level);
std::string_view word(conformance::Budget budget);
std::string_view word(conformance::Truth truth);
// One command that shows it.
std::string replay_command(const conformance::LieExample& example, std::string_view subject);

nlohmann::ordered_json to_json(const conformance::CheckResult& result);
nlohmann::ordered_json to_json(const conformance::RowResult& row);
nlohmann::ordered_json to_json(const conformance::SearchTotals& totals);
// Without the checks that it decided; what is zero, empty or false is left out.
nlohmann::ordered_json to_json(const conformance::Unit& unit,
                               const conformance::UnitResult& result);

// The cells and examples of a matrix as lines, each an object with one key, which says what it is.
std::vector<nlohmann::ordered_json> lines_of(const conformance::SoundnessMatrix& matrix,
                                             std::string_view subject);

std::string hex(std::uint64_t number);  // 16 digits.

// Text of any bytes as one line of JSON, or indented.
std::string dump(const nlohmann::ordered_json& value, int indent = -1);

// The lines of a unit: its checks, then itself.
std::string lines_of(const conformance::Unit& unit, const conformance::UnitResult& result);

// The same result, whatever it took to come to it.
bool same_result(const conformance::Unit& unit, conformance::UnitResult a,
                 conformance::UnitResult b);

}  // namespace tools
