// Sets of rules and of clauses in files: hex digits, the highest bits first.
#pragma once
#include "conformance/gate/campaign.h"
#include "sim/files/format.h"

namespace tools {

sim::format::Codec<spec::Exercised> rules_codec();
sim::format::Codec<spec::ClauseSet> clauses_codec();

}  // namespace tools
