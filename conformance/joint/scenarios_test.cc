// Every scenario of several areas, searched whole: on their engines, and with the mutant that it
// names in place of one of them.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/gate/selftest.h"
#include "conformance/gate/suite.h"
#include "conformance/joint/area.h"
#include "conformance/run/explored.h"
#include "conformance/run/rerun.h"
#include "joint/plans.h"
#include "sim/joint/scenario.h"
#include "sim/search/parallel.h"
#include "spec/ack/rules.h"
#include "spec/appserver/rules.h"
#include "spec/modality/rules.h"

namespace conformance::joint {
namespace {

using sim::joint::Scenario;

std::vector<Scenario> scenarios() {
  std::vector<Scenario> out;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/joint")) {
    auto loaded = sim::joint::scenarios().load(entry.path().string());
    const auto* error = std::get_if<sim::ScenarioError>(&loaded);
    EXPECT_EQ(error, nullptr) << sim::show(*error);
    if (error == nullptr) out.push_back(std::move(std::get<Scenario>(loaded)));
  }
  std::ranges::sort(out, {}, &Scenario::name);
  return out;
}

struct Searched {
  std::set<std::string> broken;  // Ids, and "unexpected" for a result that is not allowed.
  std::uint32_t results_met = 0;
  std::uint16_t lies = 0;
};

Searched searched(const Scenario& scenario, const std::string& subject) {
  const auto found = explore_plan(scenario.plan, subject, &scenario.expect,
                                  {.stop_at_first = false, .findings_max = 64}, sim::Serial());
  EXPECT_TRUE(found.complete()) << scenario.name;
  Searched out{.broken = {}, .results_met = found.results_met, .lies = found.lies};
  for (const auto& failure : found.failures) {
    using Kind = PlanFailure::Kind;
    const bool ends = failure.kind != Kind::Hang && failure.kind != Kind::Endless;
    const bool expected = failure.kind != Kind::Unexpected;
    out.broken.insert(!ends ? "no end" : expected ? failure.rule : "unexpected");
  }
  return out;
}

bool is_rule(const std::string& id) {
  const auto in = [&](const auto& rules) {
    return std::ranges::find(rules, id, &spec::Rule::id) != rules.end();
  };
  return in(spec::modality::policy_rules) || in(spec::ack::ack_rules) ||
         in(spec::appserver::protocol_rules);
}

TEST(JointScenarios, NameTheirRulesAndAllThatMayComeOfThem) {
  const auto all = scenarios();
  EXPECT_GE(all.size(), 4u);
  for (const auto& scenario : all) {
    EXPECT_FALSE(scenario.expect.results.empty()) << scenario.name;
    EXPECT_FALSE(scenario.rules.empty()) << scenario.name;
    for (const auto& rule : scenario.rules) EXPECT_TRUE(is_rule(rule)) << rule;
  }
}

TEST(JointScenarios, EndAsTheySayOnBothEngines) {
  for (const auto& scenario : scenarios()) {
    const auto found = searched(scenario, "engine");
    EXPECT_THAT(found.broken, testing::IsEmpty()) << scenario.name;
    EXPECT_EQ(found.results_met, (1u << scenario.expect.results.size()) - 1) << scenario.name;
    EXPECT_EQ(found.lies, scenario.expect.classes.value_or(0)) << scenario.name;
  }
}

TEST(JointScenarios, CatchTheMutantThatTheyName) {
  for (const auto& scenario : scenarios()) {
    const auto subject = "mutant:" + scenario.mutant;
    ASSERT_TRUE(is_subject(scenario.plan, subject)) << scenario.name << " " << subject;
    const auto found = searched(scenario, subject);
    const auto named = [&](const std::string& rule) { return found.broken.contains(rule); };
    EXPECT_TRUE(std::ranges::any_of(scenario.rules, named))
        << scenario.name << " breaks " << testing::PrintToString(found.broken);
  }
}

// What every schedule of a world of the table shows, by these rules and by the whole.
std::set<std::string> broken_in(const TableWorld& world, const std::string& subject,
                                const spec::RuleScope& rules) {
  const auto found = explore_plan(world.plan, {subject, rules}, nothing_untrue(),
                                  {.stop_at_first = false, .findings_max = 64}, sim::Serial());
  EXPECT_TRUE(found.complete()) << world.name;
  std::set<std::string> out;
  using Kind = PlanFailure::Kind;
  for (const auto& failure : found.failures) {
    const bool ends = failure.kind != Kind::Hang && failure.kind != Kind::Endless;
    out.insert(!ends ? "no end" : failure.kind == Kind::Unexpected ? "untrue" : failure.rule);
  }
  return out;
}
const TableWorld& world_named(std::string_view name) {
  const auto found = std::ranges::find(table_worlds(), name, &TableWorld::name);
  EXPECT_NE(found, table_worlds().end()) << name;
  return *found;
}

TEST(JointTable, ShowsNothingUntrueOfTheEngines) {
  for (const auto& world : table_worlds())
    EXPECT_THAT(broken_in(world, "engine", {}), testing::IsEmpty()) << world.name;
}

struct Caught {
  const char *mutant, *world, *by;
};

TEST(JointTable, CatchesMutantsOfEachEngineByTheirRules) {
  for (const auto& [mutant, world, by] :
       {Caught{"goes_on_for_nobody", "joint:unleashed", "MOD-110"},
        Caught{"smart_without_sweep", "joint:sweeps", "MOD-02"},
        Caught{"stranger_withdraws_both", "joint:two_agents", "MOD-110"},
        Caught{"silence_is_consent", "joint:declined", "APR-02"},
        Caught{"turn_survives_crash", "joint:strict", "PROC-03"},
        Caught{"ok_at_dispatch", "joint:tool", "ACK-03"}})
    EXPECT_THAT(broken_in(world_named(world), std::string("mutant:") + mutant, {}),
                testing::Contains(by))
        << mutant;
}

// No rule is held against anybody: what is found is found by the whole.
TEST(JointTable, CatchesByTheWholeAloneWhatNoRuleIsAskedFor) {
  for (const auto& [mutant, world, by] :
       {Caught{"silence_is_consent", "joint:declined", "untrue"},
        Caught{"other_decision", "joint:declined", "untrue"},
        Caught{"server_runs_what_was_denied", "joint:declined", "untrue"},
        Caught{"other_decision", "joint:swept", "untrue"},
        Caught{"failure_shown_as_done", "joint:strict", "untrue"},
        Caught{"body_never_times_out", "joint:endless", "no end"}})
    EXPECT_THAT(
        broken_in(world_named(world), std::string("mutant:") + mutant, {.only = "nobody's"}),
        testing::Contains(by))
        << mutant;
}

// Each of the sentences about the whole, told of by what broke it.
TEST(JointTable, SaysWhatIsUntrue) {
  const auto said = [](const char* mutant, std::string_view world) {
    const Candidate subject(mutant, spec::RuleScope{.only = "nobody's"});
    std::string out;
    const auto& plan = world_named(world).plan;
    const auto found = explore_plan(plan, subject, nothing_untrue(), {}, sim::Serial());
    for (const auto& failure : found.failures)
      out += show(rerun({.plan = plan, .subject = subject, .path = failure.path}).outcome) + "\n";
    return out;
  };
  EXPECT_THAT(said("mutant:silence_is_consent", "joint:declined"),
              testing::HasSubstr("nobody had accepted it"));
  EXPECT_THAT(said("mutant:failure_shown_as_done", "joint:strict"),
              testing::HasSubstr("the user was told another end"));
  EXPECT_THAT(said("mutant:other_decision", "joint:swept"),
              testing::HasSubstr("the agent was not told that it is declined"));
}

// The selftest of either area is given them with its own.
TEST(JointScenarios, AreNoFaultInASelftest) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(ORRERY_SOURCE_DIR) / "scenarios" / "joint"))
    files.push_back(entry.path().string());
  ASSERT_FALSE(files.empty());
  for (const auto* area : joint::area().judges()) {
    const auto rows = run_selftest(
        *area, files, sim::Serial(), [](const SelftestRow&) {}, [] { return false; });
    EXPECT_TRUE(rows.empty()) << rows[0].message;
  }
}

}  // namespace
}  // namespace conformance::joint
