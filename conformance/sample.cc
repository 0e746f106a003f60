#include "conformance/sample.h"

#include <algorithm>
#include <vector>

#include "conformance/proof.h"
#include "conformance/rerun.h"
#include "sim/random.h"
#include "sim/twin.h"
#include "spec/policy_rules.h"
#include "subject.h"

namespace conformance {
namespace {

constexpr std::uint64_t runs_per_task = 128;
constexpr std::size_t tasks_per_batch = 16;
// Far beyond the longest run that ends.
constexpr std::size_t choices_max = 5'000;

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

  // Stops at the first run that fails.
  void run(std::uint64_t first, std::uint64_t end, Sampled& part) {
    for (std::uint64_t run = first; run < end && !part.failure; ++run) {
      ++part.runs;
      auto background = rng_of(request_, run, 0);
      draw_background(plan_, background);
      const bool proves = request_.prove_every != 0 && run % request_.prove_every == 0;
      auto failure = one(rng_of(request_, run, 1), proves, part);
      if (!failure) continue;
      part.failure = std::move(failure);
      part.failed_run = run;
    }
    part.exercised = run_.tally.exercised;
  }

 private:
  std::optional<PlanFailure> one(sim::Rng rng, bool proves, Sampled& part) {
    const JudgedWorlds<Engine> model(plan_, engine_);
    run_.restart(model);
    if (proves) {
      ++part.proved;
      shadow_.begin(model, run_.state);
      sim::random_run(model, rng, choices_max, run_, shadow_);
    } else {
      sim::random_run(model, rng, choices_max, run_, sim::VisitNothing());
    }
    part.choices += run_.path.size();
    part.fingerprint += model.digest(run_.state) * (2 * run_.path.size() + 1);
    if (proves && shadow_.differs_after())
      return nondeterministic_failure(run_.path, *shadow_.differs_after());
    switch (run_.end) {
      case sim::RunEnd::Broken: {
        const auto& rule = spec::policy::policy_rules[run_.state.broken - 1u];
        return PlanFailure{PlanFailure::Kind::Breach, std::string(rule.id), run_.path};
      }
      case sim::RunEnd::Hang: return stuck(PlanFailure::Kind::Hang);
      case sim::RunEnd::TooLong: return stuck(PlanFailure::Kind::Endless);
      case sim::RunEnd::None:
      case sim::RunEnd::Final:
      case sim::RunEnd::BadChoice: break;
    }
    return std::nullopt;
  }

  PlanFailure stuck(PlanFailure::Kind kind) const {
    const auto end = rerun({.plan = plan_,
                            .subject = request_.subject,
                            .path = run_.path,
                            .endless = kind == PlanFailure::Kind::Endless});
    const auto rule = end.breach ? end.breach->rule : spec::policy::rule_index("MOD-91");
    return {kind, std::string(spec::policy::policy_rules[rule].id), run_.path};
  }

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
  constexpr std::uint64_t batch = runs_per_task * tasks_per_batch;
  for (std::uint64_t first = 0; first < request.runs && !out.failure; first += batch) {
    if (!go_on(first)) break;
    const auto end = std::min(request.runs, first + batch);
    const auto tasks = static_cast<std::size_t>((end - first + runs_per_task - 1) / runs_per_task);
    std::vector<Sampled> parts(tasks);
    parallel.run(tasks, sim::TaskRef([&](std::size_t task) {
                   const auto begin = first + task * runs_per_task;
                   Sampler<Engine> sampler(request, engine);
                   sampler.run(begin, std::min(end, begin + runs_per_task), parts[task]);
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
