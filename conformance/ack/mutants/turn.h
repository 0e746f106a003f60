// How an acknowledgement mutant differs from the engine: in the rows of its table, or in how
// it handles one event. Private to the mutants.
#pragma once
#include <algorithm>
#include <span>
#include <variant>

#include "conformance/ack/mutants/mutant.h"

namespace conformance::ack {

using namespace engine::ack;
using port::Duration;

// One event on its way to the engine, and what comes back.
struct Turn {
  const Event& event;
  Engine& engine;
  MutantState& memory;
  Commands& out;

  template <class Happened>
  const Happened* got() const {
    return std::get_if<Happened>(&event.what);
  }
  void pass() { engine.step(event, out); }
  void tell(const Happening& what) { engine.step({event.at, what}, out); }

  const Call* find(CallId id) const {
    const auto& calls = engine.state().calls;
    const auto found = std::ranges::find(calls, id, &Call::id);
    return found == calls.end() ? nullptr : found;
  }
  const Row& row_of(const Call& call) const { return engine.table().rows[call.row]; }

  // Ends a call that the engine goes on with, in the place of the engine.
  void respond(CallId call, const Response& response) {
    State state = engine.state();
    const auto found = std::ranges::find(state.calls, call, &Call::id);
    if (found == state.calls.end()) return;
    state.calls.erase(static_cast<std::size_t>(found - state.calls.begin()));
    engine = Engine(engine.table(), state);
    out.push_back(Respond{call, response});
  }

  template <class C>
  C* first() {
    for (Command& command : out)
      if (auto* found = std::get_if<C>(&command)) return found;
    return nullptr;
  }
  template <class C>
  void drop() {
    out.erase(std::remove_if(out.begin(), out.end(),
                             [](const Command& c) { return std::holds_alternative<C>(c); }),
              out.end());
  }
};

// What is done when the engine has been told of the event, and has commanded.
struct After {
  void (*step)(Turn& turn);
};

// One row of mutants(): what it makes of each row of the table, or of each event.
struct Deviation {
  using Alter = void (*)(const Table& table, Row& row);
  using Step = void (*)(Turn& turn);

  constexpr Deviation(const MutantLine& line, Alter alter, Step what = nullptr)
      : mutant(line), row(alter), step(what) {}
  constexpr Deviation(const MutantLine& line, Step what, bool keeps = false)
      : mutant(line), step(what), keeps_listeners(keeps) {}
  constexpr Deviation(const MutantLine& line, After after)
      : mutant(line), step(after.step), passes(true) {}

  MutantLine mutant;
  Alter row = nullptr;
  Step step = nullptr;
  bool passes = false;           // Before the step.
  bool keeps_listeners = false;  // So many as its value says.
};

// The deviations of the table, of the steps, and of what is said and shaped.
std::span<const Deviation> row_deviations();
std::span<const Deviation> step_deviations();
std::span<const Deviation> shape_deviations();
std::span<const Deviation> session_deviations();

}  // namespace conformance::ack
