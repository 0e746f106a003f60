// The gate of the monitor is not vacuous: what it searches is complete and met by every rule, each
// check fails on a mutant, and each rule has one.
#include "conformance/monitor/area.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "conformance/monitor/checks/check.h"
#include "conformance/monitor/judged.h"
#include "conformance/monitor/mutants/mutant.h"
#include "conformance/monitor/plans.h"
#include "conformance/run/explored.h"
#include "sim/monitor/scenario.h"
#include "sim/search/parallel.h"
#include "sim/search/rng.h"
#include "spec/monitor/rules.h"

namespace conformance::monitor {
namespace {

bool names(const MutantLine& mutant, std::string_view rule) {
  return mutant.rules.find(rule) != std::string_view::npos;
}

TEST(MonitorCoverage, EveryMustRuleIsMetByACompleteSearchThatFindsNothing) {
  spec::ClauseSet met;
  for (const auto& [name, says] : plan_names(false)) {
    const auto found = explore_plan(*plan_named(name), "engine", {}, {}, sim::Serial());
    EXPECT_EQ(found.end, sim::SearchEnd::Complete) << name;
    EXPECT_TRUE(found.failures.empty()) << name;
    EXPECT_FALSE(found.lost_sight) << name;
    met |= found.clauses_in(area());
  }
  const auto rules = spec::rules_of(spec::monitor::clause_texts(), met);
  for (std::size_t i = 0; i < spec::monitor::monitor_rules.size(); ++i) {
    const auto& rule = spec::monitor::monitor_rules[i];
    const bool without = std::ranges::count(spec::monitor::rules_without_runs, rule.id) > 0;
    EXPECT_NE(rules.has(i), without) << rule.id;
  }
}

TEST(MonitorCoverage, EveryRuleHasAMutantAndEveryMutantARule) {
  for (const auto& rule : spec::monitor::monitor_rules)
    EXPECT_TRUE(std::ranges::any_of(mutants(), [&](const MutantLine& mutant) {
      return names(mutant, rule.id);
    })) << rule.id;
  std::set<std::string_view> seen;
  for (const auto& mutant : mutants()) {
    EXPECT_TRUE(seen.insert(mutant.name).second) << mutant.name;
    EXPECT_TRUE(std::ranges::any_of(spec::monitor::monitor_rules, [&](const spec::Rule& rule) {
      return names(mutant, rule.id);
    })) << mutant.name;
  }
}

class MonitorChecks : public testing::TestWithParam<std::size_t> {};
TEST_P(MonitorChecks, HoldForTheEngineAndFailOnAMutantThatNamesTheirRule) {
  const auto& check = checks()[GetParam()];
  EXPECT_TRUE(check.run(parts_of(nullptr)).holds) << check.says;
  EXPECT_TRUE(std::ranges::any_of(mutants(), [&](const MutantLine& mutant) {
    return names(mutant, check.rule) && !check.run(parts_of(&mutant)).holds;
  })) << check.says;
}
INSTANTIATE_TEST_SUITE_P(All, MonitorChecks, testing::Range(std::size_t{0}, checks().size()));

// Each is of its own marker, whoever answers there (MON-34).
TEST(MonitorClauses, AStreamThatIsClosedForAnotherOfItsAddressIsNotBlamedOnSilence) {
  const auto loaded = sim::monitor::scenarios().parse(
      R"({"area": "monitor", "format": 1, "story": "s",
          "markers": [{"pid": 7, "url": 1, "port": 6315}, {"pid": 8, "url": 1, "port": 6315}],
          "ides": [{"pid": 7, "marker": 0}, {"pid": 8, "marker": 1}]})",
      "test");
  const auto& plan = std::get<sim::monitor::Scenario>(loaded).plan;
  EXPECT_TRUE(explore_plan(plan, "engine", {}, {}, sim::Serial()).failures.empty());
  const auto broken =
      explore_plan(plan, "mutant:one_port_one_worker", {}, {}, sim::Serial()).failures;
  ASSERT_FALSE(broken.empty());
  for (const auto& failure : broken) EXPECT_EQ(failure.rule, "MON-34");
}

TEST(MonitorFields, TellEveryStateFromTheOneBefore) {
  sim::Rng rng(1);
  sim::Choices choices;
  for (std::size_t row = 0; row < sampled_plans(); ++row) {
    const auto worlds = judged_worlds(sampled_plan(row), "engine");
    auto state = worlds.initial();
    for (int i = 0; i < 200 && worlds.status(state) == sim::Status::Running; ++i) {
      const auto before = state;
      choices.clear();
      worlds.choices(state, choices);
      JudgedWorlds::Tally tally;
      worlds.apply(state, choices[rng.below(static_cast<std::uint32_t>(choices.size()))], tally);
      EXPECT_EQ(before == state, fields(before) == fields(state));
    }
    EXPECT_EQ(state.broken, 0u) << sampled_name(row);
  }
}

}  // namespace
}  // namespace conformance::monitor
