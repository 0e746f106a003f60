#include "conformance/suite.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "conformance/check.h"
#include "conformance/print.h"
#include "conformance/sample.h"
#include "gate.h"
#include "sim/scenario.h"
#include "sim/text_digest.h"
#include "spec/policy_judge.h"
#include "spec/policy_rules.h"

namespace conformance {
namespace {

using spec::policy::policy_rules;

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t directed_cost = 50;
constexpr std::uint64_t scenario_cost = 2'000;

std::string one_of(const std::vector<std::string>& rules) {
  return rules.empty() ? std::string() : rules.front();
}

std::uint64_t digest_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return sim::digest_text(std::string(std::istreambuf_iterator<char>(file), {}));
}

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
  for (const auto& file : options_.scenarios) add_scenario(file);
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

sim::SearchOptions ModalityGate::search_options(std::string phase, Work& work) const {
  sim::SearchOptions out;
  out.states_max = std::min(options_.states_max, out.states_max);
  out.bytes_max = options_.memory_max;
  out.stop_at_first = false;
  out.prove_every = options_.prove_every;
  out.keep_going = [&work] { return work.listener.keep_going(); };
  out.progress = [&work, phase = std::move(phase)](const sim::SearchProgress& at) {
    work.listener.progress(
        {.phase = phase, .states = at.states, .level = at.level, .frontier = at.frontier});
  };
  return out;
}

CheckResult ModalityGate::failed(const sim::Plan& plan, const sim::Expectation* expect,
                                 const PlanFailure& failure, std::string check,
                                 std::string world) const {
  const bool two_ways = failure.kind == PlanFailure::Kind::Nondeterministic;
  const auto complaint = nondeterminism_complaint();
  if (two_ways) check = "determinism/" + world;
  auto replay = "orrery replay " + world;
  if (options_.subject != "engine") replay += " --subject " + options_.subject;
  replay += fmt::format(" --schedule {}", fmt::join(failure.path, ","));
  auto message = print_failure({.plan = plan,
                                .subject = options_.subject,
                                .path = failure.path,
                                .endless = failure.kind == PlanFailure::Kind::Endless,
                                .complaint = two_ways ? &complaint : nullptr,
                                .expect = expect,
                                .replay = replay});
  return {.rule = failure.rule,
          .check = std::move(check),
          .outcome = Outcome::Fail,
          .message = std::move(message),
          .replay = std::move(replay),
          .world = std::move(world),
          .failure = failure};
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

void ModalityGate::add_scenario(const std::string& file) {
  auto loaded = sim::load_scenario(file);
  Unit unit{.cost = scenario_cost, .inputs = digest_of_file(file)};
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded)) {
    unit.name = "scenario/" + file;
    add(unit, [check = unit.name, message = show(*error)](Work& work) {
      work.scribe.decide({.check = check, .outcome = Outcome::Error, .message = message});
    });
    return;
  }
  auto& scenario = std::get<sim::Scenario>(loaded);
  if (options_.rule && !std::ranges::count(scenario.rules, *options_.rule)) return;
  unit.name = "scenario/" + scenario.name;
  add(unit, [this, scenario = std::move(scenario)](Work& work) { this->scenario(scenario, work); });
}

void ModalityGate::scenario(const sim::Scenario& scenario, Work& work) const {
  const auto check = "scenario/" + scenario.name;
  auto& out = work.scribe.result;
  const auto found = explore_plan(scenario.plan, options_.subject, &scenario.expect,
                                  search_options(scenario.name, work), work.parallel);
  out.finished = found.end != sim::SearchEnd::ToldToStop;
  out.proofs = proofs_of(found);
  out.exercised = found.exercised;
  for (const auto& failure : found.failures)
    work.scribe.decide(failed(scenario.plan, &scenario.expect, failure, check, scenario.name));
  if (!found.failures.empty() || !out.finished) return;
  CheckResult result{
      .rule = one_of(scenario.rules), .check = check, .worlds = 1, .states = found.states};
  if (!scenario.coarse_because.empty())
    result.message = "searched on the coarse grid: " + scenario.coarse_because;
  if (!found.complete()) {
    out.incomplete = true;
    result.outcome = Outcome::Skipped;
    result.message = "a limit was reached before all schedules were searched";
  }
  for (std::size_t i = 0; i < scenario.expect.results.size(); ++i) {
    if ((found.results_met >> i & 1u) != 0 || !found.complete()) continue;
    result.outcome = Outcome::NotExercised;
    result.message =
        fmt::format("no schedule ends as expected: {}", show(scenario.expect.results[i]));
  }
  work.scribe.decide(std::move(result));
}

std::vector<std::string> list_modality_gate(const GateOptions& options) {
  std::vector<std::string> out;
  for (const auto& check : policy_checks())
    if (!options.rule || *options.rule == check.rule)
      out.push_back(fmt::format("directed/{} {}", check.rule, check.says));
  for (const auto& file : options.scenarios) {
    const auto loaded = sim::load_scenario(file);
    const auto* scenario = std::get_if<sim::Scenario>(&loaded);
    if (scenario == nullptr) continue;
    if (!options.rule || std::ranges::count(scenario->rules, *options.rule) > 0)
      out.push_back("scenario/" + scenario->name);
  }
  for (std::size_t cell = 0; cell < table_cells; ++cell)
    out.push_back("table/" + cell_name(cell).name);
  for (std::size_t cell = 0; cell < table_cells; ++cell)
    out.push_back("sampled/" + cell_name(cell).name);
  return out;
}

}  // namespace conformance
