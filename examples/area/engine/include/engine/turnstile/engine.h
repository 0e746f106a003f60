// Lets one visitor through for each coin.
//
// Pure: no clock, I/O, thread or global. Equal state and equal event give equal state and equal
// commands. A value: copy it to fork a run.
#pragma once
#include "port/turnstile/words.h"

namespace engine::turnstile {

struct Engine {
  bool unlocked = false;

  void step(port::turnstile::Event event, port::turnstile::Commands& out) {
    using enum port::turnstile::Command;
    const bool coin = event == port::turnstile::Event::Coin;
    if (coin && unlocked) return out.push_back(GiveBack);
    if (!coin && !unlocked) return;
    out.push_back(coin ? Unlock : Lock);  // A visitor is through, or nobody came.
    if (coin) out.push_back(Wake);
    unlocked = coin;
  }
};

}  // namespace engine::turnstile
