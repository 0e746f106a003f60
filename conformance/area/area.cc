#include "conformance/area/area.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/areas.h"
#include "conformance/run/sample.h"
#include "port/check.h"
#include "sim/state/subject_fault.h"

namespace conformance {
namespace {

// It balances shards and decides nothing; in microseconds of one processor.
constexpr std::uint64_t world_cost = 100'000;

}  // namespace

CheckVerdict DirectedCheck::verdict_of(const Candidate& subject) const {
  try {
    return run(subject);
  } catch (const sim::SubjectFault& fault) {
    return {.holds = false, .faulted = true, .got = fault.says};
  }
}

Explored Area::explore(const PlanRef& plan, const Candidate& subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel) const {
  return model(plan, subject)->explore(plan, subject, options, parallel);
}

std::size_t Area::sampled_rows(std::string_view) const { return 0; }

Area::SampledWorld Area::sampled_world(const SampleRequest&, std::uint64_t) const {
  CHECK(sampled_rows({}) > 0);
  return {};
}

Sampled Area::sample(const SampleRequest& request, const sim::Parallel& parallel,
                     const GoOn& go_on) const {
  const auto world = sampled_world(request, 0);
  return model(world.plan, request.subject)->sample(world.plan, request, parallel, go_on);
}

AreaTable Area::table(const TableRequest& request) const {
  AreaTable out;
  for (std::size_t row = 0; row < sampled_rows(request.revision); ++row) {
    const SampleRequest sample{.row = row, .revision = request.revision};
    out.rows.push_back({.name = sampled_world(sample, 0).name, .kind = RowName::Kind::Other});
  }
  for (const auto& [name, large] : selftest_worlds()) {
    const auto row = static_cast<std::uint32_t>(out.rows.size());
    out.rows.push_back({.name = name});
    out.units.push_back({.name = "row/" + name,
                         .cost = world_cost,
                         .rows = {{row, 1}},
                         .searches = {{.world = name, .plan = *world(name).plan}}});
  }
  return out;
}

std::variant<std::string, sim::ScenarioError> Area::add_table(const sim::ParsedFile& file) const {
  return sim::ScenarioError{file.file, 0, 0, {}, "The area takes no tables of others.", {}};
}

std::optional<sim::ScenarioError> Area::take_limits(const sim::ParsedFile& file) const {
  return sim::ScenarioError{file.file, 0, 0, {}, "The area takes no limits of others.", {}};
}

std::string Area::beside_checks(const spec::Rule&, bool has_checks) const {
  return has_checks ? "" : "none directed: every search and random run looks for it";
}

nlohmann::ordered_json Area::table_document(std::string_view) const { return {}; }
nlohmann::ordered_json Area::trace_head(const PlanRef&) const { return nullptr; }
nlohmann::ordered_json Area::trace_line(const PlanRef&, const Seen&) const { return nullptr; }

std::string Area::table_text(std::string_view) const { return {}; }

nlohmann::ordered_json Area::table_json(std::string_view) const { return {}; }

}  // namespace conformance
