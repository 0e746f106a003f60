// What the gates of all areas do alike: units and the jobs behind them, directed checks, scenarios,
// random runs, and how a failing run is told.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/area/area.h"
#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"
#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
#include "conformance/run/sample.h"
#include "conformance/run/scenario.h"
#include "sim/search/exploration.h"

namespace conformance {

struct FailedRun {
  PlanRef plan;
  AnyExpectation expect = {};
  const std::string& subject;
  const PlanFailure& failure;
  std::string check;  // "table/row 1 STRICT"; a run that goes two ways fails one of its own.
  std::string world;  // What `orrery replay` takes.
};
CheckResult failed_check(const FailedRun& run);

// Why a search ended before its space did; empty if it did not.
std::string limit_text(sim::SearchEnd end);

// `Found` is Explored, of either kind.
template <class Found>
SearchTotals totals_of(std::uint64_t worlds, const Found& found) {
  return {.worlds = worlds,
          .states = found.states,
          .transitions = found.transitions,
          .finals = found.finals,
          .levels = found.levels,
          .peak_bytes = found.bytes_peak,
          .fingerprint = found.fingerprint,
          .collision_probability = found.collision_probability,
          .complete = found.complete(),
          .limit = limit_text(found.end)};
}

class UnitGate : public AreaGate {
 public:
  UnitGate(const UnitGate&) = delete;  // The jobs refer to this one.
  UnitGate& operator=(const UnitGate&) = delete;

  const AreaShape& shape() const final { return shape_; }
  const std::vector<Unit>& units() const final { return units_; }
  UnitResult run(std::size_t unit, const sim::Parallel& parallel, Listener& listener) const final;

 protected:
  struct Work {
    const sim::Parallel& parallel;
    Listener& listener;
    UnitScribe scribe;
  };
  using Job = std::function<void(Work&)>;

  // `rows` are those of its table.
  UnitGate(const Area& area, GateOptions options, std::vector<RowName> rows,
           SoundnessWords soundness = {});

  void add(Unit unit, Job job);

  // Of the area, those of which the options want the rule.
  void add_directed_checks();
  // Every schedule of each file of the options: no rule is broken, and all that it expects is
  // met. A file that cannot be read is an error.
  void add_scenarios();
  // Of the rows that the area samples, which are the first ones of the shape. Costs are those of
  // one run; see Unit.
  struct RandomRuns {
    std::uint64_t quick, full, nightly, cost;
  };
  void add_random_runs(const RandomRuns& runs);

  // What a search stops at and tells of.
  sim::SearchOptions search_options(std::string phase, Listener& listener) const;

  // A digest of a few random runs of each row.
  std::uint64_t behaviour_of(std::uint64_t runs_per_row) const;

  const Area& area_;
  const GateOptions options_;
  AreaShape shape_;

 private:
  struct RunRange {
    std::size_t row;
    std::uint64_t first, end, of;  // Of how many runs of the row.
  };
  void take_samples(const RunRange& range, Work& work) const;
  SampleRequest sample_request(std::size_t row) const;
  void add_directed_check(const DirectedCheck& check);
  void judge_scenario(const AnyScenario& scenario, const std::string& check, Work& work) const;

  std::vector<Unit> units_;
  std::vector<Job> jobs_;  // Of each unit.
};

}  // namespace conformance
