#include "spec/appserver/rules.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spec/appserver/dialect.h"

namespace spec::appserver {
namespace {

TEST(ProtocolRules, EveryRuleHasItsWords) {
  constexpr std::array<std::string_view, 4> should{"WIRE-11", "SES-12", "ITM-09", "APR-11"};
  EXPECT_EQ(protocol_rules.size(), 80u);
  for (const Rule& rule : protocol_rules) {
    EXPECT_TRUE(rule.text.ends_with('.')) << rule.id;
    EXPECT_EQ(rule.text.find("  "), std::string_view::npos) << rule.id;
    const auto level = rule.id == "WIRE-03"                       ? Level::Proposed
                       : std::ranges::count(should, rule.id) != 0 ? Level::Should
                                                                  : Level::Must;
    EXPECT_EQ(rule.level, level) << rule.id;
  }
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
