// Every scenario of the acknowledgement, searched whole: on the engine, and on the mutant that
// it names.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "conformance/ack_mutant.h"
#include "expecting.h"
#include "sim/ack_scenario.h"
#include "sim/explore.h"
#include "spec/ack_rules.h"
#include "with_model.h"

namespace conformance::acks {
namespace {

using sim::acks::Scenario;

std::vector<Scenario> scenarios() {
  std::vector<Scenario> out;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/ack")) {
    auto loaded = sim::acks::load_scenario(entry.path().string());
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
  std::uint8_t lies = 0;  // The classes that explain the lies of all runs.
};

template <class Model>
Searched searched_with(const Model& model, const Scenario& scenario) {
  const auto found = sim::explore(ExpectingWorlds<Model>(model, scenario.expect),
                                  {.stop_at_first = false, .findings_max = 64});
  EXPECT_TRUE(found.complete()) << scenario.name;
  EXPECT_EQ(found.hangs, 0u) << scenario.name;
  EXPECT_EQ(found.lost.value_or(1), 0u) << scenario.name;
  Searched out{.broken = {}, .results_met = found.tally.results_met};
  for (const auto& ended : found.tally.judged.ended)
    for (std::size_t bit = 0; bit < ended.classes.size(); ++bit)
      if (ended.classes[bit] > 0) out.lies = static_cast<std::uint8_t>(out.lies | 1u << bit);
  for (const auto& finding : found.findings) {
    if (finding.kind == 0) continue;
    const bool rule = finding.kind < unexpected_kind;
    out.broken.insert(rule ? std::string(spec::ack::ack_rules[finding.kind - 1].id) : "unexpected");
  }
  return out;
}

Searched searched(const Scenario& scenario, const std::string& subject) {
  return with_model(scenario.plan, subject,
                    [&](const auto& model) { return searched_with(model, scenario); });
}

TEST(AckScenarios, AreTheRacesThatWereReported) {
  const auto all = scenarios();
  EXPECT_EQ(all.size(), 16u);
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
    EXPECT_EQ(found.lies, scenario.expect.classes) << scenario.name;
  }
}

TEST(AckScenarios, CatchTheMutantThatTheyName) {
  for (const auto& scenario : scenarios()) {
    if (scenario.mutant.empty()) {
      // What is inherent in the contract cannot be broken; it is counted.
      EXPECT_NE(scenario.expect.classes, 0) << scenario.name;
      continue;
    }
    ASSERT_NE(find_mutant(scenario.mutant), nullptr) << scenario.name << " " << scenario.mutant;
    const auto found = searched(scenario, "mutant:" + scenario.mutant);
    const auto named = [&](const std::string& rule) { return found.broken.contains(rule); };
    EXPECT_TRUE(std::ranges::any_of(scenario.rules, named))
        << scenario.name << " breaks " << testing::PrintToString(found.broken);
  }
}

}  // namespace
}  // namespace conformance::acks
