// Lines of both dialects, and what may go wrong with their bytes.
#include "sim/appserver/wire.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/server_testing.h"

namespace sim::appserver {
namespace {

using testing::ElementsAre;

const Dialect& codex = *find_dialect("codex");
const Dialect& draft_dialect = *find_dialect("draft");

std::string decoded(Wire& wire, std::string_view line) {
  const auto out = wire.decode(line);
  return out.message ? show(*out.message) : out.answer;
}

TEST(MockWire, AnIdIsEchoedExactly) {
  for (const std::string id : {"7", "\"7\"", "-3", "9007199254740993"}) {
    Wire wire(codex);
    EXPECT_EQ(decoded(wire, R"({"method":"thread/list","id":)" + id + "}"),
              "Request id=1 thread_list");
    EXPECT_EQ(wire.encode(Response{.id = {1}}), R"({"id":)" + id + R"(,"result":{"data":[]}})");
  }
}

TEST(MockWire, WhatIsNoMessageGetsNoReply) {
  Wire wire(codex);
  for (const auto* line : {"", "{", "[]", "3", "{}", "{\"id\":1}x", "{\"method\":\"a/b\"}",
                           "{\"method\":\"thread/list\",\"id\":1.5}", "{\"result\":{}}"}) {
    const auto out = wire.decode(line);
    EXPECT_FALSE(out.message) << line;
    EXPECT_EQ(out.answer, "") << line;
  }
}

TEST(MockWire, IdsAreThoseOfTheirProcessAndOfWhatTheyName) {
  Names one({1'700'000'000'000, 1}), other({1'700'000'000'000, 2});
  const auto thread = one.text(ThreadId{7});
  EXPECT_EQ(thread.size(), 36u);
  EXPECT_EQ(one.thread(thread), ThreadId{7});
  EXPECT_EQ(one.turn(thread), TurnId{Names::nobody});
  EXPECT_EQ(other.thread(thread), ThreadId{Names::nobody});
  const auto adopted = other.adopt(thread);
  EXPECT_TRUE(Names::is_adopted(adopted));
  EXPECT_EQ(other.thread(thread), adopted);
  EXPECT_EQ(other.text(adopted), thread);
  EXPECT_EQ(other.adopt("thread-7"), ThreadId{Names::nobody});
}

TEST(MockWire, AnUnknownMethodIsRefusedAsTheDialectDoes) {
  Wire real(codex), contract(draft_dialect);
  EXPECT_THAT(decoded(real, R"({"id":1,"method":"a/b"})"), testing::HasSubstr("-32600"));
  EXPECT_THAT(decoded(contract, R"({"id":1,"method":"a/b"})"), testing::HasSubstr("-32601"));
}

TEST(MockWire, ParamsWithoutWhatAMethodNeedsAreRefusedAsTheDialectDoes) {
  for (const std::string asked :
       {R"("thread/archive","params":null)", R"("thread/start","params":7)", R"("turn/start")",
        R"("turn/start","params":{"threadId":"thread-1","input":"hello"})",
        R"("turn/interrupt","params":{"threadId":5})"}) {
    Wire real(codex), contract(draft_dialect);
    const auto line = R"({"id":1,"method":)" + asked + "}";
    EXPECT_THAT(decoded(real, line), testing::HasSubstr("-32600,\"message\":\"Invalid request"));
    EXPECT_THAT(decoded(contract, line), testing::HasSubstr("-32602"));
  }
}

TEST(MockWire, TheLastRequestsCanBeAnswered) {
  Wire wire(codex);
  const auto last = static_cast<std::uint32_t>(Wire::requests_max) + 1;
  for (std::uint32_t i = 1; i <= last; ++i)
    wire.decode(fmt::format(R"({{"id":{},"method":"turn/interrupt"}})", i));
  EXPECT_EQ(wire.id_of({1}), "no-such-id");
  EXPECT_EQ(wire.id_of({2}), 2);
  EXPECT_EQ(wire.id_of({last}), last);
}

TEST(MockWire, DecisionsAreThoseOfTheDialect) {
  Wire real(codex), contract(draft_dialect);
  EXPECT_EQ(decoded(real, R"({"id":2,"result":{"decision":"acceptForSession"}})"),
            "Answer ask=2 accept_for_session");
  EXPECT_EQ(decoded(contract, R"({"id":2,"result":{"decision":"approved"}})"),
            "Answer ask=2 accept");
  EXPECT_EQ(decoded(real, R"({"id":2,"result":{"decision":"approved"}})"),
            "AnswerError ask=2 invalid_params");
  EXPECT_EQ(decoded(contract, R"({"id":2,"result":{"decision":"accept"}})"),
            "Answer ask=2 decline");
}

TEST(MockWire, AClientOptsOutByMethods) {
  Wire wire(codex);
  EXPECT_EQ(decoded(wire, R"({"id":0,"method":"initialize","params":{"capabilities":
      {"optOutNotificationMethods":["turn/started"]}}})"),
            "Request id=1 initialize opts_out=2");
}

