// A run that failed, and what a search came to, as a gate tells of them.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "conformance/area/table.h"
#include "conformance/gate/report.h"
#include "conformance/run/explored.h"
#include "conformance/run/plan.h"

namespace conformance {

struct FailedRun {
  PlanRef plan;
  AnyExpectation expect = {};
  Candidate subject;
  const PlanFailure& failure;
  std::string check;  // "table/row 1 STRICT"; a run that goes two ways fails one of its own.
  std::string world;  // What `orrery replay` takes.
  std::span<const RowName> rows = {};  // Of the table, whose calls the world makes;
  bool of_row = true;                  // it is the one of a row of it.
};
// In one line: "want X; got Y".
std::string failure_in_words(std::string_view want, std::string_view got);
CheckResult failed_check(const FailedRun& run);

// What no schedule met of what is expected of the plan; empty if all was.
std::string unmet(const AnyPlan& plan, const AnyExpectation& expect, const Explored& found);

// `worlds`: that the search stands for.
SearchTotals totals_of(std::uint64_t worlds, const Explored& found);

}  // namespace conformance
