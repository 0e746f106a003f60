#include "conformance/run/explored.h"

#include "modality/subject.h"
#include "port/overload.h"
#include "run/plan_search.h"

namespace conformance {

Explored explore_plan(const PlanRef& plan, std::string_view subject, const ExpectRef& expect,
                      const sim::SearchOptions& options, const sim::Parallel& parallel) {
  const PlanSearch search{plan, subject, options, parallel};
  if (expect) return search_any(search, expect);
  return plan.visit(port::Overload{
      [&](const sim::modality::Plan& table) {
        return modality::with_subject(subject, table.limits, [&](const auto& engine) {
          return search_plan(modality::JudgedWorlds(table, engine), search);
        });
      },
      [&](const auto&) { return search_any(search, expect); }});
}

Explored explore_plan_depth_first(const PlanRef& plan, std::string_view subject,
                                  const ExpectRef& expect, const sim::DepthFirstOptions& options) {
  return search_any_depth_first(plan, subject, expect, options);
}

}  // namespace conformance
