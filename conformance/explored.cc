#include "conformance/explored.h"

#include <utility>

#include "expecting.h"
#include "plan_failure.h"
#include "sim/explore.h"
#include "subject.h"

namespace conformance {
namespace {

template <class Exploration>
Explored summary(const Exploration& found, const sim::Plan& plan, std::string_view subject) {
  Explored out{.end = found.end,
               .states = found.states,
               .transitions = found.transitions,
               .finals = found.finals,
               .bytes_peak = found.bytes_peak,
               .levels = found.levels,
               .fingerprint = found.fingerprint,
               .collisions = found.collisions,
               .collision_probability = found.collision_probability,
               .tally = {},
               .reachable_per_cell = found.reachable_per_cell,
               .failures = {}};
  for (const auto& finding : found.findings)
    out.failures.push_back(failure_of(plan, subject, finding));
  if (found.lasso) {
    auto failure = endless_failure(plan, subject, found.lasso->way_in);
    failure.unavoidable_after = found.lasso->unavoidable_after;
    out.failures.push_back(std::move(failure));
  }
  return out;
}

template <class Engine>
Explored explore_with(const Engine& engine, const sim::Plan& plan, std::string_view subject,
                      const sim::Expectation* expect, const sim::SearchOptions& options,
                      const sim::Parallel& parallel) {
  if (expect == nullptr) {
    const JudgedWorlds<Engine> model(plan, engine);
    const auto found = sim::explore(model, options, parallel);
    auto out = summary(found, plan, subject);
    out.tally = found.tally;
    return out;
  }
  const ExpectingWorlds<Engine> model(plan, engine, *expect);
  const auto found = sim::explore(model, options, parallel);
  auto out = summary(found, plan, subject);
  out.tally = found.tally.judged;
  out.results_met = found.tally.results_met;
  return out;
}

}  // namespace

Explored explore_plan(const sim::Plan& plan, std::string_view subject,
                      const sim::Expectation* expect, const sim::SearchOptions& options,
                      const sim::Parallel& parallel) {
  return with_subject(subject, plan.limits, [&](const auto& engine) {
    return explore_with(engine, plan, subject, expect, options, parallel);
  });
}

}  // namespace conformance
