#include "conformance/suite.h"

#include <fmt/format.h>

#include "conformance/check.h"
#include "conformance/print.h"
#include "conformance/sample.h"
#include "gate.h"
#include "gate_parts.h"
#include "spec/policy_judge.h"
#include "spec/policy_rules.h"

namespace conformance {
namespace {

using spec::policy::policy_rules;

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t directed_cost = 50;

AreaShape modality_shape() {
  AreaShape shape{.name = "modality",
                  .rules = policy_rules,
                  .rules_without_runs = spec::policy::rules_without_runs,
                  .rows = {}};
  for (std::size_t cell = 0; cell < table_cells; ++cell) {
    auto names = cell_name(cell);
    const auto kind = cell < table_rows      ? RowName::Kind::Row
                      : cell == surface_cell ? RowName::Kind::Other
                                             : RowName::Kind::Profile;
    shape.rows.push_back({std::move(names.name), std::move(names.key), kind});
  }
  return shape;
}

}  // namespace

ModalityGate::ModalityGate(GateOptions options)
    : options_(std::move(options)), shape_(modality_shape()) {
  add_directed_checks();
  add_scenarios();
  add_table();
  add_samples();
}

std::unique_ptr<AreaGate> modality_gate(const GateOptions& options) {
  return std::make_unique<ModalityGate>(options);
}

void ModalityGate::add(Unit unit, Job job) {
  unit.area = shape_.name;
  units_.push_back(std::move(unit));
  jobs_.push_back(std::move(job));
}

UnitResult ModalityGate::run(std::size_t unit, const sim::Parallel& parallel,
                             Listener& listener) const {
  Work work{parallel, listener, UnitScribe(options_, shape_)};
  jobs_[unit](work);
  return std::move(work.scribe.result);
}

std::uint64_t ModalityGate::behaviour() const {
  constexpr std::uint64_t runs = 16;  // Of each line.
  std::uint64_t out = 0;
  for (std::size_t cell = 0; cell < table_cells; ++cell)
    out = out * 31 + sample_line({.cell = cell, .subject = options_.subject, .runs = runs},
                                 sim::Serial(), [](std::uint64_t) { return true; })
                         .fingerprint;
  return out;
}

void ModalityGate::add_directed_checks() {
  UnitScribe scribe(options_, shape_);
  for (const auto& check : policy_checks()) {
    if (!scribe.wanted(check.rule)) continue;
    add({.name = fmt::format("directed/{} {}", check.rule, check.says), .cost = directed_cost},
        [this, &check](Work& work) { directed_check(check, work); });
  }
}

void ModalityGate::directed_check(const PolicyCheck& check, Work& work) const {
  const auto verdict = check.run(policy_subjects(options_.subject));
  CheckResult result{.rule = std::string(check.rule),
                     .check = fmt::format("directed/{} {}", check.rule, check.says),
                     .outcome = verdict.holds ? Outcome::Pass : Outcome::Fail,
                     .runs = 1};
  if (!verdict.holds) result.message = explain(check, verdict);
  for (std::size_t i = 0; i < policy_rules.size(); ++i)
    if (policy_rules[i].id == check.rule) work.scribe.result.checked.mark(i);
  work.scribe.decide(std::move(result));
}

void ModalityGate::add_scenarios() {
  for (auto& scenario : scenario_units(options_)) {
    auto unit = scenario.unit;
    add(std::move(unit), [this, scenario = std::move(scenario)](Work& work) {
      judge_scenario(scenario, options_, work.parallel, work.listener, work.scribe);
    });
  }
}

}  // namespace conformance
