#include "spec/modality/rules.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "spec/modality/behaviour.h"

namespace spec::modality {
namespace {

TEST(PolicyRules, EveryRuleHasItsWords) {
  EXPECT_EQ(policy_rules.size(), 85u);
  for (const Rule& rule : policy_rules) {
    EXPECT_TRUE(rule.id.starts_with("MOD-")) << rule.id;
    EXPECT_FALSE(rule.clause.empty()) << rule.id;
    EXPECT_TRUE(rule.text.ends_with('.')) << rule.id;
    EXPECT_EQ(rule.text.find("  "), std::string_view::npos) << rule.id;
  }
}

TEST(PolicyRules, AnIndexLeadsBackToItsRule) {
  EXPECT_EQ(policy_rules[rule_index("MOD-01")].id, "MOD-01");
  EXPECT_EQ(policy_rules[rule_index("MOD-42")].id, "MOD-42");
  EXPECT_EQ(policy_rules[rule_index("MOD-109")].id, "MOD-109");
}

TEST(PolicyRules, LevelsAreThoseOfTheRequirements) {
  const std::set<std::string_view> should{"MOD-15", "MOD-23", "MOD-49", "MOD-56", "MOD-74"};
  const std::set<std::string_view> proposed{"MOD-07",  "MOD-12",  "MOD-53",  "MOD-69",  "MOD-93",
                                            "MOD-105", "MOD-106", "MOD-107", "MOD-108", "MOD-114"};
  for (const Rule& rule : policy_rules) {
    const bool in_should = should.contains(rule.id);
    const bool in_proposed = proposed.contains(rule.id);
    const Level level = in_should ? Level::Should : in_proposed ? Level::Proposed : Level::Must;
    EXPECT_EQ(rule.level, level) << rule.id;
  }
}

TEST(PolicyRules, TheTableHasItsEightRows) {
  EXPECT_EQ(row_of({.close_on_start = true, .close_while_running = true}).name, "STRICT");
  EXPECT_EQ(row_of({.allow_at_gate = true}).number, 7);
  EXPECT_TRUE(contradicts(
      row_of({.close_on_start = true, .allow_at_gate = true, .close_while_running = true})));
  EXPECT_TRUE(contradicts(row_of({.allow_at_gate = true, .close_while_running = true})));
}

}  // namespace
}  // namespace spec::modality
