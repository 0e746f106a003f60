// The tables of the parts of a scenario of the app-server.
#pragma once

#include "sim/appserver/scenario.h"
#include "sim/files/scenario_format.h"

namespace sim::appserver {

extern const format::Type client_format;
extern const format::Type server_format;
extern const format::Type latencies_format;
extern const format::Type user_format;
extern const format::Type beside_format;
extern const format::Type expectation_format;
extern const format::Type result_format;
// All of a plan but its grid.
extern const format::Type plan_format;

}  // namespace sim::appserver
