// The gate of the acknowledgement: directed checks, each row of the tool table searched alone and
// with a second call beside it, random runs, and how truthful what was said turned out to be.
#pragma once
#include <memory>

#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"

namespace conformance::ack {

// Of the revision in the options, which must be known. Of one that has another before it, the
// earlier one's rows that it changed are searched too, by their own rules, so that both can be
// compared.
std::unique_ptr<AreaGate> gate(const GateOptions& options);

}  // namespace conformance::ack
