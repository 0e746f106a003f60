// What the mutants of an engine are made of: an event on its way to the engine, and what is done
// with it instead.
#pragma once
#include <algorithm>
#include <type_traits>
#include <variant>

#include "conformance/area/mutants.h"

namespace conformance {

// What a function that changes something is about: the type of its only argument.
template <class Change, class Changed>
Changed changed_by(void (Change::*)(Changed&) const);
template <class Change>
using ChangedBy = decltype(changed_by(&Change::operator()));
template <class Whole, class Member>
Whole whole_of(Member Whole::*);

// One event on its way to the engine, and what comes back.
template <class Event, class Engine, class Memory, class Commands>
struct MutantTurn {
  const Event& event;
  Engine& engine;
  Memory& memory;
  Commands& out;

  void pass() { engine.step(event, out); }

  // What happened, if it is that.
  template <class Happened>
  static auto* in(auto& event) {
    if constexpr (requires { event.what; })
      return std::get_if<Happened>(&event.what);
    else
      return std::get_if<Happened>(&event);
  }
  template <class Happened>
  const Happened* got() const {
    return in<Happened>(event);
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

// Steps that are the same in many mutants, of whatever area. `Step` takes a turn and holds nothing.
template <class Step>
struct BehindEngine {
  constexpr BehindEngine(Step) {}
  template <class Turn>
  constexpr operator AfterTurn<Turn>() const {
    return {[](Turn& turn) { Step{}(turn); }};
  }
};
template <class Turn>
using StepOf = void (*)(Turn& turn);
template <class Step>
struct InsteadOfPassing {
  constexpr InsteadOfPassing(Step) {}
  template <class Turn>
  requires requires(const Turn& turn) { turn.event; }
  constexpr operator StepOf<Turn>() const {
    return [](Turn& turn) { Step{}(turn); };
  }
};

// The first command of its type is changed.
template <class Change>
constexpr auto changes(Change) {
  return BehindEngine([](auto& turn) {
    if (auto* found = turn.template find<ChangedBy<Change>>()) Change{}(*found);
  });
}
// The first command of its type is said again.
template <class C>
inline constexpr BehindEngine repeats([](auto& turn) {
  if (const auto* found = turn.template find<C>()) {
    const auto again = *found;
    turn.out.push_back(again);
  }
});
// Commands of which a member has one of these values are not said.
template <auto member, auto... values>
inline constexpr BehindEngine drops([](auto& turn) {
  using C = decltype(whole_of(member));
  turn.template drop<C>([](const C& each) { return ((each.*member == values) || ...); });
});
// The engine is not told of it.
template <class What>
inline constexpr InsteadOfPassing unheard([](auto& turn) {
  if (turn.template in<What>(turn.event) == nullptr) turn.pass();
});
// The engine is told of something else than what happened, if that is of its type.
template <class Change>
constexpr auto hears(Change) {
  return InsteadOfPassing([](auto& turn) {
    auto other = turn.event;
    if (auto* found = turn.template in<ChangedBy<Change>>(other)) Change{}(*found);
    turn.engine.step(other, turn.out);
  });
}

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
