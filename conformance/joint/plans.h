// What the joint gate exhausts: a turn with a call in the IDE, an approval, a dialog of somebody
// else, a stop at any instant, and a crash; what drivers run of it, and how that is told.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "conformance/run/any_model.h"
#include "conformance/run/plan.h"
#include "conformance/story/run_story.h"
#include "sim/joint/plan.h"

namespace conformance::joint {

struct TableWorld {
  std::string name;  // "joint:sweeps"
  std::string says;
  sim::joint::Plan plan;
};
const std::vector<TableWorld>& table_worlds();

// What is so of all of them, whatever else comes of it: anything, and nothing untrue.
sim::joint::Expectation nothing_untrue();

// The plan outlives it.
std::unique_ptr<const AnyModel> model_of(const sim::joint::Plan& plan, const Candidate& policy,
                                         const Candidate& tool, const Candidate& talk);

const StoryWords& words_of_story();

}  // namespace conformance::joint
