// Everything that a plan of tool calls can do, searched or sampled with the judge beside it.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/ack_judged.h"
#include "conformance/explored.h"
#include "sim/ack_plan.h"
#include "sim/exploration.h"
#include "sim/parallel.h"

namespace conformance::acks {

// A run whose only call ends with a lie that is inherent in its signal.
struct Lie {
  Truth kind = Truth::FalseOk;
  std::uint8_t classes = 0;  // Bits of spec::ack::classes.
  sim::Path path = {};       // No run to this kind with these classes is shorter.
};

struct Explored {
  sim::SearchEnd end = sim::SearchEnd::Complete;
  std::uint64_t states = 0, transitions = 0, finals = 0, bytes_peak = 0;
  std::uint64_t proved = 0;  // Of the transitions: taken twice.
  std::uint32_t levels = 0;
  std::uint64_t fingerprint = 0;
  double collision_probability = 0;
  Tally tally;
  std::vector<PlanFailure> failures;  // One per rule and kind, the shortest first.
  std::vector<Lie> lies;              // Of a plan of one call: the shortest of each kind.

  bool complete() const { return end == sim::SearchEnd::Complete; }
};

// `subject` must be known: is_subject(). With stop_at_first, lies end the search too.
Explored explore_calls(const sim::acks::Plan& plan, std::string_view subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel);

struct SampleRequest {
  const sim::acks::Plan& plan;
  std::string_view subject = "engine";
  std::uint64_t seed = 1;
  std::uint64_t stream = 0;  // Of the seed, for this plan.
  std::uint64_t first = 0;   // The number of the first run.
  std::uint64_t runs = 1;
  std::uint64_t prove_every = 0;  // Every so manieth run is taken twice; 0: none.
};

struct Sampled {
  std::uint64_t runs = 0;
  std::uint64_t proved = 0;       // Of the runs: taken twice.
  std::uint64_t fingerprint = 0;  // Of their last states, the same on every machine.
  Tally tally;
  std::optional<PlanFailure> failure;  // Of the first run that fails, by its number.
  std::uint64_t failed_run = 0;
};

// Run k depends on the plan, the seed, the stream and k alone; strategies take turns. `go_on`
// hears how many runs are done; false stops. The result does not depend on the threads unless
// it is stopped.
Sampled sample_calls(const SampleRequest& request, const sim::Parallel& parallel,
                     const std::function<bool(std::uint64_t)>& go_on);

}  // namespace conformance::acks
