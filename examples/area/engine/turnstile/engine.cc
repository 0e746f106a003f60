#include "engine/turnstile/engine.h"

namespace engine::turnstile {

using port::turnstile::Command;
using port::turnstile::Commands;
using port::turnstile::Event;

Commands step(State& state, Event event) {
  Commands out;
  if (event == Event::Coin) {
    if (state.unlocked) {
      out.push_back(Command::GiveBack);
    } else {
      out.push_back(Command::Unlock);
      out.push_back(Command::Wake);
      state.unlocked = true;
    }
  } else if (state.unlocked) {  // A visitor is through, or nobody came.
    out.push_back(Command::Lock);
    state.unlocked = false;
  }
  return out;
}

}  // namespace engine::turnstile
