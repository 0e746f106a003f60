#include "joint/search.h"

#include "conformance/joint/judged.h"
#include "conformance/run/adapted_model.h"

namespace conformance::joint {

std::unique_ptr<const AnyModel> model_of(const sim::joint::Plan& plan, const Candidate& policy,
                                         const Candidate& tool) {
  return adapted(JudgedWorlds(plan, modality::judged_worlds(plan.policy, policy),
                              ack::judged_worlds(plan.tool, tool)));
}

}  // namespace conformance::joint
