// What says nothing of the subject that is judged, or of the table that it is judged by.
#pragma once
#include <string>

#include "conformance/area/area.h"
#include "conformance/gate/report.h"
#include "conformance/gate/suite.h"
#include "conformance/run/scenario.h"

namespace conformance {

// What a verdict on a scenario is about: the rule that is asked for, if it is one of several.
std::string rule_of(const AnyScenario& scenario, const GateOptions& options);

// It is listed, and neither passes nor fails.
CheckResult set_aside(std::string_view rule, const std::string& check, const std::string& why);

// Why the world of a scenario says nothing here; empty: it is judged, over the table of whoever
// asks if what it calls means the same by that.
std::string says_nothing(const Area& area, AnyPlan& plan, const GateOptions& options);

}  // namespace conformance
