// What the gates of all areas do alike: their scenarios, and how a failing run is told.
#pragma once
#include <string>
#include <vector>

#include "conformance/any_plan.h"
#include "conformance/any_scenario.h"
#include "conformance/campaign.h"
#include "conformance/explored.h"
#include "conformance/suite.h"
#include "sim/exploration.h"

namespace conformance {

struct FailedRun {
  PlanRef plan;
  ExpectRef expect = {};
  const std::string& subject;
  const PlanFailure& failure;
  std::string check;  // "table/row 1 STRICT"; a run that goes two ways fails one of its own.
  std::string world;  // What `orrery replay` takes.
};
CheckResult failed_check(const FailedRun& run);

// What a search of a gate stops at and tells of.
sim::SearchOptions gate_search(const GateOptions& options, std::string phase, Listener& listener);

// A scenario file of the options as a unit: "scenario/modality/blink_dialog".
struct ScenarioUnit {
  Unit unit;
  LoadedAnyScenario loaded;
};
// Those that the options ask for.
std::vector<ScenarioUnit> scenario_units(const GateOptions& options);
// Every schedule of the scenario: no rule is broken, and all that it expects is met. A file
// that cannot be read is an error.
void judge_scenario(const ScenarioUnit& scenario, const GateOptions& options,
                    const sim::Parallel& parallel, Listener& listener, UnitScribe& scribe);

}  // namespace conformance
