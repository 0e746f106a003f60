#include "gate_parts.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "conformance/print.h"
#include "conformance/proof.h"
#include "engine/check.h"
#include "sim/text_digest.h"

namespace conformance {
namespace {

// Measured once; in microseconds of one processor. It balances shards and decides nothing.
constexpr std::uint64_t scenario_cost = 2'000;

std::uint64_t digest_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return sim::digest_text(std::string(std::istreambuf_iterator<char>(file), {}));
}

// What no schedule met of what the scenario expects; empty if all was.
std::string unmet(const AnyScenario& scenario, const Explored& found) {
  const auto expected = texts_of(scenario.expect);
  for (std::size_t i = 0; i < expected.size(); ++i)
    if ((found.results_met >> i & 1u) == 0)
      return fmt::format("no schedule ends as expected: {}", expected[i]);
  const auto lies = unexpected_lies(scenario.expect, found.lies);
  return lies.empty() ? "" : "expected, and not so: " + lies.front();
}

// What its verdict is about: the rule that is asked for, if it is one of several.
std::string rule_of(const AnyScenario& scenario, const GateOptions& options) {
  if (options.rule && std::ranges::count(scenario.rules, *options.rule) > 0) return *options.rule;
  return scenario.rules.empty() ? std::string() : scenario.rules.front();
}

}  // namespace

CheckResult failed_check(const FailedRun& run) {
  const bool two_ways = differs(run.failure);
  const auto complaint = nondeterminism_complaint();
  auto replay = replay_command(run.world, run.subject, run.failure.path);
  auto message = print_failure({.plan = run.plan,
                                .subject = run.subject,
                                .path = run.failure.path,
                                .endless = run.failure.kind == PlanFailure::Kind::Endless,
                                .complaint = two_ways ? &complaint : nullptr,
                                .expect = run.expect,
                                .replay = replay});
  return {.rule = run.failure.rule,
          .check = two_ways ? "determinism/" + run.world : run.check,
          .outcome = Outcome::Fail,
          .message = std::move(message),
          .replay = std::move(replay),
          .world = run.world,
          .failure = run.failure};
}

sim::SearchOptions gate_search(const GateOptions& options, std::string phase, Listener& listener) {
  sim::SearchOptions out;
  out.states_max = std::min(options.states_max, out.states_max);
  out.bytes_max = options.memory_max;
  out.stop_at_first = false;
  out.prove_every = options.prove_every;
  out.keep_going = [&listener] { return listener.keep_going(); };
  out.progress = [&listener, phase = std::move(phase)](const sim::SearchProgress& at) {
    listener.progress(
        {.phase = phase, .states = at.states, .level = at.level, .frontier = at.frontier});
  };
  return out;
}

std::vector<ScenarioUnit> scenario_units(const GateOptions& options) {
  std::vector<ScenarioUnit> out;
  for (const auto& file : options.scenarios) {
    auto loaded = load_any_scenario(file);
    const auto* scenario = std::get_if<AnyScenario>(&loaded);
    const bool asked = scenario == nullptr || !options.rule ||
                       std::ranges::count(scenario->rules, *options.rule) > 0;
    if (!asked) continue;
    auto& added = out.emplace_back();
    added.unit.name = "scenario/" + (scenario == nullptr ? file : scenario->name);
    added.unit.cost = scenario_cost;
    added.unit.inputs = digest_of_file(file);
    added.loaded = std::move(loaded);
  }
  return out;
}

void judge_scenario(const ScenarioUnit& unit, const GateOptions& options,
                    const sim::Parallel& parallel, Listener& listener, UnitScribe& scribe) {
  const auto& check = unit.unit.name;
  if (const auto* error = std::get_if<sim::ScenarioError>(&unit.loaded))
    return scribe.decide({.check = check, .outcome = Outcome::Error, .message = show(*error)});
  const auto& scenario = std::get<AnyScenario>(unit.loaded);
  auto& out = scribe.result;
  CHECK(is_subject(scenario.plan, options.subject));
  const auto found = explore_plan(scenario.plan, options.subject, scenario.expect,
                                  gate_search(options, scenario.name, listener), parallel);
  out.finished = found.end != sim::SearchEnd::ToldToStop;
  out.proofs = proofs_of(found);
  out.exercised = found.exercised;
  for (const auto& failure : found.failures)
    scribe.decide(failed_check({.plan = scenario.plan,
                                .expect = scenario.expect,
                                .subject = options.subject,
                                .failure = failure,
                                .check = check,
                                .world = scenario.name}));
  if (!found.failures.empty() || !out.finished) return;
  CheckResult result{.rule = rule_of(scenario, options),
                     .check = check,
                     .worlds = 1,
                     .states = found.states};
  if (!scenario.coarse_because.empty())
    result.message = "searched on the coarse grid: " + scenario.coarse_because;
  if (!found.complete()) {
    out.incomplete = true;
    result.outcome = Outcome::Skipped;
    result.message = "a limit was reached before all schedules were searched";
  } else if (auto missing = unmet(scenario, found); !missing.empty()) {
    result.outcome = Outcome::NotExercised;
    result.message = std::move(missing);
  }
  scribe.decide(std::move(result));
}

}  // namespace conformance
