// The tables of the parts of a scenario of one call.
#pragma once
#include <string_view>
#include <vector>

#include "sim/files/scenario_format.h"
#include "sim/modality/scenario.h"

namespace sim::modality {

// What a file does not say, with short limits and with real ones.
struct PlanBase {
  std::string_view word;  // In the file: "short".
  Plan plan;
};
const std::vector<PlanBase>& plan_bases();

// Each bound and period by its name.
extern const format::Type limits_members;

// The members that make a plan: the call, its limits, the IDE, the body, what happens beside it.
// Its grid is not among them.
extern const format::Type plan_format;
extern const format::Type body_format;
extern const format::Type kind_format;

// All that are in play in a plan; windows that never come are none.
std::vector<Delay> delays_of(const Plan& plan);

// Why no file can say this plan, or null. A document may still be one that no word is for.
const char* not_fixed(const Plan& plan);

extern const format::Type result_format;
extern const format::Type expectation_format;

}  // namespace sim::modality
