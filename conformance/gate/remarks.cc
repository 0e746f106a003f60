// What rules of weaker levels want, where only the others decide: remarks.
#include <algorithm>
#include <utility>

#include "conformance/area/areas.h"
#include "conformance/area/worlds.h"
#include "gate/failed_check.h"
#include "gate/units.h"

namespace conformance {
namespace {

// Must for what is no rule.
spec::Level level_of(const std::string& rule) {
  const auto* found = find_rule(rule);
  return found == nullptr ? spec::Level::Must : found->level;
}

}  // namespace

// By what counts. A check of a weaker rule is put all the same if that is to be remarked; and what
// a check of a stronger one asks for beside its own rule is for the check of the weaker one to
// tell, or, where it goes no further without that one, told as a failure of it.
CheckVerdict UnitGate::verdict_on(const DirectedCheck& check, spec::Level level) const {
  auto candidate = options_.candidate();
  if (options_.remarks) candidate.rules.weakest = std::max(candidate.rules.weakest, level);
  const auto cost = bounded();
  auto verdict = check.verdict_of(candidate);
  if (verdict.holds || level >= candidate.rules.weakest) return verdict;
  candidate.rules.weakest = level;
  auto own = check.verdict_of(candidate);
  verdict.rests_on = own.rests_on;
  return own.holds && own.rests_on.empty() ? own : verdict;
}

// What a scenario of a weaker rule wants, and its end.
void UnitGate::remark_scenario(const AnyScenario& scenario, const std::string& check,
                               Work& work) const {
  auto options = search_options(scenario.name, work.listener, scenario.fine_because);
  options.prove_every = 0;
  const auto found = [&] {
    const auto cost = bounded();
    return explore_plan(scenario.plan, everything(), scenario.expect, options, work.parallel);
  }();
  work.scribe.result.finished = found.end != sim::SearchEnd::ToldToStop;
  const auto weakest = std::ranges::max(scenario.rules, {}, level_of);
  for (const auto& failure : found.failures) {
    auto told = failed_check({.plan = scenario.plan,
                              .expect = scenario.expect,
                              .subject = everything(),
                              .failure = failure,
                              .check = check,
                              .world = scenario.name});
    // An end that it does not expect is of no rule.
    if (told.rule.empty()) told.rule = weakest;
    work.scribe.decide(std::move(told));
  }
}

Candidate UnitGate::everything() const { return {options_.subject, {}}; }

// What weaker rules want where only the others decide: the same world once more.
void UnitGate::remark(const TableSearch& search, const std::string& row, Work& work) const {
  auto options = search_options(search.world, work.listener);
  options.edges = false;
  options.prove_every = 0;
  const auto found = [&] {
    const auto cost = bounded();
    return area_.worlds().explore_table(search.plan, everything(), options, work.parallel);
  }();
  auto& out = work.scribe.result;
  out.finished = found.end != sim::SearchEnd::ToldToStop;
  out.exercised |= found.exercised_in(area_);
  out.clauses |= found.clauses_in(area_);
  for (const auto& failure : found.failures)
    if (level_of(failure.rule) > options_.level)
      work.scribe.decide(failed_check({.plan = search.plan,
                                       .subject = everything(),
                                       .failure = failure,
                                       .check = "table/" + row,
                                       .world = search.world}));
}

}  // namespace conformance
