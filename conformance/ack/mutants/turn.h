// How an acknowledgement mutant differs from the engine: in the rows of its table, or in how
// it handles one event. Private to the mutants.
#pragma once
#include <algorithm>
#include <span>

#include "conformance/ack/mutants/mutant.h"
#include "conformance/area/mutant_turn.h"

namespace conformance::ack {

using namespace engine::ack;
using port::Duration;

// One event on its way to the engine, and what comes back.
struct Turn : MutantTurn<Event, Engine, MutantState, Commands> {
  void tell(const Happening& what) { engine.step({event.at, what}, out); }

  const Call* call(CallId id) const {
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
};

using After = AfterTurn<Turn>;

// Or what it makes of each row of the table.
struct Deviation : StepDeviation<Turn> {
  using Alter = void (*)(const Table& table, Row& row);

  using StepDeviation::StepDeviation;
  constexpr Deviation(const MutantLine& line, Alter alter, Step what = nullptr)
      : StepDeviation(line, what), row(alter) {}
  constexpr Deviation(const MutantLine& line, Step what, bool keeps)
      : StepDeviation(line, what), keeps_listeners(keeps) {}

  Alter row = nullptr;
  bool keeps_listeners = false;  // So many as its value says.
};

// The deviations of the table, of the steps, and of what is said and shaped.
std::span<const Deviation> row_deviations();
std::span<const Deviation> step_deviations();
std::span<const Deviation> shape_deviations();
std::span<const Deviation> session_deviations();

}  // namespace conformance::ack
