// Turns and how they are stopped: SES-02 to SES-08.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "appserver/testing.h"

namespace engine::appserver {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr TurnCompleted ended{thread, turn, TurnEnd::Completed};

TEST(AppserverTurns, AreNamedByTheAnswer) {
  Play play;
  play.up_to_ready();
  EXPECT_THAT(
      play.on(Said{chat, {9}}),
      ElementsAre("ComposerBusy chat=1", "Send process=1 Request id=4 turn_start thread=1 text=9"));
  EXPECT_THAT(play.answers({.id = {4}, .turn = turn}),
              ElementsAre("CallEnded chat=1 turn_start result", "TurnShown chat=1 turn=1"));
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}), IsEmpty());
  EXPECT_THAT(play.from_server(ended),
              ElementsAre("TurnEnded chat=1 turn=1 completed", "ComposerReady chat=1"));
}

TEST(AppserverTurns, AreNamedByTurnStartedIfItComesFirst) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {9}});
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}), ElementsAre("TurnShown chat=1 turn=1"));
  EXPECT_THAT(play.answers({.id = {4}, .turn = turn}),
              ElementsAre("CallEnded chat=1 turn_start result"));
}

// A server may call a thread idle between two steps of its turn.
TEST(AppserverTurns, AreLostIfTheirThreadIsIdleAndNoItemBegins) {
  const auto hears = [](Play& play, const ToClient& message) {
    return all(play.step(Received{play.engine().state().server.process, message}));
  };
  Play play, other;
  play.up_to_turn();
  EXPECT_THAT(hears(play, ThreadIdle{thread}),
              ElementsAre("SetTimer Timer idle of=1 after_ms=5000"));
  EXPECT_THAT(
      play.fires(TimerKind::Idle, 1, ms(5'000)),
      ElementsAre("BannerShown turn_lost", "TurnEnded chat=1 turn=1 lost", "ComposerReady chat=1"));
  other.up_to_turn();
  other.from_server(ThreadIdle{thread});
  EXPECT_THAT(hears(other, ItemStarted{thread, turn, item, ItemKind::Answer}),
              ElementsAre("CancelTimer Timer idle of=1", "ItemOpened chat=1 item=1 answer"));
  // So does a text that grows, and a question of that turn.
  const auto wakes = Contains("CancelTimer Timer idle of=1");
  other.from_server(ThreadIdle{thread});
  EXPECT_THAT(hears(other, ItemDelta{thread, turn, item, {1}, mark_of("s")}), wakes);
  other.from_server(ThreadIdle{thread});
  Ask ask{.ask = {5}, .kind = AskKind::Command, .thread = thread, .turn = TurnId{9}};
  EXPECT_THAT(hears(other, ask), Not(wakes));
  ask = {.ask = {6}, .kind = AskKind::Unknown, .thread = thread, .turn = turn};
  EXPECT_THAT(hears(other, ask), wakes);
}

TEST(AppserverTurns, MayEndBeforeTheyAreAnswered) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {9}});
  play.from_server(TurnStarted{thread, turn});
  play.from_server(ended);
  play.on(Said{chat, {10}});
  EXPECT_THAT(play.answers({.id = {4}, .turn = turn}),
              ElementsAre("CallEnded chat=1 turn_start result"));
  EXPECT_THAT(play.answers({.id = {5}, .turn = next_turn}),
              ElementsAre("CallEnded chat=1 turn_start result", "TurnShown chat=1 turn=2"));
}

TEST(AppserverTurns, ThatBeganAreNotBegunAgain) {
  for (const Error error : {Error::Overloaded, Error::NotInitialized}) {
    Play play;
    play.up_to_ready();
    play.on(Said{chat, {9}});
    play.from_server(TurnStarted{thread, turn});
    EXPECT_THAT(play.answers({.id = {4}, .error = error}),
                ElementsAre("CallEnded chat=1 turn_start error " + std::string(word(error))));
    EXPECT_THAT(play.from_server(ended),
                ElementsAre("TurnEnded chat=1 turn=1 completed", "ComposerReady chat=1"));
  }
}

TEST(AppserverTurns, ThatTheServerIsTooBusyForAreNotNamedMeanwhile) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {9}});
  play.answers({.id = {4}, .error = Error::Overloaded});
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1"));
  EXPECT_THAT(play.fires(TimerKind::Retry, 4, ms(250)),
              ElementsAre("Send process=1 Request id=5 turn_start thread=1 text=9"));
}

TEST(AppserverStop, OfAChatThatIsNoMoreIsNotRetried) {
  Play play;
  play.up_to_turn();
  play.on(Stopped{chat});
  play.from_server(ended);
  play.on(ChatArchived{chat});
  play.answers({.id = {6}});
  EXPECT_THAT(play.answers({.id = {5}, .error = Error::Overloaded}), IsEmpty());
}

