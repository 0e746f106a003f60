// search_plan() for any judged model.
#pragma once
#include <utility>

#include "expecting.h"
#include "plan_failure.h"
#include "plan_search.h"
#include "sim/explore.h"

namespace conformance {

template <class Exploration>
Explored summary(const Exploration& found, const PlanSearch& search) {
  Explored out{.end = found.end,
               .states = found.states,
               .transitions = found.transitions,
               .finals = found.finals,
               .bytes_peak = found.bytes_peak,
               .proved = found.proved,
               .levels = found.levels,
               .fingerprint = found.fingerprint,
               .collisions = found.collisions,
               .collision_probability = found.collision_probability,
               .exercised = {},
               .reachable_per_cell = found.reachable_per_cell,
               .failures = {}};
  for (const auto& finding : found.findings)
    out.failures.push_back(failure_of(search.plan, search.subject, finding));
  if (found.lasso) {
    auto failure = endless_failure(search.plan, search.subject, found.lasso->way_in);
    failure.unavoidable_after = found.lasso->unavoidable_after;
    out.failures.push_back(std::move(failure));
  }
  return out;
}

template <sim::Model M>
auto explore_either(const M& model, const PlanSearch& search) {
  if (search.deep != nullptr) return sim::explore_depth_first(model, *search.deep);
  return sim::explore(model, *search.wide, *search.parallel);
}

// What the runs of each area met, as far as all drivers want to know.
inline void take(const Tally& tally, Explored& out) { out.exercised = tally.exercised; }
inline void take(const acks::Tally& tally, Explored& out) {
  out.exercised = tally.exercised;
  for (const auto& ended : tally.ended)
    for (std::size_t bit = 0; bit < ended.classes.size(); ++bit)
      if (ended.classes[bit] > 0) out.lies = static_cast<std::uint8_t>(out.lies | 1u << bit);
}
inline void take(const joint::Tally& tally, Explored& out) {
  out.exercised = tally.tool.exercised;
  out.lies = tally.lies;
}

template <class Model>
Explored search_plan_with(const Model& model, const PlanSearch& search) {
  const auto* expect = search.expect.template as<typename Model::Expectation>();
  if (expect == nullptr) {
    const auto found = explore_either(model, search);
    auto out = summary(found, search);
    take(found.tally, out);
    return out;
  }
  const auto found = explore_either(ExpectingWorlds<Model>(model, *expect), search);
  auto out = summary(found, search);
  take(found.tally.judged, out);
  out.results_met = found.tally.results_met;
  return out;
}

}  // namespace conformance
