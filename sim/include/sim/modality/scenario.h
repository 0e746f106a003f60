// Scenario files: one reported race each, as the smallest world that shows it.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sim/files/scenario_format.h"
#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"
#include "sim/search/pinned.h"

namespace sim::modality {

inline constexpr std::string_view area = "modality";

inline constexpr std::size_t scenario_stack_max = 6;
inline constexpr std::size_t scenario_instructions_max = 250;
inline constexpr std::size_t scenario_blocks_max = 8;

using Scenario = ScenarioOf<Plan, Expectation>;
const format::ScenarioFormat<Scenario>& scenarios();

// From one run of a plan that leaves much open to a plan in which only the schedule is open.
//
// A table chooses its call, its start, its script and its background events as it goes. What
// one run chose of them, as a plan of its own, can be written down as a scenario.

// One call, all bounds zero, no alternatives; the setup is one choice.
using Pinned = PinnedOf<Plan>;

// `choices` are those of one run of `plan`, from its beginning on. A background event that
// was chosen at an instant becomes one that happens then; those that were planned keep their
// windows. The text says what has no room in a fixed plan: too many background events, or a
// run that ends before the call begins.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::modality
