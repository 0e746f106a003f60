// One run of a model: a state, how it was reached, and how it ended.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/search/model.h"
#include "sim/search/state_graph.h"

namespace sim {

enum class RunEnd : std::uint8_t {
  None,  // It can go on.
  Final,
  Broken,
  Hang,       // Running, without a choice.
  TooLong,    // It has made as many choices as it may.
  BadChoice,  // Replay only: the list names a choice that is not offered.
};

// For visitors that have nothing to see.
struct VisitNothing {
  void operator()(const auto&, const Choice&, const auto&) const {}
};

template <Model M>
struct ModelRun {
  using State = typename M::State;

  explicit ModelRun(const M& model) { restart(model); }

  // Back to the initial state. The tally is kept and grows over all runs.
  void restart(const M& model) {
    state = model.initial();
    end = RunEnd::None;
    path.clear();
  }

  // Fills in `choices`, or says how the run ended and returns false.
  bool offer(const M& model, std::size_t choices_max) {
    choices.clear();
    end = RunEnd::None;
    switch (model.status(state)) {
      case Status::Final: end = RunEnd::Final; return false;
      case Status::Broken: end = RunEnd::Broken; return false;
      case Status::Running: break;
    }
    if (path.size() >= choices_max) {
      end = RunEnd::TooLong;
      return false;
    }
    model.choices(state, choices);
    if (choices.empty()) end = RunEnd::Hang;
    return end == RunEnd::None;
  }

  // Takes one of `choices` by its index and calls visit(before, choice, after).
  void take(const M& model, std::size_t index, auto&& visit) {
    const State before = state;
    model.apply(state, choices[index], tally);
    path.push_back(static_cast<std::uint16_t>(index));
    visit(before, choices[index], state);
  }

  State state{};
  RunEnd end = RunEnd::None;
  Path path;  // The choices made.
  typename M::Tally tally{};
  Choices choices;  // What is offered in `state`, after offer().
};

}  // namespace sim
