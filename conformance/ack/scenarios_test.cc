// Every scenario of the acknowledgement, searched whole: on the engine, and on the mutant that
// it names.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "conformance/ack/mutants/mutant.h"
#include "conformance/run/explored.h"
#include "sim/ack/scenario.h"
#include "sim/search/parallel.h"
#include "spec/ack/rules.h"

namespace conformance::ack {
namespace {

using sim::ack::Scenario;

std::vector<Scenario> scenarios() {
  std::vector<Scenario> out;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/ack")) {
    auto loaded = sim::ack::scenarios().load(entry.path().string());
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
  std::uint16_t lies = 0;  // The classes that explain the lies of all runs.
};

Searched searched(const Scenario& scenario, const std::string& subject) {
  const auto found = explore_plan(scenario.plan, subject, &scenario.expect,
                                  {.stop_at_first = false, .findings_max = 64}, sim::Serial());
  EXPECT_TRUE(found.complete()) << scenario.name;
  Searched out{.broken = {}, .results_met = found.results_met, .lies = found.lies};
  for (const auto& failure : found.failures) {
    using Kind = PlanFailure::Kind;
    EXPECT_NE(failure.kind, Kind::Hang) << scenario.name;
    EXPECT_NE(failure.kind, Kind::Endless) << scenario.name;
    out.broken.insert(failure.kind == Kind::Unexpected ? "unexpected" : failure.rule);
  }
  return out;
}

TEST(AckScenarios, AreTheRacesThatWereReported) {
  const auto all = scenarios();
  EXPECT_EQ(all.size(), 36u);
  for (const auto& scenario : all) {
    EXPECT_FALSE(scenario.expect.results.empty()) << scenario.name;
    EXPECT_EQ(scenario.coarse_because, "") << scenario.name;
    ASSERT_FALSE(scenario.rules.empty()) << scenario.name;
    for (const auto& rule : scenario.rules)
      EXPECT_NE(std::ranges::find(spec::ack::ack_rules, rule, &spec::Rule::id),
                spec::ack::ack_rules.end())
          << scenario.name << " " << rule;
  }
  // Each mutant that says which scenario shows it is named there.
  for (const auto& mutant : mutants()) {
    if (mutant.scenario.empty()) continue;
    const auto found = std::ranges::find(all, mutant.scenario, &Scenario::name);
    ASSERT_NE(found, all.end()) << mutant.scenario;
    EXPECT_EQ(found->mutant, mutant.name);
  }
}

TEST(AckScenarios, EndAsTheySayOnTheEngine) {
  for (const auto& scenario : scenarios()) {
    const auto found = searched(scenario, "engine");
    EXPECT_THAT(found.broken, testing::IsEmpty()) << scenario.name;
    EXPECT_EQ(found.results_met, (1u << scenario.expect.results.size()) - 1) << scenario.name;
    EXPECT_EQ(found.lies, scenario.expect.classes.value_or(0)) << scenario.name;
  }
}

TEST(AckScenarios, CatchTheMutantThatTheyName) {
  for (const auto& scenario : scenarios()) {
    if (scenario.mutant.empty()) {
      // What is inherent in the contract cannot be broken; it is counted.
      EXPECT_NE(scenario.expect.classes.value_or(0), 0) << scenario.name;
      continue;
    }
    ASSERT_NE(find_mutant(mutants(), scenario.mutant), nullptr)
        << scenario.name << " " << scenario.mutant;
    const auto found = searched(scenario, "mutant:" + scenario.mutant);
    const auto named = [&](const std::string& rule) { return found.broken.contains(rule); };
    EXPECT_TRUE(std::ranges::any_of(scenario.rules, named))
        << scenario.name << " breaks " << testing::PrintToString(found.broken);
  }
}

}  // namespace
}  // namespace conformance::ack
