#include "conformance/gate/selftest.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/run/explored.h"
#include "conformance/run/proof.h"
#include "conformance/run/rerun.h"
#include "conformance/run/scenario.h"

namespace conformance {
namespace {

// The shortest failure by a rule that the mutant names, or null.
const PlanFailure* named_failure(const Explored& found, std::string_view rules) {
  const auto match = std::ranges::find_if(
      found.failures, [&](const PlanFailure& failure) { return names_rule(rules, failure.rule); });
  return match == found.failures.end() ? nullptr : &*match;
}

std::string rules_found(const Explored& found) {
  std::string out;
  for (const auto& failure : found.failures)
    out += fmt::format("{}{}", out.empty() ? "" : ", ",
                       failure.rule.empty() ? "an unexpected result" : failure.rule);
  return out.empty() ? "nothing" : out;
}

class Selftest {
 public:
  Selftest(const Area& area, const sim::Parallel& parallel, const std::function<bool()>& keep_going)
      : parallel_(parallel),
        keep_going_(keep_going),
        checks_(area.checks().directed()),
        in_scenarios_(area.checks().facts().scenarios_show_mutants) {
    for (const auto& world : area.worlds().for_selftest())
      worlds_.push_back({world.name, *area.worlds().named(world.name).plan, world.large});
  }

  // Returns what is wrong with the file, or nothing.
  std::string add(const std::string& file) {
    auto loaded = load_any_scenario(file);
    if (const auto* error = std::get_if<sim::ScenarioError>(&loaded)) return sim::show(*error);
    auto& scenario = std::get<AnyScenario>(loaded);
    auto name = scenario.name;
    scenarios_.insert_or_assign(std::move(name), std::move(scenario));
    return {};
  }

  SelftestRow run(const MutantLine& mutant) const {
    SelftestRow row{.mutant = std::string(mutant.name), .rules = std::string(mutant.rules)};
    const auto subject = std::string(mutant_prefix) + row.mutant;
    check(subject, row);
    // What a check of its own searches for is beyond the port: no world shows it.
    if (row.run_length == 0) explore(mutant, subject, row);
    return row;
  }

  // Whether a search finds a rule broken that the mutant names.
  bool shows(const MutantLine& mutant, std::uint16_t but) const {
    SelftestRow row{.mutant = std::string(mutant.name), .rules = std::string(mutant.rules)};
    const auto subject = std::string(mutant_prefix) + row.mutant;
    explore(mutant, {subject, {.but = but}}, row);
    return row.caught;
  }

 private:
  void explore(const MutantLine& mutant, const Candidate& subject, SelftestRow& row) const {
    if (mutant.scenario.empty() || !in_scenarios_) {
      explore_worlds(subject, row);
    } else {
      explore_scenario(mutant.scenario, subject, row);
    }
  }

  struct World {
    std::string name;
    AnyPlan plan;
    bool large;
  };

  void check(const Candidate& subject, SelftestRow& row) const {
    for (const auto& check : checks_) {
      if (row.by_check || !names_rule(row.rules, check.rule)) continue;
      const auto verdict = check.verdict_of(subject);
      row.by_check = !verdict.holds;
      if (!row.by_check) continue;
      row.caught_by_rule = check.rule;
      row.caught_by = verdict.steps > 0 ? "search" : "check";
      row.run_length = verdict.steps;
    }
    row.caught = row.by_check;
  }

  Explored explored(const PlanRef& plan, const Candidate& subject, bool stop_at_first,
                    SelftestRow& row) const {
    sim::SearchOptions options;
    options.stop_at_first = stop_at_first;
    options.findings_max = 128;
    options.prove_every = prove_sample;  // As in a gate: the sample must be enough.
    options.keep_going = keep_going_;
    auto found = explore_plan(plan, subject, nullptr, options, parallel_);
    row.states += found.states;
    return found;
  }

