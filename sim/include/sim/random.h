// Runs a model at random, each choice equally likely.
//
// The model, the generator's seed and its stream say everything about a run: run k of a
// seed is random_run(model, Rng(seed).fork(k), ...).
#pragma once
#include <cstddef>
#include <cstdint>

#include "engine/check.h"
#include "sim/model.h"
#include "sim/rng.h"
#include "sim/run.h"

namespace sim {

// Continues `run` until it ends or has made `choices_max` choices in all. visit(before,
// choice, after) is called for every choice. Reusing a run (restart()) allocates nothing.
template <Model M, class Visit>
void random_run(const M& model, Rng& rng, std::size_t choices_max, ModelRun<M>& run,
                Visit&& visit) {
  while (run.offer(model, choices_max)) {
    CHECK(run.choices.size() <= 0xffff);
    run.take(model, rng.below(static_cast<std::uint32_t>(run.choices.size())), visit);
  }
}

template <Model M, class Visit>
ModelRun<M> random_run(const M& model, Rng& rng, std::size_t choices_max, Visit&& visit) {
  ModelRun<M> run(model);
  random_run(model, rng, choices_max, run, visit);
  return run;
}

}  // namespace sim
