// Random runs of larger worlds: real constants, several entries, events and steps. Run k of
// a seed can be repeated alone.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "conformance/explored.h"
#include "conformance/modality_plans.h"
#include "sim/parallel.h"
#include "sim/strategy.h"

namespace conformance {

struct SampleRequest {
  std::size_t cell = 0;  // The line of the table.
  std::string_view subject = "engine";
  std::uint64_t seed = 1;
  std::uint64_t runs = 1;
  sim::RandomStrategy strategy{sim::RandomStrategy::Kind::Portfolio};
  std::uint64_t first = 0;        // The number of the first run.
  std::uint64_t prove_every = 0;  // Every so manieth run is taken twice; 0: none.
};

struct Sampled {
  std::uint64_t runs = 0;
  std::uint64_t choices = 0;      // Taken in all of them.
  std::uint64_t proved = 0;       // Of the runs: taken twice.
  std::uint64_t fingerprint = 0;  // Of their last states, the same on every machine.
  spec::Exercised exercised;
  std::optional<PlanFailure> failure;  // Of the first run that fails, by its number.
  std::uint64_t failed_run = 0;
};

// `go_on` hears from time to time how many of these runs are done; false stops. The result does not
// depend on the number of threads unless it is stopped.
Sampled sample_line(const SampleRequest& request, const sim::Parallel& parallel,
                    const std::function<bool(std::uint64_t)>& go_on);

// The plan of run `run`: sampled_plan(cell) with what happens beside the call drawn.
sim::Plan sampled_plan(std::size_t cell, std::uint64_t seed, std::uint64_t run);

}  // namespace conformance
