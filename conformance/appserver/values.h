// Whether what a client sets is of its dialect (SES-10).
#pragma once
#include "engine/codec/json_scan.h"
#include "spec/appserver/values.h"

namespace conformance::appserver {

// The values of the params that the dialect does not have, each kind once.
spec::appserver::WrongSettings wrong_settings(const spec::appserver::Values& values,
                                              const engine::json::Value& params);

}  // namespace conformance::appserver
