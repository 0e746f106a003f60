// The area of the app-server: a client, a mock server, a process between them and a user.
#pragma once
#include "conformance/area/area.h"
#include "conformance/run/plan.h"
#include "sim/appserver/scenario.h"

namespace conformance {

namespace appserver {
const Area& area();
}

template <>
inline constexpr auto area_of_type<sim::appserver::Plan> = appserver::area;
template <>
inline constexpr auto area_of_type<sim::appserver::Expectation> = appserver::area;

}  // namespace conformance
