// What the gate of the monitor searches and samples.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/monitor/plan.h"

namespace conformance::monitor {

struct PlanName {
  std::string name;  // "monitor:stream", as `orrery replay` takes it.
  std::string says;  // "one stream and what may become of it"
};
// In quick up to two things happen beside the monitor, at any instants; in full three, and there
// are worlds with two IDEs.
std::vector<PlanName> plan_names(bool full);
// The plan of that name, or nothing.
std::optional<sim::monitor::Plan> plan_named(std::string_view name);
// Sequences of what may happen beside the monitor; the instants are not counted.
std::uint64_t worlds_covered(const sim::monitor::Plan& plan);

// Larger ones, to be sampled: more happens, times differ, and a run takes minutes.
std::size_t sampled_plans();
std::string sampled_name(std::size_t row);  // "monitor:sample:stream"
sim::monitor::Plan sampled_plan(std::size_t row);

}  // namespace conformance::monitor
