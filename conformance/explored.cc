#include "conformance/explored.h"

#include "plan_search.h"
#include "subject.h"

namespace conformance {

Explored explore_plan(const sim::Plan& plan, std::string_view subject,
                      const sim::Expectation* expect, const sim::SearchOptions& options,
                      const sim::Parallel& parallel) {
  const PlanSearch search{plan, subject, expect, nullptr, &options, &parallel};
  return with_subject(subject, plan.limits,
                      [&](const auto& engine) { return search_plan(engine, search); });
}

Explored explore_plan_depth_first(const sim::Plan& plan, std::string_view subject,
                                  const sim::Expectation* expect,
                                  const sim::DepthFirstOptions& options) {
  const PlanSearch search{plan, subject, expect, &options, nullptr, nullptr};
  return with_subject(subject, plan.limits,
                      [&](const auto& engine) { return search_plan(engine, search); });
}

}  // namespace conformance
