// What the gate of the app-server searches and samples.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/appserver/plan.h"

namespace conformance::appserver {

// One chat and one turn with two items, one of which asks; two acts of the user at any moment.
// What there is beside that, in each plan.
struct PlanName {
  std::string name;  // "appserver:fault:crash_in_turn", as `orrery replay` takes it.
  std::string says;  // "crash_in_turn"
};
std::vector<PlanName> plan_names(bool full);
// The plan of that name, or nothing.
std::optional<sim::appserver::Plan> plan_named(std::string_view name);

// A larger one, to be sampled: two turns, more acts, times that differ, and this fault beside
// another one, at any opportunity. By its name: "appserver:sample:hang".
sim::appserver::Plan sampled_plan(sim::appserver::Fault what);
std::string sampled_name(sim::appserver::Fault what);

}  // namespace conformance::appserver
