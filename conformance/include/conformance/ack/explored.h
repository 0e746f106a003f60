// Everything that a plan of tool calls can do, searched with the judge beside it.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "conformance/ack/judged.h"
#include "conformance/run/explored.h"
#include "sim/ack/plan.h"
#include "sim/search/exploration.h"
#include "sim/search/parallel.h"

namespace conformance::ack {

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
Explored explore_calls(const sim::ack::Plan& plan, std::string_view subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel);

}  // namespace conformance::ack
