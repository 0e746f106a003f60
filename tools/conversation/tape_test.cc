// What a tape makes of bytes, read back by the reader of recordings.
#include "conversation/tape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace tools {
namespace {

using conformance::appserver::TranscriptReader;
using spec::appserver::Side;
using testing::ElementsAre;

struct Recorded {
  std::string text;
  Tape tape{[this](const Tape::RecordedLine& line) { text += recording_line(line); }};
};

std::vector<std::string> read_back(const std::string& text) {
  std::vector<std::string> out;
  TranscriptReader reader([&](const Tape::RecordedLine& line) {
    out.push_back((line.place.from == Side::Client ? "> " : "< ") + std::string(line.bytes) +
                  (line.no_newline ? "" : "$"));
  });
  EXPECT_TRUE(reader.feed(text) && reader.finish()) << (reader.error() ? reader.error()->says : "");
  return out;
}

TEST(Tape, GivesTheBytesOfBothSidesBackWhateverTheyAre) {
  Recorded recorded;
  recorded.tape.take(Side::Client, "{\"id\":1");
  recorded.tape.take(Side::Server, "{}\r\n\n");
  recorded.tape.take(Side::Client, std::string_view("}\n\0\xff\xfe\"\\\n", 8));
  recorded.tape.take(Side::Server, "left");
  recorded.tape.finish();
  EXPECT_THAT(read_back(recorded.text),
              ElementsAre("< {}\r$", "< $", "> {\"id\":1}$",
                          "> " + std::string("\0\xff\xfe\"\\", 5) + "$", "< left"));
}

TEST(Tape, PutsALineThatNeverEndsInParts) {
  Recorded recorded;
  const std::string half(Tape::part_bytes_max / 2 + 1, 'x');
  for (int i = 0; i < 3; ++i) recorded.tape.take(Side::Server, half);
  recorded.tape.take(Side::Server, "\n");
  const auto lines = read_back(recorded.text);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].size(), 2 + Tape::part_bytes_max);
  EXPECT_EQ(lines[0].size() + lines[1].size(), 2 + 2 + 3 * half.size() + 1);
  EXPECT_TRUE(lines[1].ends_with("x$"));
}

TEST(Tape, EndsALineOfExactlyOnePart) {
  Recorded recorded;
  recorded.tape.take(Side::Server, std::string(Tape::part_bytes_max, 'x') + "\ny\n");
  const auto lines = read_back(recorded.text);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].size(), 2 + Tape::part_bytes_max + 1);
  EXPECT_EQ(lines[1], "< y$");
}

}  // namespace
}  // namespace tools
