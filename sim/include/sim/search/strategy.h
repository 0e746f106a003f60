// Which choice a random run takes: uniform, PCT, delay-bounded, or a portfolio of these.
//
// A Choice has a slot (the pending thing), an instant, and an alternative. Slots are what is
// scheduled against each other, so a strategy orders slots. An alternative is an input (which
// dialog is open at the start, which step the script takes), not a schedule: it is always
// drawn, each equally likely. How the instant is found each strategy says.
//
//   Uniform       Each choice offered is equally likely.
//   Pct           Burckhardt, Kothari, Musuvathi, Nagarakatti: A randomized scheduler with
//                 probabilistic guarantees of finding bugs (2010). Every slot has a random
//                 priority for the whole run, and of those offered the highest happens. At
//                 depth - 1 random places the slot that would happen falls below all others.
//                 It happens at its earliest instant (half of the time), at the latest that
//                 the deadlines allow (a quarter), or at any on the grid (a quarter), since
//                 races live at both ends of a window.
//   DelayBounded  Emmi, Qadeer, Rakamaric: Delay-bounded scheduling (2011). The natural
//                 order, but at random places, as many as there are delays, something drawn
//                 from what else is offered happens first: the natural thing and what stands
//                 between are passed over. A delay where nothing else is offered waits.
//   Portfolio     Runs take turns with the others, by their number.
//
// Places are drawn within the length that a run is thought to have.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/search/model.h"
#include "sim/search/rng.h"

namespace sim {

struct RandomStrategy {
  enum class Kind : std::uint8_t { Uniform, Pct, DelayBounded, Portfolio };
  static constexpr std::uint32_t bound_max = 64;

  Kind kind = Kind::Uniform;
  std::uint32_t bound = 0;  // Pct: depth, from 1. DelayBounded: delays. At most bound_max.
  bool operator==(const RandomStrategy&) const = default;
};

std::string show(RandomStrategy strategy);  // "uniform", "PCT of depth 3", "1 delay"

// What run `run` uses: of a portfolio one of its members, which take turns.
RandomStrategy strategy_of(RandomStrategy strategy, std::uint64_t run);

// Makes the choices of one run. Everything drawn comes from `rng`; picking allocates nothing.
class Picker {
 public:
  // No portfolio. `length` is about how many choices a run makes: only places depend on it.
  Picker(RandomStrategy strategy, std::size_t length, const Rng& rng);

  // The index of one of `choices`, which are as Model says, from one to 65,536. To be called
  // for each step of the run in turn.
  std::size_t pick(const Choices& choices);

 private:
  std::uint32_t index_below(std::size_t count);
  bool place_reached();
  std::size_t pick_by_priority(const Choices& choices);
  std::size_t pick_with_delays(const Choices& choices);
  std::uint32_t priority(std::uint8_t slot);
  std::uint8_t highest(const Choices& choices);
  std::size_t draw_instant_of(std::uint8_t slot, const Choices& choices);
  std::size_t draw_alternative(std::size_t first, const Choices& choices);

  RandomStrategy strategy_;
  Rng rng_;
  std::uint32_t step_ = 0;
  std::array<std::uint32_t, RandomStrategy::bound_max> places_{};  // Ascending.
  std::uint32_t place_count_ = 0;
  std::uint32_t places_passed_ = 0;
  // Zero until the slot is first offered. Those drawn are above all that fell.
  std::array<std::uint32_t, 256> priorities_{};
  std::uint32_t lowest_ = RandomStrategy::bound_max;
};

}  // namespace sim
