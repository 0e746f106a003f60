#include "conformance/run/explored.h"

#include <bit>

#include "conformance/area/area.h"
#include "conformance/area/worlds.h"
#include "conformance/run/plan_summary.h"
#include "conformance/run/sampling.h"
#include "run/expecting.h"
#include "sim/search/explore.h"

namespace conformance {
namespace {

// `explore` is a search of any model.
template <class Explore>
Explored explore_expecting(const AnyModel& model, const PlanRef& plan, const Candidate& subject,
                           const AnyExpectation& expect, Explore explore) {
  const auto found = explore(ExpectingWorlds(model, expect));
  auto out = summary(found, found.tally.judged, plan, subject);
  out.results_met = found.tally.results_met;
  return out;
}

}  // namespace

void take(const PlanRef& plan, const AnyModel::Tally& tally, Explored& out) {
  const auto judges = plan.area().judges();
  for (std::size_t i = 0; i < judges.size(); ++i)
    out.exercised.push_back({judges[i], tally.exercised[i], tally.clauses[i]});
  out.lies = tally.lies;
  out.fired = tally.fired;
  out.lost_sight = tally.lost_sight;
  out.left_out = tally.left_out;
}

Explored AnyModel::explore(const PlanRef& plan, const Candidate& subject,
                           const sim::SearchOptions& options, const sim::Parallel& parallel) const {
  const auto found = sim::explore(*this, options, parallel);
  return summary(found, found.tally, plan, subject);
}

Sampled AnyModel::sample(const PlanRef& plan, const SampleRequest& request,
                         const sim::Parallel& parallel, const GoOn& go_on) const {
  return sample_runs(RunsOfOne(*this, plan, request), request, parallel, go_on);
}

std::string Explored::unfired(const AnyPlan& plan) const {
  const auto faults = plan.area()->worlds().faults_of(plan);
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

Explored explore_model(const AnyModel& model, const PlanRef& plan, const Candidate& subject,
                       const AnyExpectation& expect, const sim::SearchOptions& options,
                       const sim::Parallel& parallel) {
  if (!expect) return model.explore(plan, subject, options, parallel);
  return explore_expecting(model, plan, subject, expect, [&](const auto& expecting) {
    return sim::explore(expecting, options, parallel);
  });
}

Explored explore_plan(const PlanRef& plan, const Candidate& subject, const AnyExpectation& expect,
                      const sim::SearchOptions& options, const sim::Parallel& parallel) {
  auto out = explore_model(*any_model(plan, subject), plan, subject, expect, options, parallel);
  if (!expect || !out.complete()) return out;
  if (static_cast<std::size_t>(std::popcount(out.results_met)) == texts_of(expect).size())
    return out;
  const auto left = plan.area().worlds().left_of(plan, subject);
  if (!left) return out;
  // What our engine does not come to either is a result of runs that cannot happen to the subject.
  const auto ours =
      explore_plan(*left, Candidate("engine", subject.rules), expect, options, parallel);
  out.left_out = out.left_out || (ours.results_met & ~out.results_met) == 0;
  return out;
}

Explored explore_plan_depth_first(const PlanRef& plan, const Candidate& subject,
                                  const AnyExpectation& expect,
                                  const sim::DepthFirstOptions& options) {
  const auto model = any_model(plan, subject);
  if (!expect) {
    const auto found = sim::explore_depth_first(*model, options);
    return summary(found, found.tally, plan, subject);
  }
  return explore_expecting(*model, plan, subject, expect, [&](const auto& expecting) {
    return sim::explore_depth_first(expecting, options);
  });
}

}  // namespace conformance
