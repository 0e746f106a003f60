#include "joint/search.h"

#include "conformance/joint/judged.h"
#include "conformance/run/adapted_model.h"

namespace conformance::joint {

std::unique_ptr<const AnyModel> model_of(const sim::joint::Plan& plan, const Candidate& policy,
                                         const Candidate& tool, const Candidate& talk) {
  std::optional<ack::JudgedWorlds> tools;
  if (plan.tool) tools.emplace(ack::judged_worlds(plan.tool->plan, tool));
  std::optional<appserver::JudgedWorlds> talks;
  if (plan.talk) talks.emplace(appserver::judged_worlds(plan.talk->plan, talk));
  auto policies = modality::judged_worlds(plan.policy, policy);
  if (plan.policy.another.empty())
    return adapted(
        JudgedWorlds<OneRun>(plan, std::move(policies), std::move(tools), std::move(talks)));
  return adapted(
      JudgedWorlds<RunsAtOnce>(plan, std::move(policies), std::move(tools), std::move(talks)));
}

}  // namespace conformance::joint
