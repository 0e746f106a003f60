// orrery serve from outside, on real pipes. Limits are for servers that hang.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "process/process.h"
#include "serve/as_codex.h"
#include "serve/client_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr ProcessEnd ended_well{ProcessEnd::Kind::Exited, 0};

TEST(Serve, EchoesAPromptAndEndsWithItsInput) {
  ServedClient client;
  client.start_turn(client.open(), "Grüße");
  EXPECT_EQ(client.end_of_turn(), "completed");
  EXPECT_EQ(client.deltas("item/agentMessage/delta"), "You said: Grüße");
  EXPECT_EQ(client.close(), ended_well);
}

TEST(Serve, AsksBeforeItRunsACommand) {
  for (const auto& [decision, status] :
       std::map<std::string, std::string>{{"accept", "completed"}, {"decline", "declined"}}) {
    ServedClient client;
    client.start_turn(client.open(), "run make all");
    const auto ask = client.hear({{"method", "item/commandExecution/requestApproval"}});
    ASSERT_NE(ask, nullptr);
    EXPECT_EQ(ask["params"]["command"], "make all");
    client.say({{"id", ask["id"]}, {"result", {{"decision", decision}}}});
    EXPECT_NE(client.hear({{"method", "serverRequest/resolved"}}), nullptr);
    const auto item = client.hear({{"method", "item/completed"}});
    EXPECT_EQ(item["params"]["item"]["status"], status);
    EXPECT_EQ(client.end_of_turn(), "completed");
    EXPECT_EQ(client.close(), ended_well);
  }
}

TEST(Serve, SaysWhatAThreadWaitsForAndWhenItWaitsNoMore) {
  struct Row {
    std::string prompt, method, flag;
    json answer;
    bool is_error = false;
  };
  for (const auto& row : {Row{"run make all",
                              "item/commandExecution/requestApproval",
                              "waitingOnApproval",
                              {{"code", -32601}, {"message", "no such thing"}},
                              true},
                          Row{"run make all",
                              "item/commandExecution/requestApproval",
                              "waitingOnApproval",
                              {{"decision", "accept"}}},
                          Row{"ask input",
                              "item/tool/requestUserInput",
                              "waitingOnUserInput",
                              {{"answers", json::object()}}}}) {
    ServedClient client;
    client.start_turn(client.open(), row.prompt);
    const auto waits = client.hear({{"method", "thread/status/changed"}})["params"]["status"];
    EXPECT_EQ(waits["activeFlags"], json::array({row.flag}));
    const auto ask = client.hear({{"method", row.method}});
    client.say({{"id", ask["id"]}, {row.is_error ? "error" : "result", row.answer}});
    const auto goes_on = client.hear({{"method", "thread/status/changed"}})["params"]["status"];
    EXPECT_EQ(goes_on, (json{{"type", "active"}, {"activeFlags", json::array()}}));
    EXPECT_EQ(client.end_of_turn(), "completed");
  }
}

// An error is no decision, whatever its client meant by it.
TEST(Serve, RunsNothingOfWhatIsAnsweredWithAnError) {
  ServedClient client;
  client.start_turn(client.open(), "run make all");
  const auto ask = client.hear({{"method", "item/commandExecution/requestApproval"}});
  client.say({{"id", ask["id"]}, {"error", {{"code", -32601}, {"message", "no such thing"}}}});
  const auto item = client.hear({{"method", "item/completed"}})["params"]["item"];
  EXPECT_EQ(item["status"], "failed");
  EXPECT_EQ(item["exitCode"], nullptr);
  EXPECT_EQ(item["aggregatedOutput"], nullptr);
  EXPECT_EQ(client.end_of_turn(), "completed");
}

TEST(Serve, GivesNoIdThatAnotherProcessGave) {
  ServedClient one, other;
  const auto first = one.open(), second = other.open();
  EXPECT_NE(first, second);
  EXPECT_EQ(first.size(), 36u);
  other.say({{"id", 5}, {"method", "thread/resume"}, {"params", {{"threadId", first}}}});
  EXPECT_EQ(other.hear({{"id", 5}})["result"]["thread"]["id"], first);
  other.start_turn(first, "Hello", 6);
  EXPECT_EQ(other.end_of_turn(), "completed");
}

