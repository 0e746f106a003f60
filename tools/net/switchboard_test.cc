// Several clients of one program, as values.
#include "net/switchboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tools::net {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Talk {
  Switchboard board;
  // "CLIENT: LINE" of what comes of it, and what the program is written.
  std::string hear(Switchboard::Number client, std::string_view line) {
    std::vector<Switchboard::Delivery> out;
    auto written = board.hear(client, line, out);
    if (!written.empty()) written.pop_back();
    for (const auto& [number, text] : out) written += " | " + std::to_string(number) + ": " + text;
    return written;
  }
  std::vector<std::string> say(std::string_view line) {
    std::vector<Switchboard::Delivery> all;
    board.say(line, all);
    std::vector<std::string> out;
    for (const auto& [number, text] : all) out.push_back(std::to_string(number) + ": " + text);
    return out;
  }
};

constexpr auto greeting = R"({"id":0,"method":"initialize","params":{}})";

Talk two_clients() {
  Talk out;
  out.hear(1, greeting);
  out.say(R"({"id":1,"result":{"userAgent":"x"}})");
  out.hear(1, R"({"method":"initialized"})");
  out.hear(2, greeting);
  out.hear(2, R"({"method":"initialized"})");
  return out;
}

TEST(Switchboard, GreetsTheProgramOnce) {
  Talk talk;
  EXPECT_EQ(talk.hear(1, greeting), R"({"id":1,"method":"initialize","params":{}})");
  EXPECT_EQ(talk.hear(2, greeting), "");
  EXPECT_THAT(talk.say(R"({"id":1,"result":{"userAgent":"x"}})"),
              ElementsAre(R"(1: {"id":0,"result":{"userAgent":"x"}})",
                          R"(2: {"id":0,"result":{"userAgent":"x"}})"));
  EXPECT_EQ(talk.hear(1, R"({"method":"initialized"})"), R"({"method":"initialized"})");
  EXPECT_EQ(talk.hear(2, R"({"method":"initialized"})"), "");
  EXPECT_EQ(talk.hear(3, R"({"id":"a","method":"initialize"})"),
            R"( | 3: {"id":"a","result":{"userAgent":"x"}})");
}

TEST(Switchboard, AnswersWhoeverAsked) {
  auto talk = two_clients();
  EXPECT_EQ(talk.hear(1, R"({"id":7,"method":"thread/list","params":{"a":[1]}})"),
            R"({"id":2,"method":"thread/list","params":{"a":[1]}})");
  EXPECT_EQ(talk.hear(2, R"({"id":"7","method":"model/list"})"),
            R"({"id":3,"method":"model/list"})");
  EXPECT_THAT(talk.say(R"({"id":3,"result":{}})"), ElementsAre(R"(2: {"id":"7","result":{}})"));
  EXPECT_THAT(talk.say(R"({"id":2,"error":{"code":1,"message":"no"}})"),
              ElementsAre(R"(1: {"id":7,"error":{"code":1,"message":"no"}})"));
}

TEST(Switchboard, TellsAllAndTakesTheFirstAnswer) {
  auto talk = two_clients();
  const std::string news = R"({"method":"turn/started","params":{}})";
  EXPECT_THAT(talk.say(news), ElementsAre("1: " + news, "2: " + news));
  const std::string ask = R"({"id":7,"method":"item/ask","params":{}})";
  EXPECT_THAT(talk.say(ask), ElementsAre("1: " + ask, "2: " + ask));
  const std::string answer = R"({"id":7,"result":{"decision":"accept"}})";
  EXPECT_EQ(talk.hear(2, answer), answer);
  EXPECT_EQ(talk.hear(1, answer), "");
  talk.board.leave(1);
  EXPECT_THAT(talk.say(news), ElementsAre("2: " + news));
}

TEST(Switchboard, PassesOnWhatIsNoMessage) {
  auto talk = two_clients();
  EXPECT_EQ(talk.hear(1, "{"), "{");
  EXPECT_THAT(talk.say("garbage"), ElementsAre("1: garbage", "2: garbage"));
  EXPECT_THAT(Talk().say("garbage"), IsEmpty());
}

}  // namespace
}  // namespace tools::net
