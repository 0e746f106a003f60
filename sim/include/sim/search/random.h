// Runs a model at random.
//
// The model, the strategy, the generator's seed and its stream say everything about a run:
// run k of a seed is random_run(model, Picker(strategy, length, Rng(seed).fork(k)), ...).
#pragma once
#include <algorithm>
#include <cstddef>

#include "sim/search/model.h"
#include "sim/search/rng.h"
#include "sim/search/run.h"
#include "sim/search/strategy.h"

namespace sim {

// Continues `run` until it ends or has made `choices_max` choices in all. visit(before,
// choice, after) is called for every choice. Reusing a run (restart()) allocates nothing.
template <Model M, class Visit>
void random_run(const M& model, Picker& picker, std::size_t choices_max, ModelRun<M>& run,
                Visit&& visit) {
  while (run.offer(model, choices_max)) run.take(model, picker.pick(run.choices), visit);
}

template <Model M, class Visit>
ModelRun<M> random_run(const M& model, Picker picker, std::size_t choices_max, Visit&& visit) {
  ModelRun<M> run(model);
  random_run(model, picker, choices_max, run, visit);
  return run;
}

// About how many choices a run makes: the mean of a few uniform runs, at least one. Says the
// same for equal models and generators. One that has no end says enough: the others cost as much.
template <Model M>
std::size_t usual_length(const M& model, const Rng& rng, std::size_t choices_max) {
  constexpr std::size_t pilots = 16;
  std::size_t sum = 0;
  ModelRun<M> run(model);
  for (std::size_t i = 0; i < pilots && run.end != RunEnd::TooLong; ++i) {
    run.restart(model);
    Picker picker({}, 0, rng.fork(i));
    random_run(model, picker, choices_max, run, VisitNothing());
    sum += run.path.size();
  }
  return std::max(sum / pilots, std::size_t{1});
}

}  // namespace sim
