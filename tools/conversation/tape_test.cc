// What a tape makes of bytes, read back by the reader of recordings.
#include <filesystem>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"
#include "conversation/tape.h"

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

// Each process has a file of its own, and none overwrites another's.

using testing::HasSubstr;

TEST(Record, NamesItsPartsBeforeTheEndOfTheName) {
  EXPECT_EQ(name_of_part("a/talk.jsonl", 1), "a/talk.jsonl");
  EXPECT_EQ(name_of_part("a/talk.jsonl", 2), "a/talk.2.jsonl");
  EXPECT_EQ(name_of_part("a.b/talk", 3), "a.b/talk.3");
  EXPECT_EQ(name_of_part(".talk", 2), ".talk.2");
}

TEST(Record, APartThatSaysNothingHasNoFile) {
  const TemporaryFolder folder;
  const auto name = folder.file("talk.jsonl");
  Record record(name, "test");
  Tape tape([&](const Tape::RecordedLine& line) { record.write(line); },
            [&] { record.begin_part(); });
  tape.take(Tape::Side::Client, "{}\n");
  tape.begin_part();
  EXPECT_FALSE(std::filesystem::exists(name_of_part(name, 2)));
  tape.take(Tape::Side::Client, "{\"id\":1}\n");
  tape.finish();
  EXPECT_EQ(tape.lines(), 1u);
  EXPECT_THAT(text_of(name), HasSubstr("{}"));
  EXPECT_THAT(text_of(name_of_part(name, 2)), HasSubstr("id"));
  const auto mode = std::filesystem::status(name).permissions();
  EXPECT_EQ(mode & std::filesystem::perms::all,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

// A server that ends after each handshake, and the client that starts it anew.
TEST(Record, DriveAcrossARestartPassesItsOwnCheck) {
  const TemporaryFolder folder;
  const auto name = folder.file("talk.jsonl");
  const auto drove = run_shell("\"$orrery\" drive --patience 5s --record " + name +
                               " -- \"$orrery\" serve --speed fast --fault crash_before_turn");
  EXPECT_TRUE(std::filesystem::exists(name_of_part(name, 2))) << drove.out << drove.err;
  const auto checked = run_orrery("check " + name + " " + name_of_part(name, 2));
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

TEST(Record, AProcessLeavesWhatAnotherHasRecorded) {
  const TemporaryFolder folder;
  const auto name = folder.file("talk.jsonl");
  const std::string serve =
      "echo '{\"id\":1,\"method\":\"model/list\"}' | \"$orrery\" serve --record ";
  run_shell(serve + name);
  const auto first = text_of(name);
  const auto second = run_shell(serve + name);
  EXPECT_EQ(text_of(name), first);
  EXPECT_THAT(text_of(name_of_part(name, 2)), HasSubstr("model/list"));
  EXPECT_THAT(second.err, HasSubstr("this process is recorded in " + name_of_part(name, 2)));
}

}  // namespace
}  // namespace tools
