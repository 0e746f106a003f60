#include "plan_search_with.h"

namespace conformance {

Explored search_plan(const JointModel<engine::policy::Engine, acks::Mutant>& model,
                     const PlanSearch& search) {
  return search_plan_with(model, search);
}

}  // namespace conformance
