// The reader of recordings, and the draft dialect.
#include "conformance/transcript.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "transcript_testing.h"

namespace conformance {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Refused {
  const char* name;
  std::string text;
  std::uint64_t line;
  const char* says;
  friend void PrintTo(const Refused& row, std::ostream* out) { *out << row.name; }
};

const std::string good = R"({"t_ms":1,"dir":"c2s","raw":"{}"})"
                         "\n";

class RefusedInput : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedInput, NamesTheLineAndTheRemedy) {
  TranscriptReader reader([](const RecordedLine&) {});
  EXPECT_FALSE(reader.feed(GetParam().text) && reader.finish());
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->line, GetParam().line);
  EXPECT_THAT(reader.error()->says, HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(Transcript, RefusedInput,
                         ::testing::Values(Refused{"empty", "", 0, "holds no recorded line"},
                                           Refused{"blank", "\n\n", 0, "holds no recorded line"},
                                           Refused{"no_json", good + "hello\n", 2,
                                                   "no line of a recording"},
                                           Refused{"binary",
                                                   std::string("\x7f"
                                                               "ELF\0\1",
                                                               6),
                                                   1, "no line of a recording"},
                                           Refused{"array", "[]\n", 1, "it is no object"},
                                           Refused{"a_message",
                                                   R"({"id":1,"method":"x"})"
                                                   "\n",
                                                   1, "\"dir\" is missing"},
                                           Refused{"notes",
                                                   R"({"t_ms":1,"note":"x"})"
                                                   "\n",
                                                   1, "these are notes"},
                                           Refused{"direction",
                                                   R"({"dir":"up","raw":""})"
                                                   "\n",
                                                   1, "\"dir\" is \"up\""},
                                           Refused{"no_raw",
                                                   R"({"dir":"c2s"})"
                                                   "\n",
                                                   1, "\"raw\" is missing"},
                                           Refused{"raw_type",
                                                   R"({"dir":"c2s","raw":{}})"
                                                   "\n",
                                                   1, "\"raw\" is no string"},
                                           Refused{"base64",
                                                   R"({"dir":"c2s","raw_b64":"*"})"
                                                   "\n",
                                                   1, "no base64"},
                                           Refused{"time",
                                                   R"({"dir":"c2s","raw":"","t_ms":"1"})"
                                                   "\n",
                                                   1, "\"t_ms\" must be"},
                                           Refused{"endless_time",
                                                   R"({"dir":"c2s","raw":"","t_ms":1e300})"
                                                   "\n",
                                                   1, "\"t_ms\" must be"},
                                           Refused{"length",
                                                   R"({"dir":"c2s","raw":"","raw_len":1.5})"
                                                   "\n",
                                                   1, "\"raw_len\" must be"},
                                           Refused{"negative_length",
                                                   R"({"dir":"c2s","raw":"","raw_len":-1})"
                                                   "\n",
                                                   1, "\"raw_len\" must be"},
                                           Refused{"newline",
                                                   R"({"dir":"c2s","raw":"","no_newline":1})"
                                                   "\n",
                                                   1, "\"no_newline\" must be"},
                                           Refused{"key_twice",
                                                   R"({"dir":"c2s","dir":"s2c","raw":""})"
                                                   "\n",
                                                   1, "twice"}),
                         [](const auto& row) { return row.param.name; });

TEST(Transcript, GivesTheBytesAsTheyWere) {
  std::vector<std::string> read;
  TranscriptReader reader([&](const RecordedLine& line) { read.emplace_back(line.bytes); });
  reader.feed(R"({"dir":"c2s","raw":"a\"b\\n\u00e9\ud83d\ude00\t\/\u0000!"})"
              "\n");
  reader.feed(R"({"dir":"c2s","raw":"?","raw_b64":"/////g=="})"
              "\n");
  EXPECT_TRUE(reader.finish());
  EXPECT_THAT(read, ElementsAre(std::string("a\"b\\n\xc3\xa9\xf0\x9f\x98\x80\t/\0!", 15),
                                "\xff\xff\xff\xfe"));
}

TEST(Transcript, NamesAByteOrderMark) {
  TranscriptReader reader([](const RecordedLine&) {});
  EXPECT_FALSE(reader.feed("\xef\xbb\xbf" + good));
  EXPECT_THAT(reader.error()->says, HasSubstr("byte order mark"));
}

TEST(Transcript, OnlyALongerLineWasCut) {
  std::vector<bool> cut;
  TranscriptReader reader([&](const RecordedLine& line) { cut.push_back(line.cut); });
  for (const char* length : {"1", "2", "3"})
    reader.feed(std::string(R"({"dir":"c2s","raw":"{}","raw_len":)") + length + "}\n");
  EXPECT_TRUE(reader.finish());
  EXPECT_THAT(cut, ElementsAre(false, false, true));
}

