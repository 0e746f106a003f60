// The gate of an area, unit by unit. Where its parts are told: unit_gate.cc has checks, scenarios
// and searches, remarks.cc what weaker rules want, samples.cc random runs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "conformance/area/area.h"
#include "conformance/area/checks.h"
#include "conformance/area/table.h"
#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"
#include "conformance/run/explored.h"
#include "conformance/run/programs.h"
#include "conformance/run/sample.h"
#include "conformance/run/scenario.h"
#include "sim/search/parallel.h"

namespace conformance {

class UnitGate final : public AreaGate {
 public:
  UnitGate(const Area& area, const GateOptions& options);
  UnitGate(const UnitGate&) = delete;  // The jobs refer to this one.
  UnitGate& operator=(const UnitGate&) = delete;

  const AreaShape& shape() const override { return shape_; }
  const std::vector<Unit>& units() const override { return units_; }
  UnitResult run(std::size_t unit, const sim::Parallel& parallel,
                 Listener& listener) const override;
  std::uint64_t behaviour() const override;

 private:
  struct Work {
    const sim::Parallel& parallel;
    Listener& listener;
    UnitScribe scribe;
  };
  using Job = std::function<void(Work&)>;
  struct RunRange {
    std::size_t row;
    std::uint64_t first, end, of;  // Of how many runs of the row.
  };

  void add(Unit unit, Job job);
  // Of the area, those of which the options want the rule.
  void add_directed_check(const DirectedCheck& check);
  // Every schedule of each file breaks no rule and meets what it expects; a bad file is an error.
  void add_scenarios();
  std::span<const RowName> rows_of(std::string_view revision) const;
  // What a program says that it is without is nothing that rules of it can be about.
  void leave_out_rules();
  // What it says of itself; of whatever ended there alone.
  CheckResult left_out(std::string_view rule, const std::string& check) const;
  void add_scenario(const std::string& file, LoadedAnyScenario loaded);
  void judge_scenario(const AnyScenario& scenario, const std::string& check, Work& work) const;
  void remark_scenario(const AnyScenario& scenario, const std::string& check, Work& work) const;
  CheckVerdict verdict_on(const DirectedCheck& check, spec::Level level) const;
  // The subject, by all rules: those that do not count, too.
  Candidate everything() const;
  void add_random_runs(const RandomRuns& runs);
  void take_samples(const RunRange& range, Work& work) const;
  SampleRequest sample_request(std::size_t row) const;
  std::uint64_t natural_digest(const TableSearch& search) const;

  AnyExpectation expected(const TableSearch& search) const;
  Explored search(const TableSearch& search, sim::SearchOptions options, Work& work) const;
  void exhaust(const TableUnit& unit, Work& work) const;
  void remark(const TableSearch& search, const std::string& row, Work& work) const;
  void meet(const TableUnit& unit, Work& work) const;
  // Of those of a unit, the index of the one to which the end of a path belongs.
  std::size_t row_at_end(const TableUnit& unit, const TableSearch& search,
                         const sim::Path& path) const;

  // Whatever is judged may cost no more of a program than is reasonable, unless it is to be
  // exhausted. What is found is told without that bound.
  BoundedCost bounded() const { return {options_.subject, !options_.exhausts}; }
  // What a search stops at and tells of.
  sim::SearchOptions search_options(std::string phase, Listener& listener,
                                    const std::string& slow_because = {}) const;

  const Area& area_;
  const GateOptions options_;
  const std::string revision_;  // Of the rows; empty: the first.
  const AreaTable table_;
  std::vector<std::string_view> rules_left_out_;  // Of the shape.
  AreaShape shape_;
  std::vector<Unit> units_;
  std::vector<Job> jobs_;  // Of each unit.
};

}  // namespace conformance
