// The results of a campaign: the format of their lines, and how they are written and read back.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/gate/campaign.h"
#include "conformance/gate/report.h"
#include "results/words.h"
#include "sim/files/format.h"
#include "world/identity.h"

namespace tools {

// The lines of a results file that are read back: a table of its members for each. Everything is
// written, zero or not, so that what is missing is seen.

inline constexpr std::size_t results_bytes_max = std::size_t{256} << 20;  // Of a file.

// The line behind the checks of a unit.
struct UnitLine {
  std::string name = {}, area = {};
  std::uint64_t checks = 0;             // So many lines before it are its checks.
  conformance::UnitResult result = {};  // What it decided is in those.
};

struct SummaryLine {
  std::string version = {}, subject = {}, revision = {};
  std::uint64_t seed = 0;
  conformance::GateSummary counts = {};
  conformance::Shard shard = {};
  int exit = 0;
  Verdict verdict = Verdict::Passed;
  std::vector<conformance::SearchTotals> searches = {};
};

// What follows from the units: a cell of a soundness matrix, or an example.
struct DerivedLine {};

extern const sim::format::Type check_format;
extern const sim::format::Type unit_format;
extern const sim::format::Type summary_format;

using ResultsLine =
    std::variant<CampaignIdentity, conformance::CheckResult, UnitLine, SummaryLine, DerivedLine>;

// `file` and `line` are for the error, which names the place.
std::variant<ResultsLine, sim::ScenarioError> read_results_line(std::string_view text,
                                                                const std::string& file,
                                                                std::size_t line);

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

struct RecordedUnit {
  conformance::Unit unit;  // Its area and name only.
  conformance::UnitResult result;
  std::size_t line = 0;
};

struct RecordedCampaign {
  std::string file;
  std::optional<CampaignIdentity> identity;  // None: nothing was written, or part of a line.
  std::vector<RecordedUnit> units;
  std::size_t bytes_kept = 0;  // Up to the end of the last unit; behind it nothing counts.
  bool ended = false;          // Came to its summary, and was not interrupted.
};

// The last line may be torn, and checks may stand without their unit: whoever wrote them was
// killed. Anything else that does not belong there is a UsageError with its place.
RecordedCampaign parse_results(std::string_view text, const std::string& file);

// Takes the units over as results of this campaign; `from` says which file each came from
// and may be empty. A UsageError if one is not of this campaign; a unit that has another
// result already is thrown as std::runtime_error, which names both files.
void take_units(const RecordedCampaign& recorded, const conformance::Campaign& campaign,
                conformance::UnitResults& results, std::vector<std::string>& from);

}  // namespace tools
