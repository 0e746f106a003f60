#include "conformance/area/area.h"

#include <nlohmann/json.hpp>

#include "conformance/area/areas.h"
#include "conformance/gate/campaign.h"
#include "conformance/run/sample.h"
#include "gate/described_gate.h"
#include "port/check.h"
#include "run/model_sample.h"
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

Sampled Area::sample(const SampleRequest& request, const sim::Parallel& parallel,
                     const GoOn& go_on) const {
  const auto world = sampled_world(request, 0);
  return sample_model(world.plan, request, parallel, go_on);
}

std::unique_ptr<AreaGate> Area::gate(const GateOptions& options) const {
  return described_gate(*this, options);
}

std::string Area::table_text(std::string_view) const { return {}; }

nlohmann::ordered_json Area::table_json(std::string_view) const { return {}; }

}  // namespace conformance
