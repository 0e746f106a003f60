#include "world/identity.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/build_id.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/worlds.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "results/words.h"
#include "sim/state/text_digest.h"
#include "world/capsule.h"

namespace tools {

using namespace sim::format;

namespace {

using conformance::GateOptions;
using conformance::Shard;

constexpr int results_version = 4;
constexpr std::uint32_t shards_max = 100'000;

std::unique_ptr<conformance::AreaGate> gate_of(const conformance::Area& area, GateOptions options) {
  options.scenarios.clear();
  for (const auto& file : scenario_files()) {
    if (!has_scenario(area, file.name)) continue;
    // A file that cannot be read is refused before anything runs.
    if (is_judged_by(load_named_scenario(file.path).plan, area))
      options.scenarios.push_back(file.path);
  }
  std::erase_if(options.more_scenarios, [&](const std::string& file) {
    return !is_judged_by(load_named_scenario(file).plan, area);
  });
  // Of an area that has no such revision the usual one is judged.
  if (std::ranges::count(area.worlds().revisions(), options.revision) == 0)
    options.revision.clear();
  return conformance::area_gate(area, options);
}

// What a campaign says that was told of no revision: those that its areas take.
std::string revisions_taken(std::string_view subject) {
  std::vector<std::string> out;
  for (const auto* area : conformance::areas())
    if (auto taken = area->worlds().revision_taken(subject, {}); !taken.empty())
      out.push_back(std::move(taken));
  return fmt::format("{}", fmt::join(out, ", "));
}
std::string revision_by_default() { return revisions_taken("engine"); }

using sim::JsonValue;
using sim::Reader;

constexpr std::size_t word_bytes_max = 200;

std::string revision_in_file(const std::string& value) {
  return value.empty() ? revision_by_default() : value;
}
void read_revision(Reader& reader, const JsonValue& json, const std::string& read,
                   std::string& out) {
  const auto all = conformance::revisions();
  const std::vector<std::string_view> names(all.begin(), all.end());
  if (read == revision_by_default()) return;
  const auto which = reader.one_of(json, names, "a revision");
  if (!reader.failed()) out = all[which];
}

using OptionalRule = std::optional<std::string>;
std::string rule_in_file(const OptionalRule& value) { return value.value_or(""); }
void read_rule(Reader&, const JsonValue&, const std::string& read, OptionalRule& out) {
  if (!read.empty()) out = read;
}
const Type& rule_type() {
  static const auto out = through<std::string, OptionalRule, &rule_in_file, &read_rule>(known_rule);
  return out;
}

void check_areas(Reader& reader, const JsonValue& json,
                 const std::vector<const conformance::Area*>& areas) {
  for (auto each = areas.begin(); each != areas.end(); ++each)
    if (std::find(areas.begin(), each, *each) != each)
      reader.fail(json.items[static_cast<std::size_t>(each - areas.begin())],
                  fmt::format("`{}` stands twice.", (*each)->name()), "Name each area once.");
}

const Type& areas_type() {
  static const auto out = list(known_area, {.what = "areas",
                                            .most = conformance::areas().size(),
                                            .none = "No area is named.",
                                            .or_else = "Name those that were judged."})
                              .then(sim::format::check<&check_areas>);
  return out;
}

// What one member says of another.
void check_identity(Reader& reader, const JsonValue& json, CampaignIdentity& out) {
  auto& options = out.options;
  const auto has_it = [&](const conformance::Area* area) {
    return std::ranges::count(area->worlds().revisions(), options.revision) > 0;
  };
  if (!options.revision.empty() && std::ranges::none_of(out.areas, has_it))
    reader.fail(*sim::member_of(json, "revision"), "No area that was judged has such a revision.");
  const auto& budget = *sim::member_of(json, "budget");
  if (!options.timed)
    options.budget = reader.enumerator<conformance::Budget>(budget, budget_words, "a budget");
  else if (!parse_duration(out.budget))
    reader.fail(budget, "This is no duration.", "Write one as 30s or 5m.");
}

void read_version(Reader& reader, const JsonValue& json, CampaignIdentity&) {
  if (reader.natural(json, 0, UINT64_MAX) != results_version)
    reader.fail(json, "This format of results is not known.",
                fmt::format("This program reads {}; merge with the program that made them.",
                            results_version));
}

int version_in_file(const CampaignIdentity&) { return results_version; }

constexpr auto options_of_gate = &CampaignIdentity::options;
constexpr Row identity_rows[] = {
    {"format", itself<CampaignIdentity>,
     read_by<int, CampaignIdentity, &version_in_file, &read_version>(constant(results_version, {})),
     "Of the file.", Is::Required | Is::First},
    {"version", at<&CampaignIdentity::version>, any_text(word_bytes_max), "Of the program.",
     Is::Required},
    {"areas", at<&CampaignIdentity::areas>, areas_type, "What was judged.", Is::Required},
    {"subject", at<options_of_gate, &GateOptions::subject>, &known_subject, "What is judged.",
     Is::Required},
    {"revision", at<options_of_gate, &GateOptions::revision>,
     through<std::string, std::string, &revision_in_file, &read_revision>(any_text(word_bytes_max)),
     "Of the tables that have some.", Is::Required},
    {"rule", at<options_of_gate, &GateOptions::rule>, rule_type, "`--rule`; empty: all.",
     Is::Required},
    {"level", at<options_of_gate, &GateOptions::level>, &level_format, "`--level`.", Is::Required},
    {"remarks", at<options_of_gate, &GateOptions::remarks>, boolean(),
     "What weaker rules want is told, too.", Is::Required},
    {"timed", at<options_of_gate, &GateOptions::timed>, boolean(), "The budget is a duration.",
     Is::Required},
    {"seed", at<options_of_gate, &GateOptions::seed>, natural(), "Of the random runs.",
     Is::Required},
    {"runs", at<options_of_gate, &GateOptions::random_runs>, natural(0, runs_without_end),
     "`--runs`; 0: what the budget says.", Is::Required},
    {"max_states", at<options_of_gate, &GateOptions::states_max>, natural(1), "`--max-states`.",
     Is::Required},
    {"exhausts", at<options_of_gate, &GateOptions::exhausts>, boolean(),
     "A limit before an end makes the gate incomplete; of a program, `--exhaust`.", Is::Required},
    {"max_memory", at<options_of_gate, &GateOptions::memory_max>, natural(1),
     "`--max-memory`, in bytes.", Is::Required},
    {"prove_every", at<options_of_gate, &GateOptions::prove_every>, natural(1),
     "Of so many states of a search and random runs, one is taken twice; 1 with `--prove`.",
     Is::Required},
    {"budget", at<&CampaignIdentity::budget>, any_text(word_bytes_max),
     "`quick`, `full`, `nightly`, or a duration as it was typed.", Is::Required},
    {"units", at<&CampaignIdentity::units>, natural(), "Of the whole campaign.", Is::Required},
    {"units_digest", at<&CampaignIdentity::units_digest>, sim::format::hex(),
     "16 hex digits over names, costs and files of all units.", Is::Required},
    {"rules_digest", at<&CampaignIdentity::rules_digest>, sim::format::hex(),
     "16 hex digits over ids, levels and texts of all rules.", Is::Required},
    {"behaviour", at<&CampaignIdentity::behaviour>, sim::format::hex(),
     "16 hex digits over a few random runs of the subject.", Is::Required},
    {"shard", at<&CampaignIdentity::shard>, &shard_format, "`I/N`; `1/1`: the whole.",
     Is::Required}};

}  // namespace

conformance::Campaign make_campaign(const GateOptions& options,
                                    const std::vector<const conformance::Area*>& areas) {
  std::vector<std::unique_ptr<conformance::AreaGate>> gates;
  gates.reserve(areas.size());
  for (const auto* area : areas) gates.push_back(gate_of(*area, options));
  return {options, std::move(gates)};
}

std::string shown_revision(const GateOptions& options) {
  if (!options.revision.empty()) return options.revision;
  return revisions_taken(options.subject);
}

std::string digest_of_subject(std::string_view subject) {
  if (!conformance::names_program(subject)) return fmt::format("{} {}", subject, build_id());
  std::string read(subject);
  std::istringstream words{std::string(subject.substr(conformance::program_prefix.size()))};
  for (std::string word; words >> word;) {
    std::erase_if(word, [](char c) { return c == '\'' || c == '"'; });
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(word, ignored)) continue;
    read += '\0' + text_of_file(word);
  }
  return show_digest(sim::digest_text(read));
}

