// The area modality.
#pragma once
#include "conformance/area/area.h"
#include "conformance/run/plan.h"
#include "sim/modality/scenario.h"

namespace conformance {

namespace modality {
const Area& area();
}

template <>
inline const Area& area_of_type<sim::modality::Plan>() {
  return modality::area();
}
template <>
inline const Area& area_of_type<sim::modality::Expectation>() {
  return modality::area();
}

}  // namespace conformance
