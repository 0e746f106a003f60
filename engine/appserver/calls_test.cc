// Handshake and calls: RPC-01 to RPC-08, SES-12.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/testing.h"

namespace engine::appserver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Called list{{1}, Method::ThreadList, {}};

TEST(AppserverHandshake, ComesBeforeAnythingElseAndCallsWait) {
  Play play;
  EXPECT_THAT(play.on(Opened{}), ElementsAre("Spawn process=1"));
  EXPECT_THAT(play.on(list), IsEmpty());
  EXPECT_THAT(play.on(ProcessStarted{{1}}), ElementsAre("Send process=1 Request id=1 initialize"));
  EXPECT_THAT(play.on(Called{{2}, Method::Other, {5}}), IsEmpty());
  EXPECT_THAT(play.answers({}),
              ElementsAre("Send process=1 Initialized", "Send process=1 Request id=2 model_list",
                          "Send process=1 Request id=3 thread_list",
                          "Send process=1 Request id=4 other text=5"));
}

TEST(AppserverHandshake, TellsWhatIsNotToBeSent) {
  Limits limits = real;
  limits.opts_out = opt_out::deltas | opt_out::turn_started;
  Play play(limits);
  play.on(Opened{});
  EXPECT_THAT(play.on(ProcessStarted{{1}}),
              ElementsAre("Send process=1 Request id=1 initialize opts_out=6"));
}

TEST(AppserverHandshake, IsBegunAgainOnceAndTheCallRetried) {
  Play play;
  play.open();
  play.on(list);
  EXPECT_THAT(play.answers({.id = {3}, .error = Error::NotInitialized}),
              ElementsAre("BannerShown handshake_again", "Send process=1 Request id=4 initialize"));
  EXPECT_THAT(play.on(Called{{2}, Method::Other, {}}), IsEmpty());
  EXPECT_THAT(play.answers({.id = {4}}),
              ElementsAre("Send process=1 Initialized", "Send process=1 Request id=5 thread_list",
                          "Send process=1 Request id=6 other"));
  EXPECT_THAT(play.answers({.id = {5}, .error = Error::NotInitialized}),
              ElementsAre("CallEnded call=1 thread_list error not_initialized"));
}

TEST(AppserverHandshake, ThatWasNotNeededIsAsGood) {
  Play play;
  play.open();
  play.on(list);
  play.answers({.id = {3}, .error = Error::NotInitialized});
  EXPECT_THAT(play.answers({.id = {4}, .error = Error::AlreadyInitialized}),
              ElementsAre("Send process=1 Initialized", "Send process=1 Request id=5 thread_list"));
}

TEST(AppserverHandshake, RetriesAllThatWereSentBeforeTheSecondOne) {
  Play play;
  play.open();
  play.on(list);
  play.on(Called{{2}, Method::Other, {}});
  play.answers({.id = {3}, .error = Error::NotInitialized});
  play.answers({.id = {5}});
  EXPECT_THAT(play.answers({.id = {4}, .error = Error::NotInitialized}),
              ElementsAre("Send process=1 Request id=7 other"));
}

