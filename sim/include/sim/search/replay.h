// Repeats a run from the list of its choices.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/search/model.h"
#include "sim/search/run.h"

namespace sim {

// The list names a choice that the model does not offer there: it was recorded with another
// model, or another version of this one.
struct BadChoice {
  std::size_t step = 0;  // Counts from 1.
  std::size_t wanted = 0;
  std::size_t offered = 0;  // So many choices, from 0 on.
  bool operator==(const BadChoice&) const = default;
};

template <Model M>
struct Replayed {
  ModelRun<M> run;
  std::optional<BadChoice> bad = {};  // If so, run.state is the state before that step.
};

// Takes the listed choices, then choice 0 until the run ends or has made `choices_max`
// choices. A list that goes on after the end is no error: the rest is not looked at.
template <Model M, class Visit = VisitNothing>
Replayed<M> replay(const M& model, std::span<const std::uint16_t> list, std::size_t choices_max,
                   Visit&& visit = {}) {
  Replayed<M> result{.run = ModelRun<M>(model)};
  ModelRun<M>& run = result.run;
  while (run.offer(model, choices_max)) {
    const std::size_t step = run.path.size();
    const std::size_t index = step < list.size() ? list[step] : 0;
    if (index >= run.choices.size()) {
      run.end = RunEnd::BadChoice;
      result.bad = {.step = step + 1, .wanted = index, .offered = run.choices.size()};
      break;
    }
    run.take(model, index, visit);
  }
  return result;
}

}  // namespace sim
