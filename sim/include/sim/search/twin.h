// Does what a model does a second time, elsewhere in memory: whatever depends on more than
// the state and the choice (a clock, an address, an order by chance) shows as a difference.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <type_traits>

#include "sim/search/model.h"

namespace sim {

// A place for one state. The lowest bit in which addresses of states can differ is another
// than in the address of the state that it stands in for, so they are never alike.
template <class State>
class TwinPlace {
 public:
  static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_destructible_v<State>);

  // Replaces what was here by a copy of `value`, to be compared with `other`.
  State& copy(const State& value, const State& other) {
    const auto address = reinterpret_cast<std::uintptr_t>(&other);
    const std::size_t offset = (address & alignof(State)) == 0 ? alignof(State) : 0;
    return *::new (static_cast<void*>(bytes_.data() + offset)) State(value);
  }

 private:
  alignas(2 * alignof(State)) std::array<std::byte, sizeof(State) + alignof(State)> bytes_{};
};

// Takes each choice of a run as the run does. A visitor of random_run() and replay().
template <Model M>
class Shadow {
 public:
  using State = typename M::State;

  // A run begins in `state`, and keeps its state there.
  void begin(const M& model, const State& state) {
    model_ = &model;
    own_ = &place_.copy(model.initial(), state);
    differs_after_.reset();
    taken_ = 0;
    if (!model.equal(*own_, state)) differs_after_ = 0;
  }

  void operator()(const State&, const Choice& choice, const State& after) {
    if (differs_after_) return;
    model_->apply(*own_, choice, tally_);
    ++taken_;
    if (!model_->equal(*own_, after)) differs_after_ = taken_;
  }

  // After so many choices the two are in different states; nothing if they never were.
  std::optional<std::size_t> differs_after() const { return differs_after_; }
  // Of the shadow, after the last choice that it took.
  const State& state() const { return *own_; }

 private:
  const M* model_ = nullptr;
  State* own_ = nullptr;
  typename M::Tally tally_{};  // Counted by the run itself.
  std::size_t taken_ = 0;
  std::optional<std::size_t> differs_after_;
  TwinPlace<State> place_;
};

}  // namespace sim
