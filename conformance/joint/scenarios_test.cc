// Every scenario of several areas, searched whole: on their engines, and with the mutant that it
// names in place of one of them.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "conformance/gate/selftest.h"
#include "conformance/gate/suite.h"
#include "conformance/joint/area.h"
#include "conformance/run/explored.h"
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
    auto loaded = sim::joint::load_scenario(entry.path().string());
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
