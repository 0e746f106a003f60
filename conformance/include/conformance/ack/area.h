// The area ack.
#pragma once
#include "conformance/area/area.h"
#include "sim/ack/scenario.h"

namespace conformance {

template <>
const Area& area_of_type<sim::ack::Plan>();
template <>
const Area& area_of_type<sim::ack::Expectation>();

namespace ack {
const Area& area();
}

}  // namespace conformance
