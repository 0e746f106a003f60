#include "conformance/ack/explored.h"

#include "ack/subject.h"
#include "ack/telling.h"
#include "conformance/ack/area.h"
#include "conformance/run/plan_failure.h"
#include "sim/search/explore.h"

namespace conformance::ack {
namespace {

Explored explore_with(const JudgedWorlds& judged, std::string_view subject,
                      const sim::SearchOptions& options, const sim::Parallel& parallel) {
  const auto& plan = judged.worlds().plan();
  const auto found = sim::explore(TellingWorlds(judged), options, parallel);
  Explored out{.end = found.end,
               .states = found.states,
               .transitions = found.transitions,
               .finals = found.finals,
               .bytes_peak = found.bytes_peak,
               .proved = found.proved,
               .levels = found.levels,
               .fingerprint = found.fingerprint,
               .collision_probability = found.collision_probability,
               .tally = found.tally,
               .failures = {},
               .lies = {}};
  for (const auto& finding : found.findings) {
    if (finding.kind >= lies_begin) {
      out.lies.push_back(
          {truth_of_kind(finding.kind), classes_of_kind(finding.kind), finding.path});
      continue;
    }
    out.failures.push_back(failure_of(plan, subject, finding));
    // The search takes lies for failures, which they are not.
    out.failures.back().unavoidable_after.reset();
  }
  if (found.lasso) out.failures.push_back(endless_failure(plan, subject, found.lasso->way_in));
  return out;
}

}  // namespace

Explored explore_calls(const sim::ack::Plan& plan, std::string_view subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel) {
  return explore_with(judged_worlds(plan, subject), subject, options, parallel);
}

}  // namespace conformance::ack
