// The area turnstile.
#pragma once
#include "conformance/area/area.h"
#include "sim/turnstile/scenario.h"

namespace conformance {

template <>
const Area& area_of_type<sim::turnstile::Plan>();
template <>
const Area& area_of_type<sim::turnstile::Expectation>();

namespace turnstile {
const Area& area();
}

}  // namespace conformance
