// What a campaign is: which program judges which subject by which rules, within which bounds.
// Results belong together if and only if they agree in all of it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"

namespace tools {

// The gates of these areas with their scenarios. Throws a UsageError if one cannot be read.
conformance::Campaign make_campaign(const conformance::GateOptions& options,
                                    const std::vector<const conformance::Area*>& areas);

// The first line of a results file. A budget that was given as a duration stands there as it
// was typed.
nlohmann::ordered_json identity_of(const conformance::Campaign& campaign,
                                   const conformance::Shard& shard,
                                   const std::optional<std::string>& duration);

// The revision that was asked for, or else the first that any area has.
std::string shown_revision(const conformance::GateOptions& options);

// One line for each field in which they differ: "seed: 1 here, 2 in FILE".
std::string differences(const nlohmann::ordered_json& ours, const nlohmann::ordered_json& theirs,
                        const std::string& file);

// The same without its shard.
nlohmann::ordered_json without_shard(nlohmann::ordered_json identity);

struct Described {
  conformance::GateOptions options;
  std::vector<const conformance::Area*> areas;
  conformance::Shard shard;
};
// What the identity in `file` describes. Throws a UsageError if it describes nothing that
// this program knows, or random runs that shared a duration: they cannot be repeated.
Described described(const nlohmann::ordered_json& identity, const std::string& file);

// "2/4": which of how many, from 1. Nothing if it is no such text.
std::optional<conformance::Shard> parse_shard(std::string_view text);
std::string show(const conformance::Shard& shard);

}  // namespace tools
