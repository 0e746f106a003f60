#include "conformance/run/explored.h"

#include "conformance/area/area.h"
#include "run/expecting.h"
#include "run/model_search.h"
#include "run/plan_summary.h"
#include "sim/search/explore.h"

namespace conformance {
namespace {

void take(const PlanRef& plan, const AnyModel::Tally& tally, Explored& out) {
  const auto judges = plan.area().judges();
  for (std::size_t i = 0; i < judges.size(); ++i)
    out.exercised.push_back({judges[i], tally.exercised[i], tally.clauses[i]});
  out.lies = tally.lies;
  out.fired = tally.fired;
  out.lost_sight = tally.lost_sight;
}

// `explore` is a search of any model.
template <class Explore>
Explored explore_with(const PlanRef& plan, const Candidate& subject, const AnyExpectation& expect,
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

std::string Explored::unfired(const AnyPlan& plan) const {
  const auto faults = plan.area()->faults_of(plan);
  for (std::size_t i = 0; i < faults.size(); ++i)
    if ((fired >> i & 1u) == 0) return faults[i];
  return {};
}

spec::Exercised Explored::exercised_in(const Area& area) const {
  spec::Exercised out;
  for (const auto& met : exercised)
    if (met.area == &area) out |= met.rules;
  return area.rules_met(out, clauses_in(area));
}

spec::ClauseSet Explored::clauses_in(const Area& area) const {
  spec::ClauseSet out;
  for (const auto& met : exercised)
    if (met.area == &area) out |= met.clauses;
  return out;
}

Explored search_model(const PlanRef& plan, const Candidate& subject, const AnyExpectation& expect,
                      const sim::SearchOptions& options, const sim::Parallel& parallel) {
  return explore_with(plan, subject, expect,
                      [&](const auto& model) { return sim::explore(model, options, parallel); });
}

Explored explore_plan(const PlanRef& plan, const Candidate& subject, const AnyExpectation& expect,
                      const sim::SearchOptions& options, const sim::Parallel& parallel) {
  if (expect) return search_model(plan, subject, expect, options, parallel);
  return plan.area().explore(plan, subject, options, parallel);
}

Explored explore_plan_depth_first(const PlanRef& plan, const Candidate& subject,
                                  const AnyExpectation& expect,
                                  const sim::DepthFirstOptions& options) {
  return explore_with(plan, subject, expect,
                      [&](const auto& model) { return sim::explore_depth_first(model, options); });
}

}  // namespace conformance
