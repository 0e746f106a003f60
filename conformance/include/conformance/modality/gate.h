// The gate of the modality policy: directed checks, scenarios, the behaviour table searched, and
// random runs.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"
#include "sim/search/parallel.h"

namespace conformance::modality {

// Its units, to be run alone or as part of a campaign.
std::unique_ptr<AreaGate> gate(const GateOptions& options);

// Every mutant against the rules that it names. The files are the area's scenarios.
std::vector<SelftestRow> run_selftest(const std::vector<std::string>& scenario_files,
                                      const sim::Parallel& parallel,
                                      const std::function<void(const SelftestRow&)>& decided,
                                      const std::function<bool()>& keep_going);

}  // namespace conformance::modality
