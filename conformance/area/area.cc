#include "conformance/area/area.h"

#include <nlohmann/json.hpp>

#include "conformance/area/areas.h"
#include "conformance/gate/campaign.h"
#include "conformance/run/sample.h"
#include "port/check.h"
#include "run/model_search.h"

namespace conformance {

Explored Area::explore(const PlanRef& plan, std::string_view subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel) const {
  return search_model(plan, subject, {}, options, parallel);
}

std::size_t Area::sampled_rows(std::string_view) const { return 0; }

Area::SampledWorld Area::sampled_world(const SampleRequest&, std::uint64_t) const {
  CHECK(sampled_rows({}) > 0);
  return {};
}

Sampled Area::sample(const SampleRequest&, const sim::Parallel&, const GoOn&) const {
  CHECK(sampled_rows({}) > 0);
  return {};
}

std::unique_ptr<AreaGate> Area::gate(const GateOptions&) const { return nullptr; }

std::string Area::table_text(std::string_view) const { return {}; }

nlohmann::ordered_json Area::table_json(std::string_view) const { return {}; }

}  // namespace conformance
