// How a mutant differs from the engine: in its limits, or in how it handles one event. Private to
// the mutants.
#pragma once
#include <span>

#include "conformance/area/mutant_turn.h"
#include "conformance/monitor/mutants/mutant.h"

namespace conformance::monitor {

using namespace port::monitor;
using engine::monitor::Limits;
using port::Duration;

// One event on its way to the engine, and what comes back.
struct Turn : MutantTurn<Event, Engine, MutantState, Commands> {
  void tell(const Event& what) { engine.step(what, out); }

  // It was stopped.
  bool is_over() const { return engine.state().life == engine::monitor::Life::Over; }

  // Changes what the engine knows of IDEs.
  template <class Change>
  void change(Change change) {
    auto state = engine.state();
    change(state);
    engine = Engine(engine.limits(), engine.seed(), state);
  }
  const engine::monitor::Ide* ide(Pid pid) const {
    for (const auto& each : engine.state().ides)
      if (each.marker.pid == pid) return &each;
    return nullptr;
  }
};

using After = AfterTurn<Turn>;

struct Deviation : PartDeviation<Turn, Limits, Parts> {
  using PartDeviation::PartDeviation;
  constexpr Deviation(const MutantLine& line, sim::monitor::Fault of_ide)
      : PartDeviation(line, Step{}), fault(of_ide) {}

  sim::monitor::Fault fault{};
};

std::span<const Deviation> discovery_deviations();
std::span<const Deviation> stream_deviations();
std::span<const Deviation> sleep_deviations();
std::span<const Deviation> port_deviations();
std::span<const Deviation> text_deviations();
std::span<const Deviation> part_deviations();  // Texts, and IDEs.

}  // namespace conformance::monitor
