// The gate of an area, made of what its descriptor tells: directed checks, scenarios, the table
// exhausted, and random runs.
#pragma once
#include <memory>

#include "conformance/area/area.h"
#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"

namespace conformance {

// `area` and its checks outlive it.
std::unique_ptr<AreaGate> area_gate(const Area& area, const GateOptions& options);

}  // namespace conformance
