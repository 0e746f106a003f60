// Items and approvals: ITM-01 to ITM-06, APR-01 to APR-08.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/testing.h"

namespace engine::appserver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string shown(std::string_view text) {
  const TextMark mark = mark_of(text);
  return show(Command(ItemShown{item, mark}));
}

TEST(AppserverItems, ShowAllTextThatCameBetweenTwoFramesOnce) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(play.item_starts(), ElementsAre("ItemOpened chat=1 item=1 answer"));
  EXPECT_THAT(play.on(FrameDue{}), IsEmpty());
  EXPECT_THAT(play.delta("One ", 11), ElementsAre("TextAppended item=1 text=11"));
  play.delta("two ", 12);
  play.delta("three", 13);
  EXPECT_THAT(play.on(FrameDue{}), ElementsAre(shown("One two three")));
  EXPECT_THAT(play.on(FrameDue{}), IsEmpty());
}

TEST(AppserverItems, CloseWithTheirFinalText) {
  Play play;
  play.up_to_turn();
  play.item_starts();
  play.delta("One ", 11);
  play.delta("two", 12);
  EXPECT_THAT(play.completes("One two", 13), ElementsAre("ItemClosed item=1 done"));
  EXPECT_THAT(play.on(FrameDue{}), IsEmpty());
}

TEST(AppserverItems, TakeAFinalTextThatDiffersAndReportIt) {
  Play play;
  play.up_to_turn();
  play.item_starts();
  play.delta("One ", 11);
  EXPECT_THAT(play.completes("Two", 13),
              ElementsAre("Reported text_differs of=1", "TextReplaced item=1 text=13",
                          "ItemClosed item=1 done"));
}

TEST(AppserverItems, TakeAFinalTextWithoutDeltas) {
  Play play;
  play.up_to_turn();
  play.item_starts();
  EXPECT_THAT(play.completes("Two", 13),
              ElementsAre("TextReplaced item=1 text=13", "ItemClosed item=1 done"));
}

TEST(AppserverItems, CloseWithTheirTurn) {
  Play play;
  play.up_to_turn();
  play.item_starts();
  play.item_starts({2});
  play.completes("", 1);
  EXPECT_THAT(play.from_server(TurnCompleted{thread, turn, TurnEnd::Completed}),
              ElementsAre("ItemClosed item=2 with_turn", "TurnEnded chat=1 turn=1 completed",
                          "ComposerReady chat=1"));
  EXPECT_TRUE(play.state().items.empty());
}

TEST(AppserverItems, DeltasOutsideOfThemAreReportedAndCreateNothing) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(play.delta("x", 1), ElementsAre("Reported unknown_item of=1"));
  EXPECT_THAT(play.from_server(ItemOutput{thread, turn, item, {1}}),
              ElementsAre("Reported unknown_item of=1"));
  play.item_starts();
  EXPECT_THAT(play.from_server(ItemOutput{thread, turn, item, {1}}), IsEmpty());
  play.completes("", 1);
  EXPECT_THAT(play.delta("x", 1), ElementsAre("Reported unknown_item of=1"));
  EXPECT_THAT(play.item_starts(), ElementsAre("Reported unknown_item of=1"));
  play.from_server(TurnCompleted{thread, turn, TurnEnd::Completed});
  EXPECT_THAT(play.delta("x", 1), ElementsAre("Reported unknown_turn of=1"));
  EXPECT_THAT(play.from_server(ItemDelta{other_thread, turn, item, {1}, {}}),
              ElementsAre("Reported unknown_thread of=2"));
}

TEST(AppserverItems, EndOnce) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(play.completes("", 1), ElementsAre("Reported unknown_item of=1"));
  play.item_starts();
  play.completes("", 1);
  EXPECT_THAT(play.completes("", 1), ElementsAre("Reported second_item_end of=1"));
}

TEST(AppserverItems, ThatAreStartedTwiceAreTheSame) {
  Play play;
  play.up_to_turn();
  play.item_starts();
  EXPECT_THAT(play.item_starts(), IsEmpty());
}

TEST(AppserverItems, AreAsManyAsCanBeFollowed) {
  Play play;
  play.up_to_turn();
  for (std::uint32_t id = 1; id <= 64; ++id) play.item_starts({id});
  EXPECT_THAT(play.item_starts({65}), ElementsAre("Reported too_many of=65"));
  play.completes("", 1, {7});
  EXPECT_THAT(play.item_starts({65}), ElementsAre("ItemOpened chat=1 item=65 answer"));
}

