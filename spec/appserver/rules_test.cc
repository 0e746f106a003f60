#include "spec/appserver/rules.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spec/appserver/dialect.h"

namespace spec::appserver {
namespace {

TEST(ProtocolRules, EveryRuleHasItsWords) {
  EXPECT_EQ(protocol_rules.size(), 51u);
  for (const Rule& rule : protocol_rules) {
    EXPECT_TRUE(rule.text.ends_with('.')) << rule.id;
    EXPECT_EQ(rule.text.find("  "), std::string_view::npos) << rule.id;
    EXPECT_EQ(rule.level, rule.id == "WIRE-03" ? Level::Proposed : Level::Must) << rule.id;
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
