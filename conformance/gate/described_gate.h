// A gate that is made of what the descriptor of an area tells, and of nothing else.
#pragma once
#include <memory>

#include "conformance/area/area.h"
#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"

namespace conformance {

std::unique_ptr<AreaGate> described_gate(const Area& area, const GateOptions& options);

}  // namespace conformance
