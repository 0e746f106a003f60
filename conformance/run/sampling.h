// Random runs, taken as quickly as can be: for an area's own model.
//
// `Runs` says where the runs of one plan come from; each task has a copy. `of(run)` is the model of
// a run, `usual()` one like any, `stream(n)` a stream of random numbers, `picks(run)` that of a
// run.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "conformance/run/any_model.h"
#include "conformance/run/sample.h"
#include "run/walk.h"

namespace conformance {

inline constexpr std::uint64_t sampled_runs_per_task = 128;
inline constexpr std::size_t sampled_tasks_per_batch = 16;

// Of a model that has one judge. An area's own tally has the rules or the clauses.
inline void take_met(const AnyModel::Tally& tally, Sampled& out) {
  out.exercised = tally.exercised[0];
  out.clauses = tally.clauses[0];
}
void take_met(const auto& tally, Sampled& out) {
  if constexpr (requires { tally.exercised; })
    out.exercised = tally.exercised;
  else
    out.clauses = tally.met;
}

// Stops at the first run that fails.
template <class Runs>
Sampled sample_task(Runs runs, const SampleRequest& request, std::uint64_t first, std::uint64_t end,
                    std::size_t length) {
  using Model = typename Runs::Model;
  Sampled out;
  sim::ModelRun<Model> run(runs.usual());
  sim::Shadow<Model> shadow;
  for (auto number = first; number < end && !out.failure; ++number) {
    const auto& model = runs.of(number);
    const sim::Picker picker(sim::strategy_of(request.strategy, number), length,
                             runs.picks(number));
    const bool proves = request.prove_every != 0 && number % request.prove_every == 0;
    out.failure =
        walk(model, picker, run, proves ? &shadow : nullptr, runs.plan(), request.subject);
    out.proved += proves;
    out.failed_run = out.failure ? number : 0;
    out.choices += run.path.size();
    out.fingerprint += model.digest(run.state) * (2 * run.path.size() + 1);
    ++out.runs;
  }
  take_met(run.tally, out);
  return out;
}

inline void add(Sampled part, Sampled& out) {
  out.runs += part.runs;
  out.choices += part.choices;
  out.proved += part.proved;
  out.fingerprint += part.fingerprint;
  out.exercised |= part.exercised;
  out.clauses |= part.clauses;
  out.failure = std::move(part.failure);
  out.failed_run = part.failed_run;
}

template <class Runs>
Sampled sample(const Runs& runs, const SampleRequest& request, const sim::Parallel& parallel,
               const GoOn& go_on) {
  Sampled out;
  const auto length = sim::usual_length(runs.usual(), runs.stream(pilot_stream), walk_choices_max);
  constexpr std::uint64_t batch = sampled_runs_per_task * sampled_tasks_per_batch;
  const auto last = request.first + request.runs;
  for (auto first = request.first; first < last && !out.failure; first += batch) {
    if (!go_on(first - request.first)) break;
    const auto end = std::min(last, first + batch);
    std::vector<Sampled> parts((end - first + sampled_runs_per_task - 1) / sampled_runs_per_task);
    parallel.run(parts.size(), sim::TaskRef([&](std::size_t task) {
                   const auto begin = first + task * sampled_runs_per_task;
                   parts[task] = sample_task(runs, request, begin,
                                             std::min(end, begin + sampled_runs_per_task), length);
                 }));
    for (std::size_t i = 0; i < parts.size() && !out.failure; ++i) add(std::move(parts[i]), out);
  }
  return out;
}

}  // namespace conformance
