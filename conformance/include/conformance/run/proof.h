// The proof that a subject is deterministic (DET-01): choices are taken twice, the second time
// elsewhere in memory, and must lead to equal states.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "conformance/run/explored.h"

namespace conformance {

inline constexpr std::string_view determinism_rule = "DET-01";

// Of how many states of a search and of how many random runs one is taken twice, unless all are.
inline constexpr std::uint64_t prove_sample = 64;

// After the first `choices` choices of the path, or all of them.
PlanFailure nondeterministic_failure(sim::Path path);
PlanFailure nondeterministic_failure(sim::Path path, std::size_t choices);

// Whether it is one of these.
inline bool differs(const PlanFailure& failure) {
  return failure.kind == PlanFailure::Kind::Nondeterministic;
}
// What was taken twice, and how often the two differed.
struct Proofs {
  std::uint64_t runs = 0;
  std::uint64_t transitions = 0;  // Of searches.
  std::uint64_t differences = 0;
  Proofs& operator+=(const Proofs& other) {
    runs += other.runs;
    transitions += other.transitions;
    differences += other.differences;
    return *this;
  }
};

// What one search took twice.
Proofs proofs_of(const Explored& found);

}  // namespace conformance
