// From a state that has lost every way to an end: a cycle that the natural choices run into.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include "port/check.h"
#include "sim/search/exploration.h"
#include "sim/search/model.h"

namespace sim {

// From where the path leads neither an end nor a hang can be reached. Choice 0 over and over
// must come back to a state that it has met, since states are finite in number; where it
// does is found without memory (Brent 1980, An improved Monte Carlo factorization algorithm).
template <Model M>
class LassoFinder {
 public:
  using State = typename M::State;

  explicit LassoFinder(const M& model) : model_(model) {}

  Lasso find(Path path) {
    State lost = model_.initial();
    for (const std::uint16_t choice : path) step(lost, choice);
    const std::size_t length = cycle_length(lost);
    State ahead = lost;
    for (std::size_t i = 0; i < length; ++i) step(ahead);
    State state = lost;
    std::size_t steps_in = 0;
    for (; !same(state, ahead); ++steps_in) {
      step(state);
      step(ahead);
    }
    Lasso lasso{.way_in = std::move(path), .cycle = Path(length, 0)};
    lasso.lost_after = lasso.way_in.size();
    lasso.way_in.resize(lasso.way_in.size() + steps_in, 0);
    for (std::size_t i = 0; i < length; ++i) lasso.cycle_ms += step(state);
    return lasso;
  }

 private:
  std::size_t cycle_length(const State& from) {
    State anchor = from;
    State state = from;
    step(state);
    std::size_t length = 1;
    for (std::size_t room = 1; !same(anchor, state); ++length) {
      if (length == room) {
        anchor = state;
        room *= 2;
        length = 0;
      }
      step(state);
    }
    return length;
  }

  // Returns the virtual time that passed.
  std::int64_t step(State& state, std::size_t choice = 0) {
    choices_.clear();
    model_.choices(state, choices_);
    CHECK(choice < choices_.size());
    model_.apply(state, choices_[choice], tally_);
    return choices_[choice].after_ms;
  }

  bool same(const State& a, const State& b) const {
    return model_.digest(a) == model_.digest(b) && model_.equal(a, b);
  }

  const M& model_;
  Choices choices_;
  typename M::Tally tally_{};
};

}  // namespace sim
