// The gate of the acknowledgement: directed checks, each row of the tool table searched alone and
// with a second call beside it, random runs, and how truthful what was said turned out to be.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"
#include "sim/search/parallel.h"

namespace conformance::ack {

// Of the revision in the options, which must be known. Of one that has another before it, the
// earlier one's rows that it changed are searched too, by their own rules, so that both can be
// compared.
std::unique_ptr<AreaGate> gate(const GateOptions& options);

// Every mutant against the rules that it names, in all that the quick gate exhausts and in the
// directed checks. It needs no scenario files.
std::vector<SelftestRow> run_selftest(const std::vector<std::string>& files,
                                      const sim::Parallel& parallel,
                                      const std::function<void(const SelftestRow&)>& decided,
                                      const std::function<bool()>& keep_going);

}  // namespace conformance::ack
