// The mock server, message by message: lifecycles, dialects, and each of its faults.
#include "sim/appserver/server.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "port/appserver/show.h"

namespace sim::appserver {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

constexpr ThreadId thread_one{1};
constexpr TurnId turn_one{1};

using Lines = std::vector<std::string>;

// A server that was started, and what it says, in words.
class Running {
 public:
  explicit Running(ServerPlan plan) : plan_(std::move(plan)), server_(initial_server(plan_)) {
    turn([](ServerTurn& turn) { turn.start(); });
  }

  Lines hear(const ToServer& message) {
    return turn([&](ServerTurn& turn) { turn.hear(message); });
  }
  Lines step() {
    return turn([](ServerTurn& turn) { turn.step(0); });
  }
  // Steps for as long as it can.
  Lines steps() {
    Lines out;
    while (may_step())
      for (auto& line : step()) out.push_back(std::move(line));
    return out;
  }
  bool may_step() {
    SpokenList none;
    return ServerTurn(plan_, server_, none).may_step(0);
  }
  Running& ready() {
    hear(Request{.id = {1}, .method = Method::Initialize});
    hear(Initialized{});
    hear(Request{.id = {2}, .method = Method::ThreadStart});
    return *this;
  }
  Running& in_turn() {
    ready().hear(Request{.id = {3}, .method = Method::TurnStart, .thread = thread_one});
    return *this;
  }
  Lines interrupt() {
    return hear(Request{
        .id = {4}, .method = Method::TurnInterrupt, .thread = thread_one, .turn = turn_one});
  }
  const Server& state() const { return server_; }
  std::vector<bool> late = {};

 private:
  template <class What>
  Lines turn(What what) {
    SpokenList spoken;
    ServerTurn turn(plan_, server_, spoken);
    what(turn);
    Lines out;
    for (const auto& each : spoken) {
      late.push_back(each.late);
      out.push_back(std::visit([](const auto& one) { return line(one); }, each.what));
    }
    return out;
  }
  static std::string line(const ToClient& message) { return show(message); }
  static std::string line(const CarriedOut& fact) { return show(Fact(fact)); }

  ServerPlan plan_;
  Server server_;
};

ServerPlan plan_of(std::vector<ItemScript> items, std::vector<PlannedFault> faults = {}) {
  ServerPlan out;
  out.turns = {{.items = std::move(items)}};
  out.faults = std::move(faults);
  return out;
}
ServerPlan with_fault(Fault what, std::vector<ItemScript> items = {{}}) {
  return plan_of(std::move(items), {{.what = what}});
}
ServerPlan draft(ServerPlan plan = {}) {
  plan.dialect = find_dialect("draft");
  return plan;
}
const ItemScript command{.kind = ItemKind::Command, .subject = {7}, .asks = true};

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
                          "TurnCompleted thread=1 turn=1 completed"));
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
                  "RateLimits used=1", "TurnCompleted thread=1 turn=1 completed"));
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
  EXPECT_THAT(server.steps(), ElementsAre("TurnCompleted thread=1 turn=1 completed"));
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
  EXPECT_THAT(server.steps(), ElementsAre("TurnCompleted thread=1 turn=1 completed"));
}

TEST(MockServer, InterruptIsAnsweredThenTheTurnEndsThenTheApprovalIsSettled) {
  Running server(plan_of({command}));
  server.in_turn().steps();
  EXPECT_THAT(server.interrupt(),
              ElementsAre("Response id=4", "TurnCompleted thread=1 turn=1 interrupted",
                          "AskResolved thread=1 ask=1"));
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

// Faults that show in the answer to one request of a ready server.

struct Answered {
  Fault what;
  Method method;
  Lines wanted;
};
void PrintTo(const Answered& row, std::ostream* out) { *out << port::word(row.what); }
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
void PrintTo(const InTurn& row, std::ostream* out) { *out << port::word(row.what); }
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

// clang-format off
INSTANTIATE_TEST_SUITE_P(Rows, MockServerFaultOfTurns, testing::Values(
  InTurn{Fault::DropNotice,      answer,  "TurnStarted thread=1 turn=1", true, true},
  InTurn{Fault::DuplicateNotice, answer,  "TurnStarted thread=1 turn=1", false, true},
  InTurn{Fault::UnknownNotice,   answer,  "UnknownNotice", false, true},
  InTurn{Fault::EndTurnTwice,    answer,  completed},
  InTurn{Fault::LateDelta,       answer,  show(ToClient(ItemDelta{{1}, {1}, {1}, {1}, mark_of(TextId{1})}))},
  InTurn{Fault::LeaveItemOpen,   answer,  show(ToClient(ItemCompleted{{1}, {1}, {1}, {}, true, {17}, mark_of(TextId{17})})), true},
  InTurn{Fault::EndItemTwice,    command, "ItemCompleted thread=1 turn=1 item=1 declined"},
  InTurn{Fault::DifferentText,   answer,  show(ToClient(ItemCompleted{{1}, {1}, {1}, {}, true, {15}, mark_of(TextId{15})}))},
  InTurn{Fault::AskTwice,        command, "Ask ask=1 command wellformed thread=1 turn=1 item=1 subject=7"},
  InTurn{Fault::AskAfterEnd,     answer,  "Ask ask=1 command wellformed thread=1 turn=1 item=1 subject=1"},
  InTurn{Fault::AskMalformed,    command, "Ask ask=1 command thread=1 turn=1 item=1 subject=7"},
  InTurn{Fault::AskUnknown,      command, "Ask ask=1 unknown wellformed thread=1 turn=1 item=1 subject=7"},
  InTurn{Fault::RunDenied,       command, "CarriedOut item=1"},
  InTurn{Fault::CrashInTurn,     answer,  completed, true},
  InTurn{Fault::ExitZero,        answer,  completed, true},
  InTurn{Fault::CloseOutput,     answer,  completed, true},
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
  EXPECT_THAT(late.interrupt(), ElementsAre(completed, "Response id=4 no_active_turn"));
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
      ThreadStarted{{1}},
      TurnStarted{{1}, {2}},
      TurnCompleted{{1}, {2}, TurnEnd::Failed},
      ItemStarted{{1}, {2}, {3}, ItemKind::Patch, {4}},
      ItemDelta{{1}, {2}, {3}, {4}, mark_of(TextId{4})},
      ItemOutput{{1}, {2}, {3}, {4}},
      ItemCompleted{{1}, {2}, {3}, ItemEnd::Declined, true, {18}, mark_of(TextId{18})},
      Usage{{1}, 66'000},
      RateLimits{9},
      Ask{{5}, AskKind::Patch, false, {1}, {2}, {3}, {4}},
      AskResolved{{1}, {5}},
      Trouble{{1}, {2}, true},
      UnknownNotice{}};
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
