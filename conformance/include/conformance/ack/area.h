// The area ack.
#pragma once
#include "conformance/area/area.h"
#include "conformance/run/plan.h"
#include "sim/ack/scenario.h"

namespace conformance {

namespace ack {
const Area& area();
}

template <>
inline const Area& area_of_type<sim::ack::Plan>() {
  return ack::area();
}
template <>
inline const Area& area_of_type<sim::ack::Expectation>() {
  return ack::area();
}

}  // namespace conformance