TEST(AppserverHandshake, ThatIsUnderWayLeavesACallItsDeadline) {
  Play play;
  play.up_to_ready();
  play.on(Said{chat, {7}});
  play.on(list);
  play.from_server(Response{.id = {4}, .error = Error::NotInitialized}, ms(50'000));
  play.from_server(Response{.id = {5}, .error = Error::NotInitialized}, ms(5'000));
  EXPECT_THAT(play.fires(TimerKind::Deadline, 4, ms(5'000)),
              ElementsAre("CallEnded chat=1 turn_start timed_out", "ComposerReady chat=1"));
  EXPECT_THAT(play.fires(TimerKind::Deadline, 5),
              ElementsAre("CallEnded call=1 thread_list timed_out"));
  EXPECT_THAT(play.from_server(TurnStarted{thread, turn}),
              ElementsAre("Reported unknown_turn of=1"));
}

TEST(AppserverHandshake, LeavesACallTheRestOfItsTime) {
  Play play;
  play.open();
  play.on(list);
  play.from_server(Response{.id = {3}, .error = Error::NotInitialized}, ms(50'000));
  EXPECT_THAT(
      all(play.step(Received{{1}, Response{.id = {4}}}, ms(5'000))),
      ElementsAre("CancelTimer Timer deadline of=4", "Send process=1 Initialized",
                  "CancelTimer Timer deadline of=3", "Send process=1 Request id=5 thread_list",
                  "SetTimer Timer deadline of=5 after_ms=5000"));
}

TEST(AppserverHandshake, ThatFailsIsShownOnceAndEndsWhatWaits) {
  Play play;
  play.on(Opened{});
  play.on(ProcessStarted{{1}});
  play.on(list);
  EXPECT_THAT(play.answers({.id = {1}, .error = Error::InvalidRequest}),
              ElementsAre("BannerShown server_lacks",
                          "CallEnded call=1 thread_list error invalid_request"));
  EXPECT_THAT(play.on(list), ElementsAre("CallEnded call=1 thread_list error invalid_request"));
}

TEST(AppserverHandshake, ThatIsNotAnsweredTimesOut) {
  Play play;
  play.on(Opened{});
  play.on(ProcessStarted{{1}});
  play.on(list);
  EXPECT_THAT(play.fires(TimerKind::Deadline, 1, ms(60'000)),
              ElementsAre("BannerShown server_lacks", "CallEnded call=1 thread_list timed_out"));
}

TEST(AppserverHandshake, VerifiesTheServerBeforeTheFirstTurn) {
  Play play;
  play.on(Opened{});
  play.on(ProcessStarted{{1}});
  play.on(ChatResumed{chat, thread});
  play.answers({.id = {1}});
  play.answers({.id = {3}, .thread = thread});
  EXPECT_THAT(play.on(Said{chat, {7}}), ElementsAre("ComposerBusy chat=1"));
  EXPECT_THAT(play.answers({.id = {2}}),
              ElementsAre("Send process=1 Request id=4 turn_start thread=1 text=7"));
}

TEST(AppserverHandshake, ThatVerifiesNothingTakesNoTurn) {
  Play play;
  play.on(Opened{});
  play.on(ProcessStarted{{1}});
  play.on(ChatResumed{chat, thread});
  play.answers({.id = {1}});
  play.answers({.id = {3}, .thread = thread});
  play.on(Said{chat, {7}});
  EXPECT_THAT(
      play.answers({.id = {2}, .error = Error::MethodNotFound}),
      ElementsAre("BannerShown server_lacks", "CallEnded chat=1 turn_start error method_not_found",
                  "ComposerReady chat=1"));
  EXPECT_THAT(
      play.on(Said{chat, {7}}),
      ElementsAre("ComposerBusy chat=1", "CallEnded chat=1 turn_start error method_not_found",
                  "ComposerReady chat=1"));
  EXPECT_THAT(play.on(list), ElementsAre("Send process=1 Request id=4 thread_list"));
}

TEST(AppserverCalls, HaveOneOutcomeAndADeadline) {
  Play play;
  play.open();
  EXPECT_THAT(all(play.step(list)), ElementsAre("Send process=1 Request id=3 thread_list",
                                                "SetTimer Timer deadline of=3 after_ms=60000"));
  EXPECT_THAT(
      all(play.step(Received{{1}, Response{.id = {3}}})),
      ElementsAre("CancelTimer Timer deadline of=3", "CallEnded call=1 thread_list result"));
  EXPECT_THAT(play.answers({.id = {3}}), ElementsAre("Reported unknown_response of=3"));
}

TEST(AppserverCalls, AreAnsweredInAnyOrder) {
  Play play;
  play.open();
  play.on(list);
  play.on(Called{{2}, Method::ModelList, {}});
  EXPECT_THAT(play.answers({.id = {4}}), ElementsAre("CallEnded call=2 model_list result"));
  EXPECT_THAT(play.answers({.id = {3}, .error = Error::Internal}),
              ElementsAre("CallEnded call=1 thread_list error internal"));
}

TEST(AppserverCalls, TimeOutAndALateAnswerIsToldAsLate) {
  Play play;
  play.open();
  play.on(list);
  EXPECT_THAT(play.fires(TimerKind::Deadline, 3, ms(60'000)),
              ElementsAre("CallEnded call=1 thread_list timed_out"));
  EXPECT_THAT(play.answers({.id = {3}}), ElementsAre("Reported late_response of=3"));
  EXPECT_THAT(play.answers({.id = {3}}), ElementsAre("Reported unknown_response of=3"));
  EXPECT_THAT(play.answers({.id = {77}}), ElementsAre("Reported unknown_response of=77"));
}

TEST(AppserverCalls, AreRetriedUnderANewIdWhileTheServerIsOverloaded) {
  Play play;
  play.open();
  play.on(list);
  const Response overloaded{.id = {3}, .error = Error::Overloaded};
  EXPECT_THAT(
      all(play.step(Received{{1}, overloaded})),
      ElementsAre("CancelTimer Timer deadline of=3", "SetTimer Timer retry of=3 after_ms=250"));
  EXPECT_THAT(play.fires(TimerKind::Retry, 3, ms(250)),
              ElementsAre("Send process=1 Request id=4 thread_list"));
  EXPECT_THAT(
      all(play.step(Received{{1}, Response{.id = {4}, .error = Error::Overloaded}})),
      ElementsAre("CancelTimer Timer deadline of=4", "SetTimer Timer retry of=4 after_ms=500"));
  play.fires(TimerKind::Retry, 4, ms(500));
  EXPECT_THAT(play.answers({.id = {5}}), ElementsAre("CallEnded call=1 thread_list result"));
}

TEST(AppserverCalls, AreRetriedNoLongerThanTheFirstDeadline) {
  Play play;
  play.open();
  play.on(list);
  std::int32_t waited = 0, wait = 250;
  for (; waited + wait < 60'000; waited += wait, wait *= 2) {
    EXPECT_THAT(play.answers({.id = {}, .error = Error::Overloaded}), IsEmpty());
    play.fires(TimerKind::Retry, play.last().value, ms(wait));
  }
  EXPECT_EQ(waited, 31'750);
  EXPECT_THAT(play.answers({.id = {}, .error = Error::Overloaded}),
              ElementsAre("CallEnded call=1 thread_list error overloaded"));
}

TEST(AppserverCalls, AreBusyBeyondWhatCanBeFollowed) {
  Play play;
  play.open();
  for (std::uint32_t call = 1; call <= 46; ++call)
    EXPECT_THAT(play.on(Called{{call}, Method::Other, {}}), ::testing::SizeIs(1));
  const State before = play.state();
  EXPECT_THAT(play.on(Called{{99}, Method::Other, {}}),
              ElementsAre("CallEnded call=99 other busy"));
  EXPECT_EQ(play.state(), before);
}

TEST(AppserverCalls, UnknownNoticesAreReported) {
  Play play;
  EXPECT_THAT(play.open().from_server(UnknownNotice{}), ElementsAre("Reported unknown_notice"));
}

TEST(AppserverCalls, AnUnknownRequestIsRefused) {
  Play play;
  EXPECT_THAT(play.open().from_server(Ask{.ask = ask, .kind = AskKind::Unknown}),
              ElementsAre("Send process=1 AnswerError ask=1 method_not_found"));
}

TEST(AppserverCallsDeathTest, ADriversMistakeFailsACheck) {
  Play play;
  EXPECT_DEATH(play.on(list), "CHECK");
  play.open();
  play.on(list);
  EXPECT_DEATH(play.on(list), "CHECK");
  EXPECT_DEATH(play.on(Called{{2}, Method::TurnStart, {}}), "CHECK");
  EXPECT_DEATH(play.fires(TimerKind::Deadline, 9), "CHECK");
  EXPECT_DEATH(play.fires(TimerKind::Retry, 3), "CHECK");
  EXPECT_DEATH(play.fires(TimerKind::Restart, 2), "CHECK");
  EXPECT_DEATH(play.on(Opened{}), "CHECK");
  EXPECT_DEATH(play.on(ProcessStarted{{1}}), "CHECK");
  EXPECT_DEATH(play.on(Received{{2}, UnknownNotice{}}), "CHECK");
}

}  // namespace
}  // namespace engine::appserver
