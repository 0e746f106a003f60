// Deliberately broken clients of the app-server: each has one defect that somebody reported or that
// a rule forbids, and must be caught by the rule that it names.
//
// A mutant is a flat decorator with limits of its own: it drops, adds and alters events and
// commands. The engine itself carries no test switches.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/appserver/engine.h"

namespace conformance::appserver {

using Engine = engine::appserver::BasicEngine<engine::appserver::Small>;

struct MutantInfo {
  std::string_view name;      // "stale_approval"
  std::string_view rules;     // The rules of which one must catch it: "APR-08".
  std::string_view scenario;  // "appserver/stale_approval", or empty.
  std::string_view says;      // What it does wrong, in a few words.
};
// The position in this list is the mutant's id; no order is promised.
std::span<const MutantInfo> mutants();
const MutantInfo* find_mutant(std::string_view name);  // Null: there is none.

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
MutantState made(const MutantInfo& mutant);
// By which it works where the engine works by `usual`.
engine::appserver::Limits limits_of(const MutantInfo& mutant,
                                    const engine::appserver::Limits& usual);

}  // namespace conformance::appserver
