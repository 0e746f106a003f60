// The area of the monitor: what finds running IDEs and follows them, and the IDEs' end of that.
#pragma once
#include "conformance/area/area.h"
#include "sim/monitor/scenario.h"

namespace conformance {
namespace monitor {

const Area& area();

}  // namespace monitor

template <>
const Area& area_of_type<sim::monitor::Plan>();
template <>
const Area& area_of_type<sim::monitor::Expectation>();

}  // namespace conformance