TEST(AppserverTurns, ThatEndedBeforeTheyWereNamedGiveTheComposerBack) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {9}});
  EXPECT_THAT(play.from_server(ended), ElementsAre("Reported unknown_turn of=1"));
  EXPECT_THAT(play.answers({.id = {4}, .turn = turn}),
              ElementsAre("CallEnded chat=1 turn_start result", "ComposerReady chat=1"));
}

TEST(AppserverTurns, ThatFailToStartGiveTheComposerBack) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {9}});
  EXPECT_THAT(play.answers({.id = {4}, .error = Error::Internal}),
              ElementsAre("CallEnded chat=1 turn_start error internal", "ComposerReady chat=1"));
}

TEST(AppserverTurns, AreOneAtATime) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(play.on(Said{chat, {9}}), ElementsAre("CallEnded chat=1 turn_start refused"));
  EXPECT_THAT(play.from_server(TurnStarted{thread, next_turn}),
              ElementsAre("Reported second_turn of=2"));
  EXPECT_THAT(play.from_server(TurnCompleted{thread, next_turn, TurnEnd::Completed}),
              ElementsAre("Reported unknown_turn of=2"));
}

TEST(AppserverTurns, EndOnce) {
  Play play;
  play.up_to_turn();
  play.from_server(ended);
  EXPECT_THAT(play.from_server(ended), ElementsAre("Reported second_end of=1"));
}

TEST(AppserverTurns, ThatEndedAreNotRevived) {
  Play play;
  play.up_to_turn();
  play.from_server(ended);
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1"));
  play.on(Said{chat, {9}});
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1"));
  EXPECT_THAT(play.item_starts(), ElementsAre("Reported unknown_turn of=1"));
}

TEST(AppserverTurns, AreNotBegunByTheServer) {
  Play play;
  play.up_to_ready();
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1"));
  EXPECT_THAT(play.from_server(TurnStarted{other_thread, turn}),
              ElementsAre("Reported unknown_thread of=2"));
}

TEST(AppserverTurns, EndWithAnUnknownWordAllTheSame) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(play.from_server(TurnCompleted{thread, turn, TurnEnd::Unknown}),
              ElementsAre("TurnEnded chat=1 turn=1 unknown", "ComposerReady chat=1"));
}

TEST(AppserverTurns, TroubleEndsNothing) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(play.from_server(Trouble{}), ElementsAre("ProblemShown error"));
  EXPECT_THAT(play.from_server(Trouble{thread, turn, true, Severity::Warning, {7}}),
              ElementsAre("ProblemShown chat=1 warning text=7"));
  EXPECT_THAT(play.from_server(Trouble{other_thread, turn, true}),
              ElementsAre("ProblemShown error", "Reported unknown_thread of=2"));
  EXPECT_THAT(play.from_server(Trouble{thread, next_turn, true}),
              ElementsAre("ProblemShown chat=1 error", "Reported unknown_turn of=2"));
}

// Stop.

TEST(AppserverStop, IsSentAtOnceAndTheComposerWaitsForTheEnd) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(all(play.step(Stopped{chat})),
              ElementsAre("Send process=1 Request id=5 turn_interrupt thread=1 turn=1",
                          "SetTimer Timer deadline of=5 after_ms=15000",
                          "SetTimer Timer interrupt of=1 after_ms=30000"));
  EXPECT_THAT(play.on(Stopped{chat}), IsEmpty());
  EXPECT_THAT(play.answers({.id = {5}}), IsEmpty());
  EXPECT_THAT(play.from_server(TurnCompleted{thread, next_turn, TurnEnd::Interrupted}),
              ElementsAre("Reported unknown_turn of=2"));
  EXPECT_THAT(all(play.step(Received{{1}, TurnCompleted{thread, turn, TurnEnd::Interrupted}})),
              ElementsAre("CancelTimer Timer interrupt of=1", "TurnEnded chat=1 turn=1 interrupted",
                          "ComposerReady chat=1"));
}

TEST(AppserverStop, ThatLostTheRaceReleasesTheComposerToo) {
  Play play;
  play.up_to_turn();
  play.on(Stopped{chat});
  EXPECT_THAT(play.from_server(ended),
              ElementsAre("TurnEnded chat=1 turn=1 completed", "ComposerReady chat=1"));
  EXPECT_THAT(play.answers({.id = {5}, .error = Error::NoActiveTurn}), IsEmpty());
}

TEST(AppserverStop, WithoutATurnDoesNothing) {
  Play play;
  play.up_to_ready();
  EXPECT_THAT(play.on(Stopped{chat}), IsEmpty());
  EXPECT_THAT(play.on(Stopped{other_chat}), IsEmpty());
}

