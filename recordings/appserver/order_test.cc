// In which order findings are told, and how much is remembered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/transcript_testing.h"

namespace conformance::appserver {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

class Talk {
 public:
  Talk& add(double ms, const char* direction, const std::string& raw) {
    time_ += ms;
    text_ += nlohmann::json{{"t_ms", time_}, {"dir", direction}, {"raw", raw}}.dump() + "\n";
    return *this;
  }
  Talk& client(const std::string& raw) { return add(5, "c2s", raw); }
  Talk& server(const std::string& raw) { return add(5, "s2c", raw); }
  Talk& handshake() {
    client(R"({"id":0,"method":"initialize","params":{}})").server(R"({"id":0,"result":{}})");
    return client(R"({"method":"initialized"})");
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  double time_ = 0;
};

std::string about(const char* method, const std::string& thread, const std::string& rest) {
  return std::string(R"({"method":")") + method + R"(","params":{"threadId":")" + thread + "\"" +
         rest + "}}";
}

TEST(TranscriptOrder, ALineThatIsNoMessageWaitsForTheOnesBeforeIt) {
  Talk talk;
  talk.handshake().client(R"({"id":7,"result":{}})").add(1, "c2s", "{bad");
  EXPECT_THAT(judge_text(talk.text()).breaches,
              ElementsAre(Reported{"RPC-04", 4}, Reported{"WIRE-02", 5}));
}

TEST(TranscriptOrder, WhatIsUndecidedBeforeTheHandshakeHoldsBackWhatFollows) {
  Talk talk;
  talk.client(R"({"id":9,"method":"model/list"})").client("{bad");
  talk.server(R"({"id":9,"error":{"code":-32600,"message":"Not initialized"}})").handshake();
  EXPECT_THAT(judge_text(talk.text()).breaches,
              ElementsAre(Reported{"RPC-01", 1}, Reported{"WIRE-02", 2}));
}

TEST(TranscriptOrder, WhatOnlyTheEndTellsComesThere) {
  Talk talk;
  talk.handshake().client(R"({"id":9,"method":"model/list"})");
  talk.client(R"({"id":8,"method":"account/read"})").client("{bad");
  talk.server(R"({"method":"account/updated"})");
  talk.add(61'000, "s2c", R"({"method":"account/updated"})");
  EXPECT_THAT(judge_text(talk.text()).breaches,
              ElementsAre(Reported{"WIRE-02", 6}, Reported{"SRV-03", 4}, Reported{"SRV-03", 5}));
}

// `initialized` may be recorded up to 2 ms late, but an answer behind it is not what was gone on
// with.
TEST(TranscriptOrder, AnInitializeIsNotAnsweredByWhatComesBehindInitialized) {
  const auto cut = R"({"t_ms":10.3,"dir":"c2s","raw":"{\"id\":2,\"method\":\"mo","raw_len":48})"
                   "\n";
  const auto told = [&](double answered_ms, double opened_ms) {
    const auto answer = [](double ms) {
      return Talk().add(ms, "s2c", R"({"id":2,"result":{"data":[]}})").text();
    };
    const auto opens = Talk().add(opened_ms, "c2s", R"({"method":"initialized"})").text();
    return judge_text(Talk().client(R"({"id":1,"method":"initialize","params":{}})").text() +
                      (answered_ms < opened_ms ? answer(answered_ms) + opens + cut
                                               : opens + cut + answer(answered_ms)) +
                      Talk().add(90, "s2c", R"({"method":"account/updated"})").text())
        .breaches;
  };
  EXPECT_THAT(told(9, 10), ElementsAre(Reported{"WIRE-07", 2}));
  EXPECT_THAT(told(10.9, 10), ElementsAre(Reported{"RPC-01", 2}));
}

// Where the server's line was cut, it may have been the answer.
TEST(TranscriptOrder, AnInitializeWhoseAnswerMayBeCutIsNotAnsweredByAnotherOne) {
  const auto told = [](const std::string& cut) {
    return judge_text(Talk().client(R"({"id":1,"method":"initialize","params":{}})").text() + cut +
                      Talk()
                          .add(9, "s2c", R"({"id":2,"result":{"data":[]}})")
                          .add(1, "c2s", R"({"method":"initialized"})")
                          .add(80, "s2c", R"({"method":"account/updated"})")
                          .text())
        .breaches;
  };
  EXPECT_THAT(told(""), ElementsAre(Reported{"WIRE-07", 2}));
  EXPECT_THAT(told(R"({"t_ms":8,"dir":"s2c","raw":"{","raw_len":45})"
                   "\n"),
              IsEmpty());
}

TEST(TranscriptOrder, FindingsAreToldWhileTheRecordingGoesOn) {
  std::vector<std::uint64_t> told;
  TranscriptCheck check(spec::appserver::codex, [&](const TranscriptFinding& finding) {
    told.push_back(finding.place.line);
  });
  TranscriptReader reader([&](const RecordedLine& line) { check.take(line); });
  Talk talk;
  talk.handshake().client("{bad").client(R"({"id":7,"result":{}})").client("{bad");
  talk.client(R"({"id":8,"method":"model/list"})");
  reader.feed(talk.text());
  EXPECT_THAT(told, ElementsAre(4, 5, 6));
}

TEST(TranscriptOrder, OfOneRuleNoMoreThanALimitAreToldAndAllAreCounted) {
  Talk talk;
  talk.handshake();
  constexpr int many = 1'000;
  for (int i = 0; i < many; ++i) talk.client("{bad");
  std::uint64_t told = 0;
  TranscriptCheck check(spec::appserver::codex, [&](const TranscriptFinding&) { ++told; });
  TranscriptReader reader([&](const RecordedLine& line) { check.take(line); });
  reader.feed(talk.text());
  EXPECT_TRUE(reader.finish());
  check.finish();
  EXPECT_EQ(told, told_max);
  EXPECT_EQ(check.broken(spec::appserver::rule_index("WIRE-02")), many);
}

// Of two files, each read as far as it is needed.
std::vector<Reported> told_of_two(const std::vector<std::string>& client,
                                  const std::vector<std::string>& server) {
  using spec::appserver::Side;
  std::vector<Reported> out;
  TranscriptCheck check(spec::appserver::codex, [&](const TranscriptFinding& finding) {
    if (finding.rule == spec::no_rule) return;
    const auto id = std::string(spec::appserver::protocol_rules[finding.rule].id);
    out.push_back({id, finding.place.line});
  });
  check.set_unordered();
  const auto take = [&](const RecordedLine& line) { check.take(line); };
  PlainReader readers[]{{Side::Client, take}, {Side::Server, take}};
  std::size_t next[2]{};
  const auto step = [&](std::size_t at, Side side, const std::vector<std::string>& lines) {
    if (next[at] > lines.size()) return;
    if (next[at] < lines.size()) return readers[at].feed(lines[next[at]++] + "\n");
    ++next[at];
    readers[at].finish();
    check.finish(side);
  };
  while (next[0] <= client.size() || next[1] <= server.size()) {
    if (check.needs(Side::Client) || next[1] > server.size()) step(0, Side::Client, client);
    if (check.needs(Side::Server) || next[0] > client.size()) step(1, Side::Server, server);
  }
  check.finish();
  return out;
}

TEST(TranscriptOrder, OfTwoFilesAnAnswerWaitsForTheRequestThatUsesItsIdAgain) {
  const std::string hello = R"({"id":1,"method":"initialize","params":{}})",
                    greets = R"({"id":1,"result":{"userAgent":"x/0.169.0"}})",
                    opens = R"({"method":"initialized"})",
                    lists = R"({"id":2,"method":"model/list","params":{}})",
                    other = R"({"id":3,"method":"model/list","params":{}})",
                    listed = R"({"id":2,"result":{}})", others = R"({"id":3,"result":{}})";
  EXPECT_THAT(told_of_two({hello, opens, lists, other, lists}, {greets, listed, listed, others}),
              IsEmpty());
  const Reported twice{"SRV-03", 3};
  EXPECT_THAT(told_of_two({hello, opens, lists, other}, {greets, listed, listed, others}),
              ElementsAre(twice));
  // The next process has ids of its own.
  EXPECT_THAT(told_of_two({hello, opens, lists, hello, opens, lists},
                          {greets, listed, listed, greets, listed}),
              ElementsAre(twice));
}

// What was forgotten looks unknown, and is no breach.
TEST(TranscriptMemory, ForgottenThreadsTurnsAndItemsAreNoBreach) {
  constexpr int many = 20'000;
  Talk talk;
  talk.handshake();
  for (int i = 0; i < many; ++i) {
    const auto thread = std::to_string(i);
    talk.server(R"({"method":"thread/started","params":{"thread":{"id":")" + thread + R"("}}})");
    talk.server(about("turn/started", thread, R"(,"turn":{"id":"t"})"));
    talk.server(about("item/started", thread, R"(,"turnId":"t","item":{"id":"i"})"));
  }
  talk.server(about("item/agentMessage/delta", "0", R"(,"turnId":"t","itemId":"i","delta":"x")"));
  talk.server(about("item/completed", "0", R"(,"turnId":"t","item":{"id":"i"})"));
  talk.server(about("turn/completed", "0", R"(,"turn":{"id":"t","status":"completed"})"));
  const auto judged = judge_text(talk.text());
  EXPECT_THAT(judged.breaches, IsEmpty());
  for (const auto* kind : {"more threads", "more turns"})
    EXPECT_THAT(judged.notes, Contains(StartsWith(kind)).Times(1)) << kind;
}

TEST(TranscriptMemory, ForgottenItemsOfARunningTurnAreNoBreach) {
  constexpr int many = 20'000;
  Talk talk;
  talk.handshake();
  talk.server(R"({"method":"thread/started","params":{"thread":{"id":"a"}}})");
  talk.server(about("turn/started", "a", R"(,"turn":{"id":"t"})"));
  for (const char* what : {"item/started", "item/completed"})
    for (int i = 0; i < many; ++i)
      talk.server(about(what, "a", R"(,"turnId":"t","item":{"id":")" + std::to_string(i) + "\"}"));
  const auto judged = judge_text(talk.text());
  EXPECT_THAT(judged.breaches, IsEmpty());
  EXPECT_THAT(judged.notes, ElementsAre(StartsWith("more items")));
}

// A turn and an item that run on are remembered while others come and go.
TEST(TranscriptMemory, WhatIsOverIsForgottenFirst) {
  constexpr int many = 20'000;
  Talk talk;
  talk.handshake();
  for (const char* thread : {"a", "b"})
    talk.server(std::string(R"({"method":"thread/started","params":{"thread":{"id":")") + thread +
                R"("}}})");
  talk.server(about("turn/started", "a", R"(,"turn":{"id":"long"})"));
  talk.server(about("item/started", "a", R"(,"turnId":"long","item":{"id":"i"})"));
  for (int i = 0; i < many; ++i) {
    const auto turn = R"("turn":{"id":")" + std::to_string(i) + "\"";
    const auto item = R"(,"turnId":")" + std::to_string(i) + R"(","item":{"id":"i"})";
    talk.server(about("turn/started", "b", "," + turn + "}"));
    talk.server(about("item/started", "b", item)).server(about("item/completed", "b", item));
    talk.server(about("turn/completed", "b", "," + turn + R"(,"status":"completed"})"));
  }
  talk.server(about("turn/completed", "a", R"(,"turn":{"id":"long","status":"completed"})"));
  const auto judged = judge_text(talk.text());
  EXPECT_THAT(judged.breaches, ElementsAre(Reported{"ITM-02", many * 4 + 8}));
  EXPECT_THAT(judged.notes, IsEmpty());
}

TEST(TranscriptMemory, ForgottenCallsAndQuestionsAreNoBreach) {
  constexpr int many = 70'000;
  Talk talk;
  talk.handshake();
  for (int i = 0; i < many; ++i) {
    const auto id = std::to_string(i + 10);
    talk.client(R"({"id":)" + id + R"(,"method":"command/exec"})");
    talk.server(R"({"id":)" + id + R"(,"method":"item/tool/call"})");
  }
  talk.server(R"({"id":10,"result":{}})").client(R"({"id":10,"result":{}})");
  const auto judged = judge_text(talk.text());
  EXPECT_THAT(judged.breaches, IsEmpty());
  EXPECT_THAT(judged.notes, Contains(StartsWith("more calls")).Times(1));
  EXPECT_THAT(judged.notes, Contains(StartsWith("more requests of the server")).Times(1));
  // And of each side eight that have no answer, and that there are more.
  EXPECT_THAT(judged.notes, SizeIs(2 + 2 * 9));
}

}  // namespace
}  // namespace conformance::appserver
