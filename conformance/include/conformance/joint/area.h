// The area joint.
#pragma once
#include "conformance/area/area.h"
#include "conformance/run/plan.h"
#include "sim/joint/scenario.h"

namespace conformance {

namespace joint {
const Area& area();
}

template <>
inline constexpr auto area_of_type<sim::joint::Plan> = joint::area;
template <>
inline constexpr auto area_of_type<sim::joint::Expectation> = joint::area;

}  // namespace conformance
