// What real clients call beside turns, and what follows a turn, on real pipes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "serve/client_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Serve, ForksSteersAndReadsWhatWasSaid) {
  ServedClient client;
  const auto thread = client.open();
  client.start_turn(thread, "Hello");
  EXPECT_EQ(client.end_of_turn(), "completed");
  const auto call = [&](int id, const std::string& method, json params) {
    if (!params.contains("threadId")) params["threadId"] = thread;
    client.say({{"id", id}, {"method", method}, {"params", params}});
    return client.hear({{"id", id}});
  };
  const std::string fork = call(3, "thread/fork", json::object())["result"]["thread"]["id"];
  EXPECT_NE(fork, thread);
  const auto read = call(4, "thread/read", {{"threadId", fork}, {"includeTurns", true}});
  EXPECT_EQ(read["result"]["thread"]["turns"].size(), 1u);
  EXPECT_EQ(read["result"]["thread"]["forkedFromId"], thread);
  const auto turn = client.start_turn(thread, "run make", 5);
  const auto more = json::array({{{"type", "text"}, {"text", "and clean"}}});
  EXPECT_EQ(call(6, "turn/steer", {{"expectedTurnId", turn}, {"input", more}})["result"]["turnId"],
            turn);
  EXPECT_THAT(call(7, "turn/steer", {{"expectedTurnId", fork}, {"input", more}}).dump(),
              HasSubstr("turn/steer"));
}

// Of an earlier process too, and of one that is archived: a client may go by that (OpenClaw).
TEST(Serve, AThreadThatNobodyHasResumedIsNotLoaded) {
  ServedClient client, other;
  const auto first = client.open(), second = other.open();
  const auto call = [&](int id, const std::string& method, json params) {
    other.say({{"id", id}, {"method", method}, {"params", std::move(params)}});
    return other.hear({{"id", id}})["result"];
  };
  const json of_first{{"threadId", first}}, of_second{{"threadId", second}};
  EXPECT_EQ(call(3, "thread/read", of_first)["thread"]["status"]["type"], "notLoaded");
  EXPECT_EQ(call(4, "thread/resume", of_first)["thread"]["status"]["type"], "idle");
  EXPECT_EQ(call(5, "thread/read", of_first)["thread"]["status"]["type"], "idle");
  call(6, "thread/archive", of_second);
  EXPECT_EQ(call(7, "thread/read", of_second)["thread"]["status"]["type"], "notLoaded");
  EXPECT_EQ(call(8, "thread/unsubscribe", of_second)["status"], "notLoaded");
  EXPECT_EQ(call(9, "thread/loaded/list", json::object())["data"], json::array({first}));
}

TEST(Serve, ListsWhatIsAskedForInTheOrderOfRealServers) {
  ServedClient client;
  const auto thread = client.open();
  for (const int id : {2, 3}) {
    client.start_turn(thread, id == 2 ? "one" : "two", id);
    EXPECT_EQ(client.end_of_turn(), "completed");
  }
  const auto call = [&](const std::string& method, json params) {
    params["threadId"] = thread;
    client.say({{"id", 4}, {"method", method}, {"params", std::move(params)}});
    return client.hear({{"id", 4}})["result"];
  };
  const auto listed = call("thread/turns/list", json::object())["data"];
  EXPECT_EQ(listed[0]["itemsView"], "summary");
  EXPECT_EQ(listed[0]["items"].size(), 2u);
  EXPECT_EQ(call("thread/turns/list", {{"itemsView", "full"}})["data"][0]["items"].size(), 3u);
  EXPECT_EQ(call("thread/turns/list", {{"itemsView", "notLoaded"}})["data"][0]["items"],
            json::array());
  const auto items = call("thread/items/list", json::object())["data"];
  EXPECT_EQ(items[0]["item"]["type"], "userMessage");
  EXPECT_EQ(call("thread/items/list", {{"sortDirection", "desc"}})["data"].back(), items[0]);
  const json page{{"limit", 1}, {"itemsView", "notLoaded"}};
  EXPECT_EQ(call("thread/resume", {{"initialTurnsPage", page}})["initialTurnsPage"]["data"].size(),
            1u);
  for (const auto& [filter, count] : std::vector<std::pair<json, std::size_t>>{
           {{{"cwd", {"/tmp"}}, {"searchTerm", "one"}, {"sourceKinds", {"vscode"}}}, 1},
           {{{"modelProviders", json::array()}, {"cwd", "/tmp"}}, 1},
           {{{"cwd", {"/elsewhere"}}}, 0},
           {{{"searchTerm", "three"}}, 0},
           {{{"sourceKinds", {"cli"}}}, 0},
           {{{"modelProviders", {"another"}}}, 0},
           {{{"parentThreadId", "another"}}, 0}})
    EXPECT_EQ(call("thread/list", filter)["data"].size(), count) << filter;
  EXPECT_EQ(call("skills/list", {{"cwds", {"/a", "/b"}}})["data"][1]["cwd"], "/b");
  EXPECT_EQ(call("hooks/list", json::object())["data"].size(), 1u);
  const json git{{"branch", "b"}};
  EXPECT_EQ(call("thread/metadata/update", {{"gitInfo", git}})["thread"]["gitInfo"]["branch"], "b");
}

// Of a patch that is declined, nothing has changed.
TEST(Serve, SaysWhatAPatchHasChanged) {
  for (const std::string decision : {"accept", "decline"}) {
    ServedClient client;
    client.start_turn(client.open(), "patch made.txt");
    const auto ask = client.hear({{"method", "item/fileChange/requestApproval"}});
    client.say({{"id", ask["id"]}, {"result", {{"decision", decision}}}});
    EXPECT_EQ(client.end_of_turn(), "completed");
    EXPECT_EQ(client.heard({{"method", "turn/diff/updated"}}), decision == "accept");
  }
}

}  // namespace
}  // namespace tools
