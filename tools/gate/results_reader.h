// Reads the results of a campaign back, as far as they were written.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/gate/campaign.h"
#include "gate/results_format.h"

namespace tools {

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
