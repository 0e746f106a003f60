// What a campaign is: which program judges which subject by which rules, within which bounds.
// Results belong together if and only if they agree in all of it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/area/area.h"
#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"
#include "sim/files/format.h"

namespace tools {

// The gates of these areas with their scenarios. Throws a UsageError if one cannot be read.
conformance::Campaign make_campaign(const conformance::GateOptions& options,
                                    const std::vector<const conformance::Area*>& areas);

// The first line of a results file.
struct CampaignIdentity {
  std::string version = {};
  std::vector<const conformance::Area*> areas = {};
  conformance::GateOptions options = {};
  std::string budget = {};  // As it was typed.
  std::uint64_t units = 0, units_digest = 0, rules_digest = 0, behaviour = 0;
  conformance::Shard shard = {};
  // Beside it in a file: when it began, and a digest of what is judged.
  std::string date = {}, judged = {};
};
extern const sim::format::Type identity_format;

// `duration` is that of a budget that is one.
CampaignIdentity identity_of(const conformance::Campaign& campaign, const conformance::Shard& shard,
                             const std::optional<std::string>& duration);

// A digest of what is judged. No result depends on it, nor on when it was judged.
std::string digest_of_subject(std::string_view subject);

// The revision that was asked for, or else the first that any area has and the subject works by.
std::string shown_revision(const conformance::GateOptions& options);

// One line for each field in which they differ: "seed: 1 here, 2 in FILE".
std::string differences(const CampaignIdentity& ours, const CampaignIdentity& theirs,
                        const std::string& file);

// The same without its shard.
CampaignIdentity without_shard(CampaignIdentity identity);

// With a duration, as many random runs as there is time for.
inline constexpr std::uint64_t runs_without_end = 1'000'000'000'000;

// "2/4": which of how many, from 1. Nothing if it is no such text.
std::optional<conformance::Shard> parse_shard(std::string_view text);
std::string show(const conformance::Shard& shard);

}  // namespace tools
