// Whether what a client sets is of its dialect (SES-10).
#pragma once
#include "engine/codec/json_scan.h"
#include "spec/appserver/values.h"

namespace conformance::appserver {

// The first value of the params that the dialect does not have; None if it has them all.
spec::appserver::Setting wrong_setting(const spec::appserver::Values& values,
                                       const engine::json::Value& params);

}  // namespace conformance::appserver
