// Everything that one plan can do, searched with the judge beside it.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/judged.h"
#include "sim/exploration.h"
#include "sim/outcome.h"
#include "sim/parallel.h"
#include "sim/plan.h"
#include "spec/rule.h"

namespace conformance {

struct PlanFailure {
  enum class Kind : std::uint8_t {
    Breach,      // The judge found a broken rule.
    Hang,        // Nothing can happen, and the call has not ended.
    Endless,     // From the end of the path no end can be reached.
    Unexpected,  // The call ended as the scenario does not allow.
    // The last choice of the path, taken twice, led to two states.
    Nondeterministic,
  };
  Kind kind = Kind::Breach;
  std::string rule;  // The id; empty for Unexpected.
  sim::Path path;    // The shortest to this failure.
  // After so many choices of the path no schedule could avoid a failure; unknown unless the
  // whole space was searched.
  std::optional<std::size_t> unavoidable_after = {};
};

struct Explored {
  sim::SearchEnd end = sim::SearchEnd::Complete;
  std::uint64_t states = 0, transitions = 0, finals = 0, bytes_peak = 0;
  std::uint64_t proved = 0;  // Of the transitions: taken twice.
  std::uint32_t levels = 0;
  std::uint64_t fingerprint = 0;  // Of all states, the same on every machine.
  std::uint64_t collisions = 0;
  double collision_probability = 0;
  Tally tally;
  std::array<std::uint64_t, sim::StateGraph::cells_max> reachable_per_cell{};
  std::uint32_t results_met = 0;      // Bit i: result i of the expectation was some run's.
  std::vector<PlanFailure> failures;  // One per rule and kind, the shortest first.

  bool complete() const { return end == sim::SearchEnd::Complete; }
};

// `expect` may be null. `subject` must be known: is_subject().
Explored explore_plan(const sim::Plan& plan, std::string_view subject,
                      const sim::Expectation* expect, const sim::SearchOptions& options,
                      const sim::Parallel& parallel);

}  // namespace conformance
