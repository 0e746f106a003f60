// What failed, where a run fails, and what tells two failures apart.
#include <algorithm>
#include <string>
#include <utility>

#include "conformance/area/area.h"
#include "conformance/area/words.h"
#include "conformance/run/failure_place.h"
#include "conformance/run/fault.h"
#include "conformance/run/plan_failure.h"
#include "conformance/run/proof.h"
#include "conformance/run/rerun.h"
#include "spec/general_rules.h"

namespace conformance {
namespace {

using Kind = PlanFailure::Kind;

std::string rule_of(const PlanRef& plan, const Rerun& run) {
  return std::string(run.breach ? run.breach->rule->id : hang_rule(plan));
}

std::optional<std::size_t> kind_of(const std::optional<Seen>& seen) {
  return seen ? std::optional(seen->kind()) : std::nullopt;
}

}  // namespace

static_assert(spec::fault_rules[0].id == fault_rule);

Breach breach_of(const sim::SubjectFault& fault) {
  return {.rule = &spec::fault_rules[0],
          .want = Seen::act(std::string(sim::wanted(fault)), fault_kind,
                            std::string(sim::wanted(fault))),
          .got = Seen::act(fault.says, fault_kind, "failed: " + fault.says),
          .unsteady = fault.unsteady};
}

PlanFailure nondeterministic_failure(sim::Path path) {
  return {PlanFailure::Kind::Nondeterministic, std::string(determinism_rule), std::move(path)};
}

PlanFailure nondeterministic_failure(sim::Path path, std::size_t choices) {
  if (choices < path.size()) path.resize(choices);
  return nondeterministic_failure(std::move(path));
}

Proofs proofs_of(const Explored& found) {
  return {
      .transitions = found.proved,
      .differences = static_cast<std::uint64_t>(std::ranges::count_if(found.failures, differs))};
}

PlanFailure failure_of(const PlanRef& plan, const Candidate& subject, const sim::Finding& finding) {
  PlanFailure failure{.path = finding.path, .unavoidable_after = finding.unavoidable_after};
  if (finding.cause == sim::Finding::Cause::Hang) {
    failure.kind = Kind::Hang;
    failure.rule = rule_of(plan, rerun({.plan = plan, .subject = subject, .path = finding.path}));
  } else if (finding.cause == sim::Finding::Cause::Nondeterministic) {
    return nondeterministic_failure(finding.path);
  } else if (finding.kind == unexpected_kind) {
    failure.kind = Kind::Unexpected;
  } else if (finding.kind == fault_kind) {
    failure.rule = fault_rule;
  } else {
    failure.rule = plan.area().rule_of_kind(finding.kind).id;
  }
  return failure;
}

PlanFailure endless_failure(const PlanRef& plan, const Candidate& subject, sim::Path path) {
  const auto run = rerun({.plan = plan, .subject = subject, .path = path, .endless = true});
  PlanFailure failure{.kind = Kind::Endless, .rule = rule_of(plan, run), .path = std::move(path)};
  if (run.cycle_begin) failure.cycle_ms = run.cycle_ms;
  return failure;
}

std::string show(const FailurePlace& place) {
  switch (place.kind) {
    case FailurePlace::Kind::Breach: return "a breach of " + place.rule;
    case FailurePlace::Kind::NeverEnds: return "a call that never ends, " + place.rule;
    case FailurePlace::Kind::Unexpected: break;
  }
  return "the unexpected end " + place.result;
}

FailurePlace place_of(const Breach& breach) {
  return {.kind = FailurePlace::Kind::Breach,
          .rule = std::string(breach.rule->id),
          .want = kind_of(breach.want),
          .got = kind_of(breach.got)};
}

FailurePlace place_of_end(const PlanRef& plan, const std::optional<Breach>& breach) {
  FailurePlace out{.rule = std::string(hang_rule(plan))};
  if (breach) out = place_of(*breach);
  out.kind = FailurePlace::Kind::NeverEnds;
  return out;
}

FailurePlace place_of(const AnyOutcome& unexpected) {
  return {.kind = FailurePlace::Kind::Unexpected,
          .result = unexpected.area->words().short_text(unexpected.outcome)};
}

std::optional<FailurePlace> place_of(const PlanRef& plan, const Rerun& run,
                                     const AnyExpectation& expect) {
  switch (run.end) {
    case Rerun::End::Broken: return place_of(*run.breach);
    case Rerun::End::Hang: return place_of_end(plan, run.breach);
    case Rerun::End::Final:
      if (!is_unexpected(expect, run.outcome)) return std::nullopt;
      return place_of(run.outcome);
    case Rerun::End::Running:
    case Rerun::End::NoChoice: break;
  }
  return std::nullopt;
}

Rerun rerun_failure(const PlanRef& plan, const Candidate& subject, const PlanFailure& failure) {
  return rerun({.plan = plan,
                .subject = subject,
                .path = failure.path,
                .endless = failure.kind == PlanFailure::Kind::Endless});
}

}  // namespace conformance
