// One search of one plan. Each kind of model has a source file of its own, since they take
// long to compile.
#pragma once
#include <string_view>

#include "conformance/modality/judged.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/run/any_plan.h"
#include "conformance/run/explored.h"
#include "engine/modality/engine.h"
#include "sim/search/depth_first.h"

namespace conformance {

struct PlanSearch {
  PlanRef plan;
  std::string_view subject;
  const sim::SearchOptions& options;
  const sim::Parallel& parallel;
};

// Breadth first, as quickly as can be; nothing is expected.
Explored search_plan(const modality::JudgedWorlds<engine::modality::Engine>& model,
                     const PlanSearch& search);
Explored search_plan(const modality::JudgedWorlds<modality::Mutant>& model,
                     const PlanSearch& search);

// Any plan, whatever is expected of it.
Explored search_any(const PlanSearch& search, const ExpectRef& expect);
Explored search_any_depth_first(const PlanRef& plan, std::string_view subject,
                                const ExpectRef& expect, const sim::DepthFirstOptions& options);

}  // namespace conformance
