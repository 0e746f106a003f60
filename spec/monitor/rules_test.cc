// Every rule of the monitor has a clause, or is one that runs cannot show.
#include "spec/monitor/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "spec/monitor/judge.h"

namespace spec::monitor {
namespace {

TEST(MonitorRules, HaveAClauseEachButThoseAboutTexts) {
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < monitor_rules.size(); ++i) {
    const auto id = monitor_rules[i].id;
    const bool judged = std::ranges::count(texts, i, &ClauseText::rule) > 0;
    const bool without = std::ranges::count(rules_without_runs, id) > 0;
    EXPECT_NE(judged, without) << id;
  }
}

TEST(MonitorRules, AreInOrderAndSaySomethingOfTheirOwn) {
  std::set<std::string_view> said;
  for (const auto& rule : monitor_rules) EXPECT_TRUE(said.insert(rule.text).second) << rule.id;
  EXPECT_TRUE(std::ranges::is_sorted(monitor_rules, {}, &Rule::id));
}

TEST(MonitorClauses, AreOfOnePartyEachAndGoWithTheirRules) {
  const auto monitor = clauses_of(Party::Monitor), ides = clauses_of(Party::Ides);
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_NE(monitor.has(i), ides.has(i)) << i;
    EXPECT_EQ(ides.has(i), monitor_rules[texts[i].rule].clause == "IDE side") << i;
  }
  const auto must = clauses_of(Party::Monitor, {.weakest = Level::Must});
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool is_must = monitor_rules[texts[i].rule].level == Level::Must;
    EXPECT_EQ(must.has(i), monitor.has(i) && is_must) << i;
  }
  for (std::uint16_t but = 0; but < texts.size(); ++but) {
    const auto rest = clauses_of(Party::Monitor, {.but = but});
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPECT_EQ(rest.has(i), monitor.has(i) && i != but) << i;
  }
}

}  // namespace
}  // namespace spec::monitor
