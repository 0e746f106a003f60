// A run that goes on for ever in one instant, in states that never repeat: no search ends there.
//
// Such a run would fill level after level of a search, beside everything else that can happen at
// that instant. So now and then some states are followed alone, by natural choices and no further
// than to where time passes.
#pragma once
#include <cstdint>
#include <optional>

#include "sim/search/exploration.h"
#include "sim/search/model.h"
#include "sim/state/subject_fault.h"

namespace sim {

struct EndlessInstant {
  std::uint64_t at;  // Of the states: that from which it goes on.
  std::uint32_t steps;
  std::uint64_t kind;
};

// Of so many states, a few are tried: `state_at(number)` is one. What they meet is not counted.
template <Model M, class StateAt>
std::optional<EndlessInstant> endless_instant(const M& model, std::uint64_t count,
                                              const StateAt& state_at) {
  Choices choices;
  typename M::Tally tally{};
  for (const auto at : {std::uint64_t{0}, count / 2, count - 1}) {
    typename M::State state = state_at(at);
    std::uint32_t steps = 0;
    for (; steps < 2 * acts_max && model.status(state) == Status::Running; ++steps) {
      choices.clear();
      model.choices(state, choices);
      if (choices.empty() || choices[0].after_ms > 0) break;
      model.apply(state, choices[0], tally);
    }
    if (steps > acts_max_hurried / 2 && model.status(state) == Status::Broken)
      return EndlessInstant{at, steps, kind_of(model, state)};
  }
  return std::nullopt;
}

}  // namespace sim
