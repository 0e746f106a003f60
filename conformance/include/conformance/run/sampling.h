// Random runs, of any model or, as quickly as can be, of an area's own.
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
#include "conformance/run/walk.h"
#include "sim/search/rng.h"

namespace conformance {

inline constexpr std::uint64_t sampled_runs_per_task = 128;
inline constexpr std::size_t sampled_tasks_per_batch = 16;

// All are of one model, which outlives it.
template <class OneModel>
class RunsOfOne {
 public:
  using Model = OneModel;

  RunsOfOne(const Model& model, const PlanRef& plan, const SampleRequest& request)
      : plan_(plan), rng_(sim::Rng(request.seed).fork(request.row)), model_(model) {}

  const PlanRef& plan() const { return plan_; }
  sim::Rng stream(std::uint64_t number) const { return rng_.fork(number); }
  sim::Rng picks(std::uint64_t run) const { return stream(run); }
  const Model& usual() const { return model_; }
  const Model& of(std::uint64_t) const { return model_; }

 private:
  PlanRef plan_;
  sim::Rng rng_;
  const Model& model_;
};

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
  out.exercised = run.tally.exercised[0];
  out.clauses = run.tally.clauses[0];
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
Sampled sample_runs(const Runs& runs, const SampleRequest& request, const sim::Parallel& parallel,
                    const GoOn& go_on) {
  Sampled out;
  const auto length = usual_length(runs.plan(), runs.stream(pilot_stream));
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