TEST(AppserverUsage, TheLastOneWinsAndTotalsNeverFall) {
  Play play;
  play.up_to_ready();
  EXPECT_THAT(play.from_server(Usage{thread, 7}),
              ElementsAre("UsageShown chat=1 total=7 in_turn=7"));
  EXPECT_THAT(play.from_server(Usage{thread, 9}),
              ElementsAre("UsageShown chat=1 total=9 in_turn=9"));
  EXPECT_THAT(play.from_server(Usage{thread, 8}), ElementsAre("Reported total_fell of=1"));
  EXPECT_THAT(play.from_server(RateLimits{3}), ElementsAre("RateLimitsShown used=3"));
  EXPECT_THAT(play.from_server(RateLimits{2}), ElementsAre("RateLimitsShown used=2"));
}

// Approvals.

TEST(AppserverAsks, AreAnsweredOnceUnderTheirOwnId) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(all(play.step(Received{{1}, play.command_ask()})),
              ElementsAre("AskShown chat=1 ask=1 command subject=1",
                          "SetTimer Timer decision of=1 after_ms=120000"));
  EXPECT_THAT(all(play.step(Decided{ask, Decision::Accept})),
              ElementsAre("CancelTimer Timer decision of=1", "Send process=1 Answer ask=1 accept"));
  EXPECT_THAT(play.on(Decided{ask, Decision::Decline}), IsEmpty());
  EXPECT_THAT(play.from_server(AskResolved{thread, ask}), IsEmpty());
  EXPECT_THAT(play.on(Decided{other_ask, Decision::Accept}),
              ElementsAre("Reported unknown_ask of=2"));
}

TEST(AppserverAsks, ThatCannotBeAskedAreDeclined) {
  const auto declined = ElementsAre("Send process=1 Answer ask=1 decline", "Reported bad_ask of=1");
  const auto asks = [](auto change) {
    Play play;
    play.up_to_turn();
    Ask it = play.command_ask();
    change(it);
    return play.from_server(it);
  };
  EXPECT_THAT(asks([](Ask& it) { it.wellformed = false; }), declined);
  EXPECT_THAT(asks([](Ask& it) { it.thread = other_thread; }), declined);
  EXPECT_THAT(asks([](Ask& it) { it.thread = no_thread; }), declined);
  EXPECT_THAT(asks([](Ask& it) { it.turn = next_turn; }), declined);
  EXPECT_THAT(asks([](Ask& it) { it.turn = no_turn; }),
              ElementsAre("AskShown chat=1 ask=1 command subject=1"));
}

TEST(AppserverAsks, OfAFinishedTurnAreDeclined) {
  Play play;
  play.up_to_turn();
  play.from_server(TurnCompleted{thread, turn, TurnEnd::Completed});
  EXPECT_THAT(play.from_server(play.command_ask()),
              ElementsAre("Send process=1 Answer ask=1 decline", "Reported bad_ask of=1"));
}

TEST(AppserverAsks, WithoutADecisionInTimeAreDeclined) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  EXPECT_THAT(play.fires(TimerKind::Decision, 1, ms(120'000)),
              ElementsAre("Send process=1 Answer ask=1 decline", "AskWithdrawn ask=1 timed_out"));
  EXPECT_THAT(play.on(Decided{ask, Decision::Accept}), IsEmpty());
}

TEST(AppserverAsks, AcceptedForTheSessionAreAcceptedAgainForTheSameSubjectOfTheThread) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  EXPECT_THAT(play.on(Decided{ask, Decision::AcceptForSession}),
              ElementsAre("Send process=1 Answer ask=1 accept_for_session"));
  EXPECT_THAT(
      play.from_server(play.command_ask(other_ask)),
      ElementsAre("Send process=1 Answer ask=2 accept", "AskAccepted chat=1 ask=2 subject=1"));
  EXPECT_THAT(play.from_server(play.command_ask({3}, other_subject)),
              ElementsAre("AskShown chat=1 ask=3 command subject=2"));
}

