#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "modality/wrong_body_runs_testing.h"

namespace spec::modality {
namespace {

class PolicyWrong : public testing::TestWithParam<Wrong> {};

TEST_P(PolicyWrong, IsToldByItsRule) { expect_wrong(GetParam().rule, GetParam().run); }
TEST_P(PolicyWrong, HasARightRunBesideIt) { expect_right(GetParam().right); }

INSTANTIATE_TEST_SUITE_P(EachRule, PolicyWrong, testing::ValuesIn(wrong_runs()),
                         [](const auto& row) {
                           auto name = std::string(row.param.rule) + std::string(row.param.name);
                           std::erase(name, '-');
                           return name;
                         });

TEST(PolicyWrongTable, HasARowForEachRuleThatARunCanBreak) {
  // Tables, pairs of runs, what a harness maps, what a dialog saves, and what no subject does.
  const std::set<std::string_view> others{"MOD-03", "MOD-04",  "MOD-07", "MOD-14",
                                          "MOD-92", "MOD-112", "MOD-113"};
  const auto rows = wrong_runs();
  for (const auto& rule : policy_rules)
    EXPECT_TRUE(others.contains(rule.id) ||
                std::ranges::any_of(rows, [&](const Wrong& row) { return row.rule == rule.id; }))
        << rule.id;
}

}  // namespace
}  // namespace spec::modality
