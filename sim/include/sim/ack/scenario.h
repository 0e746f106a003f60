// Scenario files of the acknowledgement: one reported race each, as the smallest world of
// tool calls that shows it.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sim/ack/outcome.h"
#include "sim/ack/plan.h"
#include "sim/files/scenario_format.h"
#include "sim/search/pinned.h"

namespace sim::ack {

inline constexpr std::string_view area = "ack";

// One call, at most one second, one start, nothing free in the background. Its table is one of
// those that ship.
using Scenario = ScenarioOf<Plan, Expectation>;
const format::ScenarioFormat<Scenario>& scenarios();

// What a file does not say: everything at once, but a slow action within 10 s and a late
// reply after 6 s.
Latencies scenario_latencies();

// One call and at most one second, one start; each meets one behaviour.
using Pinned = PinnedOf<Plan>;

// `choices` are those of one run of `plan`, from its beginning on. A background event that
// was chosen at an instant becomes one that happens then; those that were planned keep their
// windows, and so does the second call. A second call that the run did not come to is left
// out. The text says what has no room in a fixed plan: too many background events, or a run
// that ends before the first call.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::ack
