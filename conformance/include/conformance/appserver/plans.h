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

// One that is drawn for a random run: any acts in two chats, turns, latencies and windows, and this
// fault, mostly beside others. The same for equal numbers. Its name: "appserver:sample:hang:1:17".
sim::appserver::Plan sampled_plan(sim::appserver::Fault what, std::uint64_t seed,
                                  std::uint64_t run);
std::string sampled_name(sim::appserver::Fault what, std::uint64_t seed, std::uint64_t run);

}  // namespace conformance::appserver