constexpr Type identity_format =
    object(identity_rows, "Which campaign this is, and which part of it.")
        .then(sim::format::check<&check_identity>);

CampaignIdentity identity_of(const conformance::Campaign& campaign, const Shard& shard,
                             const std::optional<std::string>& duration) {
  CampaignIdentity out{.version = ORRERY_VERSION,
                       .options = campaign.options(),
                       .budget = duration.value_or(std::string(word(campaign.options().budget))),
                       .units = campaign.units().size(),
                       .units_digest = campaign.units_digest(),
                       .rules_digest = campaign.rules_digest(),
                       .behaviour = campaign.behaviour(),
                       .shard = shard,
                       .date = now_as_date(),
                       .judged = digest_of_subject(campaign.options().subject)};
  for (const auto& name : campaign.area_names()) out.areas.push_back(conformance::area_named(name));
  return out;
}

std::string differences(const CampaignIdentity& ours, const CampaignIdentity& theirs,
                        const std::string& file) {
  const auto our = document_of(identity_format, ours);
  const auto their = document_of(identity_format, theirs);
  std::string out;
  for (const auto& [key, value] : our.items())
    if (value != their[key])
      out += fmt::format("  {}: {} here, {} in {}\n", key, dump(value), dump(their[key]), file);
  return out;
}

CampaignIdentity without_shard(CampaignIdentity identity) {
  identity.shard = {};
  return identity;
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
