// What a signal does to each command that may take long or wait for ever. Nothing here is timed:
// what does not end by its signal does not end at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <string>
#include <utility>

#include <fmt/format.h>

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

struct Endless {
  const char* name;
  const char* command;
  const char* says;  // On either stream.
};

class InterruptedCommand : public ::testing::TestWithParam<Endless> {};

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
        Endless{"check_of_a_pipe", "\"$orrery\" check fifo", "orrery check: interrupted"},
        Endless{"check_of_a_pipe_without_writer", "\"$orrery\" check lonely",
                "orrery check: interrupted"},
        Endless{"check_of_stdin", "\"$orrery\" check - <&3", "orrery check: interrupted"},
        Endless{"fuzz_codec", "\"$orrery\" fuzz codec --time 9999s", "INTERRUPTED"},
        Endless{"fuzz_lines", "\"$orrery\" fuzz lines --time 9999s --hang 9999s -- sleep 99999",
                "INTERRUPTED"},
        Endless{"conform_to_a_fifo_without_reader",
                "\"$orrery\" conform monitor --rule MON-40 --max-states 50 --junit lonely",
                "orrery conform: interrupted"},
        Endless{"export_to_a_fifo_without_reader", "\"$orrery\" export ack -o lonely",
                "orrery export: interrupted"},
        Endless{"export_to_a_reader_that_is_stuck", "\"$orrery\" export modality >&3", ""},
        Endless{"serve_that_records_to_a_fifo", "\"$orrery\" serve --record lonely <&3",
                "orrery serve: interrupted"},
        Endless{"explore", "\"$orrery\" explore table:full:entries -j 1", ""},
        Endless{"shrink", "\"$orrery\" shrink table:full:entries -j 1",
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

}  // namespace
}  // namespace tools
