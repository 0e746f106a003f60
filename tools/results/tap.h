// TAP version 14, for whatever reads it: a test point per check, with what a failure says.
#pragma once
#include <span>
#include <string>

#include "conformance/gate/report.h"
#include "results/verdict.h"

namespace tools {

std::string tap_text(std::span<const conformance::CheckResult> results, const GateEnd& end);

}  // namespace tools
