#include "run/plan_search.h"
#include "run/plan_summary.h"
#include "sim/search/explore.h"

namespace conformance {

Explored search_plan(const modality::JudgedWorlds<engine::modality::Engine>& model,
                     const PlanSearch& search) {
  const auto found = sim::explore(model, search.options, search.parallel);
  auto out = summary(found, search.plan, search.subject);
  take(found.tally, out);
  return out;
}

}  // namespace conformance
