// Deliberately broken acknowledgement engines: each has one defect that somebody reported
// or that a rule forbids, and must be caught by the rule that it names.
//
// A mutant is a flat decorator with a table of its own: it alters rows, and drops, adds,
// delays or alters events and commands. The engine itself carries no test switches.
#pragma once
#include <cstdint>
#include <span>

#include "conformance/area/mutants.h"
#include "engine/ack/engine.h"

namespace conformance::ack {

// The position in this list is the mutant's id; no order is promised.
std::span<const MutantLine> mutants();

// What a mutant remembers beside its engine; each uses of it what it needs.
struct MutantState {
  engine::ack::State engine;
  std::uint8_t id = 0;
  std::uint8_t stage = 0;
  std::uint8_t call = 0;
  std::uint8_t value = 0;
  bool operator==(const MutantState&) const = default;
};

// As engine::ack::Engine towards its driver.
class Mutant {
 public:
  // `table` is the mutant's own: made() knows it.
  Mutant(const port::ack::Table& table, const MutantState& state)
      : engine_(table, state.engine), state_(state) {}

  void step(const port::ack::Event& event, port::ack::Commands& out);
  void rebase(port::Instant now);

  port::ack::Reading panes() const { return engine_.panes(); }
  static port::ack::Reading panes_of(const MutantState& state) { return state.engine.panes.read(); }
  static int listening(const MutantState& state);
  const port::ack::Table& table() const { return engine_.table(); }
  const MutantState& state() const { return state_; }

 private:
  engine::ack::Engine engine_;
  MutantState state_;
};

// A mutant of the list as every run finds it. It works by the table of the revision, or by one
// with rows of its own, which lives as long as the program.
Mutant made(const MutantLine& mutant, const port::ack::Table& revision);

}  // namespace conformance::ack
