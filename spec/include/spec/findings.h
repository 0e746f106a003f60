// What a judge finds in one step of a run, where it has no clauses: rules that the run met, and the
// first one that it breaks.
#pragma once
#include <cstddef>
#include <optional>

#include "spec/rule.h"

namespace spec {

template <class Command>
struct FindingsOf {
  struct Breach {
    std::size_t rule;
    std::optional<Command> want, got;
  };
  Exercised exercised;
  std::optional<Breach> breach;

  void breaks(std::size_t rule, std::optional<Command> want, std::optional<Command> got) {
    exercised.mark(rule);
    if (!breach) breach = Breach{rule, want, got};
  }
};

}  // namespace spec
