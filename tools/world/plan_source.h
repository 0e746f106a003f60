// Where the world of an exploration or a replay comes from.
#pragma once
#include <string>
#include <vector>

#include "conformance/run/plan.h"
#include "conformance/run/rerun.h"
#include "conformance/story/story.h"

namespace tools {

struct PlanSource {
  std::string name;  // To be typed again.
  conformance::AnyPlan plan;
  conformance::AnyExpectation expect = {};
  std::string text = {};                // Of the scenario file; empty for those of the gate.
  std::vector<std::string> rules = {};  // That the scenario is about.
  std::string story = {};               // What was reported.
  std::string coarse_because = {};      // Why not every instant is searched, or empty.
  std::string fine_because = {};        // Which numbers make so many of them, or empty.
};

// Throws a UsageError for what there is not. Nothing is expected by rules that are weaker.
PlanSource plan_source(const std::string& typed, spec::Level weakest = spec::Level::Proposed);

// Says in a story of a run that it did not end as is expected, if that is so.
void tell_unexpected(const PlanSource& source, const conformance::Rerun& run,
                     conformance::Story& story);
// Adds to a story of it what it is called, what was reported, and the rules that it is about.
void tell_source(const PlanSource& source, conformance::Story& story);

}  // namespace tools
