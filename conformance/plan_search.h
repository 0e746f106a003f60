// One search of one plan. Each kind of engine has a source file of its own, since they take
// long to compile.
#pragma once
#include <string_view>

#include "conformance/explored.h"
#include "conformance/mutant.h"
#include "engine/policy.h"
#include "sim/depth_first.h"

namespace conformance {

struct PlanSearch {
  const sim::Plan& plan;
  std::string_view subject;
  const sim::Expectation* expect;      // Or null.
  const sim::DepthFirstOptions* deep;  // Or null: breadth first, by the next two.
  const sim::SearchOptions* wide;
  const sim::Parallel* parallel;
};

Explored search_plan(const engine::policy::Engine& engine, const PlanSearch& search);
Explored search_plan(const Mutant& engine, const PlanSearch& search);

}  // namespace conformance
