// What a search of a plan found, in the words that all areas share.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "conformance/ack/judged.h"
#include "conformance/joint/judged.h"
#include "conformance/modality/judged.h"
#include "conformance/run/explored.h"
#include "run/plan_failure.h"

namespace conformance {

template <class Exploration>
Explored summary(const Exploration& found, const PlanRef& plan, std::string_view subject) {
  Explored out{.end = found.end,
               .states = found.states,
               .transitions = found.transitions,
               .finals = found.finals,
               .bytes_peak = found.bytes_peak,
               .proved = found.proved,
               .levels = found.levels,
               .fingerprint = found.fingerprint,
               .collisions = found.collisions,
               .collision_probability = found.collision_probability,
               .exercised = {},
               .reachable_per_cell = found.reachable_per_cell,
               .failures = {}};
  for (const auto& finding : found.findings)
    out.failures.push_back(failure_of(plan, subject, finding));
  if (found.lasso) {
    auto failure = endless_failure(plan, subject, found.lasso->way_in);
    failure.unavoidable_after = found.lasso->unavoidable_after;
    out.failures.push_back(std::move(failure));
  }
  return out;
}

// What the runs of each area met, as far as all drivers want to know.
inline void take(const modality::Tally& tally, Explored& out) { out.exercised = tally.exercised; }
inline void take(const ack::Tally& tally, Explored& out) {
  out.exercised = tally.exercised;
  for (const auto& ended : tally.ended)
    for (std::size_t bit = 0; bit < ended.classes.size(); ++bit)
      if (ended.classes[bit] > 0) out.lies = static_cast<std::uint8_t>(out.lies | 1u << bit);
}
inline void take(const joint::Tally& tally, Explored& out) {
  out.exercised = tally.tool.exercised;
  out.lies = tally.lies;
}

}  // namespace conformance
