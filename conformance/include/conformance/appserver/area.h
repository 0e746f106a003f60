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
inline const Area& area_of_type<sim::appserver::Plan>() {
  return appserver::area();
}
template <>
inline const Area& area_of_type<sim::appserver::Expectation>() {
  return appserver::area();
}

}  // namespace conformance
