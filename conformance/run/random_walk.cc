#include "conformance/run/random_walk.h"

#include "conformance/run/walk.h"
#include "run/expecting.h"

namespace conformance {
namespace {

template <sim::Model M>
Walks walks_of(const M& model, const WalkRequest& request,
               const std::function<bool(std::uint64_t)>& go_on, sim::ModelRun<M>& run) {
  const sim::Rng rng(request.seed);
  const auto length = usual_length(request.plan, rng.fork(pilot_stream));
  Walks out;
  sim::Shadow<M> shadow;
  while (out.runs < request.runs && !out.failure && go_on(out.runs)) {
    const auto strategy = sim::strategy_of(request.strategy, out.runs);
    const bool proves = request.prove_every != 0 && out.runs % request.prove_every == 0;
    out.failure = walk(model, sim::Picker(strategy, length, rng.fork(out.runs)), run,
                       proves ? &shadow : nullptr, request.plan, request.subject);
    out.proved += proves;
    out.choices += run.path.size();
    ++out.runs;
  }
  return out;
}

}  // namespace

std::size_t usual_length(const PlanRef& plan, const sim::Rng& rng) {
  const auto model = any_model(plan, Candidate());
  return sim::usual_length(*model, rng, walk_choices_max);
}

Walks random_walks(const WalkRequest& request, const std::function<bool(std::uint64_t)>& go_on) {
  const auto model = any_model(request.plan, request.subject);
  if (!request.expect) {
    sim::ModelRun<AnyModel> run(*model);
    return walks_of(*model, request, go_on, run);
  }
  const ExpectingWorlds expecting(*model, request.expect);
  sim::ModelRun<ExpectingWorlds> run(expecting);
  auto out = walks_of(expecting, request, go_on, run);
  out.results_met = run.tally.results_met;
  return out;
}

}  // namespace conformance