TEST(AppserverAsks, AcceptedForTheSessionAreAskedInAnotherThread) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  play.on(Decided{ask, Decision::AcceptForSession});
  play.on(ChatResumed{other_chat, other_thread});
  play.answers({});
  play.on(Said{other_chat, {1}});
  play.answers({.id = {}, .turn = next_turn});
  Ask other = play.command_ask(other_ask);
  other.thread = other_thread;
  other.turn = next_turn;
  EXPECT_THAT(play.from_server(other), ElementsAre("AskShown chat=2 ask=2 command subject=1"));
}

TEST(AppserverAsks, WithoutASubjectAreNotRemembered) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask(ask, no_subject));
  play.on(Decided{ask, Decision::AcceptForSession});
  EXPECT_THAT(play.from_server(play.command_ask(other_ask, no_subject)),
              ElementsAre("AskShown chat=1 ask=2 command"));
}

TEST(AppserverAsks, AreWithdrawnWithTheirTurn) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  EXPECT_THAT(play.from_server(TurnCompleted{thread, turn, TurnEnd::Failed}),
              ElementsAre("AskWithdrawn ask=1 turn_ended", "TurnEnded chat=1 turn=1 failed",
                          "ComposerReady chat=1"));
  EXPECT_THAT(play.on(Decided{ask, Decision::Accept}), IsEmpty());
}

TEST(AppserverAsks, AreWithdrawnByAStopAndNotAnswered) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  EXPECT_THAT(play.on(Stopped{chat}),
              ElementsAre("AskWithdrawn ask=1 turn_ended",
                          "Send process=1 Request id=5 turn_interrupt thread=1 turn=1"));
  EXPECT_THAT(play.on(Decided{ask, Decision::Accept}), IsEmpty());
  EXPECT_THAT(play.from_server(AskResolved{thread, ask}), IsEmpty());
  EXPECT_THAT(play.from_server(play.command_ask(other_ask)),
              ElementsAre("Send process=1 Answer ask=2 decline"));
}

TEST(AppserverAsks, AreIndependentAndAnsweredInAnyOrder) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  play.from_server(play.command_ask(other_ask));
  EXPECT_THAT(play.on(Decided{other_ask, Decision::Cancel}),
              ElementsAre("Send process=1 Answer ask=2 cancel"));
  EXPECT_THAT(play.on(Decided{ask, Decision::Decline}),
              ElementsAre("Send process=1 Answer ask=1 decline"));
}

TEST(AppserverAsks, ThatTheServerResolvedAreWithdrawn) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  EXPECT_THAT(play.from_server(AskResolved{thread, ask}),
              ElementsAre("AskWithdrawn ask=1 resolved"));
  EXPECT_THAT(play.on(Decided{ask, Decision::Accept}), IsEmpty());
  EXPECT_THAT(play.from_server(AskResolved{thread, other_ask}),
              ElementsAre("Reported unknown_ask of=2"));
}

TEST(AppserverAsks, ThatAreAskedTwiceAreAnsweredOnce) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  EXPECT_THAT(play.from_server(play.command_ask()), ElementsAre("Reported bad_ask of=1"));
  EXPECT_THAT(play.on(Decided{ask, Decision::Accept}),
              ElementsAre("Send process=1 Answer ask=1 accept"));
}

TEST(AppserverAsks, BeyondWhatCanBeFollowedAreDeclined) {
  Play play;
  play.up_to_turn();
  for (std::uint32_t id = 1; id <= 16; ++id) play.from_server(play.command_ask({id}));
  EXPECT_THAT(play.from_server(play.command_ask({17})),
              ElementsAre("Send process=1 Answer ask=17 decline", "Reported too_many of=17"));
}

// The state.

TEST(AppserverState, IsTheSameWheneverItHappened) {
  Play early, late;
  late.on(Opened{}, ms(5'000));
  early.on(Opened{});
  for (Play* play : {&early, &late}) {
    play->on(ProcessGone{{1}}, ms(100));
    play->rebase();
    play->fires(TimerKind::Restart, 2, ms(300));
    play->begin_process();
    play->on(Called{{1}, Method::Other, {}});
    play->rebase();
  }
  EXPECT_EQ(early.state(), late.state());
  for (Play* play : {&early, &late})
    EXPECT_THAT(
        all(play->step(Received{{2}, Response{.id = {3}, .error = Error::Overloaded}})),
        ElementsAre("CancelTimer Timer deadline of=3", "SetTimer Timer retry of=3 after_ms=250"));
}

}  // namespace
}  // namespace engine::appserver
