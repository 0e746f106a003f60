#include "proxy/passing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/appserver/letter.h"

namespace tools::proxy {
namespace {

using faults::ByteFault;
using faults::Fault;
using sim::appserver::kind_of;
using sim::appserver::PlannedFault;

const std::string asked =
    "{\"id\":1,\"method\":\"thread/list\"}\n{\"id\":\"a\",\"method\":\"turn/start\"}\n";
const std::string first = "{\"id\":1,\"result\":{}}\n", second = "{\"id\":\"a\",\"result\":{}}\n",
                  delta = "{\"method\":\"item/agentMessage/delta\",\"params\":{}}\n",
                  ended = "{\"method\":\"turn/completed\",\"params\":{}}\n";

struct Made {
  std::string bytes, late;
  std::uint64_t injected = 0;
  std::vector<std::string> missed;
};

// What becomes of `said`, fed in pieces of this size.
Made made(const faults::Settings& settings, const std::string& said, std::size_t piece = 1000) {
  Passing passing(settings, engine::appserver::codex, {});
  passing.hear(asked);
  std::vector<faults::Outgoing> pieces;
  for (std::size_t at = 0; at < said.size(); at += piece)
    passing.feed(said.substr(at, piece), pieces);
  passing.finish(pieces);
  Made out;
  out.injected = passing.injected();
  out.missed = passing.missed();
  for (const auto& each : pieces) (each.late ? out.late : out.bytes) += each.bytes;
  return out;
}
Made made(const PlannedFault& fault, const std::string& said) {
  return made(faults::Settings{.planned = {fault}}, said);
}

TEST(ProxyPassing, WithoutFaultsTheBytesAreTheSame) {
  const std::string odd("a\n\n\xff\0b\r\nno newline", 18);
  for (const std::size_t piece : {1u, 3u, 1000u})
    EXPECT_EQ(made(faults::Settings{}, odd, piece).bytes, odd);
}

TEST(ProxyPassing, FaultsOfMessagesDoWhatTheMockServerDoes) {
  const auto all = first + second + delta + ended;
  const auto bytes = [&](const PlannedFault& fault) { return made(fault, all).bytes; };
  EXPECT_EQ(bytes({.what = Fault::DropResponse, .method = port::appserver::Method::TurnStart}),
            first + delta + ended);
  EXPECT_EQ(bytes({.what = Fault::DuplicateResponse, .nth = 2}),
            first + second + second + delta + ended);
  EXPECT_EQ(bytes({.what = Fault::ReorderResponses}), second + first + delta + ended);
  EXPECT_EQ(bytes({.what = Fault::NoticeFirst, .nth = 2}), first + delta + second + ended);
  EXPECT_THAT(bytes({.what = Fault::UnknownId}),
              testing::StartsWith("{\"id\":\"no-such-id\",\"result\":{}}\n" + second));
  EXPECT_EQ(
      bytes({.what = Fault::DropNotice, .message = kind_of<port::appserver::TurnCompleted>()}),
      first + second + delta);
  EXPECT_EQ(bytes({.what = Fault::DuplicateNotice}), first + second + delta + delta + ended);
  EXPECT_THAT(bytes({.what = Fault::UnknownNotice, .nth = 2}),
              testing::StartsWith(all + "{\"method\":\"mock/"));
  const auto late = made({.what = Fault::DelayResponse}, all);
  EXPECT_EQ(late.late, first);
  EXPECT_EQ(late.bytes, second + delta + ended);
}

TEST(ProxyPassing, AnAnswerThatIsKeptBackComesAtTheEnd) {
  EXPECT_EQ(made({.what = Fault::ReorderResponses}, first + delta).bytes, delta + first);
}

TEST(ProxyPassing, FaultsOfBytesCountLinesWhateverTheseHold) {
  const std::string three = "a\nb\nc\n";
  const auto bytes = [&](ByteFault what, std::uint64_t nth) {
    return made(faults::Settings{.bytes = {{what, nth}}}, three).bytes;
  };
  EXPECT_EQ(bytes(ByteFault::Merge, 1), "ab\nc\n");
  EXPECT_EQ(bytes(ByteFault::Blank, 2), "a\n\nb\nc\n");
  EXPECT_EQ(bytes(ByteFault::Bom, 3),
            "a\nb\n\xef\xbb\xbf"
            "c\n");
  EXPECT_EQ(bytes(ByteFault::SplitBytes, 1), three);
  EXPECT_THAT(bytes(ByteFault::Endless, 2), testing::MatchesRegex("a\nx+"));
}

TEST(ProxyPassing, WhatIsDrawnIsTheSameForEqualSeedsHoweverTheBytesCome) {
  std::string many;
  for (int i = 0; i < 300; ++i) many += i % 3 == 0 ? first : delta;
  faults::Settings settings{.rate = 0.2,
                            .drawn = {Fault::DropResponse, Fault::DropNotice, Fault::UnknownNotice},
                            .drawn_bytes = {ByteFault::Truncate, ByteFault::Nul},
                            .seed = 7};
  const auto once = made(settings, many, 1);
  EXPECT_EQ(once.bytes, made(settings, many).bytes);
  EXPECT_GT(once.injected, 20u);
  settings.seed = 8;
  EXPECT_NE(once.bytes, made(settings, many).bytes);
}

TEST(ProxyPassing, SaysWhichFaultsHitNothing) {
  const auto run =
      made(faults::Settings{.planned = {{.what = Fault::DropResponse},
                                        {.what = Fault::DropNotice,
                                         .nth = 9,
                                         .message = kind_of<port::appserver::ItemDelta>()}},
                            .bytes = {{ByteFault::Nul, 1}, {ByteFault::Nul, 12}}},
           first + delta);
  EXPECT_EQ(run.injected, 2u);
  EXPECT_THAT(run.missed, testing::ElementsAre("drop_notice:item_delta@9", "nul@12"));
}

}  // namespace
}  // namespace tools::proxy
