#include "proxy/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace tools::proxy {
namespace {

using namespace std::chrono_literals;

struct Made {
  std::string bytes;
  std::chrono::milliseconds pause{0};
};

// What becomes of `said`, fed in pieces of this size.
Made made(const std::vector<std::string>& names, const std::string& said, std::uint64_t seed = 1,
          std::size_t piece = 1000) {
  std::vector<Fault> faults;
  for (const auto& name : names) faults.push_back(parse_fault(name).value());
  Faults injector(faults, seed);
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < said.size(); at += piece)
    injector.feed(said.substr(at, piece), pieces);
  injector.finish(pieces);
  Made out;
  for (const auto& each : pieces) {
    out.bytes += each.bytes;
    out.pause += each.pause;
  }
  return out;
}

const std::string three = "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n";

TEST(ProxyFaults, WithoutAnyTheBytesAreTheSame) {
  const std::string odd("a\n\n\xff\0b\r\nno newline", 18);
  for (const std::size_t piece : {1u, 3u, 1000u}) EXPECT_EQ(made({}, odd, 1, piece).bytes, odd);
}

TEST(ProxyFaults, EachDoesWhatItIsCalled) {
  EXPECT_EQ(made({"split@2"}, three).bytes, three);
  EXPECT_EQ(made({"split@2"}, three).pause, 20ms);
  EXPECT_EQ(made({"delay@2"}, three).bytes, three);
  EXPECT_EQ(made({"delay@2"}, three).pause, 100ms);
  EXPECT_EQ(made({"merge@1"}, three).bytes, "{\"a\":1}{\"b\":2}\n{\"c\":3}\n");
  EXPECT_EQ(made({"drop@2"}, three).bytes, "{\"a\":1}\n{\"c\":3}\n");
  EXPECT_EQ(made({"duplicate@3"}, three).bytes, three + "{\"c\":3}\n");
  EXPECT_EQ(made({"swap@1"}, three).bytes, "{\"b\":2}\n{\"a\":1}\n{\"c\":3}\n");
  EXPECT_EQ(made({"swap@3"}, three).bytes, three) << "it comes at the end";
  EXPECT_EQ(made({"blank@2"}, three).bytes, "{\"a\":1}\n\n{\"b\":2}\n{\"c\":3}\n");
  EXPECT_EQ(made({"garbage@1"}, three).bytes, "}{ garbage ]\n" + three);
  EXPECT_EQ(made({"bom@1"}, three).bytes, "\xef\xbb\xbf" + three);
  EXPECT_EQ(made({"nul@2"}, three).bytes.size(), three.size() + 1);
  EXPECT_THAT(made({"bad_utf8@2"}, three).bytes, testing::HasSubstr("\xff"));
  const auto cut = made({"truncate@2"}, three).bytes;
  EXPECT_LT(cut.size(), three.size());
  EXPECT_EQ(std::ranges::count(cut, '\n'), 3);
}

TEST(ProxyFaults, AreTheSameForEqualSeedsHoweverTheBytesCome) {
  std::string many;
  for (int i = 0; i < 200; ++i) many += "{\"id\":" + std::to_string(i) + "}\n";
  const std::vector<std::string> all{"split", "merge", "truncate", "garbage",  "blank",     "nul",
                                     "bom",   "delay", "drop",     "bad_utf8", "duplicate", "swap"};
  EXPECT_EQ(made(all, many, 7, 1).bytes, made(all, many, 7, 1000).bytes);
  EXPECT_NE(made(all, many, 7).bytes, made(all, many, 8).bytes);
}

TEST(ProxyFaults, SayWhichOfThemHitNothing) {
  Faults faults({parse_fault("drop@2").value(), parse_fault("drop@9").value()}, 1);
  std::vector<Piece> pieces;
  faults.feed(three, pieces);
  EXPECT_EQ(faults.injected(), 1u);
  ASSERT_EQ(faults.missed().size(), 1u);
  EXPECT_EQ(show(faults.missed()[0]), "drop@9");
}

TEST(ProxyFaults, AreNamedAsTheyAreOrNotAtAll) {
  for (const auto& word : fault_words) EXPECT_TRUE(parse_fault(word.name)) << word.name;
  for (const auto* none : {"", "none", "drop@", "drop@0", "drop@x", "@3", "Drop"})
    EXPECT_FALSE(parse_fault(none)) << none;
}

}  // namespace
}  // namespace tools::proxy
