#include "world/identity.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "command/options.h"
#include "command/selection.h"
#include "conformance/area/areas.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/run/rerun.h"
#include "gate/results.h"

namespace tools {
namespace {

using conformance::Budget;
using conformance::GateOptions;
using conformance::Shard;
using nlohmann::ordered_json;

constexpr int format = 1;
constexpr std::uint32_t shards_max = 100'000;

std::unique_ptr<conformance::AreaGate> gate_of(const conformance::Area& area, GateOptions options) {
  options.scenarios.clear();
  for (const auto& file : scenario_files()) {
    if (!has_scenario(area, file.name)) continue;
    load_named_scenario(file.path);  // A file that cannot be read is refused before anything runs.
    options.scenarios.push_back(file.path);
  }
  return conformance::area_gate(area, options);
}

template <class Enum, std::size_t count>
Enum enum_of(const ordered_json& identity, const char* key, const std::array<Enum, count>& values) {
  const auto& text = identity.at(key).get_ref<const std::string&>();
  for (const auto value : values)
    if (word(value) == text) return value;
  throw UsageError(fmt::format("{} \"{}\" is not known to this program", key, text));
}

// What a campaign says that was told of no revision: the first that there is, as its areas take
// their own first.
std::string revision_by_default() {
  const auto all = conformance::revisions();
  return all.empty() ? std::string() : all.front();
}

std::string revision_in(const ordered_json& identity) {
  const std::string said = identity.at("revision");
  return said == revision_by_default() ? std::string() : said;
}

Described read(const ordered_json& identity) {
  using spec::Level;
  constexpr std::array levels{Level::Must, Level::Should, Level::Proposed};
  constexpr std::array budgets{Budget::Quick, Budget::Full, Budget::Nightly};
  if (identity.at("format") != format)
    throw UsageError(fmt::format("this program reads format {}", format));
  if (identity.at("timed"))
    throw UsageError(
        "its random runs shared a duration, so nobody can say which there should be. Use "
        "--runs N in place of a duration");
  Described out;
  out.options = {.subject = identity.at("subject"),
                 .revision = revision_in(identity),
                 .rule = {},
                 .level = enum_of(identity, "level", levels),
                 .budget = enum_of(identity, "budget", budgets),
                 .random_runs = identity.at("runs"),
                 .seed = identity.at("seed"),
                 .memory_max = identity.at("max_memory"),
                 .states_max = identity.at("max_states"),
                 .scenarios = {},
                 .prove_every = identity.at("prove_every")};
  if (!conformance::is_subject(out.options.subject))
    throw UsageError(
        fmt::format("subject \"{}\" is not known to this program", out.options.subject));
  const std::string rule = identity.at("rule");
  if (!rule.empty()) out.options.rule = rule_named(rule).id;
  for (const auto& name : identity.at("areas")) {
    const auto* area = conformance::area_named(name.get<std::string>());
    if (area == nullptr || !area->facts().has_gate)
      throw UsageError("an area is not known to this program");
    const auto& revisions = area->facts().revisions;
    if (!out.options.revision.empty() && !revisions.empty() &&
        std::ranges::count(revisions, out.options.revision) == 0)
      throw UsageError(
          fmt::format("revision \"{}\" is not known to this program", out.options.revision));
    out.areas.push_back(area);
  }
  const auto shard = parse_shard(identity.at("shard").get<std::string>());
  if (!shard) throw UsageError("shard: not I/N");
  out.shard = *shard;
  return out;
}

}  // namespace

conformance::Campaign make_campaign(const GateOptions& options,
                                    const std::vector<const conformance::Area*>& areas) {
  std::vector<std::unique_ptr<conformance::AreaGate>> gates;
  gates.reserve(areas.size());
  for (const auto* area : areas) gates.push_back(gate_of(*area, options));
  return {options, std::move(gates)};
}

std::string shown_revision(const GateOptions& options) {
  return options.revision.empty() ? revision_by_default() : options.revision;
}

ordered_json identity_of(const conformance::Campaign& campaign, const Shard& shard,
                         const std::optional<std::string>& duration) {
  const auto& options = campaign.options();
  return {{"format", format},
          {"version", ORRERY_VERSION},
          {"areas", campaign.area_names()},
          {"subject", options.subject},
          {"revision", shown_revision(options)},
          {"rule", options.rule.value_or("")},
          {"level", word(options.level)},
          {"budget", duration.value_or(std::string(word(options.budget)))},
          {"timed", options.timed},
          {"seed", options.seed},
          {"runs", options.random_runs},
          {"max_states", options.states_max},
          {"max_memory", options.memory_max},
          {"prove_every", options.prove_every},
          {"units", campaign.units().size()},
          {"units_digest", hex(campaign.units_digest())},
          {"rules_digest", hex(campaign.rules_digest())},
          {"behaviour", hex(campaign.behaviour())},
          {"shard", show(shard)}};
}

std::string differences(const ordered_json& ours, const ordered_json& theirs,
                        const std::string& file) {
  std::string out;
  std::set<std::string> told;
  const auto text = [](const ordered_json& identity, const std::string& key) {
    const auto found = identity.find(key);
    return found == identity.end() ? std::string("nothing") : dump(*found);
  };
  for (const auto* side : {&ours, &theirs}) {
    for (const auto& [key, value] : side->items()) {
      if (!told.insert(key).second || text(ours, key) == text(theirs, key)) continue;
      out +=
          fmt::format("  {}: {} here, {} in {}\n", key, text(ours, key), text(theirs, key), file);
    }
  }
  return out;
}

ordered_json without_shard(ordered_json identity) {
  identity.erase("shard");
  return identity;
}

Described described(const ordered_json& identity, const std::string& file) {
  try {
    return read(identity);
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(fmt::format("{}:1: this is not the first line of a campaign's results: {}.",
                                 file, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}:1: {}.", file, error.what()));
  }
}

std::optional<Shard> parse_shard(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == text.npos) return std::nullopt;
  const auto index = parse_number(text.substr(0, slash));
  const auto count = parse_number(text.substr(slash + 1));
  if (!index || !count || *index == 0 || *index > *count || *count > shards_max)
    return std::nullopt;
  return Shard{static_cast<std::uint32_t>(*index), static_cast<std::uint32_t>(*count)};
}

std::string show(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

}  // namespace tools
