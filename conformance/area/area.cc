#include "conformance/area/area.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/area/checks.h"
#include "conformance/area/files.h"
#include "conformance/area/mutants.h"
#include "conformance/area/words.h"
#include "conformance/area/worlds.h"
#include "conformance/run/programs.h"
#include "conformance/run/sample.h"
#include "conformance/run/vectors.h"
#include "port/check.h"
#include "sim/files/scenario_error.h"
#include "sim/program/stepper.h"
#include "sim/state/subject_fault.h"

namespace conformance {
namespace {

// It balances shards and decides nothing; in microseconds of one processor.
constexpr std::uint64_t world_cost = 100'000;

}  // namespace

const spec::Rule& Area::rule_of_kind(std::uint64_t kind) const {
  return judges()[kind / kinds_of_judge]->facts().rules[kind % kinds_of_judge - 1];
}

// Worlds.

NamedWorld AreaWorlds::named(std::string_view name) const {
  if (auto plan = find_plan(name)) return {.plan = std::move(*plan)};
  const auto all = names();
  if (all.empty() || !name.starts_with(all[0].substr(0, all[0].find(':') + 1))) return {};
  return no_world(name, fmt::format("{}", fmt::join(all, ", ")));
}

NamedWorld AreaWorlds::no_world(std::string_view name, std::string_view valid) const {
  return {.error = fmt::format("\"{}\" is not a world of {}. Valid: {}.", name, facts_.of, valid)};
}

std::vector<SelftestWorld> AreaWorlds::for_selftest() const {
  std::vector<SelftestWorld> out;
  for (auto& name : names()) out.push_back({std::move(name)});
  return out;
}

Explored AreaWorlds::explore_table(const PlanRef& plan, const Candidate& subject,
                                   const sim::SearchOptions& options,
                                   const sim::Parallel& parallel) const {
  return model(plan, subject)->explore(plan, subject, options, parallel);
}

std::string AreaWorlds::row_concerned(const PlanRef&, const Rerun&, bool) const { return {}; }

SampledWorld AreaWorlds::sampled(const SampleRequest&, std::uint64_t) const {
  CHECK(sampled_rows({}) > 0);
  return {};
}

Sampled AreaWorlds::sample(const SampleRequest& request, const sim::Parallel& parallel,
                           const GoOn& go_on) const {
  const auto world = sampled(request, 0);
  return model(world.plan, request.subject)->sample(world.plan, request, parallel, go_on);
}

AreaTable AreaWorlds::table(const TableRequest& request) const {
  AreaTable out;
  for (std::size_t row = 0; row < sampled_rows(request.revision); ++row) {
    const SampleRequest sample{.row = row, .revision = request.revision};
    out.rows.push_back({.name = sampled(sample, 0).name, .kind = RowName::Kind::Other});
  }
  for (const auto& [name, large] : for_selftest()) {
    const auto row = static_cast<std::uint32_t>(out.rows.size());
    out.rows.push_back({.name = name});
    out.units.push_back({.name = "row/" + name,
                         .cost = world_cost,
                         .rows = {{row, 1}},
                         .searches = {{.world = name, .plan = *named(name).plan}}});
  }
  return out;
}

std::vector<std::string> AreaWorlds::revisions() const {
  return {facts_.revisions.begin(), facts_.revisions.end()};
}

namespace {

// Of the revisions that a program names: whether some are of these.
bool names_some(const sim::Program& program, const std::vector<std::string>& all) {
  return std::ranges::any_of(program.revisions(), [&](const std::string& name) {
    return std::ranges::count(all, name) > 0;
  });
}

}  // namespace

bool AreaWorlds::may_work_by(std::string_view subject, std::string_view revision) const {
  const auto program = program_of(subject);
  return program == nullptr || !names_some(*program, revisions()) ||
         std::ranges::count(program->revisions(), revision) > 0;
}

bool AreaWorlds::works_by(std::string_view subject, std::string_view revision) const {
  const auto program = program_of(subject);
  if (program == nullptr || names_some(*program, revisions()))
    return may_work_by(subject, revision);
  return is_usual(revision);
}

bool AreaWorlds::is_usual(std::string_view revision) const {
  const auto all = revisions();
  const auto at = std::ranges::find(all, revision) - all.begin();
  return static_cast<std::size_t>(at) < facts_.usual_revisions;
}

std::string AreaWorlds::revision_taken(std::string_view subject, std::string_view asked) const {
  const auto all = revisions();
  if (!asked.empty() || all.empty()) return std::string(asked);
  const auto taken =
      std::ranges::find_if(all, [&](const std::string& each) { return works_by(subject, each); });
  return taken == all.end() ? all.front() : *taken;
}

std::vector<std::string> ListedWorlds::names() const {
  std::vector<std::string> out;
  for (auto& world : listed()) out.push_back(std::move(world.name));
  return out;
}

std::vector<SelftestWorld> ListedWorlds::for_selftest() const {
  std::vector<SelftestWorld> out;
  for (auto& world : listed())
    if (world.searched) out.push_back({std::move(world.name)});
  return out;
}

std::size_t ListedWorlds::sampled_rows(std::string_view) const {
  return static_cast<std::size_t>(std::ranges::count(listed(), true, &ListedWorld::sampled));
}

SampledWorld ListedWorlds::sampled(const SampleRequest& request, std::uint64_t) const {
  auto worlds = listed();
  std::erase_if(worlds, [](const ListedWorld& world) { return !world.sampled; });
  auto& row = worlds.at(request.row);
  return {std::move(row.plan), std::move(row.name)};
}

std::optional<AnyPlan> ListedWorlds::find_plan(std::string_view name) const {
  for (auto& world : listed())
    if (world.name == name) return std::move(world.plan);
  return std::nullopt;
}

// Files.

std::variant<std::string, sim::ScenarioError> AreaFiles::add_table(
    const sim::ParsedFile& file) const {
  return sim::ScenarioError{file.file, 0, 0, {}, "The area takes no tables of others.", {}};
}
nlohmann::ordered_json AreaFiles::table_document(std::string_view) const { return {}; }
nlohmann::ordered_json AreaFiles::table_schema() const { return {}; }

std::optional<sim::ScenarioError> AreaFiles::take_limits(const sim::ParsedFile& file) const {
  return sim::ScenarioError{file.file, 0, 0, {}, "The area takes no limits of others.", {}};
}

// Checks.

CheckVerdict DirectedCheck::verdict_of(const Candidate& subject) const {
  try {
    return run(subject);
  } catch (const sim::SubjectFault& fault) {
    if (fault.left_out) return {.not_applicable = fault.says};
    return {.holds = false,
            .faulted = true,
            .unsteady = fault.unsteady,
            .want = std::string(sim::wanted(fault)),
            .got = fault.says};
  }
}

std::string AreaChecks::other_evidence(const spec::Rule&, bool has_checks) const {
  return has_checks ? "" : "none directed: every search and random run looks for it";
}
std::optional<VectorWords> AreaChecks::vector_words() const { return std::nullopt; }
std::unique_ptr<sim::Stepper> AreaChecks::stepper(std::string_view, const nlohmann::json&) const {
  return nullptr;
}
nlohmann::ordered_json AreaChecks::trace_head(const PlanRef&) const { return nullptr; }
nlohmann::ordered_json AreaChecks::trace_line(const PlanRef&, const Seen&) const { return nullptr; }

// Mutants.

bool names_rule(std::string_view rules, std::string_view rule) {
  return fmt::format(" {} ", rules).find(fmt::format(" {} ", rule)) != std::string::npos;
}

const MutantLine* find_mutant(std::span<const MutantLine> all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &MutantLine::name);
  return found == all.end() ? nullptr : &*found;
}

const MutantLine* mutant_named(std::span<const MutantLine> all, std::string_view subject) {
  if (!subject.starts_with(mutant_prefix)) return nullptr;
  return find_mutant(all, subject.substr(mutant_prefix.size()));
}

// Words.

nlohmann::ordered_json AreaWords::table_json(std::string_view) const { return {}; }

std::string AreaWords::table_text(std::string_view revision) const {
  constexpr std::size_t column = 12;
  const auto rows = table_json(revision);
  std::string out;
  const auto add_line = [&](const auto& cell) {
    for (const auto& item : rows[0].items()) out += fmt::format("{:<{}}", cell(item.key()), column);
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  };
  if (!rows.empty()) add_line([](const std::string& name) { return name; });
  for (const auto& row : rows)
    add_line([&](const std::string& name) { return row.at(name).get<std::string>(); });
  return out;
}

}  // namespace conformance
