// What initialize opted out of is not missed, and a stray line at the beginning excuses nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/transcript_testing.h"

namespace conformance::appserver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Said = std::vector<std::string>;
// Lines 5 ms apart, ">" from the client and "<" from the server.
std::string talk(const Said& lines) {
  std::string out;
  double ms = 0;
  for (const auto& line : lines) {
    const char* direction = line.front() == '>' ? "c2s" : "s2c";
    out += nlohmann::json{{"t_ms", ms += 5}, {"dir", direction}, {"raw", line.substr(1)}}.dump();
    out += "\n";
  }
  return out;
}

// A turn of a server that says neither that its thread nor that its turn starts.
std::string quiet_turn(const std::string& initialize_params) {
  return talk({R"(>{"id":1,"method":"initialize","params":)" + initialize_params + "}",
               R"(<{"id":1,"result":{}})", R"(>{"method":"initialized"})",
               R"(>{"id":2,"method":"thread/start","params":{}})",
               R"(<{"id":2,"result":{"thread":{"id":"a"}}})",
               R"(>{"id":3,"method":"turn/start","params":{"threadId":"a"}})",
               R"(<{"id":3,"result":{"turn":{"id":"t"}}})",
               R"(<{"method":"item/started","params":{"threadId":"a","turnId":"t",)"
               R"("item":{"id":"i"}}})",
               R"(<{"method":"item/completed","params":{"threadId":"a","turnId":"t",)"
               R"("item":{"id":"i"}}})",
               R"(<{"method":"turn/completed","params":{"threadId":"a",)"
               R"("turn":{"id":"t","status":"completed"}}})"});
}

TEST(TranscriptOptOut, WhatWasOptedOutOfIsNotMissed) {
  EXPECT_THAT(judge_text(quiet_turn(R"({"capabilities":{"optOutNotificationMethods":)"
                                    R"(["thread/started","turn/started"]}})"))
                  .breaches,
              IsEmpty());
}

// Of the start of a thread that is missed when it comes: nobody knows who tells none.
TEST(TranscriptOptOut, WhatWasNotIs) {
  const auto broken = [](const std::string& opted_out, bool thread_starts) {
    auto text = quiet_turn(opted_out);
    if (thread_starts)
      text += talk({R"(<{"method":"thread/started","params":{"thread":{"id":"a"}}})"});
    return judge_text(text).breaches;
  };
  const std::string turns = R"({"capabilities":{"optOutNotificationMethods":["turn/started"]}})";
  EXPECT_THAT(broken("{}", false), ElementsAre(Reported{"SRV-05", 8}));
  EXPECT_THAT(broken("{}", true),
              UnorderedElementsAre(Reported{"SES-01", 6}, Reported{"SRV-05", 8}));
  EXPECT_THAT(broken(turns, false), IsEmpty());
  EXPECT_THAT(broken(turns, true), ElementsAre(Reported{"SES-01", 6}));
}

// Of each process of the server anew: the one before may have told none.
TEST(TranscriptOptOut, WhatAServerTellsTheNextOneMayTell) {
  const auto processes = [](bool waits) {
    const Said begins{R"(>{"id":1,"method":"initialize","params":{}})", R"(<{"id":1,"result":{}})",
                      R"(>{"method":"initialized"})",
                      R"(>{"id":2,"method":"thread/start","params":{}})"};
    const auto runs_in = [](const std::string& thread) {
      return Said{R"(>{"id":3,"method":"turn/start","params":{"threadId":")" + thread + "\"}}",
                  R"(<{"id":3,"result":{"turn":{"id":"t)" + thread + "\"}}}",
                  R"(<{"method":"turn/started","params":{"threadId":")" + thread +
                      R"(","turn":{"id":"t)" + thread + "\"}}}",
                  R"(<{"method":"turn/completed","params":{"threadId":")" + thread +
                      R"(","turn":{"id":"t)" + thread + R"(","status":"completed"}}})"};
    };
    const std::string starts = R"(<{"method":"thread/started","params":{"thread":{"id":"b"}}})";
    auto lines = begins;
    const auto add = [&](const Said& more) { lines.insert(lines.end(), more.begin(), more.end()); };
    add({R"(<{"id":2,"result":{"thread":{"id":"a"}}})"});
    add(runs_in("a"));
    add(begins);
    add({R"(<{"id":2,"result":{"thread":{"id":"b"}}})"});
    if (waits) add({starts});
    add(runs_in("b"));
    if (!waits) add({starts});
    return judge_text(talk(lines)).breaches;
  };
  EXPECT_THAT(processes(true), IsEmpty());
  EXPECT_THAT(processes(false), ElementsAre(Reported{"SES-01", 15}));
}

// As a turn that was never begun is.
TEST(TranscriptOptOut, TheEndOfATurnIsStillWanted) {
  auto text = quiet_turn(R"({"capabilities":{"optOutNotificationMethods":["thread/started",)"
                         R"("turn/started"]}})");
  text += talk({R"(<{"method":"turn/completed","params":{"threadId":"a",)"
                R"("turn":{"id":"t","status":"completed"}}})"});
  EXPECT_THAT(judge_text(text).breaches, ElementsAre(Reported{"SES-03", 11}));
}

TEST(TranscriptBeginning, AStrayLineOfTheServerExcusesNothing) {
  for (const char* stray : {R"(<{"method":"account/updated"})", R"(<{"id":77,"result":{}})"}) {
    EXPECT_THAT(judge_text(talk({stray, R"(>{"id":1,"method":"initialize","params":{}})",
                                 R"(>{"id":2,"method":"model/list"})", R"(<{"id":1,"result":{}})",
                                 R"(>{"method":"initialized"})", R"(<{"id":2,"result":{}})",
                                 R"(<{"method":"turn/started","params":{"threadId":"a",)"
                                 R"("turn":{"id":"t"}}})"}))
                    .breaches,
                ElementsAre(Reported{"RPC-01", 3}, Reported{"SES-08", 7}))
        << stray;
  }
}

TEST(TranscriptBeginning, ThreadsThatWereOpenBeforeAreTakenAsTheyAre) {
  const auto judged =
      judge_text(talk({R"(<{"method":"item/completed","params":{"threadId":"a","turnId":"t",)"
                       R"("item":{"id":"i"}}})",
                       R"(>{"id":2,"method":"turn/start","params":{"threadId":"b"}})"}));
  EXPECT_THAT(judged.breaches, IsEmpty());
  EXPECT_THAT(judged.notes, ::testing::Contains(::testing::StartsWith("incomplete recording")));
}

}  // namespace
}  // namespace conformance::appserver
