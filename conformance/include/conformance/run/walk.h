// One random run of a judged model, and what its failure is.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "conformance/run/plan_failure.h"
#include "conformance/run/proof.h"
#include "sim/search/exploration.h"
#include "sim/search/random.h"
#include "sim/search/twin.h"

namespace conformance {

// Far beyond the longest run that ends.
inline constexpr std::size_t walk_choices_max = 5'000;
// The stream of a seed, beyond those of its runs, that tells how long a run usually is.
inline constexpr std::uint64_t pilot_stream = ~std::uint64_t{0};

// How many choices a run of this plan makes with our engine, whatever is judged: what goes wrong in
// a run that nobody judges would be told by nobody.
std::size_t usual_length(const PlanRef& plan, const sim::Rng& rng);

// With a shadow, which is reused, every choice is taken twice.
template <sim::Model M>
std::optional<PlanFailure> walk(const M& model, sim::Picker picker, sim::ModelRun<M>& run,
                                sim::Shadow<M>* shadow, const PlanRef& plan,
                                const Candidate& subject) {
  run.restart(model);
  if (shadow != nullptr) {
    shadow->begin(model, run.state);
    sim::random_run(model, picker, walk_choices_max, run, *shadow);
    if (const auto after = shadow->differs_after())
      return nondeterministic_failure(run.path, *after);
  } else {
    sim::random_run(model, picker, walk_choices_max, run, sim::VisitNothing());
  }
  using Cause = sim::Finding::Cause;
  switch (run.end) {
    case sim::RunEnd::Broken:
      return failure_of(plan, subject, {Cause::Broken, sim::kind_of(model, run.state), run.path});
    case sim::RunEnd::Hang: return failure_of(plan, subject, {Cause::Hang, 0, run.path});
    case sim::RunEnd::TooLong: return endless_failure(plan, subject, run.path);
    case sim::RunEnd::None:
    case sim::RunEnd::Final:
    case sim::RunEnd::BadChoice: break;
  }
  return std::nullopt;
}

}  // namespace conformance
