#include "conformance/run/failure_place.h"

#include "conformance/area/area.h"
#include "conformance/area/words.h"

namespace conformance {
namespace {

std::optional<std::size_t> kind_of(const std::optional<Seen>& seen) {
  return seen ? std::optional(seen->kind()) : std::nullopt;
}

}  // namespace

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
