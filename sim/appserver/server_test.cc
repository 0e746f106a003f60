// The mock server, message by message: lifecycles and dialects.
#include "sim/appserver/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "appserver/server_testing.h"

namespace sim::appserver {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(MockServer, AnswersNothingBeforeTheHandshake) {
  Running server{{}};
  EXPECT_THAT(server.hear(Request{.id = {1}, .method = Method::ThreadList}),
              ElementsAre("Response id=1 not_initialized"));
  EXPECT_THAT(server.hear(Request{.id = {2}, .method = Method::Initialize}),
              ElementsAre("Response id=2"));
  EXPECT_THAT(server.hear(Request{.id = {3}, .method = Method::Initialize}),
              ElementsAre("Response id=3 already_initialized"));
}

TEST(MockServer, BetweenItsResultAndInitializedTheDialectsDiffer) {
  for (const auto& dialect : dialects) {
    Running server({.dialect = &dialect});
    server.hear(Request{.id = {1}, .method = Method::Initialize});
    const auto early = server.hear(Request{.id = {2}, .method = Method::ThreadList});
    EXPECT_EQ(early[0], dialect.answers_early ? "Response id=2" : "Response id=2 not_initialized");
    server.hear(Initialized{});
    EXPECT_THAT(server.hear(Request{.id = {3}, .method = Method::ThreadList}),
                ElementsAre("Response id=3"));
  }
}

TEST(MockServer, BadParamsHaveTheErrorOfTheDialect) {
  const Request turn{.id = {9}, .method = Method::TurnStart, .thread = {2}};
  EXPECT_THAT(Running({}).ready().hear(turn), ElementsAre("Response id=9 invalid_request"));
  EXPECT_THAT(Running(draft()).ready().hear(turn), ElementsAre("Response id=9 invalid_params"));
}

TEST(MockServer, AThreadIsAnsweredThenStarted) {
  Running server{{}};
  server.hear(Request{.id = {1}, .method = Method::Initialize});
  EXPECT_THAT(server.hear(Request{.id = {2}, .method = Method::ThreadStart}),
              ElementsAre("Response id=2 thread=1", "ThreadStarted thread=1"));
}

TEST(MockServer, WhatWasOptedOutOfIsNotSaid) {
  Running server(plan_of({{.parts = 2}}));
  server.hear(
      Request{.id = {1},
              .method = Method::Initialize,
              .opts_out = opt_out::thread_started | opt_out::turn_started | opt_out::deltas});
  EXPECT_THAT(server.hear(Request{.id = {2}, .method = Method::ThreadStart}),
              ElementsAre("Response id=2 thread=1"));
  server.hear(Request{.id = {3}, .method = Method::TurnStart, .thread = thread_one});
  EXPECT_THAT(server.steps(),
              ElementsAre("ItemStarted thread=1 turn=1 item=1 answer",
                          testing::StartsWith("ItemCompleted thread=1 turn=1 item=1 done"),
                          "ThreadIdle thread=1", "TurnCompleted thread=1 turn=1 completed"));
}

TEST(MockServer, ATurnHasALifecycle) {
  auto plan = plan_of({{.kind = ItemKind::Search}});
  plan.turns[0].usage = true;
  Running server(plan);
  EXPECT_THAT(
      server.in_turn().steps(),
      ElementsAre("TurnStarted thread=1 turn=1", "ItemStarted thread=1 turn=1 item=1 search",
                  "CarriedOut item=1", "ItemOutput thread=1 turn=1 item=1 text=1",
                  "ItemCompleted thread=1 turn=1 item=1 done", "Usage thread=1 total=10",
                  "RateLimits used=1 window_minutes=300 resets_at_s=1800000000",
                  "ThreadIdle thread=1", "TurnCompleted thread=1 turn=1 completed"));
}

TEST(MockServer, AFinalTextIsThatOfItsParts) {
  EXPECT_EQ(text_of(final_text(3)),
            text_of(part_text(0)) + text_of(part_text(1)) + text_of(part_text(2)));
  auto joined_mark = mark_of(part_text(0));
  joined_mark = joined(joined_mark, mark_of(part_text(1)));
  EXPECT_EQ(mark_of(final_text(2)), joined_mark);
  EXPECT_FALSE(mark_of(TextId{different_text}) == mark_of(final_text(1)));
}

TEST(MockServer, WhatIsAcceptedIsCarriedOut) {
  Running server(plan_of({command}));
  const auto asked = server.in_turn().steps();
  EXPECT_EQ(asked.back(), "Ask ask=1 command wellformed thread=1 turn=1 item=1 subject=7");
  EXPECT_THAT(server.hear(Answer{{1}, Decision::Accept}),
              ElementsAre("AskResolved thread=1 ask=1"));
  EXPECT_EQ(server.steps()[0], "CarriedOut item=1");
}

TEST(MockServer, WhatIsDeclinedIsNotCarriedOutAndTheTurnGoesOn) {
  Running server(plan_of({command}));
  server.in_turn().steps();
  EXPECT_THAT(
      server.hear(Answer{{1}, Decision::Decline}),
      ElementsAre("AskResolved thread=1 ask=1", "ItemCompleted thread=1 turn=1 item=1 declined"));
  EXPECT_THAT(server.steps(),
              ElementsAre("ThreadIdle thread=1", "TurnCompleted thread=1 turn=1 completed"));
}

TEST(MockServer, CancellingEndsTheTurn) {
  Running server(draft(plan_of({command})));
  server.in_turn().steps();
  EXPECT_THAT(server.hear(Answer{{1}, Decision::Cancel}),
              ElementsAre("ItemCompleted thread=1 turn=1 item=1 declined",
                          "TurnCompleted thread=1 turn=1 interrupted"));
  EXPECT_FALSE(server.may_step());
}

TEST(MockServer, AnErrorForAnAnswerFailsTheItem) {
  Running server(plan_of({command}));
  server.in_turn().steps();
  EXPECT_THAT(server.hear(AnswerError{{1}, Error::InvalidParams}),
              ElementsAre("ItemCompleted thread=1 turn=1 item=1 failed"));
  EXPECT_THAT(server.hear(Answer{{1}, Decision::Accept}), IsEmpty());
}

TEST(MockServer, TwoApprovalsWaitBesideEachOther) {
  auto first = command;
  first.beside = true;
  Running server(plan_of({first, command}));
  server.in_turn().steps();
  server.hear(Answer{{2}, Decision::Decline});
  EXPECT_FALSE(server.may_step());
  server.hear(Answer{{1}, Decision::Decline});
  EXPECT_THAT(server.steps(),
              ElementsAre("ThreadIdle thread=1", "TurnCompleted thread=1 turn=1 completed"));
}

TEST(MockServer, InterruptIsAnsweredThenTheTurnEndsThenTheApprovalIsSettled) {
  Running server(plan_of({command}));
  server.in_turn().steps();
  EXPECT_THAT(server.interrupt(), ElementsAre("Response id=4", "ThreadIdle thread=1",
                                              "TurnCompleted thread=1 turn=1 interrupted",
                                              "AskResolved thread=1 ask=1"));
}

// Of all threads, in their order, until nothing goes on.
Lines steps_of_all(Running& server) {
  Lines out;
  for (std::size_t thread = 0; thread < threads_max;) {
    if (!server.may_step(thread)) {
      ++thread;
      continue;
    }
    for (auto& line : server.step(thread)) out.push_back(std::move(line));
    thread = 0;
  }
  return out;
}

TEST(MockServer, ASubagentHasAThreadAndATurnOfItsOwn) {
  const auto with = [](Announced announced) {
    return Running(plan_of({{.kind = ItemKind::Subagent, .announced = announced}}));
  };
  auto before = with(Announced::Before), behind = with(Announced::Behind),
       never = with(Announced::Never);
  const std::string told = "ThreadStarted thread=2 parent=1";
  const std::string starts = "TurnStarted thread=2 turn=2";
  const auto lines = steps_of_all(before.in_turn());
  EXPECT_THAT(lines, testing::IsSupersetOf(
                         {told, starts, std::string("TurnCompleted thread=2 turn=2 completed"),
                          std::string("TurnCompleted thread=1 turn=1 completed")}));
  EXPECT_LT(std::ranges::find(lines, told), std::ranges::find(lines, starts));
  const auto late = steps_of_all(behind.in_turn());
  EXPECT_GT(std::ranges::find(late, told), std::ranges::find(late, starts));
  EXPECT_NE(std::ranges::find(late, told), late.end());
  EXPECT_THAT(steps_of_all(never.in_turn()), testing::Not(testing::Contains(told)));
}

TEST(MockServer, ACommandInTheBackgroundEndsBehindItsTurn) {
  Running server(plan_of({{.kind = ItemKind::Command, .background = true}}));
  const auto lines = server.in_turn().steps();
  ASSERT_GE(lines.size(), 3u);
  EXPECT_EQ(lines[lines.size() - 3], "TurnCompleted thread=1 turn=1 completed");
  EXPECT_EQ(lines.back(), "ItemCompleted thread=1 turn=1 item=1 done");
}

TEST(MockServer, InterruptIsRefusedBeforeTurnStarted) {
  Running server{{}};
  EXPECT_THAT(server.in_turn().interrupt(), ElementsAre("Response id=4 no_active_turn"));
  EXPECT_TRUE(server.may_step());
}

TEST(MockServer, ATurnDuringATurnIsSteeredOrRefused) {
  const Request more{.id = {5}, .method = Method::TurnStart, .thread = thread_one};
  EXPECT_THAT(Running({}).in_turn().hear(more), ElementsAre("Response id=5 turn=1"));
  EXPECT_THAT(Running(draft()).in_turn().hear(more), ElementsAre("Response id=5 invalid_request"));
}

TEST(MockServer, AnArchivedThreadTakesNoTurnAndAStoredOneIsResumed) {
  Running server({.stored = 1});
  server.hear(Request{.id = {1}, .method = Method::Initialize});
  const Request turn{.id = {3}, .method = Method::TurnStart, .thread = thread_one};
  EXPECT_THAT(server.hear(turn), ElementsAre("Response id=3 invalid_request"));
  EXPECT_THAT(server.hear(Request{.id = {4}, .method = Method::ThreadResume, .thread = thread_one}),
              ElementsAre("Response id=4 thread=1"));
  EXPECT_THAT(server.hear(turn), ElementsAre("Response id=3 turn=1"));
  server.hear(Request{.id = {5}, .method = Method::ThreadArchive, .thread = thread_one});
  server.steps();
  EXPECT_THAT(server.hear(turn), ElementsAre("Response id=3 invalid_request"));
}

}  // namespace
}  // namespace sim::appserver
