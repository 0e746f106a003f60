// The lines of a results file that are read back: a table of its members for each. Everything is
// written, zero or not, so that what is missing is seen.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/gate/campaign.h"
#include "results/words.h"
#include "sim/files/format.h"
#include "world/identity.h"

namespace tools {

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

}  // namespace tools
