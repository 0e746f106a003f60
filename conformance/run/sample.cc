#include "conformance/run/sample.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "run/walk.h"
#include "run/with_model.h"

namespace conformance {
namespace {

constexpr std::uint64_t runs_per_task = 128;
constexpr std::size_t tasks_per_batch = 16;

// Where the runs of one plan come from. Each task has a copy: `of(run)` is the model of a run.

template <class Engine>
class LineRuns {
 public:
  using Model = modality::JudgedWorlds<Engine>;

  LineRuns(std::size_t cell, std::uint64_t seed, const Engine& engine)
      : rng_(sim::Rng(seed).fork(cell)), engine_(engine), plan_(modality::sampled_plan(cell)) {}

  const sim::modality::Plan& plan() const { return plan_; }
  sim::Rng stream(std::uint64_t number) const { return rng_.fork(number); }
  sim::Rng picks(std::uint64_t run) const { return stream(2 * run + 1); }
  Model usual() const { return Model(plan_, engine_); }
  Model of(std::uint64_t run) {
    auto background = stream(2 * run);
    modality::draw_background(plan_, background);
    return usual();
  }

 private:
  sim::Rng rng_;
  Engine engine_;
  sim::modality::Plan plan_;
};

template <class M>
class CallRuns {
 public:
  using Model = M;

  CallRuns(const sim::ack::Plan& plan, const sim::Rng& rng, const Model& model)
      : plan_(plan), rng_(rng), model_(model) {}

  const sim::ack::Plan& plan() const { return plan_; }
  sim::Rng stream(std::uint64_t number) const { return rng_.fork(number); }
  sim::Rng picks(std::uint64_t run) const { return stream(run); }
  const Model& usual() const { return model_; }
  const Model& of(std::uint64_t) { return model_; }

 private:
  const sim::ack::Plan& plan_;
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
  out.exercised = run.tally.exercised;
  return out;
}

void add(Sampled part, Sampled& out) {
  out.runs += part.runs;
  out.choices += part.choices;
  out.proved += part.proved;
  out.fingerprint += part.fingerprint;
  out.exercised |= part.exercised;
  out.failure = std::move(part.failure);
  out.failed_run = part.failed_run;
}

template <class Runs>
Sampled sample(const Runs& runs, const SampleRequest& request, const sim::Parallel& parallel,
               const GoOn& go_on) {
  Sampled out;
  const auto length = sim::usual_length(runs.usual(), runs.stream(pilot_stream), walk_choices_max);
  constexpr std::uint64_t batch = runs_per_task * tasks_per_batch;
  const auto last = request.first + request.runs;
  for (auto first = request.first; first < last && !out.failure; first += batch) {
    if (!go_on(first - request.first)) break;
    const auto end = std::min(last, first + batch);
    std::vector<Sampled> parts((end - first + runs_per_task - 1) / runs_per_task);
    parallel.run(parts.size(), sim::TaskRef([&](std::size_t task) {
                   const auto begin = first + task * runs_per_task;
                   parts[task] = sample_task(runs, request, begin,
                                             std::min(end, begin + runs_per_task), length);
                 }));
    for (std::size_t i = 0; i < parts.size() && !out.failure; ++i) add(std::move(parts[i]), out);
  }
  return out;
}

}  // namespace

Sampled sample_line(std::size_t cell, const SampleRequest& request, const sim::Parallel& parallel,
                    const GoOn& go_on) {
  return modality::with_subject(
      request.subject, modality::sampled_plan(cell).limits, [&](const auto& engine) {
        return sample(LineRuns(cell, request.seed, engine), request, parallel, go_on);
      });
}

Sampled sample_calls(const sim::ack::Plan& plan, std::uint64_t stream, const SampleRequest& request,
                     const sim::Parallel& parallel, const GoOn& go_on) {
  return with_model(plan, request.subject, [&](const auto& model) {
    const auto rng = sim::Rng(request.seed).fork(stream);
    return sample(CallRuns(plan, rng, model), request, parallel, go_on);
  });
}

}  // namespace conformance
