// What is judged and what is not, and what a situation keeps.
#include "appserver/clause_testing.h"
#include "spec/appserver/clause_judge.h"

namespace spec::appserver::clauses {
namespace {

TEST(ClauseScope, ARuleThatIsOffBreaksNothing) {
  const Story story = turning() + Story{heard(Stopped{chat}), pass(1)};
  EXPECT_TRUE(judged(story).findings.breach);
  EXPECT_FALSE(judged(story, {}, all_without(rule_index("SES-06"))).findings.breach);
}

TEST(ClauseScope, WhatPresupposesARuleThatIsOffIsOffToo) {
  const Story early = turning() + Story{item_starts(), pass(1)};
  EXPECT_TRUE(judged(early).findings.breach);
  EXPECT_FALSE(judged(early, {}, all_without(rule_index("SES-02"))).findings.breach);
}

TEST(ClauseScope, AClientIsJudgedBesideAServerThatIsWrong) {
  const Story story = turning() + ending() +
                      Story{told(TurnCompleted{thread, turn, TurnEnd::Completed}),
                            reports(Report::SecondEnd, 1), pass(1)};
  EXPECT_EQ(told_of(judged(story)),
            "SES-03 after 31, want nothing, got Received process=1 TurnCompleted thread=1 turn=1 "
            "completed");
  EXPECT_EQ(told_of(judged(story, {}, clauses_on(Party::Client))), "right");
}

TEST(ClauseScope, AServerIsJudgedBesideAClientThatIsWrong) {
  const Story story = turning() + Story{delta(hello, 1), pass(70'000)};
  const auto asked = judged(story, {}, clauses_on(Party::Server));
  ASSERT_TRUE(asked.findings.breach);
  EXPECT_EQ(protocol_rules[asked.findings.breach->rule].id, "ITM-03");
}

TEST(ClauseScope, WhatHasNoSlotIsNotFollowed) {
  Story story = opening();
  for (std::uint32_t i = 1; i <= 9; ++i)
    story.push_back(heard(Called{CallId{i}, Method::Other, TextId{i}}));
  const auto asked = judged(story + Story{pass(100'000)}, {}, all(), true);
  EXPECT_TRUE(asked.state.unfollowed());
  EXPECT_FALSE(asked.findings.breach);
}

TEST(ClauseScope, NumbersThatAreTooLargeAreNotFollowed) {
  EXPECT_TRUE(judged(opening() + Story{heard(ChatStarted{ChatId{70'000}, {}})}).state.unfollowed());
}

TEST(ClauseScope, WhatCanNoLongerMatterIsForgotten) {
  const auto plain = judged(turning() + ending()).state;
  const auto busy =
      judged(turning() + working(item, ItemKind::Answer) +
             Story{delta(hello, 1), does(TextAppended{item, TextId{1}})} + closing() + ending())
          .state;
  const auto late = judged(turning() + ending() + Story{pass(200'000)}).state;
  EXPECT_EQ(plain, busy);
  EXPECT_EQ(late, judged(turning() + ending() + Story{pass(300'000)}).state);
}

TEST(ClauseScope, WhatIsStillOwedIsMissingAtTheEnd) {
  const Story story = turning() + stopping() + Story{answered(5)};
  EXPECT_EQ(told_of(judged(story)), "right");
  EXPECT_EQ(told_of(judged(story, {}, all(), true)),
            "SES-07 after 31, want BannerShown turn_stuck, got nothing");
}

}  // namespace
}  // namespace spec::appserver::clauses
