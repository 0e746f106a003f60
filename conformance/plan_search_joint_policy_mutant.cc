#include "plan_search_with.h"

namespace conformance {

Explored search_plan(const JointModel<Mutant, engine::ack::Engine>& model,
                     const PlanSearch& search) {
  return search_plan_with(model, search);
}

}  // namespace conformance