TEST(AppserverStop, WaitsForTheNameOfItsTurn) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {1}});
  EXPECT_THAT(play.on(Stopped{chat}), IsEmpty());
  EXPECT_THAT(play.answers({.id = {4}, .turn = turn}),
              ElementsAre("CallEnded chat=1 turn_start result", "TurnShown chat=1 turn=1",
                          "Send process=1 Request id=5 turn_interrupt thread=1 turn=1"));
}

TEST(AppserverStop, ThatIsRefusedTooEarlyIsSentOnceMore) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {1}});
  play.answers({.id = {4}, .turn = turn});
  play.on(Stopped{chat});
  EXPECT_THAT(play.answers({.id = {5}, .error = Error::NoActiveTurn}), IsEmpty());
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Send process=1 Request id=6 turn_interrupt thread=1 turn=1"));
  EXPECT_THAT(play.answers({.id = {6}, .error = Error::NoActiveTurn}), IsEmpty());
}

TEST(AppserverStop, ThatIsRefusedAfterTheStartIsSentOnceMoreAtOnce) {
  Play play;
  play.up_to_turn();
  play.on(Stopped{chat});
  EXPECT_THAT(play.answers({.id = {5}, .error = Error::NoActiveTurn}),
              ElementsAre("Send process=1 Request id=6 turn_interrupt thread=1 turn=1"));
  EXPECT_THAT(play.answers({.id = {6}, .error = Error::NoActiveTurn}), IsEmpty());
}

TEST(AppserverStop, ThatTimesOutWaitsForTheBound) {
  Play play;
  play.up_to_turn();
  play.on(Stopped{chat});
  EXPECT_THAT(play.fires(TimerKind::Deadline, 5, ms(15'000)), IsEmpty());
  EXPECT_THAT(play.fires(TimerKind::Interrupt, 1, ms(15'000)),
              ElementsAre("BannerShown turn_stuck", "TurnEnded chat=1 turn=1 lost",
                          "CloseInput process=1"));
  EXPECT_THAT(play.from_server(ended), ElementsAre("Reported old_process of=1"));
  EXPECT_THAT(play.on(Called{{1}, Method::ThreadList, {}}), IsEmpty());
  EXPECT_THAT(play.on(ProcessGone{{1}}), ElementsAre("Spawn process=2"));
  play.on(ProcessStarted{{2}});
  EXPECT_THAT(play.answers({.id = {6}}),
              ElementsAre("Send process=2 Initialized", "Send process=2 Request id=7 model_list",
                          "Send process=2 Request id=8 thread_resume thread=1",
                          "Send process=2 Request id=9 thread_list"));
}

// Turns that nobody wants.

TEST(AppserverUnwanted, ATurnThatALateAnswerNamesIsInterrupted) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {1}});
  EXPECT_THAT(play.fires(TimerKind::Deadline, 4, ms(60'000)),
              ElementsAre("CallEnded chat=1 turn_start timed_out", "ComposerReady chat=1"));
  EXPECT_THAT(play.answers({.id = {4}, .turn = turn}),
              ElementsAre("Reported late_response of=4",
                          "Send process=1 Request id=5 turn_interrupt thread=1 turn=1"));
  play.on(Said{chat, {2}});
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1"));
  EXPECT_THAT(play.from_server(TurnCompleted{thread, turn, TurnEnd::Interrupted}),
              ElementsAre("Reported unknown_turn of=1"));
  EXPECT_THAT(play.from_server(TurnStarted{thread, next_turn}),
              ElementsAre("TurnShown chat=1 turn=2"));
}

TEST(AppserverUnwanted, ATurnThatTurnStartedNamesIsInterruptedOnce) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {1}});
  play.fires(TimerKind::Deadline, 4, ms(60'000));
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1",
                          "Send process=1 Request id=5 turn_interrupt thread=1 turn=1"));
  EXPECT_THAT(play.answers({.id = {4}, .turn = turn}), ElementsAre("Reported late_response of=4"));
}

TEST(AppserverUnwanted, AnInterruptThatIsRefusedTooEarlyIsSentOnceMore) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {1}});
  play.fires(TimerKind::Deadline, 4, ms(60'000));
  play.answers({.id = {4}, .turn = turn});
  play.answers({.id = {5}, .error = Error::NoActiveTurn});
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1",
                          "Send process=1 Request id=6 turn_interrupt thread=1 turn=1"));
}

TEST(AppserverUnwanted, ATurnThatNobodyNamesIsNotForgottenByTheAnswer) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {1}});
  EXPECT_THAT(play.answers({.id = {4}}),
              ElementsAre("CallEnded chat=1 turn_start error other", "ComposerReady chat=1"));
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1",
                          "Send process=1 Request id=5 turn_interrupt thread=1 turn=1"));
}

}  // namespace
}  // namespace engine::appserver
