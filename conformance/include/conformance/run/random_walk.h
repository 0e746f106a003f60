// Random schedules of one plan, for worlds that are too large to search.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
#include "sim/search/strategy.h"

namespace conformance {

struct WalkRequest {
  PlanRef plan;
  Candidate subject = {};      // is_subject().
  AnyExpectation expect = {};  // None: whatever the judge allows.
  std::uint64_t seed = 1;
  std::uint64_t runs = 1;
  sim::RandomStrategy strategy = {};
  std::uint64_t prove_every = 0;  // Every so manieth run is taken twice; 0: none.
};

struct Walks {
  std::uint64_t runs = 0;
  std::uint64_t choices = 0;           // Taken in all of them.
  std::uint64_t proved = 0;            // Of the runs: taken twice.
  std::uint32_t results_met = 0;       // Bit i: result i of the expectation was some run's.
  std::optional<PlanFailure> failure;  // Of the first run that fails.
};

// Run k depends on the strategy, the seed and k alone. `go_on` hears how many runs are done; false
// stops.
Walks random_walks(const WalkRequest& request, const std::function<bool(std::uint64_t)>& go_on);

}  // namespace conformance
