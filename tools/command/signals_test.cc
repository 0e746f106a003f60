// What a signal does to each command that may take long or wait for ever. Nothing here is timed:
// what does not end by its signal does not end at all.
#include <sys/stat.h>

#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"

namespace tools {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// Sends the signal as soon as the program catches signals, and gives what it then ends with.
ProgramRun interrupted(const std::string& command, const char* signal) {
  return run_shell(
      command +
      " & until grep -qs 'SigCgt:.*[4-7c-f]..[2367abef]$' /proc/$!/status || ! kill -0 $!; do "
      "sleep 0.01; done; kill -" +
      signal + " $!; wait $!");
}

struct WithoutEnd {
  const char* name;
  const char* command;
  const char* says;  // On either stream.
};

class InterruptedCommand : public ::testing::TestWithParam<WithoutEnd> {};

TEST_P(InterruptedCommand, EndsAndSaysSo) {
  for (const auto& [signal, code] : {std::pair{"INT", 130}, std::pair{"TERM", 143}}) {
    const TemporaryFolder folder;
    for (const auto* fifo : {"fifo", "lonely"})
      ASSERT_EQ(::mkfifo(folder.file(fifo).c_str(), 0600), 0);
    const auto run =
        interrupted("cd " + folder.file("") + "; exec 3<>fifo; " + GetParam().command, signal);
    EXPECT_EQ(run.code, code) << run.out << run.err;
    EXPECT_THAT(run.out + run.err, HasSubstr(GetParam().says));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Signals, InterruptedCommand,
    testing::Values(
        WithoutEnd{"check_of_a_pipe", "\"$orrery\" check fifo", "orrery check: interrupted"},
        WithoutEnd{"check_of_a_pipe_without_writer", "\"$orrery\" check lonely",
                   "orrery check: interrupted"},
        WithoutEnd{"check_of_stdin", "\"$orrery\" check - <&3", "orrery check: interrupted"},
        WithoutEnd{"fuzz_codec", "\"$orrery\" fuzz codec --time 9999s", "INTERRUPTED"},
        WithoutEnd{"fuzz_lines", "\"$orrery\" fuzz lines --time 9999s --hang 9999s -- sleep 99999",
                   "INTERRUPTED"},
        WithoutEnd{"conform_to_a_fifo_without_reader",
                   "\"$orrery\" conform monitor --rule MON-40 --max-states 50 --junit lonely",
                   "orrery conform: interrupted"},
        WithoutEnd{"export_to_a_fifo_without_reader", "\"$orrery\" export ack -o lonely",
                   "orrery export: interrupted"},
        WithoutEnd{"export_to_a_reader_that_is_stuck", "\"$orrery\" export modality >&3", ""},
        WithoutEnd{"serve_that_records_to_a_fifo", "\"$orrery\" serve --record lonely <&3",
                   "orrery serve: interrupted"},
        WithoutEnd{"explore", "\"$orrery\" explore table:full:entries -j 1", ""},
        WithoutEnd{"shrink", "\"$orrery\" shrink table:full:entries -j 1",
                   "orrery shrink: interrupted"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(NamedPipeWithoutWriter, IsToldOfAndStillRead) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("lonely").c_str(), 0600), 0);
  const auto run = run_shell(
      "cd " + folder.file("") +
      "; timeout 20 \"$orrery\" check lonely 2>said & until grep -qs 'lonely: waiting for its "
      "writer' said || ! kill -0 $!; do sleep 0.05; done; echo nonsense >>lonely; wait $!");
  EXPECT_EQ(run.code, 2) << run.out << text_of(folder.file("said"));
  EXPECT_THAT(text_of(folder.file("said")), HasSubstr("lonely: waiting for its writer"));
}

// A program under test that has not answered when the signal comes is nobody's finding.
class InterruptedSubject : public ::testing::TestWithParam<const char*> {};

TEST_P(InterruptedSubject, HasBrokenNoRule) {
  const TemporaryFolder folder;
  (void)folder.file("silent.sh",
                    "read hello; echo '{\"n\":0,\"areas\":[\"ack\"],\"grade\":\"plain\",'"
                    "'\"name\":\"silent\"}'; read message; : >asked; exec sleep 99999\n");
  const auto run = run_shell(
      fmt::format("cd {}; \"$orrery\" {} & until [ -e asked ] || ! kill -0 $!; do sleep 0.01; done;"
                  " kill -TERM $!; wait $!",
                  folder.file(""), GetParam()));
  EXPECT_EQ(run.code, 143) << run.out << run.err;
  EXPECT_THAT(run.out + run.err, Not(HasSubstr("FLT-01")));
  EXPECT_EQ(text_of(folder.file("capsule")), "");
}

INSTANTIATE_TEST_SUITE_P(
    Of, InterruptedSubject,
    testing::Values("explore ack/deadline_tie --patience 9999s --capsule capsule -j 2"
                    " --subject 'exec:sh silent.sh'",
                    "replay ack/deadline_tie --patience 9999s --subject 'exec:sh silent.sh'",
                    "shrink ack/deadline_tie --patience 9999s --subject 'exec:sh silent.sh'",
                    "conform ack --patience 9999s --runs 1 --subject 'exec:sh silent.sh'",
                    "subject check -- sh silent.sh"));

// A program under test that ends with us, whatever ends us.
TEST(Signals, KilledCommandsLeaveNoProcessBehind) {
  for (const auto* command :
       {"fuzz codec --time 9999s", "fuzz lines --hang 9999s -- sleep 99999"}) {
    const auto run = run_shell(fmt::format(
        "child() {{ cat /proc/$1/task/$1/children 2>/dev/null; }}\n"
        "\"$orrery\" {} & until guardian=$(child $!); [ -n \"$guardian\" ] &&"
        " of=$(child $guardian) && [ -n \"$of\" ]; do kill -0 $! || exit 1; sleep 0.01; done\n"
        "kill -KILL $!; wait $!; echo $?\n"
        "for process in $guardian $of; do\n"
        "  while grep -qs '^State:.*[^ZX] (' /proc/$process/status; do sleep 0.01; done\n"
        "done",
        command));
    EXPECT_THAT(run.out, EndsWith("137\n")) << run.err;  // Behind what it says before it begins.
  }
}

// Files that cannot be written: said with the reason, one exit code, and no halves.

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
