// The judged model that a plan and the name of a subject stand for. Whatever is written for
// any judged model works in every area.
#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "conformance/ack/judged.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/plans.h"
#include "conformance/joint/judged.h"
#include "conformance/modality/judged.h"
#include "conformance/run/any_plan.h"
#include "engine/ack/engine.h"
#include "modality/subject.h"
#include "port/check.h"

namespace conformance {

// use(model) with a model of JudgedWorlds. The subject must exist: is_subject().
template <class Use>
auto with_model(const sim::modality::Plan& plan, std::string_view subject, Use use) {
  return modality::with_subject(subject, plan.limits, [&](const auto& engine) {
    return use(modality::JudgedWorlds<std::decay_t<decltype(engine)>>(plan, engine));
  });
}

// use(engine) with engine::ack::Engine or ack::Mutant.
template <class Use>
auto with_tool_subject(const sim::ack::Plan& plan, std::string_view subject, Use use) {
  if (subject == "engine") return use(engine::ack::Engine(*plan.table));
  CHECK(subject.starts_with(mutant_prefix));
  const auto* mutant = ack::find_mutant(subject.substr(mutant_prefix.size()));
  CHECK(mutant != nullptr);
  return use(ack::made(*mutant, *plan.table));
}

template <class Use>
auto with_model(const sim::ack::Plan& plan, std::string_view subject, Use use) {
  return with_tool_subject(plan, subject, [&](const auto& engine) {
    return use(
        ack::JudgedWorlds<std::decay_t<decltype(engine)>>(plan, engine, ack::revision_of(plan)));
  });
}

// A mutant takes the place of the engine whose mutant it is.
template <class Use>
auto with_model(const sim::joint::Plan& plan, std::string_view subject, Use use) {
  const auto with_both = [&](const auto& policy, const auto& tool) {
    using Model = joint::JudgedWorlds<std::decay_t<decltype(policy)>, std::decay_t<decltype(tool)>>;
    return use(Model(plan, policy, tool, ack::revision_of(plan.tool)));
  };
  const engine::modality::Engine policy(plan.policy.limits);
  if (!is_subject(plan.policy, subject) || subject == "engine")
    return with_tool_subject(plan.tool, subject,
                             [&](const auto& tool) { return with_both(policy, tool); });
  return modality::with_subject(subject, plan.policy.limits, [&](const auto& broken) {
    return with_both(broken, engine::ack::Engine(*plan.tool.table));
  });
}

template <class Use>
auto with_model(const PlanRef& plan, std::string_view subject, Use use) {
  return plan.visit([&](const auto& one) { return with_model(one, subject, use); });
}

}  // namespace conformance
