// Whether the gate can fail: every mutant must be caught, by a rule that it names.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "conformance/gate/suite.h"
#include "conformance/modality/checks/check.h"
#include "conformance/modality/gate.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "conformance/run/explored.h"
#include "conformance/run/rerun.h"
#include "sim/files/any_scenario.h"
#include "sim/modality/scenario.h"

namespace conformance::modality {
namespace {

bool names(std::string_view rules, std::string_view rule) {
  std::size_t at = 0;
  while (at < rules.size()) {
    const auto end = std::min(rules.find(' ', at), rules.size());
    if (rules.substr(at, end - at) == rule) return true;
    at = end + 1;
  }
  return false;
}

// The shortest failure by a rule that the mutant names, or null.
const PlanFailure* named_failure(const Explored& found, std::string_view rules) {
  const auto match = std::ranges::find_if(
      found.failures, [&](const PlanFailure& failure) { return names(rules, failure.rule); });
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
  Selftest(const sim::Parallel& parallel, const std::function<bool()>& keep_going)
      : parallel_(parallel), keep_going_(keep_going), table_(table_plan(Budget::Quick)) {}

  // Returns what is wrong with the file, or nothing.
  std::string add(const std::string& file) {
    auto loaded = sim::load_any_scenario(file);
    if (const auto* error = std::get_if<sim::ScenarioError>(&loaded)) return show(*error);
    // No mutant of the policy names a world of both engines.
    if (auto* scenario = std::get_if<sim::modality::Scenario>(&loaded)) {
      auto name = scenario->name;
      scenarios_.insert_or_assign(std::move(name), std::move(*scenario));
    }
    return {};
  }

  SelftestRow run(const MutantInfo& mutant) const {
    SelftestRow row{.mutant = std::string(mutant.name), .rules = std::string(mutant.rules)};
    const auto subject = "mutant:" + row.mutant;
    check(mutant, subject, row);
    if (mutant.scenario.empty()) {
      explore_table(mutant, subject, row);
    } else {
      explore_scenario(mutant, subject, row);
    }
    return row;
  }

 private:
  static void check(const MutantInfo& mutant, const std::string& subject, SelftestRow& row) {
    const auto subjects = policy_subjects(subject);
    for (const auto& check : policy_checks()) {
      if (row.by_check || !names(mutant.rules, check.rule)) continue;
      row.by_check = !check.run(subjects).holds;
      if (row.by_check) row.caught_by_rule = check.rule;
    }
    row.caught = row.by_check;
    if (row.by_check) row.caught_by = "check";
  }

  sim::SearchOptions search(bool stop_at_first) const {
    sim::SearchOptions out;
    out.stop_at_first = stop_at_first;
    out.findings_max = 128;
    out.prove_every = prove_sample;  // As in a gate: the sample must be enough.
    out.keep_going = keep_going_;
    return out;
  }

  void explore_scenario(const MutantInfo& mutant, const std::string& subject,
                        SelftestRow& row) const {
    row.caught = false;
    const auto known = scenarios_.find(std::string(mutant.scenario));
    if (known == scenarios_.end()) {
      row.message = fmt::format("its scenario {} is not among the files", mutant.scenario);
      return;
    }
    const auto& scenario = known->second;
    const auto found = explore_plan(scenario.plan, subject, nullptr, search(false), parallel_);
    row.states = found.states;
    row.scenario_length = static_cast<std::uint32_t>(
        rerun({.plan = scenario.plan, .path = {}, .natural_steps = 10'000}).steps.size());
    const auto* failure = named_failure(found, mutant.rules);
    if (failure == nullptr) {
      row.message = fmt::format("{} shows {}", mutant.scenario, rules_found(found));
      return;
    }
    found_by(*failure, "scenario", row);
    if (row.run_length <= row.scenario_length) return;
    row.caught = false;
    row.message = fmt::format("the shortest run has {} choices, the scenario's own {}",
                              row.run_length, row.scenario_length);
  }

  void explore_table(const MutantInfo& mutant, const std::string& subject, SelftestRow& row) const {
    for (const bool stop_at_first : {true, false}) {
      const auto found = explore_plan(table_, subject, nullptr, search(stop_at_first), parallel_);
      row.states = found.states;
      if (const auto* failure = named_failure(found, mutant.rules)) {
        found_by(*failure, "table", row);
        row.message.clear();
        return;
      }
      if (!row.by_check) row.message = fmt::format("the table shows {}", rules_found(found));
      // A directed check is enough where the table shows another rule first.
      if (found.failures.empty() || row.by_check) return;
    }
  }

  static void found_by(const PlanFailure& failure, const char* where, SelftestRow& row) {
    row.caught = true;
    row.caught_by = where;
    row.caught_by_rule = failure.rule;
    row.run_length = static_cast<std::uint32_t>(failure.path.size());
  }

  const sim::Parallel& parallel_;
  const std::function<bool()>& keep_going_;
  sim::modality::Plan table_;
  std::map<std::string, sim::modality::Scenario, std::less<>> scenarios_;
};

}  // namespace

std::vector<SelftestRow> run_selftest(const std::vector<std::string>& scenario_files,
                                      const sim::Parallel& parallel,
                                      const std::function<void(const SelftestRow&)>& decided,
                                      const std::function<bool()>& keep_going) {
  Selftest selftest(parallel, keep_going);
  std::vector<SelftestRow> rows;
  for (const auto& file : scenario_files) {
    const auto error = selftest.add(file);
    if (error.empty()) continue;
    rows.push_back({.mutant = file, .message = error});
    decided(rows.back());
  }
  for (const auto& mutant : mutants()) {
    if (!keep_going()) break;
    rows.push_back(selftest.run(mutant));
    decided(rows.back());
  }
  return rows;
}

}  // namespace conformance::modality
