// Files that cannot be written: said with the reason, one exit code, and no halves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

#include "command/program_testing.h"

namespace tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* race = "modality/tick_races_return --subject mutant:result_sent_twice";
constexpr const char* failing_gate =
    "conform modality --subject mutant:result_sent_twice --rule MOD-05 --max-states 2000 --runs 1 ";

struct Writer {
  const char* name;
  std::string arguments;  // The file comes behind them.
  int code;               // If it can be written.
};

class WritesAFile : public ::testing::TestWithParam<Writer> {};

TEST_P(WritesAFile, WholeOrNotAtAll) {
  const auto& row = GetParam();
  const TemporaryFolder folder;
  // No byte can be written to a plain file, as on a full disk.
  const auto run = [&](const std::string& file) {
    return run_shell(
        fmt::format("{{ (trap '' XFSZ; ulimit -f 0; \"$orrery\" {} {}) 2>&1; "
                    "echo \"code $?\"; }} | cat",
                    row.arguments, file));
  };
  const auto kept = folder.file("kept", "old");
  for (const auto& file : {folder.file("new"), kept}) {
    const auto told = run(file);
    EXPECT_THAT(told.out, HasSubstr(file + ": cannot write: File too large."));
    EXPECT_THAT(told.out, HasSubstr("code 3\n"));
    EXPECT_THAT(told.out, Not(HasSubstr("orrery replay " + file))) << "it is not there";
    EXPECT_THAT(told.out, Not(HasSubstr("--replay " + file))) << "likewise";
  }
  EXPECT_EQ(text_of(kept), "old");
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.file("")))
    ++files;
  EXPECT_EQ(files, 1u) << "nothing is left behind";
  EXPECT_EQ(run_orrery(row.arguments + " " + kept).code, row.code);
  EXPECT_NE(text_of(kept), "old");
}

TEST_P(WritesAFile, OrSaysThatThereIsNoRoom) {
  const auto run = run_orrery(GetParam().arguments + " /dev/full");
  EXPECT_EQ(run.code, 3) << run.err;
  EXPECT_THAT(run.err, HasSubstr("/dev/full: cannot write: No space left on device."));
}

TEST_P(WritesAFile, OrIsRefusedBeforeAnythingRuns) {
  const auto run = run_orrery(GetParam().arguments + " /no/such/folder/file");
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_THAT(run.err, HasSubstr("there is no folder"));
  EXPECT_EQ(run.out, "");
}

std::string with_race(const char* command, const char* options) {
  return fmt::format("{} {} {}", command, race, options);
}

INSTANTIATE_TEST_SUITE_P(
    Options, WritesAFile,
    testing::Values(Writer{"ExploreHtml", with_race("explore", "--html"), 1},
                    Writer{"ExploreTrace", with_race("explore", "--trace"), 1},
                    Writer{"ExploreCapsule", with_race("explore", "--capsule"), 1},
                    Writer{"ExploreShrink", with_race("explore", "--shrink --capsule"), 1},
                    Writer{"ReplayHtml", with_race("replay", "--html"), 1},
                    Writer{"ReplayTrace", with_race("replay", "--trace"), 1},
                    Writer{"ShrinkScenario", with_race("shrink", "--scenario"), 1},
                    Writer{"ShrinkCapsule", with_race("shrink", "--capsule"), 1},
                    Writer{"ConformJunit", failing_gate + std::string("--junit"), 1}),
    [](const auto& row) { return row.param.name; });

// The codec is fuzzed in a process of its own.
TEST(FuzzCodec, DoesNotAdviseToReplayWhatCouldNotBeSaved) {
  const auto run =
      run_orrery("fuzz codec --runs 5000 --subject mutant:stops_at_nul --save /dev/full");
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.out, HasSubstr("FAIL accounting"));
  EXPECT_THAT(run.err, HasSubstr("/dev/full: cannot write: No space left on device."));
  EXPECT_THAT(run.err, Not(HasSubstr("replay with")));
}

// Results are a stream: there is no use in going on without them.
TEST(Results, ThatCannotBeWrittenEndTheGateAtOnce) {
  const auto run = run_orrery("conform --budget nightly --results /dev/full");
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("/dev/full: cannot write: No space left on device."));
  EXPECT_THAT(run.out, HasSubstr("ERROR: the results cannot be written, "));
}

TEST(Report, ThatCannotBeWrittenIsAFailureOfTheHarness) {
  const TemporaryFolder folder;
  const auto run =
      run_shell(fmt::format("{{ (trap '' XFSZ; ulimit -f 0; \"$orrery\" {} --report "
                            "{}) 2>&1; echo \"code $?\"; }} | cat",
                            failing_gate, folder.file("report")));
  EXPECT_THAT(run.out, HasSubstr("index.html: cannot write: File too large."));
  EXPECT_THAT(run.out, HasSubstr("code 3\n"));
}

// What a name holds is shown, and does nothing to a terminal.
TEST(Names, AreShownWithoutControlCharacters) {
  const TemporaryFolder folder;
  const auto file = folder.file("a\x1b[2Jb.json", "{");
  const auto run = run_shell("\"$orrery\" explore '" + file + "'");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("a\\x1b[2Jb.json:1:2: "));
  const auto recording = folder.file("c\x1b[2Jd.jsonl", "{\"dir\":\"c2s\",\"raw\":\"nothing\"}\n");
  const auto checked = run_shell("\"$orrery\" check '" + recording + "'");
  EXPECT_EQ(checked.code, 1);
  EXPECT_THAT(checked.out, HasSubstr("c\\x1b[2Jd.jsonl:1: WIRE-02"));
  EXPECT_THAT(checked.out, Not(HasSubstr("\x1b")));
}

TEST(Names, StandInCommandsSoThatAShellTakesThem) {
  const TemporaryFolder folder;
  const auto run = run_shell(with_race("\"$orrery\" shrink", "--scenario '") +
                             folder.file("a\x1b[2J.json") + "'");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("a\\033[2J.json'"));
  EXPECT_THAT(run.out, Not(HasSubstr("\x1b")));
}

TEST(Names, AreNotEchoedWhole) {
  const TemporaryFolder folder;
  const auto name = std::string(100'000, 'x');
  const auto run =
      run_orrery("replay " + folder.file("long.capsule", "{\"capsule\":2,\"" + name + "\":1}"));
  EXPECT_EQ(run.code, 2);
  EXPECT_LT(run.err.size(), 3'000u);
}

}  // namespace
}  // namespace tools
