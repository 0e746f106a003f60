#include "spec/clause.h"

#include <gtest/gtest.h>

namespace spec {
namespace {

// A door that opens for those who rang, once each.
struct Door {
  bool rang = false, open = false;
  int visits = 0;
};
struct Enter {
  int guests = 1;
};
struct Limits {
  int guests_max = 2;
};
using Entering = Case<Door, Enter, Limits>;

constexpr Clause<Entering> entries[] = {
    {1, never, IF(!s.open)},
    {2, says, IF(act.guests > 0), THEN(act.guests <= limits.guests_max)},
    {3, only_if, IF(s.visits > 0), THEN(s.rang)},
    {4, calls_for, IF(s.rang)},
};
constexpr std::size_t first = 70;  // Beyond one word of bits.

ClauseSet all() {
  ClauseSet set;
  for (std::size_t i = 0; i < 4; ++i) set.mark(first + i);
  return set;
}

struct Tried {
  ClauseSet met;
  Broken broken;
};
Tried tried(const Door& door, Enter act, const ClauseSet& on = all()) {
  const Limits limits;
  Tried out;
  try_act<entries, first>(Entering{door, act, limits}, on, out.met, out.broken);
  return out;
}

TEST(Clauses, AnActThatKeepsThemBreaksNone) {
  EXPECT_TRUE(tried({.rang = true, .open = true}, {2}).broken.empty());
}

TEST(Clauses, ThoseThatFailAtOneActAreToldTogetherInTheirOrder) {
  const auto out = tried({.visits = 1}, {3});
  ASSERT_EQ(out.broken.size(), 3u);
  EXPECT_EQ(out.broken[0], first);
  EXPECT_EQ(out.broken[1], first + 1);
  EXPECT_EQ(out.broken[2], first + 2);
}

TEST(Clauses, MetAreThoseWhoseCaseCameUp) {
  const auto out = tried({.rang = true, .open = true}, {1});
  EXPECT_FALSE(out.met.has(first));
  EXPECT_TRUE(out.met.has(first + 1));
  EXPECT_FALSE(out.met.has(first + 2));
}

TEST(Clauses, WhatIsOffIsNeitherTriedNorMet) {
  auto on = all();
  on.clear(first);
  const auto out = tried({}, {1}, on);
  EXPECT_TRUE(out.broken.empty());
  EXPECT_FALSE(out.met.has(first));
}

TEST(Clauses, AnActIsCalledForOrNot) {
  const Limits limits;
  ClauseSet met;
  EXPECT_FALSE((called_for<entries, first>(Entering{Door{}, Enter{}, limits}, met)));
  EXPECT_EQ(met, ClauseSet{});
  EXPECT_TRUE((called_for<entries, first>(Entering{Door{.rang = true}, Enter{}, limits}, met)));
  EXPECT_TRUE(met.has(first + 3));
}

TEST(Clauses, AreOffWithTheirRuleAndWithTheOneThatTheyPresuppose) {
  const ClauseText texts[] = {{.rule = 4}, {.rule = 70}, {.rule = 5, .given = 70}, {.rule = 5}};
  ClauseSet on;
  for (std::size_t i = 0; i < 3; ++i) on.mark(i);
  Exercised off;
  off.mark(70);
  ClauseSet left;
  left.mark(0);
  EXPECT_EQ(without(texts, on, off), left);
  EXPECT_EQ(without(texts, on, {}), on);
}

TEST(Clauses, AreOfRules) {
  const ClauseText texts[] = {{.rule = 4}, {.rule = 70}, {.rule = 5}};
  ClauseSet set;
  set.mark(0);
  set.mark(1);
  Exercised rules;
  rules.mark(4);
  rules.mark(70);
  EXPECT_EQ(rules_of(texts, set), rules);
}

TEST(Clauses, AConditionTellsHowItIsWritten) {
  EXPECT_EQ(entries[1].when.text, "act.guests > 0");
  EXPECT_EQ(entries[1].then.text, "act.guests <= limits.guests_max");
  EXPECT_EQ(show(entries[2].form), "only if");
}

}  // namespace
}  // namespace spec
