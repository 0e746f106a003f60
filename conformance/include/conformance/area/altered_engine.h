// Mutants for which it is enough to alter what an engine commands at an event; and what a name
// stands for where these are all that there are.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "conformance/area/mutants.h"
#include "port/check.h"
#include "sim/state/subject.h"

namespace conformance {

template <class Event, class Commands>
struct Alteration {
  MutantLine mutant;
  // `memory` is the mutant's own, and part of its state.
  void (*alter)(const Event& event, std::uint8_t& memory, Commands& commands);
};

// What many do: the first command like this is left out, if there is one.
void drop(const auto& command, auto& commands) {
  const auto* found = std::ranges::find(commands, command);
  if (found != commands.end()) commands.erase(static_cast<std::size_t>(found - commands.begin()));
}

// A flat value, as the engine must be. `alterations` is an array of Alteration.
template <class Engine, const auto& alterations>
struct AlteredEngine {
  Engine engine = {};
  std::uint8_t number = 0, memory = 0;

  void step(const auto& event, auto& out) {
    engine.step(event, out);
    alterations[number].alter(event, memory, out);
  }
};

template <const auto& alterations>
std::span<const MutantLine> lines_of() {
  static const auto lines = [] {
    std::vector<MutantLine> out;
    for (const auto& each : alterations) out.push_back(each.mutant);
    return out;
  }();
  return lines;
}

// The engine for "engine", the mutant for "mutant:NAME"; it must exist.
template <class Subject, class Engine, const auto& alterations>
std::shared_ptr<const Subject> subject_named(std::string_view name) {
  if (name == "engine") return std::make_shared<sim::EngineSubject<Subject, Engine>>(Engine());
  const auto lines = lines_of<alterations>();
  const auto* mutant = mutant_named(lines, name);
  CHECK(mutant != nullptr);
  using Mutant = AlteredEngine<Engine, alterations>;
  return std::make_shared<sim::EngineSubject<Subject, Mutant>>(
      Mutant{.number = static_cast<std::uint8_t>(mutant - lines.data())});
}

}  // namespace conformance
