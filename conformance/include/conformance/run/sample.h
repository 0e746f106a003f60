// Random runs of worlds that are too large to search: real constants, several entries, events and
// steps. Run k of a seed can be repeated alone.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "conformance/run/explored.h"
#include "sim/search/strategy.h"

namespace conformance {

struct SampleRequest {
  Candidate subject = {};
  std::size_t row = 0;             // Of the area's sampled_rows().
  std::string_view revision = {};  // Of the area's table, if it has some; empty: the first.
  std::uint64_t seed = 1;
  std::uint64_t runs = 1;
  sim::RandomStrategy strategy{sim::RandomStrategy::Kind::Portfolio};
  std::uint64_t first = 0;        // The number of the first run.
  std::uint64_t prove_every = 0;  // Every so manieth run is taken twice; 0: none.
};

struct Sampled {
  std::uint64_t runs = 0;
  std::uint64_t choices = 0;           // Taken in all of them.
  std::uint64_t proved = 0;            // Of the runs: taken twice.
  std::uint64_t fingerprint = 0;       // Of their last states, the same on every machine.
  spec::Exercised exercised;           // Rules that they met,
  spec::ClauseSet clauses;             // or clauses.
  std::optional<PlanFailure> failure;  // Of the first run that fails, by its number.
  std::uint64_t failed_run = 0;
};

}  // namespace conformance
