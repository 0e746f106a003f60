// The reader of recordings.
#include "recordings/appserver/transcript.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "appserver/transcript_testing.h"

namespace conformance::appserver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Refused {
  const char* name;
  std::string text;
  std::uint64_t line;
  const char* says;
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

INSTANTIATE_TEST_SUITE_P(
    Transcript, RefusedInput,
    testing::Values(
        Refused{"empty", "", 0, "holds no recorded line"},
        Refused{"blank", "\n\n", 0, "holds no recorded line"},
        Refused{"no_json", good + "hello\n", 2, "no line of a recording"},
        Refused{"binary",
                std::string("\x7f"
                            "ELF\0\1",
                            6),
                1, "no line of a recording"},
        Refused{"array", "[]\n", 1, "it is no object"},
        Refused{"a_message", R"({"id":1,"method":"x"})", 1, "\"dir\" is missing"},
        Refused{"notes", R"({"t_ms":1,"note":"x"})", 1, "these are notes"},
        Refused{"trace", R"({"trace":1,"area":"ack","note":"x"})", 1, "say --area"},
        Refused{"direction", R"({"dir":"up","raw":""})", 1, "\"dir\" is \"up\""},
        Refused{"no_raw", R"({"dir":"c2s"})", 1, "\"raw\" is missing"},
        Refused{"raw_type", R"({"dir":"c2s","raw":{}})", 1, "\"raw\" is no string"},
        Refused{"base64_type", R"({"dir":"c2s","raw_b64":null})", 1, "\"raw_b64\" is no string"},
        Refused{"base64", R"({"dir":"c2s","raw_b64":"*"})", 1, "no base64"},
        Refused{"time", R"({"dir":"c2s","raw":"","t_ms":"1"})", 1, "\"t_ms\" must be"},
        Refused{"endless_time", R"({"dir":"c2s","raw":"","t_ms":1e300})", 1, "\"t_ms\" must be"},
        Refused{"length", R"({"dir":"c2s","raw":"","raw_len":1.5})", 1, "\"raw_len\" must be"},
        Refused{"negative_length", R"({"dir":"c2s","raw":"","raw_len":-1})", 1,
                "\"raw_len\" must be"},
        Refused{"newline", R"({"dir":"c2s","raw":"","no_newline":1})", 1, "\"no_newline\" must be"},
        Refused{"key_twice", R"({"dir":"c2s","dir":"s2c","raw":""})", 1, "twice"}),
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

TEST(Transcript, IgnoresWhateverOtherFieldsHold) {
  std::string deep(100'000, '['), keys;
  deep += std::string(100'000, ']');
  for (int i = 0; i < 100'000; ++i) keys += fmt::format(R"({}"{}":{{}})", i == 0 ? "" : ",", i);
  TranscriptReader reader([](const RecordedLine&) {});
  reader.feed(
      fmt::format(R"({{"dir":"c2s","deep":{},"keys":{{{}}},{},"raw":"{{}}"}})", deep, keys, keys) +
      "\n");
  EXPECT_TRUE(reader.finish()) << reader.error()->says;
  EXPECT_EQ(reader.lines(), 1u);
}

TEST(Transcript, NotesATimeThatGoesBack) {
  const auto line = [](double ms) {
    return fmt::format(R"({{"t_ms":{},"dir":"s2c","raw":"{{\"method\":\"x\"}}"}})", ms) + "\n";
  };
  const auto notes = [](const std::string& text) {
    const auto all = judge_text(text).notes;
    return std::ranges::count(all, "the time goes back");
  };
  EXPECT_EQ(notes(line(5) + line(3.5) + line(9)), 0) << "lines that were swapped";
  EXPECT_EQ(notes(line(200'000'000) + line(5) + line(9)), 1);
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

}  // namespace
}  // namespace conformance::appserver
