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
inline const Area& area_of_type<sim::turnstile::Plan>() {
  return turnstile::area();
}
template <>
inline const Area& area_of_type<sim::turnstile::Expectation>() {
  return turnstile::area();
}

}  // namespace conformance
