#include "engine/codec/jsonl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace engine::jsonl {
namespace {

struct Copy {
  std::uint64_t number, at, bytes;
  std::string text;
  bool ended, too_long;
  bool operator==(const Copy&) const = default;
};

std::vector<Copy> lines_of(Lines lines, const std::string& bytes, std::size_t read) {
  std::vector<Copy> out;
  const auto keep = [&](const Line& line) {
    out.push_back(
        {line.number, line.at, line.bytes, std::string(line.text), line.ended, line.too_long});
  };
  for (std::size_t at = 0; at < bytes.size(); at += read) lines.feed(bytes.substr(at, read), keep);
  lines.finish(keep);
  return out;
}

TEST(JsonLines, EndWithNewlineOrCarriageReturnAndNewline) {
  EXPECT_THAT(
      lines_of(Lines(), "ab\nc\r\n\r\nd", 100),
      testing::ElementsAre(Copy{1, 0, 3, "ab", true, false}, Copy{2, 3, 3, "c", true, false},
                           Copy{3, 6, 2, "", true, false}, Copy{4, 8, 1, "d", false, false}));
}

TEST(JsonLines, AreTheSameHoweverTheBytesAreCut) {
  const auto bytes = "ab\n\r\nc\rd\r\n" + std::string(20, 'x') + "\n" + std::string(8, 'y') +
                     "\r\n" + std::string(9, 'z') + "\n\nend\r";
  const auto whole = lines_of(Lines(8), bytes, bytes.size());
  for (std::size_t read = 1; read < bytes.size(); ++read)
    EXPECT_EQ(lines_of(Lines(8), bytes, read), whole) << read;
}

TEST(JsonLines, CountTheirTextAndNotItsEndAgainstTheLimit) {
  const auto lines = lines_of(Lines(3), "abc\r\nabcd\nabc\nabc\r", 1);
  EXPECT_FALSE(lines[0].too_long);
  EXPECT_TRUE(lines[1].too_long);
  EXPECT_FALSE(lines[2].too_long);
  EXPECT_TRUE(lines[3].too_long);  // Without an end, its carriage return is text.
}

TEST(JsonLines, GoOnBehindALineThatIsTooLong) {
  std::string bytes(100'000, 'x');
  bytes.append("\nok\n");
  const auto lines = lines_of(Lines(300), bytes, 977);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].bytes, 100'001u);
  EXPECT_EQ(lines[0].text.size(), too_long_kept);
  EXPECT_EQ(lines[1], (Copy{2, 100'001, 3, "ok", true, false}));
}

}  // namespace
}  // namespace engine::jsonl
