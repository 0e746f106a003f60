// A scenario of an area: a fixed world, and what is expected of its runs.
#pragma once
#include <string>
#include <vector>

namespace sim {

template <class Plan, class Expectation>
struct ScenarioOf {
  std::string name = {};  // "ack/deadline_tie": the path below `scenarios`.
  std::string story = {};
  std::vector<std::string> rules = {};  // Ids; whether they exist is for the caller to check.
  std::string mutant = {};              // Likewise; empty: no broken variant shows it.
  Expectation expect = {};              // Without results: the file expects nothing.
  Plan plan = {};                       // Nothing in it is free but the schedule.
  // Why the grid of the plan is the coarse one, or empty: the reference grid of this world would
  // have too many instants in its windows. And as in sim::ChosenGrid.
  std::string coarse_because = {}, fine_because = {};
};

}  // namespace sim
