#include "spec/appserver/rules.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spec/appserver/dialect.h"
#include "spec/rules.h"

namespace spec::appserver {
namespace {

TEST(ProtocolRules, EveryRuleHasItsWordsAndIsFound) {
  EXPECT_EQ(protocol_rules.size(), 51u);
  for (const Rule& rule : protocol_rules) {
    EXPECT_TRUE(rule.text.ends_with('.')) << rule.id;
    EXPECT_EQ(rule.text.find("  "), std::string_view::npos) << rule.id;
    ASSERT_NE(find_rule(rule.id), nullptr) << rule.id;
    EXPECT_EQ(find_rule(rule.id)->text, rule.text);
    EXPECT_EQ(rule.level, rule.id == "WIRE-03" ? Level::Proposed : Level::Must) << rule.id;
  }
}

TEST(ProtocolRules, AreNoAreaThatAGateRuns) {
  for (const Area& area : areas())
    for (const Rule& rule : protocol_rules)
      EXPECT_EQ(std::ranges::count(area.rules, rule.id, &Rule::id), 0) << rule.id;
}

TEST(ProtocolRules, NearMissesLeadToTheirFamily) {
  EXPECT_EQ(near_rules("itm 6").front()->id, "ITM-06");
  EXPECT_EQ(near_rules("APR-10").front()->id, "APR-09");
}

TEST(ProtocolDialect, NamesEachMethodOncePerSide) {
  for (const Dialect* dialect : {&codex, &draft}) {
    EXPECT_EQ(find_dialect(dialect->name), dialect);
    for (const auto& row : dialect->methods)
      EXPECT_EQ(find_method(*dialect, row.from, row.name), &row) << row.name;
  }
  EXPECT_EQ(find_dialect("klingon"), nullptr);
}

}  // namespace
}  // namespace spec::appserver
