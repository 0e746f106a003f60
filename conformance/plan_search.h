// One search of one plan. Each kind of engine has a source file of its own, since they take
// long to compile.
#pragma once
#include <string_view>

#include "conformance/ack_judged.h"
#include "conformance/ack_mutant.h"
#include "conformance/any_plan.h"
#include "conformance/explored.h"
#include "conformance/joint_judged.h"
#include "conformance/judged.h"
#include "conformance/mutant.h"
#include "engine/ack.h"
#include "engine/policy.h"
#include "sim/depth_first.h"

namespace conformance {

struct PlanSearch {
  PlanRef plan;
  std::string_view subject;
  ExpectRef expect;
  const sim::DepthFirstOptions* deep;  // Or null: breadth first, by the next two.
  const sim::SearchOptions* wide;
  const sim::Parallel* parallel;
};

Explored search_plan(const JudgedWorlds<engine::policy::Engine>& model, const PlanSearch& search);
Explored search_plan(const JudgedWorlds<Mutant>& model, const PlanSearch& search);
Explored search_plan(const acks::JudgedWorlds<engine::ack::Engine>& model,
                     const PlanSearch& search);
Explored search_plan(const acks::JudgedWorlds<acks::Mutant>& model, const PlanSearch& search);

template <class Policy, class Tool>
using JointModel = joint::JudgedWorlds<Policy, Tool>;
Explored search_plan(const JointModel<engine::policy::Engine, engine::ack::Engine>& model,
                     const PlanSearch& search);
Explored search_plan(const JointModel<Mutant, engine::ack::Engine>& model,
                     const PlanSearch& search);
Explored search_plan(const JointModel<engine::policy::Engine, acks::Mutant>& model,
                     const PlanSearch& search);

}  // namespace conformance
