// Real processes, some of which do not wish to end. Every wait here ends by something that
// happens; the deadlines are minutes, so that a busy machine fails nothing.
#include "process/process.h"

#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>

#include "command/program_testing.h"
#include "command/signals.h"

namespace tools {
namespace {

using Kind = ProcessEnd::Kind;
using Event = Process::Event;

Process::Time in_minutes() { return std::chrono::steady_clock::now() + std::chrono::minutes(10); }
Process::Time at_once() { return std::chrono::steady_clock::now(); }

struct Ran {
  std::string output, errors;
  ProcessEnd end;
};

// All of it, fed `input`.
Ran run(const std::vector<std::string>& words, const std::string& input = {}) {
  catch_signals();
  Ran ran;
  Process process(words);
  std::string_view rest = input;
  for (auto event = Event::Moved; event == Event::Moved;) {
    if (rest.empty()) process.close_input();
    event = process.exchange(rest, ran.output, in_minutes());
    EXPECT_TRUE(event == Event::Moved || event == Event::Ended);
  }
  ran.end = process.kill();
  ran.errors = process.errors();
  return ran;
}

Ran run_script(const std::string& script) { return run({"sh", "-c", script}); }

// Reads until `process` has printed a line.
std::string first_line(Process& process) {
  std::string output;
  std::string_view nothing;
  while (output.find('\n') == output.npos)
    if (process.exchange(nothing, output, in_minutes()) != Event::Moved) break;
  return output.substr(0, output.find('\n'));
}

// A zombie, which its parent has yet to take note of, has ended too.
bool runs(const std::string& process) {
  const auto stat = text_of("/proc/" + process + "/stat");
  const auto state = stat.rfind(") ");
  return state != stat.npos && stat[state + 2] != 'Z' && stat[state + 2] != 'X';
}

void wait_until_gone(const std::string& process) {
  ASSERT_FALSE(process.empty());
  while (runs(process)) ::usleep(1000);
}

TEST(Process, GivesBackWhatItWasFedWhateverItsSize) {
  const std::string large(std::size_t{3} << 20, 'x');
  EXPECT_EQ(run({"cat"}, large).output, large);
  EXPECT_EQ(run({"cat"}).output, "");
  EXPECT_EQ(run({"true"}, large).end, (ProcessEnd{Kind::Exited, 0})) << "it reads nothing";
}

TEST(Process, TellsApartHowItEnds) {
  EXPECT_EQ(run({"./no_such_program"}).end, (ProcessEnd{Kind::NotStarted, ENOENT}));
  EXPECT_EQ(run({ORRERY_SOURCE_DIR "/README.md"}).end, (ProcessEnd{Kind::NotStarted, EACCES}));
  EXPECT_EQ(run_script("exit 127").end, (ProcessEnd{Kind::Exited, 127}));
  EXPECT_EQ(run_script("exit 3").end, (ProcessEnd{Kind::Exited, 3}));
  EXPECT_EQ(run_script("kill -9 $$").end, (ProcessEnd{Kind::Signalled, SIGKILL}));
  EXPECT_EQ(show(run({"./no_such_program"}).end), "cannot be started: No such file or directory");
}

TEST(Process, KeepsTheBeginningOfItsErrors) {
  const auto ran = run_script("echo first >&2; head -c 1000000 /dev/zero >&2; echo out");
  EXPECT_TRUE(ran.errors.starts_with("first\n")) << ran.errors.substr(0, 80);
  EXPECT_EQ(ran.errors.size(), Process::errors_max);
  EXPECT_EQ(ran.output, "out\n");
}

TEST(Process, WhatItSignalsOrStopsIsItself) {
  EXPECT_EQ(run_script("kill -TERM 0").end, (ProcessEnd{Kind::Signalled, SIGTERM}));
  EXPECT_EQ(caught_signal(), 0);
  Process stopped({"sh", "-c", "echo $$; kill -STOP 0"});
  const auto number = first_line(stopped);
  while (text_of("/proc/" + number + "/stat").find(") T ") == std::string::npos) ::usleep(1000);
  EXPECT_EQ(stopped.wait(at_once()), Event::TimeIsUp);
  EXPECT_EQ(stopped.kill(), (ProcessEnd{Kind::Signalled, SIGKILL}));
  EXPECT_FALSE(runs(number));
}

// One that holds its stdout open, one that left its group and session, and the child of one
// that has ended.
constexpr const char* leave_behind =
    "sleep 1000 & echo $! >>left; setsid sh -c 'echo $$ >>left; exec sleep 1000' & "
    "sh -c 'setsid sh -c \"echo \\$\\$ >>left; exec sleep 1000\" & ' & "
    "while [ $(wc -l <left) -lt 3 ]; do sleep 0.01; done; ";

std::vector<std::string> left_in(const TemporaryFolder& folder) {
  std::ifstream file(folder.file("left"));
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) out.push_back(line);
  return out;
}

TEST(Process, TakesItsDescendantsAlongWhenItEnds) {
  const TemporaryFolder folder;
  const auto ran = run_script("cd " + folder.file("") + "; " + leave_behind + "echo end; exit 5");
  EXPECT_EQ(ran.end, (ProcessEnd{Kind::Exited, 5}));
  EXPECT_EQ(ran.output, "end\n");
  EXPECT_EQ(left_in(folder).size(), 3u);
  for (const auto& process : left_in(folder)) EXPECT_FALSE(runs(process)) << process;
}

TEST(Process, TakesItsDescendantsAlongWhenItIsKilled) {
  const TemporaryFolder folder;
  std::string itself;
  {
    Process process({"sh", "-c",
                     "trap '' TERM INT; cd " + folder.file("") + "; " + leave_behind +
                         "echo $$; while :; do sleep 1; done"});
    itself = first_line(process);
    EXPECT_TRUE(runs(itself));
  }
  EXPECT_FALSE(runs(itself));
  EXPECT_EQ(left_in(folder).size(), 3u);
  for (const auto& process : left_in(folder)) EXPECT_FALSE(runs(process)) << process;
}

TEST(Process, EndsWithItsOwnerEvenIfThatIsKilled) {
  const TemporaryFolder folder;
  const auto script = "cd " + folder.file("") + "; " + leave_behind +
                      "echo $$ >>left; mv left all; while :; do sleep 1; done";
  const auto owner = ::fork();
  if (owner == 0) {
    Process process({"sh", "-c", script});
    process.wait(in_minutes());
    ::_exit(0);
  }
  while (text_of(folder.file("all")).empty()) ::usleep(1000);
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  folder.file("left", text_of(folder.file("all")));
  EXPECT_EQ(left_in(folder).size(), 4u);
  for (const auto& process : left_in(folder)) wait_until_gone(process);
}

TEST(Process, IsEndedEvenIfItStopsItsGuardian) {
  Process process({"sh", "-c", "kill -STOP $PPID; echo $$; sleep 1000"});
  const auto number = first_line(process);
  EXPECT_EQ(process.kill(), (ProcessEnd{Kind::Signalled, SIGKILL}));
  EXPECT_FALSE(runs(number));
}

TEST(Process, HasNoMoreTimeForWritingErrorsWithoutEnd) {
  Process process({"sh", "-c", "exec yes >&2"});
  EXPECT_EQ(process.wait(at_once() + std::chrono::milliseconds(50)), Event::TimeIsUp);
  EXPECT_EQ(process.kill(), (ProcessEnd{Kind::Signalled, SIGKILL}));
}

TEST(Process, RunsWorkInACopyOfUs) {
  Process work([] { return 7; });
  EXPECT_EQ(work.wait(in_minutes()), Event::Ended);
  EXPECT_EQ(work.end(), (ProcessEnd{Kind::Exited, 7}));
  Process endless([]() -> int {
    for (;;) ::pause();
  });
  EXPECT_EQ(endless.wait(at_once()), Event::TimeIsUp);
  EXPECT_EQ(endless.kill(), (ProcessEnd{Kind::Signalled, SIGKILL}));
}

TEST(Process, AnswersWhileItRuns) {
  Process process({"cat"});
  std::string_view input = "one\n";
  std::string output;
  while (output != "one\n") ASSERT_EQ(process.exchange(input, output, in_minutes()), Event::Moved);
  input = "two\n";
  while (output != "one\ntwo\n")
    ASSERT_EQ(process.exchange(input, output, in_minutes()), Event::Moved);
  EXPECT_FALSE(process.end());
  EXPECT_EQ(process.wait(at_once()), Event::TimeIsUp);
}

}  // namespace
}  // namespace tools
