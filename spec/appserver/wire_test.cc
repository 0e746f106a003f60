// Which clauses lines can break.
#include <gtest/gtest.h>

#include <algorithm>

#include "appserver/wire.h"

namespace spec::appserver::clauses {
namespace {

// Of single lines, whatever they say: who decodes them tells of these.
constexpr std::array<std::string_view, 5> rules_of_bytes{"WIRE-01", "WIRE-02", "WIRE-03", "WIRE-04",
                                                         "WIRE-06"};

TEST(WireClauses, HaveWordsIfTheirRulesAreJudgedOfRecordings) {
  Exercised told;
  for (const auto& words : words_of_clauses)
    if (!words.says.empty()) told.mark(words.rule);
  for (std::size_t i = 0; i < protocol_rules.size(); ++i) {
    const auto id = protocol_rules[i].id;
    const bool of_bytes = std::ranges::count(rules_of_bytes, id) == 1;
    EXPECT_EQ(told.has(i) || of_bytes, why_not_judged(id).empty()) << id;
  }
}

TEST(WireClauses, HaveTheNumbersThatTheyHaveInASearch) {
  for (std::size_t i = 0; i < clauses().size(); ++i)
    EXPECT_EQ(words_of_clauses[i].rule, clauses()[i].rule) << i;
  EXPECT_GT(words_of_clauses.size(), clauses().size());
}

TEST(WireClauses, AreThereIfALineThatIsMissingExplainsThem) {
  for (const auto& row : explained())
    EXPECT_TRUE(std::ranges::any_of(words_of_clauses, [&](const Words& words) {
      return words.says == row.says && protocol_rules[words.rule].id == row.rule;
    })) << row.says;
}

TEST(WireNumbers, AreEqualForEqualNamesAsLongAsTheyAreInUse) {
  Numbers numbers;
  const auto first = numbers.take(7, [](std::uint32_t) { return false; });
  const auto in_use = [&](std::uint32_t number) { return number == first; };
  for (Name name = 100; name < 30'000; ++name) numbers.take(name, in_use);
  EXPECT_EQ(numbers.find(7), first);
  EXPECT_EQ(numbers.find(100), 0u);
  EXPECT_EQ(numbers.take(0, in_use), 0u);
}

TEST(WireBooks, FindWhatWasAddedAndErased) {
  Book<ManySlots::PastTurn> book;
  EXPECT_EQ(book.find(1), nullptr);
  book.add({1, TurnEnd::Failed, {}});
  ASSERT_NE(book.find(1), nullptr);
  EXPECT_EQ(book.find(1)->end, TurnEnd::Failed);
  book.erase(1);
  EXPECT_EQ(book.find(1), nullptr);
}

TEST(WireBooks, ForgetTheOldest) {
  Book<ManySlots::PastTurn> book;
  constexpr auto most = static_cast<std::uint32_t>(ManySlots::PastTurn::most);
  for (std::uint32_t i = 1; i <= most + 1; ++i) book.add({i, {}, {}});
  EXPECT_EQ(book.find(1), nullptr);
  EXPECT_NE(book.find(2), nullptr);
  EXPECT_EQ(book.size(), most);
}

}  // namespace
}  // namespace spec::appserver::clauses