TEST(Transcript, AFileThatEndsWithinALineIsReadUpToThere) {
  TranscriptReader reader([](const RecordedLine&) {});
  reader.feed(good + R"({"t_ms":2,"dir":"c2)");
  EXPECT_TRUE(reader.finish());
  EXPECT_TRUE(reader.ends_within_a_line());
  EXPECT_EQ(reader.lines(), 1u);
}

std::string conversation(const std::vector<std::pair<const char*, std::string>>& lines) {
  std::string out;
  double time = 0;
  for (const auto& [direction, raw] : lines)
    out += nlohmann::json{{"t_ms", time += 10}, {"dir", direction}, {"raw", raw}}.dump() + "\n";
  return out;
}

using Lines = std::vector<std::pair<const char*, std::string>>;

Lines draft_session() {
  return {
      {"c2s", R"({"id":1,"method":"initialize","params":{}})"},
      {"s2c", R"({"id":1,"result":{}})"},
      {"c2s", R"({"method":"initialized"})"},
      {"c2s", R"({"id":2,"method":"thread/start","params":{}})"},
      {"s2c", R"({"id":2,"result":{"thread":{"id":"a"}}})"},
      {"s2c", R"({"method":"thread/started","params":{"thread":{"id":"a"}}})"},
      {"c2s", R"({"id":3,"method":"turn/start","params":{"threadId":"a"}})"},
      {"s2c", R"({"id":3,"result":{"turn":{"id":"t"}}})"},
      {"s2c", R"({"method":"turn/started","params":{"threadId":"a","turn":{"id":"t"}}})"},
      {"s2c", R"({"id":9,"method":"execCommandApproval","params":{"threadId":"a","turnId":"t"}})"},
      {"c2s", R"({"id":9,"result":{"decision":"denied"}})"},
      {"s2c", R"({"method":"item/created","params":{"threadId":"a","turnId":"t",)"
              R"("item":{"type":"assistant","textDelta":"Hi"}}})"},
      {"s2c", R"({"method":"turn/completed","params":{"threadId":"a","turnId":"t",)"
              R"("status":"completed"}})"}};
}

std::vector<Reported> draft_breaches(const Lines& lines) {
  return judge_text(conversation(lines), spec::protocol::draft).breaches;
}

TEST(TranscriptOfDraft, AnOrdinaryTurnPasses) {
  EXPECT_THAT(draft_breaches(draft_session()), IsEmpty());
}

TEST(TranscriptOfDraft, ItsItemsHaveNoEnd) {
  auto lines = draft_session();
  lines[11].second =
      R"({"method":"item/created","params":{"threadId":"a","turnId":"t","item":{"id":"i"}}})";
  EXPECT_THAT(draft_breaches(lines), IsEmpty());
}

TEST(TranscriptOfDraft, AnswersWithItsOwnDecisions) {
  auto lines = draft_session();
  lines[10].second = R"({"id":9,"result":{"decision":"decline"}})";
  EXPECT_THAT(draft_breaches(lines), ElementsAre(Reported{"APR-09", 11}));
}

TEST(TranscriptOfDraft, RefusesATurnDuringATurn) {
  auto lines = draft_session();
  lines.insert(lines.begin() + 9,
               {{"c2s", R"({"id":4,"method":"turn/start","params":{"threadId":"a"}})"},
                {"s2c", R"({"id":4,"result":{"turn":{"id":"t"}}})"}});
  EXPECT_THAT(draft_breaches(lines), ElementsAre(Reported{"SRV-08", 11}));
}

TEST(TranscriptOfDraft, RefusesRequestsUntilInitializedIsSaid) {
  auto lines = draft_session();
  std::swap(lines[2], lines[3]);
  std::swap(lines[3], lines[4]);
  EXPECT_THAT(draft_breaches(lines), ElementsAre(Reported{"RPC-01", 3}, Reported{"SRV-01", 4}));
}

TEST(TranscriptOfDraft, SaysBadRequestsByTheirOwnCodes) {
  auto lines = draft_session();
  lines.push_back({"c2s", R"({"id":5,"method":"nope","params":{}})"});
  lines.push_back({"s2c", R"({"id":5,"error":{"code":-32601,"message":"Method not found"}})"});
  EXPECT_THAT(draft_breaches(lines), IsEmpty());
  lines.back().second = R"({"id":5,"error":{"code":-32600,"message":"Invalid request: nope"}})";
  EXPECT_THAT(draft_breaches(lines), ElementsAre(Reported{"SRV-02", 15}));
}

}  // namespace
}  // namespace conformance
