// Where the world of an exploration or a replay comes from.
#pragma once
#include <string>
#include <vector>

#include "sim/outcome.h"
#include "sim/plan.h"

namespace tools {

struct PlanSource {
  std::string name;  // To be typed again.
  sim::Plan plan;
  sim::Expectation expect = {};         // Without results: nothing is expected.
  std::string text = {};                // Of the scenario file; empty for those of the gate.
  std::vector<std::string> rules = {};  // That the scenario is about.
  std::string coarse_because = {};      // Why not every instant is searched, or empty.
};

// Null if nothing is expected: then what calls come to needs no place in a state, and a table
// has the states that the gate finds in it.
inline const sim::Expectation* expectation_of(const PlanSource& source) {
  return source.expect.results.empty() ? nullptr : &source.expect;
}

// Throws a UsageError for what there is not.
PlanSource plan_source(const std::string& typed);

}  // namespace tools
