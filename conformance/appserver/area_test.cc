// The area of the app-server as its gate runs it: what is searched is judged to its end, and every
// broken client and server is caught.
#include "conformance/appserver/area.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "appserver/subject.h"
#include "conformance/appserver/plans.h"
#include "conformance/area/checks.h"
#include "conformance/gate/selftest.h"
#include "conformance/run/explored.h"
#include "sim/search/parallel.h"
#include "spec/appserver/rules.h"

namespace conformance::appserver {
namespace {

TEST(AppserverPlans, HaveNamesByWhichTheyAreFound) {
  std::set<std::string> names;
  for (const bool full : {false, true}) {
    for (const auto& [name, says] : plan_names(full)) {
      EXPECT_TRUE(names.insert(name).second) << name;
      const auto plan = plan_named(name);
      ASSERT_TRUE(plan.has_value()) << name;
      EXPECT_EQ(sim::appserver::fault_of(*plan), "") << name;
    }
  }
  for (const auto* name :
       {"", "appserver", "appserver:", "appserver:fault:", "appserver:full:",
        "appserver:sample:hang", "appserver:sample:hang:1:", "appserver:sample:x:1:2"})
    EXPECT_FALSE(plan_named(name).has_value()) << name;
  for (std::size_t i = 0; i < sim::appserver::fault_kinds; ++i) {
    const auto what = static_cast<sim::appserver::Fault>(i);
    EXPECT_EQ(plan_named(sampled_name(what, 3, 17)), sampled_plan(what, 3, 17));
  }
}

// Of the judge, too: a run that it loses sight of is not judged.
TEST(AppserverPlans, AreFollowedToTheirEnds) {
  for (const auto& [name, says] : plan_names(false)) {
    const auto found =
        explore_plan(*plan_named(name), "engine", {}, {.stop_at_first = false}, sim::Serial());
    EXPECT_EQ(found.end, sim::SearchEnd::Complete) << name;
    EXPECT_FALSE(found.lost_sight) << name;
    EXPECT_TRUE(found.failures.empty()) << name;
  }
}

// What is not told of an approval that a rule of the user gives ends no run where APR-11 is off.
TEST(AppserverLevels, ARunGoesOnPastARuleThatIsOff) {
  const auto mutant = "mutant:accepted_in_silence";
  const spec::RuleScope must{.weakest = spec::Level::Must}, other{.only = "APR-01"};
  bool broken = false;
  for (const auto& [name, says] : plan_names(false)) {
    const auto plan = *plan_named(name);
    const auto found = [&](const Candidate& subject) {
      return explore_plan(plan, subject, nullptr, {.stop_at_first = false}, sim::Serial());
    };
    const auto all = found(mutant);
    if (all.failures.empty()) continue;
    broken = true;
    EXPECT_EQ(all.failures.front().rule, "APR-11") << name;
    for (const auto& scope : {must, other}) {
      const auto rest = found({mutant, scope});
      EXPECT_TRUE(rest.complete() && rest.failures.empty()) << name;
      EXPECT_GT(rest.finals, all.finals) << name;
      EXPECT_FALSE(rest.exercised_in(area()).has(spec::appserver::rule_index("APR-11"))) << name;
    }
  }
  EXPECT_TRUE(broken);
}

// There are not so many answers.
TEST(AppserverScenarios, ShowNothingIfAFaultThatTheyAskForNeverFires) {
  auto plan = *plan_named("appserver:fault:internal_error");
  plan.server.faults[0].nth = 200;
  const sim::appserver::Expectation any{{{}}};
  const auto found = explore_plan(plan, "engine", any, {.stop_at_first = false}, sim::Serial());
  EXPECT_EQ(found.fired, 0);
  plan.server.faults[0].nth = 1;
  EXPECT_EQ(explore_plan(plan, "engine", any, {.stop_at_first = false}, sim::Serial()).fired, 1);
}

TEST(AppserverMutants, ABrokenServerHasRoomForItsFaultBesideThoseOfAPlan) {
  auto plan = *plan_named("appserver:turn");
  plan.server.faults.assign(sim::appserver::faults_max,
                            {.what = sim::appserver::Fault::DropNotice, .nth = 200});
  const auto found = explore_plan(plan, "mutant:server_ends_a_turn_twice", {}, {}, sim::Serial());
  EXPECT_EQ(found.fired, 1u << sim::appserver::faults_max);
}

// Each by a run of its scenario, or of some plan of the gate.
void expect_caught(std::size_t every) {
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator("scenarios/appserver"))
    files.push_back(file.path().string());
  std::ranges::sort(files);
  EXPECT_EQ(files.size(), 40u);
  const auto rows = run_selftest(
      area(), files, sim::Serial(), [](const SelftestRow&) {}, [] { return true; }, every);
  EXPECT_GE(rows.size(), 60u / every);
  for (const auto& row : rows) EXPECT_TRUE(row.caught) << row.mutant << ": " << row.message;
}

TEST(AppserverMutants, EachTenthIsCaughtByARuleThatItNames) { expect_caught(10); }
TEST(AppserverMutants, DISABLED_AreCaughtByARuleThatTheyName) { expect_caught(1); }

TEST(AppserverMutants, ThereIsOneForEveryRuleThatTheGateJudges) {
  const std::set<std::string_view> without{
      "WIRE-05",  // A slow codec is one of mutants of its source,
      "WIRE-08",  // and so is one that writes wrongly.
  };
  const auto mutants = area().checks().mutants();
  const auto& elsewhere = area().checks().facts().rules_not_in_gate;
  for (const auto& rule : spec::appserver::protocol_rules) {
    if (std::ranges::count(elsewhere, rule.id) > 0) continue;
    const bool named = std::ranges::any_of(mutants, [&](const MutantLine& mutant) {
      return mutant.rules.find(rule.id) != std::string_view::npos;
    });
    EXPECT_EQ(named, !without.contains(rule.id)) << rule.id;
  }
}

}  // namespace
}  // namespace conformance::appserver
