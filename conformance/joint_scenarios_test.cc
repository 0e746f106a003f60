// Every scenario of a tool that is called while the policy runs, searched whole: on both
// engines, and with the mutant that it names in place of one of them.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "conformance/ack_mutant.h"
#include "conformance/joint_judged.h"
#include "conformance/mutant.h"
#include "expecting.h"
#include "sim/explore.h"
#include "sim/joint_scenario.h"
#include "spec/ack_rules.h"
#include "spec/policy_rules.h"

namespace conformance::joint {
namespace {

using sim::joint::Scenario;
using PolicyEngine = engine::policy::Engine;
using ToolEngine = engine::ack::Engine;

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

std::string rule_of(std::uint64_t kind) {
  if (kind == unexpected_kind) return "unexpected";
  if (kind > tool_kinds) return std::string(spec::ack::ack_rules[kind - tool_kinds - 1].id);
  return std::string(spec::policy::policy_rules[kind - 1].id);
}

struct Searched {
  std::set<std::string> broken;  // Ids, and "unexpected" for a result that is not allowed.
  std::uint32_t results_met = 0;
  std::uint8_t lies = 0;
};

template <class Policy, class Subject>
Searched searched(const Scenario& scenario, const Policy& policy, const Subject& subject) {
  const bool second = scenario.plan.tool.table->revision == "r2";
  const auto revision = second ? spec::ack::Revision::R2 : spec::ack::Revision::R1;
  const JudgedWorlds judged(scenario.plan, policy, subject, revision);
  const ExpectingWorlds model(judged, scenario.expect);
  const auto found = sim::explore(model, {.stop_at_first = false, .findings_max = 64});
  EXPECT_TRUE(found.complete()) << scenario.name;
  Searched out{
      .broken = {}, .results_met = found.tally.results_met, .lies = found.tally.judged.lies};
  for (const auto& finding : found.findings)
    out.broken.insert(finding.kind == 0 ? "no end" : rule_of(finding.kind));
  if (found.hangs > 0 || found.lost.value_or(1) > 0) out.broken.insert("no end");
  return out;
}

Searched searched_with_mutant(const Scenario& scenario) {
  const PolicyEngine policy(scenario.plan.policy.limits);
  const auto& table = *scenario.plan.tool.table;
  if (const auto* mutant = find_mutant(scenario.mutant))
    return searched(scenario, Mutant(scenario.plan.policy.limits, mutant->id), ToolEngine(table));
  const auto* mutant = acks::find_mutant(scenario.mutant);
  EXPECT_NE(mutant, nullptr) << scenario.name << " " << scenario.mutant;
  if (mutant == nullptr) return {};
  return searched(scenario, policy, acks::made(*mutant, table));
}

bool is_rule(const std::string& id) {
  const auto in = [&](const auto& rules) {
    return std::ranges::find(rules, id, &spec::Rule::id) != rules.end();
  };
  return in(spec::policy::policy_rules) || in(spec::ack::ack_rules);
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
    const auto found = searched(scenario, PolicyEngine(scenario.plan.policy.limits),
                                ToolEngine(*scenario.plan.tool.table));
    EXPECT_THAT(found.broken, testing::IsEmpty()) << scenario.name;
    EXPECT_EQ(found.results_met, (1u << scenario.expect.results.size()) - 1) << scenario.name;
    EXPECT_EQ(found.lies, scenario.expect.classes) << scenario.name;
  }
}

TEST(JointScenarios, CatchTheMutantThatTheyName) {
  for (const auto& scenario : scenarios()) {
    const auto found = searched_with_mutant(scenario);
    const auto named = [&](const std::string& rule) { return found.broken.contains(rule); };
    EXPECT_TRUE(std::ranges::any_of(scenario.rules, named))
        << scenario.name << " breaks " << testing::PrintToString(found.broken);
  }
}

}  // namespace
}  // namespace conformance::joint
