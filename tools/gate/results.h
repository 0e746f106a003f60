// results.jsonl, the journal of a campaign: one JSON object per line. docs/REFERENCE.md has
// every field.
//
//   {"campaign":{...}}      first: which campaign, and which shard of it
//   {"rule":...}            a check
//   {"unit":...}            behind the checks that it decided, all written at once
//   {"soundness":{...}}     of an area with a soundness matrix: one for each row and column
//   {"clause":{...}}        a clause that nothing met
//   {"example":{...}}       the shortest lie of each class and kind
//   {"summary":{...}}       last, behind the checks of the conclusion
//
// Lines that are read back have a table each: results_format.h.
#pragma once
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/gate/campaign.h"
#include "conformance/gate/report.h"

namespace tools {

nlohmann::ordered_json to_json(const conformance::CheckResult& result);
nlohmann::ordered_json to_json(const conformance::RowResult& row);
nlohmann::ordered_json to_json(const conformance::UnmetClause& unmet);

// The cells and examples of a matrix as lines, each an object with one key, which says what it is.
std::vector<nlohmann::ordered_json> lines_of(const conformance::SoundnessMatrix& matrix,
                                             const conformance::Candidate& subject);

// The lines of a unit: its checks, then itself.
std::string lines_of(const conformance::Unit& unit, const conformance::UnitResult& result);

// The same result, whatever it took to come to it.
bool same_result(const conformance::Unit& unit, conformance::UnitResult a,
                 conformance::UnitResult b);

}  // namespace tools
