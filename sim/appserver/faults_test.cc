// The faults of the mock server: each shows, and is counted.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/server_testing.h"

namespace sim::appserver {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

// Faults that show in the answer to one request of a ready server.

struct Answered {
  Fault what;
  Method method;
  Lines wanted;
};
class MockServerFault : public testing::TestWithParam<Answered> {};

TEST_P(MockServerFault, ShowsInAnAnswerAndIsCounted) {
  const auto& row = GetParam();
  ServerPlan plan;
  plan.faults = {{.what = row.what, .method = row.method}};
  Running server(plan);
  server.ready();
  const Request request{.id = {9}, .method = row.method, .thread = thread_one};
  EXPECT_THAT(server.hear(request), ElementsAreArray(row.wanted));
  EXPECT_EQ(server.state().faults[0].fired, 1);
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Rows, MockServerFault, testing::Values(
  Answered{Fault::DelayResponse,     Method::ThreadList, {"Response id=9"}},
  Answered{Fault::ReorderResponses,  Method::ThreadList, {}},
  Answered{Fault::NoticeFirst,       Method::TurnStart,  {}},
  Answered{Fault::DuplicateResponse, Method::ThreadList, {"Response id=9", "Response id=9"}},
  Answered{Fault::DropResponse,      Method::ThreadList, {}},
  Answered{Fault::UnknownId,         Method::ThreadList, {"Response"}},
  Answered{Fault::InternalError,     Method::ThreadList, {"Response id=9 internal"}},
  Answered{Fault::Overload,          Method::ThreadList, {"Response id=9 overloaded"}},
  Answered{Fault::ForgetHandshake,   Method::ThreadList, {"Response id=9 not_initialized"}},
  Answered{Fault::Refuse,            Method::ThreadList, {"Response id=9 invalid_request"}},
  Answered{Fault::Hang,              Method::ThreadList, {}}),
  [](const testing::TestParamInfo<Answered>& row) {
    return std::string(port::word(row.param.what));
  });
// clang-format on

TEST(MockServer, AResponseThatIsKeptBackComesBehindTheNext) {
  Running reordered(with_fault(Fault::ReorderResponses));
  reordered.hear(Request{.id = {1}, .method = Method::Initialize});
  EXPECT_THAT(reordered.hear(Request{.id = {2}, .method = Method::ThreadList}),
              ElementsAre("Response id=2", "Response id=1"));
  Running overtaken(plan_of({{}}, {{.what = Fault::NoticeFirst, .method = Method::TurnStart}}));
  EXPECT_THAT(overtaken.in_turn().step(),
              ElementsAre("TurnStarted thread=1 turn=1", "Response id=3 turn=1"));
}

// Faults that show in a turn which is taken to its end.

struct InTurn {
  Fault what;
  ItemScript item;
  std::string wanted;     // A line that stands twice, or that only the fault says; or
  bool missing = false;   // one that does not stand there.
  bool of_start = false;  // What happens to the beginning of the turn.
};
class MockServerFaultOfTurns : public testing::TestWithParam<InTurn> {};

TEST_P(MockServerFaultOfTurns, ShowsAndIsCounted) {
  const auto& row = GetParam();
  auto plan = with_fault(row.what, {row.item});
  plan.turns[0].usage = true;
  if (row.of_start) plan.faults[0].message = kind_of<TurnStarted>();
  Running server(plan);
  auto lines = server.in_turn().steps();
  for (auto& line : server.hear(Answer{{1}, Decision::Decline})) lines.push_back(line);
  for (auto& line : server.steps()) lines.push_back(line);
  EXPECT_EQ(server.state().faults[0].fired, 1);
  Running good(plan_of({row.item}));
  auto usual = good.in_turn().steps();
  for (auto& line : good.hear(Answer{{1}, Decision::Decline})) usual.push_back(line);
  for (auto& line : good.steps()) usual.push_back(line);
  const auto more = std::ranges::count(lines, row.wanted) - std::ranges::count(usual, row.wanted);
  EXPECT_EQ(more, row.missing ? -1 : 1) << testing::PrintToString(lines);
}

const ItemScript answer{};
const std::string completed = "TurnCompleted thread=1 turn=1 completed";

ItemCompleted ended_with(TextId text) {
  return {.thread = thread_one,
          .turn = turn_one,
          .item = {1},
          .has_text = true,
          .text = text,
          .mark = mark_of(text)};
}
const std::string late_delta =
    show(ToClient(ItemDelta{thread_one, turn_one, {1}, {1}, mark_of(TextId{1})}));
const std::string usual_end = show(ToClient(ended_with(final_text(1))));
const std::string other_end = show(ToClient(ended_with({different_text})));
std::string asked(std::string_view what, std::string_view subject) {
  return fmt::format("Ask ask=1 {} thread=1 turn=1 item=1 subject={}", what, subject);
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Rows, MockServerFaultOfTurns, testing::Values(
  InTurn{Fault::DropNotice,      answer,  "TurnStarted thread=1 turn=1", true, true},
  InTurn{Fault::DuplicateNotice, answer,  "TurnStarted thread=1 turn=1", false, true},
  InTurn{Fault::UnknownNotice,   answer,  "UnknownNotice", false, true},
  InTurn{Fault::EndTurnTwice,    answer,  completed},
  InTurn{Fault::LateDelta,       answer,  late_delta},
  InTurn{Fault::LeaveItemOpen,   answer,  usual_end, true},
  InTurn{Fault::EndItemTwice,    command, "ItemCompleted thread=1 turn=1 item=1 declined"},
  InTurn{Fault::DifferentText,   answer,  other_end},
  InTurn{Fault::AskTwice,        command, asked("command wellformed", "7")},
  InTurn{Fault::ResolveElsewhere, command, "AskResolved thread=2 ask=1"},
  InTurn{Fault::AskOther,        command, asked("other wellformed", "7")},
  InTurn{Fault::AskAfterEnd,     answer,  asked("command wellformed", "1")},
  InTurn{Fault::AskMalformed,    command, asked("command", "7")},
  InTurn{Fault::AskUnknown,      command, asked("unknown wellformed", "7")},
  InTurn{Fault::RunDenied,       command, "CarriedOut item=1"},
  InTurn{Fault::CrashInTurn,     answer,  completed, true},
  InTurn{Fault::ExitZero,        answer,  completed, true},
  InTurn{Fault::CloseOutput,     answer,  completed, true},
  InTurn{Fault::CloseInput,      answer,  completed, true},
  InTurn{Fault::CrashBeforeTurn, answer,  completed, true},
  InTurn{Fault::CrashMidLine,    answer,  completed, true}),
  [](const testing::TestParamInfo<InTurn>& row) {
    return std::string(port::word(row.param.what));
  });
// clang-format on

TEST(MockServer, ATotalFalls) {
  auto plan = plan_of({}, {{.what = Fault::TotalFalls}});
  plan.turns[0].usage = true;
  EXPECT_THAT(Running(plan).in_turn().steps(), testing::Contains("Usage thread=1 total=9"));
}

TEST(MockServer, AnInterruptIsIgnoredOrComesTooLate) {
  Running ignoring(with_fault(Fault::IgnoreInterrupt, {command}));
  ignoring.in_turn().steps();
  EXPECT_THAT(ignoring.interrupt(), IsEmpty());
  Running late(with_fault(Fault::CompleteBeforeInterrupt, {command}));
  late.in_turn().steps();
  EXPECT_THAT(late.interrupt(),
              ElementsAre("ThreadIdle thread=1", completed, "Response id=4 no_active_turn"));
}

TEST(MockServer, AnApprovalIsSettledByTheServer) {
  Running server(with_fault(Fault::WithdrawAsk, {command}));
  EXPECT_THAT(server.in_turn().steps(),
              testing::IsSupersetOf(
                  {"AskResolved thread=1 ask=1", "ItemCompleted thread=1 turn=1 item=1 declined"}));
}

TEST(MockServer, AFaultComesAtItsOpportunityAndSoManyTimes) {
  auto plan = plan_of(
      {}, {{.what = Fault::DropResponse, .nth = 2, .times = 2, .method = Method::ThreadList}});
  Running server(plan);
  server.ready();
  Lines all;
  for (std::uint32_t id = 10; id < 14; ++id)
    for (auto& line : server.hear(Request{.id = {id}, .method = Method::ThreadList}))
      all.push_back(line);
  EXPECT_THAT(all, ElementsAre("Response id=10", "Response id=13"));
}

TEST(MockServer, EveryFaultHasANameAndALetterGivesItsMessageBack) {
  static_assert(port::has_words<Fault>());
  const std::vector<ToClient> all{
      Response{{70'000}, Error::Overloaded, {2}, {3}},
      ThreadStarted{{1}, {2}},
      TurnStarted{{1}, {2}},
      TurnCompleted{{1}, {2}, TurnEnd::Failed},
      ItemStarted{{1}, {2}, {3}, ItemKind::Patch, {4}, true},
      ItemDelta{{1}, {2}, {3}, {4}, mark_of(TextId{4})},
      ItemOutput{{1}, {2}, {3}, {4}},
      ItemCompleted{{1}, {2}, {3}, ItemEnd::Declined, true, {18}, mark_of(TextId{18})},
      Usage{{1}, 66'000},
      limit_used(9),
      Ask{{5}, AskKind::Patch, false, {1}, {2}, {3}, {4}},
      AskResolved{{1}, {5}},
      Trouble{{1}, {2}, true},
      UnknownNotice{},
      ThreadIdle{{1}}};
  for (const auto& message : all) EXPECT_EQ(to_client(letter_of(message)), message);
  const std::vector<ToServer> sent{Request{{70'000},
                                           Method::TurnStart,
                                           {1},
                                           {2},
                                           {3},
                                           {Policy::Never, Sandbox::FullAccess, true},
                                           7},
                                   Initialized{}, Answer{{9}, Decision::Cancel},
                                   AnswerError{{9}, Error::MethodNotFound}};
  for (const auto& message : sent) EXPECT_EQ(to_server(letter_of(message)), message);
}

}  // namespace
}  // namespace sim::appserver
