// A random run of judged worlds, as a recorder takes it.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/search/random.h"

namespace conformance {

// Each number is a run of its own, the same every time. False: it came to no end, and nothing is
// recorded.
template <class Worlds, class Recorder>
bool record_random_run(const Worlds& worlds, std::uint64_t number, std::size_t steps_max,
                       Recorder& recorder) {
  constexpr sim::RandomStrategy portfolio{sim::RandomStrategy::Kind::Portfolio};
  const auto walked = sim::random_run(
      worlds, sim::Picker(sim::strategy_of(portfolio, number), 60, sim::Rng(1).fork(number)),
      steps_max, sim::VisitNothing());
  if (walked.end != sim::RunEnd::Final) return false;
  auto state = worlds.initial();
  sim::Choices choices;
  for (const auto index : walked.path) {
    choices.clear();
    worlds.choices(state, choices);
    typename Worlds::Findings findings;
    worlds.apply(state, choices[index], findings, recorder);
  }
  return true;
}

}  // namespace conformance