TEST(Serve, TakesAWordBehindAPrefixAndAGivenReply) {
  const TemporaryFolder folder;
  run_shell("printf '{\"x\":1}' >" + folder.file("reply"));
  ServedClient client({"--reply", folder.file("reply")});
  const auto thread = client.open();
  client.start_turn(thread, "Hello");
  EXPECT_EQ(client.end_of_turn(), "completed");
  EXPECT_EQ(client.deltas("item/agentMessage/delta"), "{\"x\":1}");
  client.start_turn(thread, "Some context.\n\nUser: run make all", 3);
  const auto ask = client.hear({{"method", "item/commandExecution/requestApproval"}});
  EXPECT_EQ(ask["params"]["command"], "make all");
}

TEST(Serve, AnInterruptEndsATurnThatWaits) {
  ServedClient client;
  const auto thread = client.open();
  const auto turn = client.start_turn(thread, "run sleep 1000");
  ASSERT_NE(client.hear({{"method", "item/commandExecution/requestApproval"}}), nullptr);
  client.say({{"id", 3},
              {"method", "turn/interrupt"},
              {"params", {{"threadId", thread}, {"turnId", turn}}}});
  EXPECT_NE(client.hear({{"id", 3}}), nullptr);
  EXPECT_EQ(client.end_of_turn(), "interrupted");
  EXPECT_EQ(client.close(), ended_well);
}

TEST(Serve, HasMoreThreadsAndTurnsThanTheSimulatedServer) {
  ServedClient client({"--speed", "fast"});
  auto thread = client.open();
  for (int i = 10; i < 20; ++i) {
    client.say({{"id", i}, {"method", "thread/start"}, {"params", json::object()}});
    thread = client.hear({{"id", i}})["result"]["thread"]["id"];
  }
  EXPECT_THAT(thread, testing::EndsWith("0000000b"));
  for (int i = 100; i < 400; ++i) {
    client.start_turn(thread, std::to_string(i), i);
    ASSERT_EQ(client.end_of_turn(), "completed") << i;
  }
  EXPECT_THAT(client.deltas("item/agentMessage/delta"), HasSubstr("You said: 399"));
}

TEST(Serve, PlaysTheScenarioThatAPromptNames) {
  ServedClient client;
  const auto thread = client.open();
  const auto turn = client.start_turn(thread, "appserver/interrupt_ignored");
  client.say({{"id", 3},
              {"method", "turn/interrupt"},
              {"params", {{"threadId", thread}, {"turnId", turn}}}});
  client.say({{"id", 4}, {"method", "thread/list"}, {"params", json::object()}});
  EXPECT_NE(client.hear({{"id", 4}}), nullptr);
  EXPECT_FALSE(client.heard({{"id", 3}}));
}

// Of a scenario too, whose items have a kind and no words of their own.
TEST(Serve, SaysWhatAnAnnouncementOfASubagentMustHave) {
  for (const std::string prompt : {"subagent", "appserver/subagent_asks"}) {
    ServedClient client;
    client.start_turn(client.open(), prompt);
    auto item = json::object();
    while (item.value("type", "") != "collabAgentToolCall") {
      const auto started = client.hear({{"method", "item/started"}});
      ASSERT_FALSE(started.is_null()) << prompt;
      item = started["params"]["item"];
    }
    for (const auto* member :
         {"agentsStates", "id", "receiverThreadIds", "senderThreadId", "status", "tool"})
      EXPECT_TRUE(item.contains(member)) << prompt << " " << member;
  }
}

TEST(Serve, TheDraftListsItsThreads) {
  ServedClient client({"--dialect", "draft"});
  const auto thread = client.open();
  const auto list = [&](int id) {
    client.say({{"id", id}, {"method", "thread/list"}, {"params", json::object()}});
    return client.hear({{"id", id}})["result"]["data"];
  };
  EXPECT_EQ(list(11).at(0)["id"], thread);
}

