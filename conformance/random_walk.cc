#include "conformance/random_walk.h"

#include "conformance/judged.h"
#include "expecting.h"
#include "subject.h"
#include "walk.h"

namespace conformance {
namespace {

// Streams of a seed beyond all runs.
constexpr std::uint64_t pilot_stream = ~std::uint64_t{0};

template <sim::Model M>
Walks walks_of(const M& model, const WalkRequest& request,
               const std::function<bool(std::uint64_t)>& go_on, sim::ModelRun<M>& run) {
  const sim::Rng rng(request.seed);
  const auto length = sim::usual_length(model, rng.fork(pilot_stream), walk_choices_max);
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

template <class Engine>
Walks walk_with(const Engine& engine, const WalkRequest& request,
                const std::function<bool(std::uint64_t)>& go_on) {
  if (request.expect == nullptr) {
    const JudgedWorlds<Engine> model(request.plan, engine);
    sim::ModelRun<JudgedWorlds<Engine>> run(model);
    return walks_of(model, request, go_on, run);
  }
  const ExpectingWorlds<Engine> model(request.plan, engine, *request.expect);
  sim::ModelRun<ExpectingWorlds<Engine>> run(model);
  auto out = walks_of(model, request, go_on, run);
  out.results_met = run.tally.results_met;
  return out;
}

}  // namespace

Walks random_walks(const WalkRequest& request, const std::function<bool(std::uint64_t)>& go_on) {
  return with_subject(request.subject, request.plan.limits,
                      [&](const auto& engine) { return walk_with(engine, request, go_on); });
}

}  // namespace conformance
