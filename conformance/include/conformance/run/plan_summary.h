// What a search of a plan found, in the words that all areas share.
#pragma once
#include <utility>

#include "conformance/run/any_model.h"
#include "conformance/run/explored.h"
#include "conformance/run/plan_failure.h"

namespace conformance {

// What its runs met, by the areas that judge them.
void take(const PlanRef& plan, const AnyModel::Tally& tally, Explored& out);

template <class Exploration>
Explored summary(const Exploration& found, const AnyModel::Tally& met, const PlanRef& plan,
                 const Candidate& subject) {
  Explored out{.end = found.end,
               .limit = found.limit,
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
    out.failures.push_back(failure_of(plan, subject, finding));
  if (found.lasso) {
    auto failure = endless_failure(plan, subject, found.lasso->way_in);
    failure.unavoidable_after = found.lasso->unavoidable_after;
    out.failures.push_back(std::move(failure));
  }
  take(plan, met, out);
  return out;
}

}  // namespace conformance
