// orrery serve --area monitor from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "ide/served_testing.h"
#include "ide/server.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ServeIde, AnswersAsAnIdeDoes) {
  Served ide;
  EXPECT_THAT(Caller(ide.port, request("GET /api/about")).hear_all(),
              testing::AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("\"productName\":\"Orrery\""),
                             HasSubstr("\"buildNumber\":\"OR-261.1\"")));
  for (const auto* header : {"", "Authorization: Bearer wrong!\r\n", "Authorization: secret\r\n",
                             "Authorization: Bearer secret2\r\n"})
    EXPECT_THAT(Caller(ide.port, request(stream_line, header)).hear_all(),
                testing::AllOf(StartsWith("HTTP/1.1 401"), testing::EndsWith("\r\n\r\n{}\n")));
  EXPECT_THAT(Caller(ide.port, request("GET /npx/v1/projects/stream")).hear_all(),
              StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(Caller(ide.port, request("GET /other")).hear_all(), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(Caller(ide.port, "nonsense\r\n\r\n").hear_all(), "");
  EXPECT_THAT(
      Caller(ide.port, request("GET /", "X: " + std::string(9'000, 'x') + "\r\n")).hear_all(), "");
}

TEST(ServeIde, WritesAMarkerThatOnlyItsOwnerReads) {
  Served ide;
  const auto marker = json::parse(text_of(ide.marker));
  EXPECT_EQ(marker["pid"], ide.pid);
  EXPECT_EQ(marker["port"], ide.port);
  EXPECT_EQ(marker["token"], "secret");
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(ide.marker).permissions(),
            perms::owner_read | perms::owner_write);
  ide.running->signal(SIGTERM);
  EXPECT_EQ(ide.running->end(), (ProcessEnd{ProcessEnd::Kind::Exited, 128 + SIGTERM}));
  EXPECT_FALSE(std::filesystem::exists(ide.marker));
}

TEST(ServeIde, TellsSnapshotsAndPings) {
  Served ide({"--ping", "100"});
  Caller client(ide.port, request(stream_line, right_token));
  EXPECT_TRUE(client.hear("application/x-ndjson"));
  EXPECT_TRUE(client.hear("\"seq\":1,"));
  EXPECT_TRUE(client.hear("{\"type\":\"ping\","));
  EXPECT_TRUE(client.hear("{\"type\":\"ping\","));
  ide.happen("projects_change");
  EXPECT_TRUE(client.hear("\"seq\":2,"));
  EXPECT_TRUE(client.hear("\"changes\":1"));
  const auto run = ide.stop_and_check(slack_of_a_busy_machine);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("passed: MON-40, MON-41"));
}

// Those that there were say nothing more, and do not end.
TEST(ServeIde, ANetworkThatComesBackServesNewStreams) {
  Served ide({"--ping", "100"});
  Caller before(ide.port, request(stream_line, right_token));
  EXPECT_TRUE(before.hear("\"seq\":1,"));
  ide.happen("network_stops");
  ide.happen("projects_change");
  ide.happen("network_back");
  Caller behind(ide.port, request(stream_line, right_token));
  EXPECT_TRUE(behind.hear("\"changes\":1"));
  ide.happen("projects_change");
  EXPECT_TRUE(behind.hear("\"changes\":2"));
  EXPECT_TRUE(behind.hear("{\"type\":\"ping\","));
  const auto run = ide.stop_and_check(slack_of_a_busy_machine);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(before.hear_all(), testing::Not(HasSubstr("\"changes\":1")));
}

// Who connects is read and told, and each stream has an id of its own, on pings too.
TEST(ServeIde, KnowsItsClientsApart) {
  Served ide({"--ping", "50"});
  const auto asks = [](const std::string& body) {
    return stream_line + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + right_token +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  for (const auto* body : {"", "notjson", "[1]", "{\"clientId\":"})
    EXPECT_THAT(Caller(ide.port, asks(body)).hear_all(), StartsWith("HTTP/1.1 400")) << body;
  Caller one(ide.port, asks(R"({"clientId":"one","clientPid":7,"future":{"x":1}})"));
  EXPECT_TRUE(one.hear("\"clientInstanceId\":"));
  EXPECT_TRUE(one.hear("{\"type\":\"ping\",\"clientInstanceId\":\"orrery-" +
                       std::to_string(ide.pid) + "-1\"}\n"));
  Caller two(ide.port, asks("{}"));
  EXPECT_TRUE(two.hear("\"clientInstanceId\":\"orrery-" + std::to_string(ide.pid) + "-2\""));
  const auto run = ide.stop_and_check(slack_of_a_busy_machine);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
}

// MON-43: neither the quick one nor the IDE waits for the slow one, and what the slow one has
// missed is joined.
TEST(ServeIde, HoldsNobodyUpForASlowReader) {
  constexpr int changes = 30;
  Served ide({"--projects", "5000"});
  Caller slow(ide.port, request(stream_line, right_token), 4'096);
  Caller quick(ide.port, request(stream_line, right_token));
  EXPECT_TRUE(quick.hear("\"seq\":1,"));
  const auto before = ide.memory_kb();
  for (int i = 1; i <= changes; ++i) {
    ide.happen("projects_change");
    EXPECT_TRUE(quick.hear("\"changes\":" + std::to_string(i) + "}]"));
    EXPECT_THAT(Caller(ide.port, request("GET /api/about")).hear_all(), StartsWith("HTTP/1.1 200"));
  }
  // Thirty lists of 300 KB each would be 9 MB for each client.
  EXPECT_LT(ide.memory_kb(), before + 5'000);
  EXPECT_TRUE(slow.hear("\"changes\":" + std::to_string(changes) + "}]"));
  EXPECT_LT(slow.count("\"snapshot\""), 15u);
  EXPECT_TRUE(quick.count("\"snapshot\"") == changes + 1);
  const auto run = ide.stop_and_check(slack_of_a_busy_machine);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("MON-43"));
  EXPECT_THAT(run.out, testing::Not(HasSubstr("not exercised: MON-43")));
}

TEST(ServeIde, IsAsBeforeAThousandConnections) {
  Served ide;
  // It tells of itself a moment before it has all that it works with.
  EXPECT_THAT(Caller(ide.port, request("GET /api/about")).hear_all(), StartsWith("HTTP/1.1 200"));
  const auto descriptors = ide.descriptors(), memory = ide.memory_kb();
  for (int i = 0; i < 1'000; ++i) {
    Caller client(ide.port, i % 3 == 0   ? request(stream_line, right_token)
                            : i % 3 == 1 ? std::string("POST /npx")
                                         : request("GET /api/about"));
    if (i % 6 == 0) {
      EXPECT_TRUE(client.hear("\"seq\":1,"));
    }
  }
  for (int i = 0; i < 24'000 && ide.descriptors() > descriptors; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_LE(ide.descriptors(), descriptors);
  EXPECT_LT(ide.memory_kb(), memory + 5'000);
  const auto run = ide.stop_and_check(slack_of_a_busy_machine);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
}

// An MCP client connects, in both ways that there are.
TEST(ServeIde, IsAServerOfTools) {
  Served ide;
  const auto post = [&](const std::string& path, const std::string& body) {
    return Caller(ide.port, "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " +
                                std::to_string(body.size()) + "\r\n\r\n" + body)
        .hear_all();
  };
  const std::string initialize =
      R"({"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"2025-03-26"}})";
  for (const auto* path : {"/mcp", "/own/stream"}) {
    EXPECT_THAT(post(path, initialize), AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("\"id\":7"),
                                              HasSubstr("\"protocolVersion\":\"2025-03-26\"")));
    EXPECT_THAT(post(path, R"({"jsonrpc":"2.0","method":"notifications/initialized"})"),
                StartsWith("HTTP/1.1 202"));
    EXPECT_THAT(post(path, "[]"), StartsWith("HTTP/1.1 400"));
  }
  Caller events(ide.port, request("GET /own/sse"));
  EXPECT_TRUE(events.hear("data: /own/messages?session=1"));
  EXPECT_THAT(post("/own/messages?session=1", initialize), StartsWith("HTTP/1.1 202"));
  EXPECT_TRUE(events.hear("\"protocolVersion\""));
  EXPECT_THAT(post("/own/messages?session=9", initialize), StartsWith("HTTP/1.1 404"));
}

// A page of the web reaches loopback too, under a name of its own or from its own origin.
TEST(ServeIde, AnswersNoPageOfTheWeb) {
  Served ide;
  const auto asked = [&](const std::string& headers) {
    return Caller(ide.port, "GET /api/about HTTP/1.1\r\n" + headers + "\r\n").hear_all();
  };
  for (const auto* headers : {"Host: evil.example\r\n", "Host: 127.0.0.1.evil.example:80\r\n", "",
                              "Host: 127.0.0.1\r\nOrigin: https://evil.example\r\n",
                              "Host: localhost\r\nOrigin: null\r\n"})
    EXPECT_THAT(asked(headers), StartsWith("HTTP/1.1 403")) << headers;
  for (const auto* headers : {"Host: localhost:6315\r\n", "Host: [::1]:6315\r\n",
                              "Host: 127.0.0.1:1\r\nOrigin: http://localhost:8080\r\n"})
    EXPECT_THAT(asked(headers), StartsWith("HTTP/1.1 200")) << headers;
}

TEST(ServeIde, ServesAGoodClientBesideManyWhoSayNothing) {
  Served ide;
  std::vector<std::unique_ptr<Caller>> slow;
  for (int i = 0; i < 600; ++i) slow.push_back(std::make_unique<Caller>(ide.port, "POST /npx"));
  EXPECT_THAT(Caller(ide.port, request("GET /api/about")).hear_all(), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(slow.front()->hear_all(), "");  // It made room.
}

// Who could have made room a moment ago has said meanwhile what it wants.
TEST(ServeIde, KeepsWhoComesWaitingWhileAllHaveSaidWhatTheyWant) {
  constexpr std::size_t as_many_as_there_may_be = 512;
  constexpr std::string_view begun = "POST /npx";
  const auto whole = request(stream_line, right_token);
  ASSERT_TRUE(whole.starts_with(begun));
  Served ide;
  std::vector<std::unique_ptr<Caller>> all;
  for (std::size_t i = 0; i < as_many_as_there_may_be; ++i)
    all.push_back(std::make_unique<Caller>(ide.port, std::string(begun)));
  for (const auto& caller : all) caller->say(whole.substr(begun.size()));
  for (const auto& caller : all) ASSERT_TRUE(caller->hear("\"seq\":1,"));
  Caller late(ide.port, request("GET /api/about"));
  ide.happen("projects_change");  // It serves the others.
  EXPECT_TRUE(all.front()->hear("\"changes\":1}"));
  all.pop_back();
  EXPECT_THAT(late.hear_all(), StartsWith("HTTP/1.1 200"));
}

TEST(ServeIde, HearsWordsBehindALineThatIsTooLong) {
  Served ide;
  ide.running->say(std::string(100'000, 'x'));
  ide.happen("projects_change");
  ide.running->say("pings_stop");
  EXPECT_EQ(ide.running->hear("happened")["what"], "pings_stop");
}

TEST(ServeIde, ListensOnLoopbackAlone) {
  Served ide;
  char port[8];
  std::snprintf(port, sizeof port, ":%04X", static_cast<unsigned>(ide.port));
  std::istringstream sockets(text_of("/proc/" + std::to_string(ide.pid) + "/net/tcp"));
  int listening = 0;
  for (std::string line; std::getline(sockets, line);) {
    std::istringstream fields(line);
    std::string number, local, remote, state;
    fields >> number >> local >> remote >> state;
    if (state != "0A" || !local.ends_with(port)) continue;
    ++listening;
    EXPECT_EQ(local, std::string("0100007F") + port);
  }
  EXPECT_EQ(listening, 1);
}

TEST(ServeIde, KnowsASecretFromWhatIsLikeIt) {
  EXPECT_TRUE(ide::same_secret("secret", "secret"));
  for (const auto* other : {"", "s", "secre", "Secret", "secres", "secretsecret"})
    EXPECT_FALSE(ide::same_secret("secret", other)) << other;
  EXPECT_FALSE(ide::same_secret("", "x"));
}

// What is wrong with it is found in its recording, by its rule.
void expect_shown(const std::string& flaw, const std::string& rule, const std::string& header) {
  Served ide({"--fault", flaw, "--projects", "5000"});
  {
    Caller slow(ide.port, request(stream_line, right_token), 4'096);
    Caller client(ide.port, request(stream_line, header));
    client.hear("HTTP/1.1");
    client.read_for(std::chrono::seconds(1));
    ide.happen("projects_change");
    client.read_for(std::chrono::seconds(1));
    ide.happen("projects_change");
    // Longer than a period of pings, and so are the clients gone.
    client.read_for(std::chrono::seconds(7));
  }
  std::this_thread::sleep_for(std::chrono::seconds(flaw == "never_frees" ? 7 : 0));
  ide.happen("projects_change");
  const auto run = ide.stop_and_check();
  EXPECT_EQ(run.code, 1) << flaw << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("broken " + rule)) << flaw;
}

TEST(ServeIdeFlaw, ShowsInItsRecording) {
  constexpr const char* rows[][2] = {
      {"ping_first", "MON-40"},      {"no_first_line", "MON-40"},       {"keeps_changes", "MON-4"},
      {"seq_stays", "MON-40"},       {"instance_changes", "MON-40"},    {"no_pings", "MON-4"},
      {"takes_any_token", "MON-42"}, {"line_before_refusal", "MON-42"}, {"one_holds_all", "MON-43"},
      {"never_frees", "MON-44"},     {"slow_snapshot", "MON-40"}};
  at_the_same_time(std::size(rows), [&](std::size_t number) {
    const auto& [flaw, rule] = rows[number];
    expect_shown(flaw, rule, rule == std::string("MON-42") ? "" : right_token);
  });
}

TEST(ServeIde, NamesWhatCanHappenAndRefusesTheRest) {
  EXPECT_THAT(run_orrery("serve --area monitor --faults").out,
              testing::AllOf(HasSubstr("  server_moves\n"), HasSubstr("  slow_snapshot\n")));
  EXPECT_THAT(run_orrery("serve --area monitor --fault slow_snapshots").err,
              HasSubstr("Did you mean \"slow_snapshot\"?"));
  EXPECT_THAT(run_orrery("serve --area monitor --at 5:server_move").err,
              HasSubstr("Did you mean \"server_moves\"?"));
  EXPECT_EQ(run_orrery("serve --area monitor --at server_moves").code, 2);
  EXPECT_EQ(run_orrery("serve --area monitor --home /nowhere --port 0").code, 2);
  const auto run = run_orrery("serve --area monitr");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("Did you mean \"monitor\"?"));
}

}  // namespace
}  // namespace tools
