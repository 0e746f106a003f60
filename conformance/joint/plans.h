// What the joint gate exhausts: a turn with a call in the IDE, an approval, a dialog of somebody
// else, a stop at any instant, and a crash.
#pragma once
#include <string>
#include <vector>

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

}  // namespace conformance::joint
