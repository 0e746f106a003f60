#include "engine/codec/rpc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/rpc_testing.h"
#include "codec/rpc_vectors_testing.h"

namespace engine::rpc {
namespace {

using testing::ElementsAre;

class WireVector : public testing::TestWithParam<Vector> {};

TEST_P(WireVector, IsWhatItsRowSaysAndCostsOneLine) {
  const auto& row = GetParam();
  Heard heard;
  heard.feed(row.line + "\n{\"method\":\"next\"}\n");
  ASSERT_EQ(heard.said.size(), 2u);
  EXPECT_EQ(heard.said[1], "notification next");
  if (row.reason == Reason::None) {
    EXPECT_THAT(heard.said[0], testing::Not(testing::StartsWith("rejected")));
  } else {
    EXPECT_EQ(heard.said[0],
              "rejected " + std::string(text_of(row.reason).name) + " @" + std::to_string(row.at));
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, WireVector, testing::ValuesIn(vectors()),
                         [](const auto& row) { return row.param.name; });

TEST(RpcReason, TextsStandAtTheirReasons) {
  for (std::size_t i = 0; i < reason_texts.size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(reason_texts[i].reason), i);
}

TEST(RpcDecoder, TellsTheFourKindsOfMessages) {
  Heard heard;
  heard.feed(
      "{\"id\":1,\"method\":\"a\",\"params\":{}}\n{\"id\":\"1\",\"result\":[1, 2]}\n"
      "{\"error\":{\"code\":-32600,\"message\":\"no\"},\"id\":-0}\n{\"method\":\"b\"}\n");
  EXPECT_THAT(heard.said, ElementsAre("request 1 a", "response \"1\" [1, 2]", "failure 0 -32600 no",
                                      "notification b"));
}

TEST(RpcDecoder, ReadsEscapedKeysAndTexts) {
  Heard heard;
  heard.feed("{\"\\u0069d\":528,\"method\":\"\\u0061\\ud83d\\ude00\\n\"}\n");
  EXPECT_THAT(heard.said, ElementsAre("request 528 a\xf0\x9f\x98\x80\n"));
}

TEST(RpcDecoder, KeepsTheObjectAndItsUnknownMembersByteForByte) {
  Decoder decoder;
  std::string whole, unknown;
  decoder.feed(" {\"method\":\"x\", \"emittedAtMs\": 1e999 }\r\n", [&](const Item& item) {
    const auto& accepted = std::get<Accepted>(item);
    whole = accepted.whole;
    unknown = accepted.members[1].value.raw;
  });
  EXPECT_EQ(whole, "{\"method\":\"x\", \"emittedAtMs\": 1e999 }");
  EXPECT_EQ(unknown, "1e999");
}

TEST(RpcDecoder, NotesAMethodBesideAResult) {
  Heard heard;
  heard.feed("{\"id\":529,\"method\":\"x\",\"result\":{}}\n");
  EXPECT_THAT(heard.said, ElementsAre("request 529 x", "method_and_result"));
}

TEST(RpcDecoder, NotesBlankLines) {
  Heard heard;
  heard.feed("\n  \n\t\n\r\n");
  EXPECT_THAT(heard.said, ElementsAre("blank_line", "blank_line", "blank_line", "blank_line"));
  EXPECT_EQ(heard.decoder().account().blank, 8u);
}

TEST(RpcDecoder, RecoversMergedLinesIfItIsToldTo) {
  Options options;
  options.recover_merged = true;
  Heard heard(options);
  heard.feed("{\"id\":1,\"method\":\"a\"} {\"id\":2,\"method\":\"b\"}{\"method\":\"c\"}\n");
  EXPECT_THAT(heard.said,
              ElementsAre("merged_lines", "request 1 a", "request 2 b", "notification c"));
  EXPECT_EQ(heard.decoder().account().accepted, heard.decoder().account().bytes_in);
}

TEST(RpcDecoder, RecoversNothingIfOnePartOfTheLineIsBad) {
  Options options;
  options.recover_merged = true;
  Heard heard(options);
  heard.feed("{\"id\":1,\"method\":\"a\"}{\"id\":2,\n{\"method\":\"b\"}\n");
  EXPECT_THAT(heard.said, ElementsAre("rejected unexpected_end @29", "notification b"));
}

TEST(RpcDecoder, TakesAWholeObjectAtTheEndOfTheInputAndNothingElse) {
  Heard whole;
  whole.feed("{\"method\":\"x\"}");
  EXPECT_THAT(whole.said, ElementsAre());
  whole.finish();
  EXPECT_THAT(whole.said, ElementsAre("notification x"));
  for (const auto* rest : {"{\"method\":", "hello", "{\"method\":\"x\"} y"}) {
    Heard cut;
    cut.feed(rest);
    cut.finish();
    EXPECT_THAT(cut.said, ElementsAre(testing::StartsWith("rejected truncated")));
  }
}

TEST(RpcDecoder, BeginsAfreshWhenAnotherStreamFollows) {
  Heard heard;
  heard.feed("{\"method\":\"x");
  heard.finish();
  heard.feed("{\"method\":\"y\"}\n");
  EXPECT_THAT(heard.said, ElementsAre("rejected truncated @12", "notification y"));
  EXPECT_EQ(heard.places[1], (Place{.line = 1, .at = 0, .bytes = 15}));
}

TEST(RpcDecoder, AccountsForEveryByte) {
  Heard heard;
  heard.feed("{\"method\":\"x\"}\r\nhello\n\n{\"me");
  const auto& account = heard.decoder().account();
  EXPECT_EQ(account, (Account{.bytes_in = 27, .accepted = 16, .rejected = 6, .blank = 1}));
  EXPECT_EQ(heard.decoder().pending(), 4u);
}

TEST(RpcDecoder, ShowsAFaultWithABoundedExcerpt) {
  Decoder decoder;
  std::string shown;
  decoder.feed("{\"method\":\"" + std::string(500, 'x') + "\"} \x01" + std::string(500, 'y') + "\n",
               [&](const Item& item) { shown = printable(std::get<Rejected>(item).excerpt); });
  EXPECT_EQ(shown, std::string(23, 'x') + "\"} \\x01" + std::string(53, 'y'));
}

TEST(RpcDecoder, TakesAnyNumberOfKeysAndFindsTheOneThatStandsTwice) {
  for (const std::size_t count : {16U, 17U, 65'535U, 65'536U, 65'537U, 1'000'000U}) {
    Heard heard;
    const auto sound = with_keys(count, count), bad = with_keys(count, 0);
    const auto in_params = [](const std::string& value) {
      return "{\"method\":\"p\",\"params\":" + value + "}\n";
    };
    heard.feed(sound + "\n" + in_params(sound) + bad + "\n" + in_params(bad));
    const auto at = bad.rfind("\"key0\""), bad_at = 2 * sound.size() + 26;
    EXPECT_THAT(heard.said, ElementsAre("notification m", "notification p",
                                        "rejected duplicate_key @" + std::to_string(bad_at + at),
                                        "rejected duplicate_key @" +
                                            std::to_string(bad_at + bad.size() + 1 + 23 + at)))
        << count;
  }
}

TEST(RpcDecoder, ReadsAMillionLevelsWithoutAStack) {
  Heard heard;
  heard.feed(nested(1'000'000, '[', ']') + "\n{\"method\":\"x\"}\n");
  EXPECT_THAT(heard.said, ElementsAre("rejected too_deep @144", "notification x"));
}

TEST(RpcId, TextsAndNumbersDiffer) {
  EXPECT_EQ(Id::of(Text::plain("7")), Id::of(Text::escaped("\\u0037")));
  EXPECT_FALSE(Id::of(7) == Id::of(Text::plain("7")));
}

}  // namespace
}  // namespace engine::rpc
