#include "conformance/sample.h"

#include <algorithm>
#include <vector>

#include "conformance/judged.h"
#include "subject.h"
#include "walk.h"

namespace conformance {
namespace {

constexpr std::uint64_t runs_per_task = 128;
constexpr std::size_t tasks_per_batch = 16;

// The stream that draws the background of run k; its choices use the next one.
sim::Rng rng_of(const SampleRequest& request, std::uint64_t run, std::uint64_t what) {
  return sim::Rng(request.seed).fork(request.cell).fork(2 * run + what);
}

template <class Engine>
class Sampler {
 public:
  Sampler(const SampleRequest& request, const Engine& engine)
      : request_(request),
        engine_(engine),
        plan_(sampled_plan(request.cell)),
        run_(JudgedWorlds<Engine>(plan_, engine_)) {}

  std::size_t usual_length() const {
    const auto rng = sim::Rng(request_.seed).fork(request_.cell).fork(pilot_stream);
    return sim::usual_length(JudgedWorlds<Engine>(plan_, engine_), rng, walk_choices_max);
  }

  // Stops at the first run that fails.
  void run(std::uint64_t first, std::uint64_t end, std::size_t length, Sampled& part) {
    for (std::uint64_t run = first; run < end && !part.failure; ++run) {
      auto background = rng_of(request_, run, 0);
      draw_background(plan_, background);
      const JudgedWorlds<Engine> model(plan_, engine_);
      const auto strategy = sim::strategy_of(request_.strategy, run);
      const bool proves = request_.prove_every != 0 && run % request_.prove_every == 0;
      part.failure = walk(model, sim::Picker(strategy, length, rng_of(request_, run, 1)), run_,
                          proves ? &shadow_ : nullptr, plan_, request_.subject);
      part.proved += proves;
      part.failed_run = part.failure ? run : 0;
      part.choices += run_.path.size();
      part.fingerprint += model.digest(run_.state) * (2 * run_.path.size() + 1);
      ++part.runs;
    }
    part.exercised = run_.tally.exercised;
  }

 private:
  const SampleRequest& request_;
  Engine engine_;
  sim::Plan plan_;
  sim::ModelRun<JudgedWorlds<Engine>> run_;
  sim::Shadow<JudgedWorlds<Engine>> shadow_;
};

template <class Engine>
Sampled sample_with(const Engine& engine, const SampleRequest& request,
                    const sim::Parallel& parallel,
                    const std::function<bool(std::uint64_t)>& go_on) {
  Sampled out;
  const auto length = Sampler<Engine>(request, engine).usual_length();
  constexpr std::uint64_t batch = runs_per_task * tasks_per_batch;
  const auto last = request.first + request.runs;
  for (auto first = request.first; first < last && !out.failure; first += batch) {
    if (!go_on(first - request.first)) break;
    const auto end = std::min(last, first + batch);
    const auto tasks = static_cast<std::size_t>((end - first + runs_per_task - 1) / runs_per_task);
    std::vector<Sampled> parts(tasks);
    parallel.run(tasks, sim::TaskRef([&](std::size_t task) {
                   const auto begin = first + task * runs_per_task;
                   Sampler<Engine> sampler(request, engine);
                   sampler.run(begin, std::min(end, begin + runs_per_task), length, parts[task]);
                 }));
    for (auto& part : parts) {
      out.runs += part.runs;
      out.choices += part.choices;
      out.proved += part.proved;
      out.fingerprint += part.fingerprint;
      out.exercised |= part.exercised;
      if (!part.failure) continue;
      out.failure = std::move(part.failure);
      out.failed_run = part.failed_run;
      break;
    }
  }
  return out;
}

}  // namespace

sim::Plan sampled_plan(std::size_t cell, std::uint64_t seed, std::uint64_t run) {
  auto plan = sampled_plan(cell);
  auto background = rng_of({.cell = cell, .seed = seed}, run, 0);
  draw_background(plan, background);
  return plan;
}

Sampled sample_line(const SampleRequest& request, const sim::Parallel& parallel,
                    const std::function<bool(std::uint64_t)>& go_on) {
  const auto limits = sampled_plan(request.cell).limits;
  return with_subject(request.subject, limits, [&](const auto& engine) {
    return sample_with(engine, request, parallel, go_on);
  });
}

}  // namespace conformance
