#include "plan_search_with.h"

namespace conformance {

Explored search_plan(const Mutant& engine, const PlanSearch& search) {
  return search_plan_with(engine, search);
}

}  // namespace conformance
