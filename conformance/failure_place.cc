#include "conformance/failure_place.h"

#include <fmt/format.h>

#include "sim/policy_words.h"
#include "spec/policy_rules.h"

namespace conformance {
namespace {

constexpr std::string_view rule_of_no_end = "MOD-91";

std::optional<std::size_t> kind_of(const std::optional<spec::policy::Act>& act) {
  if (!act) return std::nullopt;
  return act->index();
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

FailurePlace place_of(const spec::policy::Breach& breach) {
  return {.kind = FailurePlace::Kind::Breach,
          .rule = std::string(spec::policy::policy_rules[breach.rule].id),
          .want = kind_of(breach.want),
          .got = kind_of(breach.got)};
}

FailurePlace place_of_end(const std::optional<spec::policy::Breach>& breach) {
  FailurePlace out{.rule = std::string(rule_of_no_end)};
  if (breach) out = place_of(*breach);
  out.kind = FailurePlace::Kind::NeverEnds;
  return out;
}

FailurePlace place_of(const sim::Outcome& unexpected) {
  const auto reason = sim::reason_names[sim::index_of(unexpected.reason)];
  const auto stage = sim::stage_names[sim::index_of(unexpected.stage)];
  const auto verdict = sim::verdict_names[sim::index_of(unexpected.verdict)];
  return {.kind = FailurePlace::Kind::Unexpected,
          .result = fmt::format("{} {} at {}", verdict, reason, stage)};
}

std::optional<FailurePlace> place_of(const Rerun& run, const sim::Expectation* expect) {
  switch (run.end) {
    case Rerun::End::Broken: return place_of(*run.breach);
    case Rerun::End::Hang: return place_of_end(run.breach);
    case Rerun::End::Final:
      if (expect == nullptr || expect->results.empty()) return std::nullopt;
      if (sim::matching(*expect, run.outcome) != 0) return std::nullopt;
      return place_of(run.outcome);
    case Rerun::End::Running:
    case Rerun::End::NoChoice: break;
  }
  return std::nullopt;
}

Rerun rerun_failure(const sim::Plan& plan, std::string_view subject, const PlanFailure& failure) {
  return rerun({.plan = plan,
                .subject = subject,
                .path = failure.path,
                .endless = failure.kind == PlanFailure::Kind::Endless});
}

}  // namespace conformance
