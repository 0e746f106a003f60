// The gate of the modality policy: directed checks, scenarios, the behaviour table searched, and
// random runs.
#pragma once
#include <memory>

#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"

namespace conformance::modality {

// Its units, to be run alone or as part of a campaign.
std::unique_ptr<AreaGate> gate(const GateOptions& options);

}  // namespace conformance::modality
