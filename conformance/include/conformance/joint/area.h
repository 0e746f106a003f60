// The area joint.
#pragma once
#include "conformance/area/area.h"
#include "sim/joint/scenario.h"

namespace conformance {

template <>
const Area& area_of_type<sim::joint::Plan>();
template <>
const Area& area_of_type<sim::joint::Expectation>();

namespace joint {
const Area& area();
}

}  // namespace conformance
