#include "port/overload.h"
#include "run/expecting.h"
#include "run/plan_search.h"
#include "run/plan_summary.h"
#include "sim/search/explore.h"

namespace conformance {
namespace {

void take(const PlanRef& plan, const joint::Tally& tally, Explored& out) {
  plan.visit(port::Overload{[&](const sim::modality::Plan&) { take(tally.policy, out); },
                            [&](const sim::ack::Plan&) { take(tally.tool, out); },
                            [&](const sim::joint::Plan&) { take(tally, out); }});
}

// `explore` is a search of any model.
template <class Explore>
Explored explore_with(const PlanRef& plan, std::string_view subject, const ExpectRef& expect,
                      Explore explore) {
  const auto model = any_model(plan, subject);
  if (!expect) {
    const auto found = explore(*model);
    auto out = summary(found, plan, subject);
    take(plan, found.tally, out);
    return out;
  }
  const auto found = explore(ExpectingWorlds(*model, expect));
  auto out = summary(found, plan, subject);
  take(plan, found.tally.judged, out);
  out.results_met = found.tally.results_met;
  return out;
}

}  // namespace

Explored search_any(const PlanSearch& search, const ExpectRef& expect) {
  return explore_with(search.plan, search.subject, expect, [&](const auto& model) {
    return sim::explore(model, search.options, search.parallel);
  });
}

Explored search_any_depth_first(const PlanRef& plan, std::string_view subject,
                                const ExpectRef& expect, const sim::DepthFirstOptions& options) {
  return explore_with(plan, subject, expect,
                      [&](const auto& model) { return sim::explore_depth_first(model, options); });
}

}  // namespace conformance
