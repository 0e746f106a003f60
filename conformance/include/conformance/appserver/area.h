// The area of the app-server: a client, a mock server, a process between them and a user.
#pragma once
#include "conformance/area/area.h"
#include "sim/appserver/scenario.h"

namespace conformance {
namespace appserver {

const Area& area();

}  // namespace appserver

template <>
const Area& area_of_type<sim::appserver::Plan>();
template <>
const Area& area_of_type<sim::appserver::Expectation>();

}  // namespace conformance