  void explore_scenario(std::string_view name, const Candidate& subject, SelftestRow& row) const {
    row.caught = false;
    const auto known = scenarios_.find(name);
    if (known == scenarios_.end()) {
      row.message = fmt::format("its scenario {} is not among the files", name);
      return;
    }
    const auto& scenario = known->second;
    const auto found = explored(scenario.plan, subject, false, row);
    row.scenario_length = static_cast<std::uint32_t>(
        rerun({.plan = scenario.plan, .path = {}, .natural_steps = 10'000}).steps.size());
    const auto* failure = named_failure(found, row.rules);
    note_leader(found, row);
    if (failure == nullptr) {
      row.message = fmt::format("{} shows {}", name, rules_found(found));
      return;
    }
    found_by(*failure, "scenario", row);
    if (row.run_length <= row.scenario_length) return;
    row.caught = false;
    row.message = fmt::format("the shortest run has {} choices, the scenario's own {}",
                              row.run_length, row.scenario_length);
  }

  void explore_worlds(const Candidate& subject, SelftestRow& row) const {
    std::string shown;
    for (const auto& world : worlds_) {
      if (!keep_going_() || explore_world(world, subject, row, shown)) return;
    }
    if (!row.caught)
      row.message = shown.empty() ? "neither a search nor a directed check catches it" : shown;
  }

  // Whether a rule that the mutant names is found broken there.
  bool explore_world(const World& world, const Candidate& subject, SelftestRow& row,
                     std::string& shown) const {
    // What is met first is nearly always one of its rules. If it is not, all are looked at; in a
    // large world only if no directed check has caught it.
    auto found = explored(world.plan, subject, true, row);
    note_leader(found, row);
    const auto* failure = named_failure(found, row.rules);
    if (failure == nullptr && !found.failures.empty() && !(world.large && row.by_check)) {
      found = explored(world.plan, subject, false, row);
      failure = named_failure(found, row.rules);
    }
    if (!found.failures.empty()) shown = fmt::format("{} shows {}", world.name, rules_found(found));
    if (failure == nullptr) return false;
    found_by(*failure, "search", row);
    row.world = world.name;
    return true;
  }

  // Of the first world that shows anything: what its finding would be called. What a run of a
  // scenario ends as blames no rule.
  static void note_leader(const Explored& found, SelftestRow& row) {
    const auto blames = [](const PlanFailure& failure) { return !failure.rule.empty(); };
    const auto first = std::ranges::find_if(found.failures, blames);
    if (first == found.failures.end() || !row.led_by.empty()) return;
    if (!names_rule(row.rules, first->rule)) row.led_by = first->rule;
  }

  static void found_by(const PlanFailure& failure, const char* where, SelftestRow& row) {
    row.caught = true;
    row.caught_by = where;
    row.caught_by_rule = failure.rule;
    row.run_length = static_cast<std::uint32_t>(failure.path.size());
  }

  const sim::Parallel& parallel_;
  const std::function<bool()>& keep_going_;
  std::vector<DirectedCheck> checks_;
  bool in_scenarios_;
  std::vector<World> worlds_;
  std::map<std::string, AnyScenario, std::less<>> scenarios_;
};

// One that tries the files that can be read; what is wrong with the others is for `bad`.
Selftest selftest_with(const Area& area, const std::vector<std::string>& files,
                       const sim::Parallel& parallel, const std::function<bool()>& keep_going,
                       const std::function<void(const std::string&, const std::string&)>& bad) {
  Selftest selftest(area, parallel, keep_going);
  for (const auto& file : files) {
    const auto error = selftest.add(file);
    if (!error.empty()) bad(file, error);
  }
  return selftest;
}

}  // namespace

std::vector<NeededRow> try_clauses(const Area& area, const spec::RuleScope& rules,
                                   const std::vector<std::string>& files,
                                   const sim::Parallel& parallel,
                                   const std::function<void(const NeededRow&)>& decided,
                                   const std::function<bool()>& keep_going) {
  const auto selftest = selftest_with(area, files, parallel, keep_going, [](auto&&...) {});
  const auto& facts = area.facts();
  std::map<std::string_view, bool> found;  // By a search, with all clauses on.
  std::vector<NeededRow> rows;
  for (std::size_t number = 0; number < facts.clauses.size(); ++number) {
    const auto clause = static_cast<std::uint16_t>(number);
    const auto& text = facts.clauses[clause];
    if (text.form == spec::Form::CallsFor || !rules.has(facts.rules[text.rule])) continue;
    NeededRow row{.clause = clause, .mutant = {}};
    for (const auto& mutant : area.checks().mutants()) {
      if (!names_rule(mutant.rules, facts.rules[text.rule].id)) continue;
      const auto known = found.find(mutant.name);
      const bool shown =
          known != found.end() ? known->second : selftest.shows(mutant, spec::no_clause);
      found.emplace(mutant.name, shown);
      if (!keep_going()) return rows;
      if (!shown) continue;
      ++row.tried;
      const bool escapes = !selftest.shows(mutant, clause);
      if (!keep_going()) return rows;
      if (escapes) row.mutant = mutant.name;
      if (escapes) break;
    }
    rows.push_back(std::move(row));
    decided(rows.back());
  }
  return rows;
}

std::vector<SelftestRow> run_selftest(const Area& area, const std::vector<std::string>& files,
                                      const sim::Parallel& parallel,
                                      const std::function<void(const SelftestRow&)>& decided,
                                      const std::function<bool()>& keep_going, std::size_t every) {
  std::vector<SelftestRow> rows;
  const auto selftest = selftest_with(area, files, parallel, keep_going,
                                      [&](const std::string& file, const std::string& error) {
                                        rows.push_back({.mutant = file, .message = error});
                                        decided(rows.back());
                                      });
  std::size_t number = 0;
  for (const auto& mutant : area.checks().mutants()) {
    if (number++ % every != 0) continue;
    if (!keep_going()) break;
    auto row = selftest.run(mutant);
    if (!keep_going()) break;  // It may have been cut off.
    rows.push_back(std::move(row));
    decided(rows.back());
  }
  return rows;
}

}  // namespace conformance
