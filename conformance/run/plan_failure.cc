#include "conformance/run/plan_failure.h"

#include <string>
#include <utility>

#include "conformance/area/area.h"
#include "conformance/run/fault.h"
#include "conformance/run/proof.h"
#include "conformance/run/rerun.h"

namespace conformance {
namespace {

using Kind = PlanFailure::Kind;

std::string rule_of(const PlanRef& plan, const Rerun& run) {
  return std::string(run.breach ? run.breach->rule->id : hang_rule(plan));
}

}  // namespace

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

}  // namespace conformance
