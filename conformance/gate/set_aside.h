// What says nothing of the table that is judged: one that was added has other rows than those that
// ship, of which checks and scenarios are.
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

// Why a world is none of the table that was added and is judged; empty: it is one.
std::string other_table(const Area& area, const AnyPlan& plan, const GateOptions& options);

}  // namespace conformance
