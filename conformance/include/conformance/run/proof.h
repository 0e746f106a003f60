// The proof that a subject is deterministic (DET-01): choices are taken twice, the second time
// elsewhere in memory, and must lead to equal states. What a gate says of it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/gate/report.h"
#include "conformance/run/explored.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"

namespace conformance {

inline constexpr std::string_view determinism_rule = "DET-01";

// Of how many states of a search and of how many random runs one is taken twice, unless all are.
inline constexpr std::uint64_t prove_sample = 64;

// After the first `choices` choices of the path, or all of them.
PlanFailure nondeterministic_failure(sim::Path path);
PlanFailure nondeterministic_failure(sim::Path path, std::size_t choices);

// "after choice 5 (engine: monitor tick at 1.000s), agenda.timer.Tick = -"; nothing if both
// times were alike.
std::optional<Complaint> two_ways_complaint(const Rerun& run);
// Of a failure that its own path does not show again.
Complaint nondeterminism_complaint();

// Whether it is one of these.
inline bool differs(const PlanFailure& failure) {
  return failure.kind == PlanFailure::Kind::Nondeterministic;
}
// What one search took twice.
Proofs proofs_of(const Explored& found);

// The check of a gate in which nothing differed: not exercised if nothing was taken twice.
CheckResult determinism_check(const Proofs& proofs, std::string_view area);
// "determinism: 750 runs and 120,000 transitions proved, 0 differences"
std::string show(const Proofs& proofs);

}  // namespace conformance
