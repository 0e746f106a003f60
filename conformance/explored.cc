#include "conformance/explored.h"

#include "plan_search.h"
#include "with_model.h"

namespace conformance {

Explored explore_plan(const PlanRef& plan, std::string_view subject, const ExpectRef& expect,
                      const sim::SearchOptions& options, const sim::Parallel& parallel) {
  const PlanSearch search{plan, subject, expect, nullptr, &options, &parallel};
  return with_model(plan, subject, [&](const auto& model) { return search_plan(model, search); });
}

Explored explore_plan_depth_first(const PlanRef& plan, std::string_view subject,
                                  const ExpectRef& expect, const sim::DepthFirstOptions& options) {
  const PlanSearch search{plan, subject, expect, &options, nullptr, nullptr};
  return with_model(plan, subject, [&](const auto& model) { return search_plan(model, search); });
}

}  // namespace conformance
