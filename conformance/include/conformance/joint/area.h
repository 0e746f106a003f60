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
inline const Area& area_of_type<sim::joint::Plan>() {
  return joint::area();
}
template <>
inline const Area& area_of_type<sim::joint::Expectation>() {
  return joint::area();
}

}  // namespace conformance
