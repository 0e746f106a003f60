// Deliberately broken clients of the app-server: each has one defect that somebody reported or that
// a rule forbids, and must be caught by the rule that it names.
//
// A mutant is a flat decorator with limits of its own: it drops, adds and alters events and
// commands. The engine itself carries no test switches.
#pragma once
#include <cstdint>
#include <span>

#include "conformance/area/mutants.h"
#include "engine/appserver/engine.h"

namespace conformance::appserver {

using Engine = engine::appserver::BasicEngine<engine::appserver::Small>;

// The position in this list is the mutant's id; no order is promised.
std::span<const MutantLine> mutants();

// What a mutant remembers beside its engine; each uses of it what it needs.
struct MutantState {
  Engine::State engine;
  std::uint32_t number = 0;
  std::uint8_t id = 0;
  std::uint8_t stage = 0;
  std::uint8_t count = 0;
  std::uint8_t zero = 0;
  bool operator==(const MutantState&) const = default;
};

// As the engine towards its driver.
class Mutant {
 public:
  // `limits` are those of the mutant: limits_of().
  Mutant(const engine::appserver::Limits& limits, std::uint32_t seed, const MutantState& state)
      : engine_(limits, seed, state.engine), state_(state) {}

  void step(const port::appserver::Event& event, port::appserver::Commands& out);
  void rebase(port::Instant now);
  const MutantState& state() const { return state_; }
  const engine::appserver::Limits& limits() const { return engine_.limits(); }
  std::uint32_t seed() const { return engine_.seed(); }

 private:
  Engine engine_;
  MutantState state_;
};

// As every run finds it.
MutantState made(const MutantLine& mutant);
// By which it works where the engine works by `usual`.
engine::appserver::Limits limits_of(const MutantLine& mutant,
                                    const engine::appserver::Limits& usual);

}  // namespace conformance::appserver
