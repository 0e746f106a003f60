#include "gate/failed_check.h"

#include <utility>

#include <fmt/format.h>

#include "conformance/run/proof.h"
#include "conformance/story/print.h"

namespace conformance {
namespace {

// Why a search ended before its space did; empty if it did not.
std::string limit_text(sim::SearchEnd end) {
  switch (end) {
    case sim::SearchEnd::Complete:
    case sim::SearchEnd::FoundFirst: return "";
    case sim::SearchEnd::StatesLimit: return "the limit of states was reached";
    case sim::SearchEnd::MemoryLimit: return "the memory limit was reached";
    case sim::SearchEnd::ToldToStop: return "interrupted";
    case sim::SearchEnd::DepthLimit: return "the bound on choices was reached";
  }
  return "";
}

}  // namespace

CheckResult failed_check(const FailedRun& run) {
  const bool two_ways = differs(run.failure);
  const auto complaint = nondeterminism_complaint();
  auto replay = replay_command(run.world, run.subject, run.failure.path);
  auto message = print_failure({.plan = run.plan,
                                .subject = run.subject,
                                .path = run.failure.path,
                                .endless = run.failure.kind == PlanFailure::Kind::Endless,
                                .complaint = two_ways ? &complaint : nullptr,
                                .expect = run.expect,
                                .replay = replay});
  return {.rule = run.failure.rule,
          .check = two_ways ? "determinism/" + run.world : run.check,
          .outcome = Outcome::Fail,
          .message = std::move(message),
          .replay = std::move(replay),
          .world = run.world,
          .failure = run.failure};
}

std::string unmet(const AnyPlan& plan, const AnyExpectation& expect, const Explored& found) {
  const auto expected = texts_of(expect);
  for (std::size_t i = 0; i < expected.size(); ++i)
    if ((found.results_met >> i & 1u) == 0)
      return fmt::format("no schedule ends as expected: {}", expected[i]);
  if (auto fault = found.unfired(plan); !fault.empty())
    return "no schedule meets the fault that it asks for: " + fault;
  const auto lies = unexpected_lies(expect, found.lies);
  return lies.empty() ? "" : "expected, and not so: " + lies.front();
}

SearchTotals totals_of(std::uint64_t worlds, const Explored& found) {
  return {
      .worlds = worlds,
      .states = found.states,
      .transitions = found.transitions,
      .finals = found.finals,
      .levels = found.levels,
      .peak_bytes = found.bytes_peak,
      .fingerprint = found.fingerprint,
      .collision_probability = found.collision_probability,
      .complete = found.complete(),
      .limit = found.lost_sight ? "a run had more than can be followed" : limit_text(found.end)};
}

}  // namespace conformance
