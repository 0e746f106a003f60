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
inline constexpr auto area_of_type<sim::modality::Plan> = modality::area;
template <>
inline constexpr auto area_of_type<sim::modality::Expectation> = modality::area;

}  // namespace conformance
