// Random runs of worlds of tool calls that are too large to search.
#include <algorithm>
#include <vector>

#include "conformance/ack_explored.h"
#include "walk.h"
#include "with_model.h"

namespace conformance::acks {
namespace {

constexpr std::uint64_t runs_per_task = 64;
constexpr std::size_t tasks_per_batch = 16;
// A stream beyond those of the runs.
constexpr std::uint64_t pilot_stream = ~std::uint64_t{0};

sim::Rng rng_of(const SampleRequest& request, std::uint64_t stream) {
  return sim::Rng(request.seed).fork(request.stream).fork(stream);
}

// Stops at the first run that fails.
template <class Model>
Sampled sample_part(const Model& model, const SampleRequest& request, std::uint64_t first,
                    std::uint64_t end, std::size_t length) {
  constexpr sim::RandomStrategy portfolio{sim::RandomStrategy::Kind::Portfolio};
  Sampled out;
  sim::ModelRun<Model> run(model);
  sim::Shadow<Model> shadow;
  for (std::uint64_t number = first; number < end && !out.failure; ++number) {
    const bool proves = request.prove_every != 0 && number % request.prove_every == 0;
    const sim::Picker picker(sim::strategy_of(portfolio, number), length, rng_of(request, number));
    out.failure =
        walk(model, picker, run, proves ? &shadow : nullptr, request.plan, request.subject);
    out.proved += proves;
    out.failed_run = out.failure ? number : 0;
    out.fingerprint += model.digest(run.state) * (2 * run.path.size() + 1);
    ++out.runs;
  }
  out.tally = run.tally;
  return out;
}

void add(const Sampled& part, Sampled& out) {
  out.runs += part.runs;
  out.proved += part.proved;
  out.fingerprint += part.fingerprint;
  out.tally.merge(part.tally);
  out.failure = part.failure;
  out.failed_run = part.failed_run;
}

template <class Model>
Sampled sample_with(const Model& model, const SampleRequest& request, const sim::Parallel& parallel,
                    const std::function<bool(std::uint64_t)>& go_on) {
  Sampled out;
  const auto length = sim::usual_length(model, rng_of(request, pilot_stream), walk_choices_max);
  constexpr std::uint64_t batch = runs_per_task * tasks_per_batch;
  const auto last = request.first + request.runs;
  for (auto first = request.first; first < last && !out.failure; first += batch) {
    if (!go_on(first - request.first)) break;
    const auto end = std::min(last, first + batch);
    std::vector<Sampled> parts((end - first + runs_per_task - 1) / runs_per_task);
    parallel.run(parts.size(), sim::TaskRef([&](std::size_t task) {
                   const auto begin = first + task * runs_per_task;
                   parts[task] = sample_part(model, request, begin,
                                             std::min(end, begin + runs_per_task), length);
                 }));
    for (std::size_t i = 0; i < parts.size() && !out.failure; ++i) add(parts[i], out);
  }
  return out;
}

}  // namespace

Sampled sample_calls(const SampleRequest& request, const sim::Parallel& parallel,
                     const std::function<bool(std::uint64_t)>& go_on) {
  return with_model(request.plan, request.subject, [&](const auto& model) {
    return sample_with(model, request, parallel, go_on);
  });
}

}  // namespace conformance::acks
