#include "conformance/suite.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/check.h"
#include "conformance/print.h"
#include "gate.h"
#include "sim/scenario.h"
#include "spec/policy_judge.h"

namespace conformance {
namespace {

using spec::policy::policy_rules;

std::string one_of(const std::vector<std::string>& rules) {
  return rules.empty() ? std::string() : rules.front();
}

}  // namespace

spec::Level level_of(std::string_view rule) {
  const auto found = std::ranges::find(policy_rules, rule, &spec::Rule::id);
  return found == policy_rules.end() ? spec::Level::Must : found->level;
}

GateSummary ModalityGate::run() {
  directed_checks();
  if (go_on()) scenarios();
  if (go_on()) table();
  if (go_on()) samples();
  if (go_on()) rows();
  // A difference has been told, as the failure of a check of its own.
  if (go_on() && summary_.proofs.differences == 0)
    decide(determinism_check(summary_.proofs, "modality"));
  if (go_on()) exercised_rules();
  summary_.nothing_selected = selected_ == 0;
  return summary_;
}

bool ModalityGate::go_on() {
  if (!listener_.keep_going()) summary_.interrupted = true;
  return !summary_.interrupted;
}

void ModalityGate::note_proofs(Proofs proofs, std::span<const PlanFailure> failures) {
  proofs.differences += static_cast<std::uint64_t>(
      std::ranges::count(failures, PlanFailure::Kind::Nondeterministic, &PlanFailure::kind));
  summary_.proofs += proofs;
}

bool ModalityGate::wanted(std::string_view rule) const {
  return !options_.rule || rule.empty() || *options_.rule == rule;
}

void ModalityGate::decide(CheckResult result) {
  if (!wanted(result.rule)) return;
  result.area = "modality";
  if (!result.rule.empty()) result.level = level_of(result.rule);
  if (result.level > options_.level && result.outcome != Outcome::Pass)
    result.outcome = Outcome::Skipped;
  ++selected_;
  switch (result.outcome) {
    case Outcome::Pass: ++summary_.passed; break;
    case Outcome::Fail: ++summary_.failed; break;
    case Outcome::NotExercised: ++summary_.not_exercised; break;
    case Outcome::Error: ++summary_.errors; break;
    case Outcome::Skipped: ++summary_.skipped; break;
  }
  listener_.decided(result);
}

sim::SearchOptions ModalityGate::search_options(std::string phase) {
  sim::SearchOptions out;
  out.states_max = std::min(options_.states_max, out.states_max);
  out.bytes_max = options_.memory_max;
  out.stop_at_first = false;
  out.prove_every = options_.prove_every;
  out.keep_going = [this] { return listener_.keep_going(); };
  out.progress = [this, phase = std::move(phase)](const sim::SearchProgress& at) {
    listener_.progress(
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
          .area = "modality",
          .check = std::move(check),
          .outcome = Outcome::Fail,
          .message = std::move(message),
          .replay = std::move(replay),
          .world = std::move(world),
          .failure = failure};
}

void ModalityGate::directed_checks() {
  const auto subjects = policy_subjects(options_.subject);
  for (const auto& check : policy_checks()) {
    if (!wanted(check.rule)) continue;
    if (!go_on()) return;
    const auto verdict = check.run(subjects);
    CheckResult result{.rule = std::string(check.rule),
                       .area = "modality",
                       .check = fmt::format("directed/{} {}", check.rule, check.says),
                       .outcome = verdict.holds ? Outcome::Pass : Outcome::Fail,
                       .runs = 1};
    if (!verdict.holds) result.message = explain(check, verdict);
    for (std::size_t i = 0; i < policy_rules.size(); ++i)
      if (policy_rules[i].id == check.rule) checked_.mark(i);
    decide(std::move(result));
  }
}

void ModalityGate::scenarios() {
  for (const auto& file : options_.scenarios) {
    if (!go_on()) return;
    scenario(file);
  }
}

void ModalityGate::scenario(const std::string& file) {
  auto loaded = sim::load_scenario(file);
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded)) {
    decide({.area = "modality",
            .check = "scenario/" + file,
            .outcome = Outcome::Error,
            .message = show(*error)});
    return;
  }
  const auto& scenario = std::get<sim::Scenario>(loaded);
  if (options_.rule && !std::ranges::count(scenario.rules, *options_.rule)) return;
  const auto check = "scenario/" + scenario.name;
  const auto found = explore_plan(scenario.plan, options_.subject, &scenario.expect,
                                  search_options(scenario.name), parallel_);
  met(found.tally.exercised);
  note_proofs({.transitions = found.proved}, found.failures);
  for (const auto& failure : found.failures)
    decide(failed(scenario.plan, &scenario.expect, failure, check, scenario.name));
  if (!found.failures.empty()) return;
  CheckResult result{.rule = one_of(scenario.rules),
                     .area = "modality",
                     .check = check,
                     .worlds = 1,
                     .states = found.states};
  if (!scenario.coarse_because.empty())
    result.message = "searched on the coarse grid: " + scenario.coarse_because;
  if (found.end == sim::SearchEnd::ToldToStop) {
    summary_.interrupted = true;
    return;
  }
  if (!found.complete()) {
    summary_.incomplete = true;
    result.outcome = Outcome::Skipped;
    result.message = "a limit was reached before all schedules were searched";
  }
  for (std::size_t i = 0; i < scenario.expect.results.size(); ++i) {
    if ((found.results_met >> i & 1u) != 0 || !found.complete()) continue;
    result.outcome = Outcome::NotExercised;
    result.message =
        fmt::format("no schedule ends as expected: {}", show(scenario.expect.results[i]));
  }
  decide(std::move(result));
}

void ModalityGate::exercised_rules() {
  for (std::size_t i = 0; i < policy_rules.size(); ++i) {
    const std::string rule(policy_rules[i].id);
    if (!wanted(rule)) continue;
    // What no run can meet is put to the test by its directed checks alone.
    const bool without_runs = std::ranges::count(spec::policy::rules_without_runs, rule) > 0;
    const bool met = without_runs ? checked_.has(i) : exercised_.has(i);
    CheckResult result{.rule = rule, .check = "exercised/" + rule};
    if (!met && summary_.incomplete) {
      result.outcome = Outcome::Skipped;
      result.message = "the gate did not come to its end";
    } else if (!met) {
      result.outcome = Outcome::NotExercised;
      result.message = without_runs ? "no directed check was run"
                                    : "no run met the situation that this rule is about";
    }
    decide(std::move(result));
  }
}

GateSummary run_modality_gate(const GateOptions& options, const sim::Parallel& parallel,
                              Listener& listener) {
  return ModalityGate(options, parallel, listener).run();
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
