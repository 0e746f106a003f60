// Each process has a file of its own, and none overwrites another's.
#include "conversation/tape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "command/program_testing.h"

namespace tools {
namespace {

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
