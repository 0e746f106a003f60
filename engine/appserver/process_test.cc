// The process: PROC-02 to PROC-05, and what ends with it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "appserver/testing.h"

namespace engine::appserver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Called list_threads() { return {{1}, Method::ThreadList, {}}; }

std::int32_t restart_after(const Commands& commands) {
  for (const Command& command : commands)
    if (const auto* set = std::get_if<SetTimer>(&command))
      if (set->timer.kind == TimerKind::Restart) return set->after.count();
  return 0;
}

TEST(AppserverProcess, IsStartedAgainAfterABackoffThatDoubles) {
  Limits limits = real;
  limits.crashes_max = 8;
  limits.healthy = ms(1'000);
  Play play(limits);
  play.on(Opened{});
  std::uint32_t process = 1;
  for (std::int32_t backoff = 250; process < 12; ++process) {
    play.begin_process();
    const auto after = restart_after(play.step(ProcessGone{{process}}));
    EXPECT_GE(after, backoff);
    EXPECT_LE(after, backoff + backoff / 4);
    EXPECT_THAT(play.fires(TimerKind::Restart, process + 1, ms(after)),
                ElementsAre("Spawn process=" + std::to_string(process + 1)));
    backoff = std::min(backoff * 2, 30'000);
  }
}

TEST(AppserverProcess, HasAJitterFromTheSeedAndItsNumberAlone) {
  std::set<std::int32_t> seen;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Play one(real, seed), other(real, seed);
    one.on(Opened{});
    other.on(Opened{});
    other.on(list_threads());
    const auto after = restart_after(one.step(ProcessGone{{1}}));
    EXPECT_EQ(after, restart_after(other.step(ProcessGone{{1}}, ms(9))));
    seen.insert(after);
  }
  EXPECT_GT(seen.size(), 20u);
}

TEST(AppserverProcess, IsGivenUpAtTheFifthCrashInAMinute) {
  Play play;
  play.on(Opened{});
  for (std::uint32_t process = 1; process < 5; ++process) {
    EXPECT_THAT(play.on(ProcessGone{{process}}), ElementsAre("BannerShown restarting"));
    play.fires(TimerKind::Restart, process + 1, ms(15'000));
  }
  EXPECT_THAT(play.on(ProcessGone{{5}}), ElementsAre("BannerShown given_up"));
  EXPECT_THAT(play.on(list_threads()), ElementsAre("CallEnded call=1 thread_list lost"));
  EXPECT_THAT(play.on(ChatStarted{chat, {}}), ElementsAre("CallEnded chat=1 thread_start lost"));
  EXPECT_THAT(play.on(Closed{}), ElementsAre("CloseInput process=5"));  // It may live on.
}

TEST(AppserverProcess, CountsTheCrashesOfAnyMinute) {
  Play play;
  play.on(Opened{});
  std::uint32_t process = 1;
  for (const std::int32_t after : {0, 50'000, 5'000, 10'000, 1'000}) {
    play.begin_process();
    EXPECT_THAT(play.on(ProcessGone{{process}}, ms(after)), ElementsAre("BannerShown restarting"));
    play.fires(TimerKind::Restart, ++process);
  }
  EXPECT_THAT(play.on(ProcessGone{{process}}), ElementsAre("BannerShown given_up"));
}

TEST(AppserverProcess, WithoutAHandshakeHasNoHealth) {
  Play play;
  play.on(Opened{});
  for (std::uint32_t process = 1; process < 5; ++process) {
    play.on(ProcessStarted{{process}});
    EXPECT_THAT(play.fires(TimerKind::Healthy, process, ms(60'000)), IsEmpty());
    play.on(ProcessGone{{process}});
    play.fires(TimerKind::Restart, process + 1, ms(30'000));
  }
  EXPECT_THAT(play.on(ProcessGone{{5}}), ElementsAre("BannerShown given_up"));
}

TEST(AppserverProcess, HasACleanSlateAfterAMinuteOfHealth) {
  Play play;
  play.open();
  play.on(ProcessGone{{1}});
  play.fires(TimerKind::Restart, 2);
  play.begin_process();
  play.fires(TimerKind::Healthy, 2, ms(60'000));
  EXPECT_TRUE(play.state().server.crashes.empty());
  EXPECT_LE(restart_after(play.step(ProcessGone{{2}})), 312);
}

TEST(AppserverProcess, TakesAllThatWasUnderWayWithIt) {
  Play play;
  play.up_to_turn();
  play.on(list_threads());
  play.item_starts();
  play.from_server(play.command_ask());
  play.on(ChatStarted{other_chat, {}});
  EXPECT_THAT(play.on(ProcessGone{{1}}),
              ElementsAre("CallEnded call=1 thread_list lost", "CallEnded chat=2 thread_start lost",
                          "ItemClosed item=1 with_turn", "AskWithdrawn ask=1 process_gone",
                          "TurnEnded chat=1 turn=1 lost", "BannerShown restarting"));
  EXPECT_THAT(play.from_server(TurnCompleted{thread, turn, TurnEnd::Completed}),
              ElementsAre("Reported old_process of=1"));
  EXPECT_THAT(play.on(Decided{ask, Decision::Accept}), IsEmpty());
}

TEST(AppserverProcess, EndsAllTimersWithIt) {
  Play play;
  play.up_to_turn();
  play.from_server(play.command_ask());
  play.on(list_threads());
  play.from_server(play.command_ask(other_ask));
  play.on(Stopped{chat});
  std::set<std::pair<TimerKind, std::uint32_t>> cancelled;
  for (const Command& command : play.step(ProcessGone{{1}})) {
    if (const auto* cancel = std::get_if<CancelTimer>(&command)) {
      EXPECT_TRUE(cancelled.emplace(cancel->timer.kind, cancel->timer.of).second);
    }
  }
  EXPECT_THAT(cancelled,
              ElementsAre(std::pair(TimerKind::Deadline, 5u), std::pair(TimerKind::Deadline, 6u),
                          std::pair(TimerKind::Interrupt, 1u), std::pair(TimerKind::Healthy, 1u)));
}

TEST(AppserverProcess, ResumesKnownThreadsAndStartsNoTurn) {
  Play play;
  play.up_to_ready();
  EXPECT_THAT(play.on(ProcessGone{{1}}),
              ElementsAre("ComposerBusy chat=1", "BannerShown restarting"));
  EXPECT_THAT(play.on(Said{chat, {1}}), ElementsAre("CallEnded chat=1 turn_start refused"));
  play.fires(TimerKind::Restart, 2);
  play.on(ProcessStarted{{2}});
  EXPECT_THAT(play.answers({.id = {4}}),
              ElementsAre("Send process=2 Initialized", "Send process=2 Request id=5 model_list",
                          "Send process=2 Request id=6 thread_resume thread=1"));
  EXPECT_THAT(play.answers({.id = {6}, .thread = thread}), ElementsAre("ComposerReady chat=1"));
}

TEST(AppserverProcess, TellsAResumptionThatFailed) {
  Play play;
  play.up_to_turn();
  play.on(ProcessGone{{1}});
  play.fires(TimerKind::Restart, 2);
  play.on(ProcessStarted{{2}});
  play.answers({.id = {5}});
  EXPECT_THAT(play.answers({.id = {7}, .error = Error::InvalidRequest}),
              ElementsAre("CallEnded chat=1 thread_resume error invalid_request"));
  EXPECT_THAT(play.on(ChatResumed{chat, thread}),
              ElementsAre("Send process=2 Request id=8 thread_resume thread=1"));
}

TEST(AppserverProcess, BeginsAChatAnewInWhichNoTurnRan) {
  Play play;
  play.up_to_ready();
  play.on(ProcessGone{{1}});
  play.fires(TimerKind::Restart, 2);
  play.on(ProcessStarted{{2}});
  play.answers({.id = {4}});
  EXPECT_THAT(
      play.answers({.id = {6}, .error = Error::InvalidRequest}),
      ElementsAre("CallEnded chat=1 thread_resume error invalid_request",
                  "Send process=2 Request id=7 thread_start Settings untrusted workspace_write"));
}

TEST(AppserverProcess, NeverMixesUpItsAnswersWithThoseOfTheOneBefore) {
  Play play;
  play.open();
  play.on(list_threads());
  play.on(ProcessGone{{1}});
  play.fires(TimerKind::Restart, 2);
  play.begin_process();
  play.on(list_threads());
  EXPECT_EQ(play.last(), RequestId{6});
  EXPECT_THAT(play.on(Received{{1}, Response{.id = {6}}}),
              ElementsAre("Reported old_process of=1"));
  EXPECT_THAT(play.answers({.id = {6}}), ElementsAre("CallEnded call=1 thread_list result"));
}

TEST(AppserverProcess, IsShutDownInThreeSteps) {
  Play play;
  play.up_to_turn();
  EXPECT_THAT(play.on(Closed{}),
              ElementsAre("TurnEnded chat=1 turn=1 lost", "CloseInput process=1"));
  EXPECT_THAT(play.from_server(UnknownNotice{}), ElementsAre("Reported old_process of=1"));
  EXPECT_THAT(play.on(list_threads()), ElementsAre("CallEnded call=1 thread_list lost"));
  EXPECT_THAT(play.fires(TimerKind::Shutdown, 1, ms(2'000)), ElementsAre("Terminate process=1"));
  EXPECT_THAT(all(play.step(TimerFired{{TimerKind::Shutdown, 1}}, ms(2'000))),
              ElementsAre("Kill process=1"));
  EXPECT_THAT(all(play.step(ProcessGone{{1}})), IsEmpty());
}

TEST(AppserverProcess, ThatIsNotToBeReplacedAnyMoreTakesWhatWaitedForTheNextOne) {
  Play play;
  play.up_to_turn();
  play.on(Stopped{chat});
  play.fires(TimerKind::Interrupt, 1, ms(30'000));
  play.on(list_threads());
  EXPECT_THAT(play.on(Closed{}), ElementsAre("CallEnded call=1 thread_list lost"));
  EXPECT_THAT(play.on(ProcessGone{{1}}), IsEmpty());
}

TEST(AppserverProcess, ThatEndsInTimeIsNotTerminated) {
  Play play;
  play.open();
  play.on(Closed{});
  EXPECT_THAT(all(play.step(ProcessGone{{1}}, ms(70))),
              ElementsAre("CancelTimer Timer shutdown of=1"));
}

TEST(AppserverProcess, ThatIsBeingStartedIsClosedWhenItHas) {
  Play play;
  play.on(Opened{});
  play.on(list_threads());
  EXPECT_THAT(play.on(Closed{}), ElementsAre("CallEnded call=1 thread_list lost"));
  EXPECT_THAT(play.on(ProcessStarted{{1}}), ElementsAre("CloseInput process=1"));
}

TEST(AppserverProcess, IsNotStartedAgainOnceClosed) {
  Play play;
  play.open();
  play.on(ProcessGone{{1}});
  EXPECT_THAT(all(play.step(Closed{})),
              ElementsAre("CancelTimer Timer restart of=2", "CloseInput process=1",
                          "SetTimer Timer shutdown of=1 after_ms=2000"));
}

TEST(AppserverProcess, ThatIsGoneTwiceIsReported) {
  Play play;
  play.open();
  play.on(ProcessGone{{1}});
  EXPECT_THAT(play.on(ProcessGone{{1}}), ElementsAre("Reported old_process of=1"));
}

}  // namespace
}  // namespace engine::appserver
