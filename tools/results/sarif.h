// SARIF 2.1.0 (OASIS, 2020), as code scanning and editors read it: the rules that there are, and a
// result per check that turns the gate red. What the harness itself failed at is a notification.
#pragma once
#include <span>
#include <string>

#include "conformance/gate/report.h"
#include "results/places.h"
#include "results/verdict.h"

namespace tools {

// A result has the place to look at, if the
// repository has one; the same check has the same fingerprint in every run.
std::string sarif_json(std::span<const conformance::CheckResult> results, const Places& places,
                       const GateEnd& end);

}  // namespace tools
