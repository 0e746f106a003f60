// What the mutants of an engine are made of: an event on its way to the engine, and what is done
// with it instead.
#pragma once
#include <algorithm>
#include <type_traits>
#include <variant>

#include "conformance/area/mutants.h"

namespace conformance {

// One event on its way to the engine, and what comes back.
template <class Event, class Engine, class Memory, class Commands>
struct MutantTurn {
  const Event& event;
  Engine& engine;
  Memory& memory;
  Commands& out;

  void pass() { engine.step(event, out); }

  template <class Happened>
  const Happened* got() const {
    if constexpr (requires { event.what; })
      return std::get_if<Happened>(&event.what);
    else
      return std::get_if<Happened>(&event);
  }
  // The first command of this type for which `wanted` holds; null: there is none.
  template <class C, class Wanted>
  C* find(Wanted wanted) {
    for (auto& command : out)
      if (auto* found = std::get_if<C>(&command); found != nullptr && wanted(*found)) return found;
    return nullptr;
  }
  template <class C>
  C* find() {
    return find<C>([](const C&) { return true; });
  }
  template <class C, class Wanted>
  void drop(Wanted wanted) {
    out.erase(std::remove_if(out.begin(), out.end(),
                             [&](const auto& command) {
                               const auto* it = std::get_if<C>(&command);
                               return it != nullptr && wanted(*it);
                             }),
              out.end());
  }
  template <class C>
  void drop() {
    drop<C>([](const C&) { return true; });
  }
};

// What is done when the engine has been told of the event, and has commanded.
template <class Turn>
struct AfterTurn {
  void (*step)(Turn& turn);
};

// One row of an area's mutants: how it handles one event.
template <class Turn>
struct StepDeviation {
  using Step = void (*)(Turn& turn);

  constexpr StepDeviation(const MutantLine& line, Step what = nullptr) : mutant(line), step(what) {}
  constexpr StepDeviation(const MutantLine& line, AfterTurn<Turn> after)
      : mutant(line), step(after.step), passes(true) {}

  void handle(Turn& turn) const {
    if (step == nullptr || passes) turn.pass();
    if (step != nullptr) step(turn);
  }

  MutantLine mutant;
  Step step = nullptr;
  bool passes = false;  // Before the step.
};

// Or what it makes of the limits, or of what stands beside the engine.
template <class Turn, class Limits, class Parts>
struct PartDeviation : StepDeviation<Turn> {
  using Bound = void (*)(Limits& limits);
  using Replace = void (*)(Parts& parts);

  using StepDeviation<Turn>::StepDeviation;
  constexpr PartDeviation(const MutantLine& line, Bound change,
                          typename StepDeviation<Turn>::Step what = nullptr)
      : StepDeviation<Turn>(line, what), limits(change) {}
  constexpr PartDeviation(const MutantLine& line, Replace change) : StepDeviation<Turn>(line) {
    change(parts);
  }
  template <class Part>
  constexpr PartDeviation(const MutantLine& line, Part Parts::*part,
                          std::type_identity_t<Part> other)
      : StepDeviation<Turn>(line) {
    parts.*part = other;
  }

  Bound limits = nullptr;
  Parts parts{};
};

}  // namespace conformance
