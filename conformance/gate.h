// The parts of the modality gate, each telling its results as they are decided.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "conformance/explored.h"
#include "conformance/modality_plans.h"
#include "conformance/report.h"
#include "conformance/suite.h"
#include "spec/policy_rules.h"
#include "spec/rule.h"

namespace conformance {

class ModalityGate {
 public:
  ModalityGate(const GateOptions& options, const sim::Parallel& parallel, Listener& listener)
      : options_(options), parallel_(parallel), listener_(listener) {}

  GateSummary run();

 private:
  void directed_checks();
  void scenarios();
  void scenario(const std::string& file);
  void table();
  void search_table(const TablePart& part);
  void decide_row(std::size_t cell, CheckResult failure);
  void meet_alone(std::size_t cell);
  void samples();
  void rows();
  void exercised_rules();

  // Tells and counts a result, unless the options leave its rule out.
  void decide(CheckResult result);
  bool wanted(std::string_view rule) const;
  bool go_on();
  sim::SearchOptions search_options(std::string phase);
  // `expect` may be null; `world` is what `orrery replay` takes.
  CheckResult failed(const sim::Plan& plan, const sim::Expectation* expect,
                     const PlanFailure& failure, std::string check, std::string world) const;
  void note_proofs(Proofs proofs, std::span<const PlanFailure> failures);
  // A rule that this or any other part of the gate has met.
  void met(const spec::Exercised& exercised) { exercised_ |= exercised; }

  const GateOptions& options_;
  const sim::Parallel& parallel_;
  Listener& listener_;
  GateSummary summary_;
  spec::Exercised exercised_;
  spec::Exercised checked_;  // By a directed check.
  std::array<RowResult, table_cells> rows_{};
  std::array<spec::Exercised, table_cells> met_in_row_{};
  std::uint64_t selected_ = 0;
};

spec::Level level_of(std::string_view rule);

}  // namespace conformance
