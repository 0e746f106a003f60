// Lets one visitor through for each coin.
//
// Pure: no clock, I/O, thread or global. Equal state and equal event give equal state and equal
// commands. A value: copy it to fork a run.
#pragma once
#include "port/turnstile/words.h"

namespace engine::turnstile {

struct State {
  bool unlocked = false;
  bool operator==(const State&) const = default;
};

[[nodiscard]] port::turnstile::Commands step(State& state, port::turnstile::Event event);

}  // namespace engine::turnstile