// A whole turn on a wire.
std::vector<std::string> turn_on(const Dialect& dialect) {
  ServerPlan plan = plan_of({{}, command});
  plan.dialect = &dialect;
  plan.turns[0].usage = true;
  Server server = initial_server(plan);
  Wire wire(dialect);
  std::vector<std::string> out;
  const auto say = [&](const SpokenList& spoken) {
    for (const auto& each : spoken)
      if (const auto* message = std::get_if<ToClient>(&each.what))
        if (auto line = wire.encode(*message); !line.empty()) out.push_back(std::move(line));
  };
  const auto run = [&] {
    for (;;) {
      SpokenList spoken;
      ServerTurn turn(plan, server, spoken);
      if (!turn.may_step(0)) return;
      turn.step(0);
      say(spoken);
    }
  };
  const auto decision = dialect.tells_resolved ? "decline" : "denied";
  for (const auto& line : {std::string(R"({"id":0,"method":"initialize"})"),
                           std::string(R"({"method":"initialized"})"),
                           std::string(R"({"id":1,"method":"thread/start"})"),
                           std::string(R"({"id":2,"method":"turn/start","params":{"threadId":")" +
                                       Names().text(ThreadId{1}) + R"(","input":[]}})"),
                           fmt::format(R"({{"id":1,"result":{{"decision":"{}"}}}})", decision)}) {
    const auto decoded = wire.decode(line);
    SpokenList spoken;
    ServerTurn(plan, server, spoken).hear(*decoded.message);
    say(spoken);
    run();
  }
  return out;
}

std::vector<std::string> methods_of(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (const auto& line : lines) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    EXPECT_TRUE(json.is_object()) << line;
    out.push_back(json.value("method", "response"));
  }
  return out;
}

TEST(MockWire, ATurnOfEachDialectHasItsMethods) {
  EXPECT_THAT(methods_of(turn_on(codex)),
              ElementsAre("response", "response", "thread/started", "response", "turn/started",
                          "item/started", "item/agentMessage/delta", "item/completed",
                          "item/started", "item/commandExecution/requestApproval",
                          "serverRequest/resolved", "item/completed", "thread/tokenUsage/updated",
                          "account/rateLimits/updated", "thread/status/changed", "turn/completed"));
  EXPECT_THAT(methods_of(turn_on(draft_dialect)),
              ElementsAre("response", "response", "thread/started", "response", "turn/started",
                          "item/created", "item/delta", "exec_command_begin", "execCommandApproval",
                          "exec_command_end", "account/rateLimits/updated", "turn/completed"));
}

TEST(ByteFaults, AreTheSameForASeedAndANumber) {
  const std::string line = R"({"method":"turn/started","params":{}})";
  for (std::size_t i = 0; i < byte_faults; ++i) {
    const auto fault = static_cast<ByteFault>(i);
    const auto first = damaged(fault, line, {7, 3});
    EXPECT_EQ(damaged(fault, line, {7, 3}), first) << port::word(fault);
    std::string all;
    for (const auto& piece : first) all += piece;
    const bool split = fault == ByteFault::SplitAnywhere || fault == ByteFault::SplitBytes;
    if (fault >= ByteFault::Separators && fault <= ByteFault::Spaces) {
      const auto read = nlohmann::json::parse(all);
      EXPECT_EQ(read["method"], "turn/started") << port::word(fault);
    }
    EXPECT_EQ(all == line + "\n", split) << port::word(fault);
    EXPECT_TRUE(!split || first.size() > 1) << port::word(fault);
  }
  EXPECT_NE(damaged(ByteFault::Truncate, line, {7, 3}), damaged(ByteFault::Truncate, line, {8, 3}));
}

}  // namespace
}  // namespace sim::appserver
