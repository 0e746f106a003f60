// Whether a mock server takes what a client sets (SES-10).
#pragma once
#include <nlohmann/json.hpp>

#include "sim/appserver/plan.h"

namespace sim::appserver {

// Of the params of a thread or a turn: each value is one of the dialect, or is not there.
bool takes(const Dialect& dialect, const nlohmann::json& params);

// What they set of a thread, as far as they say it; the rest is as by default (SES-10).
Settings settings_in(const Dialect& dialect, const nlohmann::json& params);

}  // namespace sim::appserver