TEST(Serve, WhatItRecordsPassesTheCheck) {
  for (const std::string dialect : {"codex", "draft"}) {
    const TemporaryFolder folder;
    const auto record = folder.file("talk.jsonl");
    ServedClient client({"--dialect", dialect, "--record", record});
    const auto thread = client.open();
    client.start_turn(thread, "Hello");
    client.hear({{"method", "turn/completed"}});
    client.start_turn(thread, "run make", 3);
    const auto ask =
        client.hear({{"method", dialect == "codex" ? "item/commandExecution/requestApproval"
                                                   : "execCommandApproval"}});
    ASSERT_NE(ask, nullptr);
    client.say({{"id", ask["id"]},
                {"result", {{"decision", dialect == "codex" ? "accept" : "approved"}}}});
    client.hear({{"method", "turn/completed"}});
    EXPECT_EQ(client.close(), ended_well);
    const auto check = run_orrery("check --dialect " + dialect + " " + record);
    EXPECT_EQ(check.code, 0) << check.out << check.err;
  }
}

TEST(Serve, PassesAllThatAServerIsProbedFor) {
  for (const std::string dialect : {"codex", "draft"}) {
    const auto run = run_orrery("probe --turns --timeout 300s --dialect " + dialect + " -- " +
                                ORRERY_PROGRAM + " serve --dialect " + dialect);
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("0 failed, 0 known, "));
  }
}

// Sanitizers reserve more of it than there is.
#ifdef __SANITIZE_ADDRESS__
#define ORRERY_LITTLE_MEMORY ""
#else
#define ORRERY_LITTLE_MEMORY "ulimit -v 300000; "
#endif

TEST(Serve, SurvivesClientsThatFloodStallOrStopWithinALine) {
  // Nobody reads what 200,000 requests are answered with: it stops reading them, in little memory.
  const auto stalled =
      run_shell("(" ORRERY_LITTLE_MEMORY
                "(yes '{\"id\":1,\"method\":\"thread/list\"}' | head -200000; sleep 1) | "
                "\"$orrery\" serve | (sleep 1; head -1); :)");
  EXPECT_THAT(stalled.out, HasSubstr("Not initialized"));
  const auto cut = run_shell("printf '{\"id\":1,\"meth' | \"$orrery\" serve");
  EXPECT_EQ(cut.code, 0) << cut.err;
  EXPECT_EQ(cut.out, "");
  const auto endless = run_shell("head -c 100000000 /dev/zero | \"$orrery\" serve");
  EXPECT_EQ(endless.code, 0) << endless.err;
  const auto gone = run_shell(
      "yes '{\"id\":1,\"method\":\"x\"}' | head -100000 | "
      "\"$orrery\" serve | head -1");
  EXPECT_EQ(gone.code, 0);
}

TEST(Serve, FaultsOfMessagesAndBytesReachTheWire) {
  ServedClient cut({"--fault", "truncate@7", "--fault", "garbage@8"});
  cut.start_turn(cut.open(), "Hello");
  EXPECT_EQ(cut.end_of_turn(), "completed");
  EXPECT_GE(cut.bad_lines(), 1u);
  ServedClient crashing({"--fault", "crash_mid_line:item_delta"});
  crashing.start_turn(crashing.open(), "Hello");
  EXPECT_EQ(crashing.end_of_turn(), "none");
  EXPECT_EQ(crashing.close(), (ProcessEnd{ProcessEnd::Kind::Exited, 101}));
  ServedClient twice({"--fault", "end_turn_twice"});
  twice.start_turn(twice.open(), "Hello");
  EXPECT_EQ(twice.end_of_turn(), "completed");
  EXPECT_EQ(twice.end_of_turn(), "completed");
}

