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
inline constexpr auto area_of_type<sim::ack::Plan> = ack::area;
template <>
inline constexpr auto area_of_type<sim::ack::Expectation> = ack::area;

}  // namespace conformance
