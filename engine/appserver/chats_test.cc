// Chats: SES-01, SES-09, SES-11.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/testing.h"

namespace engine::appserver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Le;
using ::testing::SizeIs;

TEST(AppserverChats, AreReadyOnceAnsweredAndStarted) {
  Play play;
  play.open();
  EXPECT_THAT(
      play.on(ChatStarted{chat, default_settings}),
      ElementsAre("Send process=1 Request id=3 thread_start Settings untrusted workspace_write"));
  EXPECT_THAT(play.answers({.id = {3}, .thread = thread}),
              ElementsAre("CallEnded chat=1 thread_start result"));
  EXPECT_THAT(play.on(Said{chat, {1}}), ElementsAre("CallEnded chat=1 turn_start refused"));
  EXPECT_THAT(play.from_server(ThreadStarted{thread}), ElementsAre("ComposerReady chat=1"));
  EXPECT_THAT(play.from_server(ThreadStarted{thread}), IsEmpty());
}

TEST(AppserverChats, AreReadyInTheOtherOrderToo) {
  Play play;
  play.open();
  play.on(ChatStarted{chat, {}});
  play.on(ChatStarted{other_chat, {}});
  EXPECT_THAT(play.from_server(ThreadStarted{other_thread}), IsEmpty());
  EXPECT_THAT(play.from_server(ThreadStarted{thread}), IsEmpty());
  EXPECT_THAT(play.answers({.id = {3}, .thread = thread}),
              ElementsAre("CallEnded chat=1 thread_start result", "ComposerReady chat=1"));
  EXPECT_THAT(play.answers({.id = {4}, .thread = other_thread}),
              ElementsAre("CallEnded chat=2 thread_start result", "ComposerReady chat=2"));
}

TEST(AppserverChats, DoNotWaitForWhatWasOptedOutOf) {
  Limits limits = real;
  limits.opts_out = opt_out::thread_started;
  Play play(limits);
  play.open();
  play.on(ChatStarted{chat, {}});
  EXPECT_THAT(play.answers({.id = {3}, .thread = thread}),
              ElementsAre("CallEnded chat=1 thread_start result", "ComposerReady chat=1"));
}

TEST(AppserverChats, AreNoMoreIfTheirThreadIsNotStarted) {
  Play play;
  play.open();
  play.on(ChatStarted{chat, {}});
  EXPECT_THAT(play.answers({.id = {3}, .error = Error::InvalidParams}),
              ElementsAre("CallEnded chat=1 thread_start error invalid_params"));
  EXPECT_THAT(play.on(ChatStarted{chat, {}}),
              ElementsAre("Send process=1 Request id=4 thread_start"));
  EXPECT_THAT(play.answers({.id = {4}}), ElementsAre("CallEnded chat=1 thread_start error other"));
}

TEST(AppserverChats, ThreadsThatNobodyStartedAreUnknown) {
  Play play;
  play.open();
  EXPECT_THAT(play.from_server(ThreadStarted{thread}), ElementsAre("Reported unknown_thread of=1"));
  play.on(ChatStarted{chat, {}});
  play.from_server(ThreadStarted{other_thread});
  EXPECT_THAT(play.answers({.id = {3}, .thread = thread}),
              ElementsAre("CallEnded chat=1 thread_start result", "Reported unknown_thread of=2"));
}

// A server may tell a client of the threads of others, and of those that it waits for no more.
TEST(AppserverChats, AreReadyThoughOthersStartFirst) {
  Play play;
  play.open();
  play.on(ChatStarted{chat, {}});
  for (const std::uint32_t stranger : {7u, 8u, 9u})
    EXPECT_THAT(play.from_server(ThreadStarted{ThreadId{stranger}}), SizeIs(Le(1u)));
  play.from_server(ThreadStarted{thread});
  EXPECT_THAT(play.answers({.id = {3}, .thread = thread}),
              IsSupersetOf({"CallEnded chat=1 thread_start result", "ComposerReady chat=1"}));
}

TEST(AppserverChats, AreResumedByTheAnswerAlone) {
  Play play;
  play.open();
  EXPECT_THAT(play.on(ChatResumed{chat, thread}),
              ElementsAre("Send process=1 Request id=3 thread_resume thread=1"));
  EXPECT_THAT(play.answers({.id = {3}, .thread = thread}),
              ElementsAre("CallEnded chat=1 thread_resume result", "ComposerReady chat=1"));
  EXPECT_THAT(play.on(ChatResumed{other_chat, thread}),
              ElementsAre("CallEnded chat=2 thread_resume refused"));
}

TEST(AppserverChats, ThatAreArchivedTakeNoTurn) {
  Play play;
  play.up_to_ready();
  EXPECT_THAT(
      play.on(ChatArchived{chat}),
      ElementsAre("ComposerBusy chat=1", "Send process=1 Request id=4 thread_archive thread=1"));
  EXPECT_THAT(play.on(Said{chat, {1}}), ElementsAre("CallEnded chat=1 turn_start refused"));
  EXPECT_THAT(play.on(ChatArchived{chat}), ElementsAre("CallEnded chat=1 thread_archive refused"));
  EXPECT_THAT(play.answers({.id = {4}}), ElementsAre("CallEnded chat=1 thread_archive result"));
  EXPECT_THAT(play.on(Said{chat, {1}}), ElementsAre("CallEnded chat=1 turn_start refused"));
  EXPECT_THAT(play.from_server(Usage{thread, 7}), ElementsAre("Reported unknown_thread of=1"));
  EXPECT_THAT(play.on(ChatResumed{chat, thread}),
              ElementsAre("Send process=1 Request id=5 thread_resume thread=1"));
}

TEST(AppserverChats, WhoseArchivingFailsGoOn) {
  Play play;
  play.up_to_ready();
  play.on(ChatArchived{chat});
  play.answers({.id = {4}, .error = Error::Internal});
  EXPECT_THAT(
      play.on(Said{chat, {1}}),
      ElementsAre("ComposerBusy chat=1", "Send process=1 Request id=5 turn_start thread=1 text=1"));
  EXPECT_THAT(play.on(ChatArchived{chat}), ElementsAre("CallEnded chat=1 thread_archive refused"));
}

TEST(AppserverChats, WhoseArchivingIsLostAreResumed) {
  Play play;
  play.up_to_ready();
  play.on(ChatArchived{chat});
  EXPECT_THAT(play.on(ProcessGone{{1}}),
              ElementsAre("CallEnded chat=1 thread_archive lost", "BannerShown restarting"));
  play.fires(TimerKind::Restart, 2);
  play.begin_process();
  EXPECT_THAT(play.answers({.id = {7}}), ElementsAre("ComposerReady chat=1"));
}

TEST(AppserverChats, AreAsManyAsCanBeFollowed) {
  Play play;
  play.open();
  for (std::uint32_t id = 1; id <= 16; ++id) {
    play.on(ChatStarted{{id}, {}});
    play.answers({.id = {}, .thread = {id}});
  }
  EXPECT_THAT(play.on(ChatStarted{{17}, {}}), ElementsAre("CallEnded chat=17 thread_start busy"));
  EXPECT_THAT(play.on(ChatResumed{{17}, {17}}),
              ElementsAre("CallEnded chat=17 thread_resume busy"));
}

}  // namespace
}  // namespace engine::appserver
