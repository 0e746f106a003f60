#include "world/identity.h"

#include <algorithm>

#include <fmt/format.h>

#include "command/options.h"
#include "command/selection.h"
#include "conformance/area/areas.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/run/rerun.h"
#include "results/words.h"
#include "sim/files/scenario_format.h"
#include "world/known.h"

namespace tools {

namespace form = sim::format;

namespace {

using conformance::GateOptions;
using conformance::Shard;

constexpr int results_version = 2;
constexpr std::uint32_t shards_max = 100'000;

std::unique_ptr<conformance::AreaGate> gate_of(const conformance::Area& area, GateOptions options) {
  options.scenarios.clear();
  for (const auto& file : scenario_files()) {
    if (!has_scenario(area, file.name)) continue;
    load_named_scenario(file.path);  // A file that cannot be read is refused before anything runs.
    options.scenarios.push_back(file.path);
  }
  std::erase_if(options.more_scenarios, [&](const std::string& file) {
    const auto judges = load_named_scenario(file).plan.area()->judges();
    return std::ranges::count(judges, &area) == 0;
  });
  return conformance::area_gate(area, options);
}

// What a campaign says that was told of no revision: the first that there is, as its areas take
// their own first.
std::string revision_by_default() {
  const auto all = conformance::revisions();
  return all.empty() ? std::string() : all.front();
}

using form::Codec;
using form::Object;
using sim::JsonValue;
using sim::Reader;

constexpr std::size_t word_bytes_max = 200;
constexpr auto options_of = [](auto& identity) -> auto& { return identity.options; };

Codec<std::string> revision_codec() {
  return form::through<std::string>(
      form::any_text(word_bytes_max),
      [](form::Writer&, const std::string& value) {
        return value.empty() ? revision_by_default() : value;
      },
      [](Reader& reader, const JsonValue& json, const std::string& read, std::string& out) {
        const auto all = conformance::revisions();
        const std::vector<std::string_view> names(all.begin(), all.end());
        if (read == revision_by_default()) return;
        const auto which = reader.one_of(json, names, "a revision");
        if (!reader.failed()) out = all[which];
      });
}

Codec<std::optional<std::string>> rule_codec() {
  return form::through<std::optional<std::string>>(
      known_rule(),
      [](form::Writer&, const std::optional<std::string>& value) { return value.value_or(""); },
      [](Reader&, const JsonValue&, const std::string& read, std::optional<std::string>& out) {
        if (!read.empty()) out = read;
      });
}

Object<GateOptions> options_format() {
  const auto n = [](std::uint64_t least) { return form::natural(least); };
  Object<GateOptions> out;
  out.member("subject", &GateOptions::subject, known_subject(), "What is judged.").required();
  out.member("revision", &GateOptions::revision, revision_codec(), "Of the tables that have some.")
      .required();
  out.member("rule", &GateOptions::rule, rule_codec(), "`--rule`; empty: all.").required();
  out.member("level", &GateOptions::level,
             form::one_of("a level", form::worded<spec::Level>(level_words)), "`--level`.")
      .required();
  out.member("timed", &GateOptions::timed, form::boolean(), "The budget is a duration.").required();
  out.member("seed", &GateOptions::seed, n(0), "Of the random runs.").required();
  out.member("runs", &GateOptions::random_runs, form::natural(0, runs_without_end),
             "`--runs`; 0: what the budget says.")
      .required();
  out.member("max_states", &GateOptions::states_max, n(1), "`--max-states`.").required();
  out.member("max_memory", &GateOptions::memory_max, n(1), "`--max-memory`, in bytes.").required();
  out.member("prove_every", &GateOptions::prove_every, n(1),
             "Of so many states of a search and random runs, one is taken twice; 1 with `--prove`.")
      .required();
  return out;
}

void check_areas(Reader& reader, const JsonValue& json,
                 const std::vector<const conformance::Area*>& areas) {
  for (auto each = areas.begin(); each != areas.end(); ++each)
    if (std::find(areas.begin(), each, *each) != each)
      reader.fail(json.items[static_cast<std::size_t>(each - areas.begin())],
                  fmt::format("`{}` stands twice.", (*each)->name()), "Name each area once.");
}

// What one member says of another.
void check_identity(Reader& reader, const JsonValue& json, CampaignIdentity& out) {
  auto& options = out.options;
  for (const auto* area : out.areas) {
    const auto revisions = area->revisions();
    if (!options.revision.empty() && !revisions.empty() &&
        std::ranges::count(revisions, options.revision) == 0)
      reader.fail(*sim::member_of(json, "revision"),
                  fmt::format("The area `{}` has no such revision.", area->name()));
  }
  const auto& budget = *sim::member_of(json, "budget");
  if (!options.timed)
    options.budget = reader.enumerator<conformance::Budget>(budget, budget_words, "a budget");
  else if (!parse_duration(out.budget))
    reader.fail(budget, "This is no duration.", "Write one as 30s or 5m.");
}

void check_version(Reader& reader, const JsonValue& json) {
  if (reader.natural(json, 0, UINT64_MAX) != results_version)
    reader.fail(json, "This format of results is not known.",
                fmt::format("This program reads {}; merge with the program that made them.",
                            results_version));
}

Object<CampaignIdentity> make_format() {
  using C = CampaignIdentity;
  Object<C> out("Which campaign this is, and which part of it.");
  out.add(form::constant<C>("format", results_version, {{"const", results_version}}, "Of the file.",
                            check_version))
      .required()
      .first();
  out.member("version", &C::version, form::any_text(word_bytes_max), "Of the program.").required();
  out.member("areas", &C::areas,
             form::checked(form::list(known_area(), {.what = "areas",
                                                     .most = conformance::areas().size(),
                                                     .none = "No area is named.",
                                                     .or_else = "Name those that were judged."}),
                           check_areas),
             "What was judged.")
      .required();
  out.part(options_of, options_format());
  out.member("budget", &C::budget, form::any_text(word_bytes_max),
             "`quick`, `full`, `nightly`, or a duration as it was typed.")
      .required();
  out.member("units", &C::units, form::natural(), "Of the whole campaign.").required();
  out.member("units_digest", &C::units_digest, form::hex(),
             "16 hex digits over names, costs and files of all units.")
      .required();
  out.member("rules_digest", &C::rules_digest, form::hex(),
             "16 hex digits over ids, levels and texts of all rules.")
      .required();
  out.member("behaviour", &C::behaviour, form::hex(),
             "16 hex digits over a few random runs of the subject.")
      .required();
  out.member("shard", &C::shard, shard_format(), "`I/N`; `1/1`: the whole.").required();
  out.then(check_identity);
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

const form::Object<CampaignIdentity>& identity_format() {
  static const auto out = make_format();
  return out;
}

CampaignIdentity identity_of(const conformance::Campaign& campaign, const Shard& shard,
                             const std::optional<std::string>& duration) {
  CampaignIdentity out{.version = ORRERY_VERSION,
                       .options = campaign.options(),
                       .budget = duration.value_or(std::string(word(campaign.options().budget))),
                       .units = campaign.units().size(),
                       .units_digest = campaign.units_digest(),
                       .rules_digest = campaign.rules_digest(),
                       .behaviour = campaign.behaviour(),
                       .shard = shard};
  for (const auto& name : campaign.area_names()) out.areas.push_back(conformance::area_named(name));
  return out;
}

std::string differences(const CampaignIdentity& ours, const CampaignIdentity& theirs,
                        const std::string& file) {
  const auto our = document_of(identity_format(), ours);
  const auto their = document_of(identity_format(), theirs);
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