TEST(Serve, DrawsTheSameFaultsForASeed) {
  const auto faults = [](const std::string& seed) {
    const auto say = R"(printf '%s\n' '{"id":0,"method":"initialize","params":{}}' )"
                     R"('{"method":"initialized"}'; for i in 1 2 3 4 5 6 7 8 9; do )"
                     R"(printf '{"id":%s,"method":"thread/list"}\n' $i; done)";
    return run_shell("(" + std::string(say) + ") | \"$orrery\" serve --fault-rate 0.5 --seed " +
                     seed)
        .out;
  };
  EXPECT_EQ(faults("7"), faults("7"));
  EXPECT_NE(faults("7"), faults("8"));
}

TEST(Serve, ASignalEndsIt) {
  for (const auto& [signal, code] : std::map<std::string, int>{{"INT", 130}, {"TERM", 143}}) {
    const TemporaryFolder folder;
    const auto pipe = folder.file("pipe"), out = folder.file("out");
    // Until it answers, the signal may come before it is listened for.
    const auto run =
        run_shell("mkfifo " + pipe + "; exec 3<>" + pipe + "; (exec \"$orrery\" serve <" + pipe +
                  " >" + out + ") & echo '{\"id\":1,\"method\":\"x\"}' >&3; until [ -s " + out +
                  " ]; do sleep 0.1; done; kill -" + signal + " $!; wait $!");
    EXPECT_EQ(run.code, code) << run.err;
  }
}

TEST(Serve, StandsInForCodex) {
  const TemporaryFolder folder;
  const auto run = run_shell(
      "ln -s \"$orrery\" " + folder.file("codex") + " && " + folder.file("codex") +
      " --version && echo '{\"id\":1,\"method\":\"x\"}' | ORRERY_SERVE='--dialect draft' " +
      folder.file("codex") + " app-server -c model=\"x\"");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("codex-cli 0.169.0 (orrery mock)"));
  EXPECT_THAT(run.out, HasSubstr("-32601"));
}

TEST(Serve, TakesTheArgumentsOfCodexAsItsOwnPlace) {
  const auto arguments = [](std::string_view name, const std::vector<std::string>& given,
                            const serve::CodexPlace& place) {
    const auto out = serve::arguments_as_codex(name, given, place);
    return out ? out->arguments : std::vector<std::string>{"none"};
  };
  EXPECT_THAT(arguments("/bin/codex", {"-c", "x=1", "app-server"}, {"--seed 7", ""}),
              ElementsAre("serve", "--seed", "7"));
  EXPECT_THAT(arguments("orrery", {"app-server", "--listen", "stdio://"}, {}),
              ElementsAre("serve"));
  EXPECT_THAT(arguments("codex", {"app-server", "--listen=ws://127.0.0.1:1"}, {}),
              ElementsAre("serve", "--listen", "ws://127.0.0.1:1"));
  EXPECT_THAT(arguments("codex", {"--version"}, {"--seed 7", ""}),
              ElementsAre("serve", "--seed", "7", "--version"));
  EXPECT_THAT(arguments("codex", {"-c", "x=1", "app-server"}, {"", "--check -- real"}),
              ElementsAre("proxy", "--check", "--", "real", "-c", "x=1", "app-server"));
  // Which is no conversation.
  EXPECT_THAT(arguments("codex", {"--version"}, {"", "--check -- real"}),
              ElementsAre("proxy", "--", "real", "--version"));
  EXPECT_THAT(arguments("orrery", {"check", "app-server"}, {"--seed 7", ""}), ElementsAre("none"));
  EXPECT_THAT(serve::arguments_as_codex("codex", {"exec", "hello"}, {})->refusal,
              HasSubstr("codex exec"));
}

TEST(Serve, RefusesFaultsThatThereAreNot) {
  for (const std::string wrong :
       {"--fault drop_respones", "--fault drop_response@0", "--fault drop_response@any",
        "--fault-rate 2", "--fault hang:no_such", "--scenario appserver/none"}) {
    const auto run = run_orrery("serve " + wrong + " </dev/null");
    EXPECT_EQ(run.code, 2) << wrong << run.err;
  }
}

}  // namespace
}  // namespace tools
