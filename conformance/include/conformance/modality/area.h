// The area modality.
#pragma once
#include "conformance/area/area.h"
#include "sim/modality/scenario.h"

namespace conformance {

template <>
const Area& area_of_type<sim::modality::Plan>();
template <>
const Area& area_of_type<sim::modality::Expectation>();

namespace modality {
const Area& area();
}

}  // namespace conformance
