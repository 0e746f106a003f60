// How a mutant differs from the engine: in its limits, or in how it handles one event. Private to
// the mutants.
#pragma once
#include <algorithm>
#include <span>
#include <type_traits>
#include <variant>

#include "conformance/monitor/mutants/mutant.h"

namespace conformance::monitor {

using namespace port::monitor;
using engine::monitor::Limits;
using port::Duration;

// One event on its way to the engine, and what comes back.
struct Turn {
  const Event& event;
  Engine& engine;
  MutantState& memory;
  Commands& out;

  void pass() { engine.step(event, out); }
  void tell(const Event& what) { engine.step(what, out); }

  // It was stopped.
  bool is_over() const { return engine.state().life == engine::monitor::Life::Over; }

  template <class Happened>
  const Happened* got() const {
    return std::get_if<Happened>(&event);
  }
  template <class C>
  C* find() {
    for (auto& command : out)
      if (auto* found = std::get_if<C>(&command)) return found;
    return nullptr;
  }
  template <class C, class Wanted>
  void drop(Wanted wanted) {
    out.erase(std::remove_if(out.begin(), out.end(),
                             [&](const Command& command) {
                               const auto* it = std::get_if<C>(&command);
                               return it != nullptr && wanted(*it);
                             }),
              out.end());
  }
  template <class C>
  void drop() {
    drop<C>([](const C&) { return true; });
  }
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

// What is done when the engine has been told of the event, and has commanded.
struct After {
  void (*step)(Turn& turn);
};

// One row of mutants(), with what it changes.
struct Deviation {
  using Bound = void (*)(Limits& limits);
  using Step = void (*)(Turn& turn);
  using Replace = void (*)(Parts& parts);

  constexpr Deviation(const MutantLine& line, Bound change) : mutant(line), limits(change) {}
  constexpr Deviation(const MutantLine& line, Step what) : mutant(line), step(what) {}
  constexpr Deviation(const MutantLine& line, After after)
      : mutant(line), step(after.step), passes(true) {}
  constexpr Deviation(const MutantLine& line, Replace change) : mutant(line) { change(parts); }
  template <class Part>
  constexpr Deviation(const MutantLine& line, Part Parts::*part, std::type_identity_t<Part> other)
      : mutant(line) {
    parts.*part = other;
  }
  constexpr Deviation(const MutantLine& line, sim::monitor::Fault of_ide)
      : mutant(line), fault(of_ide) {}

  MutantLine mutant;
  Bound limits = nullptr;
  Step step = nullptr;
  bool passes = false;  // Before the step.
  Parts parts{};
  sim::monitor::Fault fault{};
};

std::span<const Deviation> discovery_deviations();
std::span<const Deviation> stream_deviations();
std::span<const Deviation> sleep_deviations();
std::span<const Deviation> port_deviations();
std::span<const Deviation> text_deviations();
std::span<const Deviation> part_deviations();  // Texts, and IDEs.

}  // namespace conformance::monitor
