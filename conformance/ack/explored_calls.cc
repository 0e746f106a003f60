#include "ack/explored_calls.h"

#include "ack/subject.h"
#include "ack/telling.h"
#include "conformance/ack/area.h"
#include "run/plan_summary.h"
#include "sim/search/explore.h"

namespace conformance::ack {
namespace {

// As many kinds of findings as there are.
constexpr std::size_t findings_max = 256;

template <class Found>
std::vector<LieRun> take_lies(Found& found) {
  std::vector<LieRun> out;
  std::erase_if(found.findings, [&](const sim::Finding& finding) {
    if (finding.kind < lies_begin) return false;
    out.push_back({truth_of_kind(finding.kind), classes_of_kind(finding.kind), finding.path});
    return true;
  });
  return out;
}

}  // namespace

Explored explore_calls(const sim::ack::Plan& plan, const Candidate& subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel) {
  const auto judged = judged_worlds(plan, subject);
  auto with_lies = options;
  with_lies.findings_max = findings_max;
  auto found = sim::explore(TellingWorlds(judged), with_lies, parallel);
  auto lies = take_lies(found);
  auto out = summary(found, plan, subject);
  // The search took lies for failures, which they are not: runs that they end are final.
  for (auto& failure : out.failures) failure.unavoidable_after.reset();
  out.exercised.push_back({&area(), {}, found.tally.met});
  if (!plan.second.empty()) return out;
  out.ended.assign(found.tally.ended.begin(), found.tally.ended.end());
  out.lie_runs = std::move(lies);
  return out;
}

}  // namespace conformance::ack
