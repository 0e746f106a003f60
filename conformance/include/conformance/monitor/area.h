// The area of the monitor: what finds running IDEs and follows them, and the IDEs' end of that.
#pragma once
#include "conformance/area/area.h"
#include "conformance/run/plan.h"
#include "sim/monitor/scenario.h"

namespace conformance {

namespace monitor {
const Area& area();
}

template <>
inline constexpr auto area_of_type<sim::monitor::Plan> = monitor::area;
template <>
inline constexpr auto area_of_type<sim::monitor::Expectation> = monitor::area;

}  // namespace conformance
