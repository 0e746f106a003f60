#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"

namespace conformance {
namespace {

TEST(Rules, OfEveryTableAreFound) {
  for (const auto& table : rule_tables()) {
    EXPECT_FALSE(table.rules.empty()) << table.name;
    for (const auto& rule : table.rules) EXPECT_EQ(find_rule(rule.id), &rule) << rule.id;
  }
}

TEST(Rules, AreFoundByTheirExactIdOnly) {
  ASSERT_NE(find_rule("MOD-42"), nullptr);
  EXPECT_EQ(find_rule("MOD-42")->clause, "Sync");
  for (std::string_view id : {"mod-42", "MOD-042", "MOD-68", "42", "", "MOD-99999999999999999"})
    EXPECT_EQ(find_rule(id), nullptr) << id;
}

TEST(Rules, NearMissesComeBestFirst) {
  const auto nearest = [](std::string_view id) { return near_rules(id).front()->id; };
  EXPECT_EQ(nearest("mod 42"), "MOD-42");
  EXPECT_EQ(nearest("42"), "MOD-42");
  EXPECT_EQ(nearest("MOD-042"), "MOD-42");
  EXPECT_EQ(nearest("MOD-68"), "MOD-67");
  EXPECT_EQ(nearest("MOD-99999999999999999999"), "MOD-114");
  EXPECT_EQ(nearest("itm 6"), "ITM-06");
  EXPECT_EQ(nearest("APR-14"), "APR-12");
  EXPECT_EQ(near_rules("MOD-68", 2).at(1)->id, "MOD-69");
  EXPECT_EQ(near_rules("nonsense").size(), 3u);
}

TEST(Rules, OfTwoTablesHaveDifferentIds) {
  std::vector<std::string_view> ids;
  for (const auto& table : rule_tables())
    for (const auto& rule : table.rules) ids.push_back(rule.id);
  std::ranges::sort(ids);
  EXPECT_TRUE(std::ranges::adjacent_find(ids) == ids.end());
}

// Each of them stands in the list under its one name, and knows its own scenarios.
TEST(Areas, AreFoundByName) {
  for (const auto* area : areas()) EXPECT_EQ(area_named(area->name()), area);
  EXPECT_EQ(area_named("no_such"), nullptr);
  EXPECT_EQ(area_named(""), nullptr);
}

// A world of several areas is judged in its own gate and in those of all of them, and in no other.
TEST(Areas, HaveTheScenariosThatTheyJudge) {
  for (const auto* area : areas()) {
    const auto scenario = std::string(area->name()) + "/some_race";
    for (const auto* other : areas()) {
      const auto judges = area->judges();
      EXPECT_EQ(has_scenario(*other, scenario),
                other == area || std::ranges::count(judges, other) > 0)
          << other->name() << " of " << scenario;
    }
  }
  EXPECT_FALSE(has_scenario(*areas()[0], "no_such/some_race"));
}

TEST(Areas, NameEachMutantOnceAndKnownRules) {
  std::set<std::string_view> names;
  for (const auto* area : areas()) {
    for (const auto& mutant : area->checks().mutants()) {
      EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name << " is of two areas";
      EXPECT_EQ(area_of_subject("mutant:" + std::string(mutant.name)), area) << mutant.name;
      EXPECT_NE(find_rule(mutant.rules.substr(0, mutant.rules.find(' '))), nullptr) << mutant.name;
    }
  }
  EXPECT_EQ(area_of_subject("engine"), nullptr);
  EXPECT_EQ(area_of_subject("mutant:no_such"), nullptr);
}

}  // namespace
}  // namespace conformance
