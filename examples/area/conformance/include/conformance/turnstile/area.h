// The area turnstile.
#pragma once
#include "conformance/area/area.h"
#include "conformance/run/plan.h"
#include "sim/turnstile/scenario.h"

namespace conformance {

namespace turnstile {
const Area& area();
}

template <>
inline constexpr auto area_of_type<sim::turnstile::Plan> = turnstile::area;
template <>
inline constexpr auto area_of_type<sim::turnstile::Expectation> = turnstile::area;

}  // namespace conformance
