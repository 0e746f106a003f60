// What drivers run of the engines together.
#pragma once
#include <memory>

#include "conformance/run/any_model.h"
#include "conformance/run/plan.h"
#include "sim/joint/plan.h"

namespace conformance::joint {

// The plan outlives it.
std::unique_ptr<const AnyModel> model_of(const sim::joint::Plan& plan, const Candidate& policy,
                                         const Candidate& tool, const Candidate& talk);

}  // namespace conformance::joint
