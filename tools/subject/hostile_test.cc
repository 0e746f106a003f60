// Programs that do what they should not: each breaks FLT-01 with words for what it did, costs no
// more than its run, and leaves no process behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "process/process.h"

namespace tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Hostile {
  const char* name;
  const char* greets;   // Python of what it does when it is greeted.
  const char* answers;  // Python of what it does when it is asked; `ok` is the default answer.
  const char* says;
  int code = 1;
};

constexpr const char* as_it_should = "say({'n': n, 'areas': ['ack'], 'grade': 'plain'})";

// A program of a few lines, with a mark in its command line.
std::string script_of(const Hostile& hostile) {
  return fmt::format(R"(import json, os, signal, sys, time
def say(answer):
    print(json.dumps(answer), flush=True)
for line in sys.stdin:
    n = json.loads(line)['n']
    ok = {{'n': n, 'commands': []}}
    if n == 0:
        {}
    else:
        {}
)",
                     hostile.greets, hostile.answers);
}

class HostileProgram : public testing::TestWithParam<Hostile> {};

TEST_P(HostileProgram, CostsItsRunAndNoMore) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  if (program_memory_max == 0 && GetParam().name == std::string_view("EatsMemory"))
    GTEST_SKIP() << "a sanitizer's program sets no limit of memory";
  const TemporaryFolder folder;
  const auto file = folder.file("hostile.py", script_of(GetParam()));
  const auto ran = run_orrery(fmt::format(
      "explore ack/deadline_tie --patience 2s --subject exec -- {} {}", python(), file));
  EXPECT_EQ(ran.code, GetParam().code) << ran.out << ran.err;
  EXPECT_THAT(without_breaks(ran.out + ran.err), HasSubstr(GetParam().says));
  EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("CHECK(")));
  EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("\x1b")));
  const auto left = run_shell(fmt::format("pgrep -f '{}' && exit 0; exit 9", file));
  EXPECT_EQ(left.code, 9) << "left behind: " << left.out;
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(
    All, HostileProgram,
    testing::Values(
        Hostile{"DoesNotGreet", "time.sleep(1000)", "pass", "did not answer within 10 s", 4},
        Hostile{"EndsAtOnce", "sys.exit(3)", "pass", "ended with exit code 3", 4},
        Hostile{"GreetsWithNoProtocol", "print('hi', flush=True)", "pass", "no JSON: hi", 4},
        Hostile{"GreetsAsWhatThereIsNot", "say({'n': n, 'areas': ['acks']})", "pass",
                "one of modality, ack, appserver", 4},
        Hostile{"Hangs", as_it_should, "time.sleep(1000)", "did not answer within"},
        Hostile{"Crashes", as_it_should, "os.kill(os.getpid(), signal.SIGSEGV)",
                "ended by signal 11 (Segmentation fault)"},
        Hostile{"IsKilled", as_it_should, "os.kill(os.getpid(), 9)", "ended by signal 9 (Killed)"},
        Hostile{"Throws", as_it_should, "raise ValueError('what it was about')",
                "ValueError: what it was about"},
        Hostile{"SaysThatItFailed", as_it_should, "say({'n': n, 'failed': 'no way'})",
                "it said that it failed: \"no way\""},
        Hostile{"SaysNoProtocol", as_it_should, "print('}{', flush=True)", "is no JSON: }{"},
        Hostile{"SaysNoText", as_it_should, "os.write(1, b'\\xff\\x00\\n')", "a byte that is zero"},
        Hostile{"SaysAList", as_it_should, "say([n])", "the answer is [1]; it must be an object"},
        Hostile{"AnswersAnother", as_it_should, "say({'n': n - 1})",
                "it answered message 0 when it was asked message 1"},
        Hostile{"AnswersNothing", as_it_should, "say({'commands': []})",
                "does not say which message it answers"},
        Hostile{"AnswersTwice", as_it_should,
                "text = json.dumps(ok) + '\\n'; os.write(1, (text + text).encode())",
                "said more than one line when it was asked once"},
        Hostile{"AnswersTooEarly", "os.write(1, b'{\"n\":0}\\n' * 9)", "pass",
                "said more than one line when it was asked once", 4},
        Hostile{"SaysUnknownCommands", as_it_should, "say({'n': n, 'commands': [{'explode': {}}]})",
                "one of capture, dispatch, look"},
        Hostile{"SaysTooManyCommands", as_it_should,
                "say({'n': n, 'commands': [{'cancel_timer': {'call': 1}}] * 1000})",
                "commands are 1000; the most of one answer are 4"},
        Hostile{"FloodsStdout", as_it_should, "while True: os.write(1, b'x' * 65536)",
                "bytes without the end of a line"},
        Hostile{"FloodsStderr", as_it_should, "while True: os.write(2, b'last words\\n' * 999)",
                "did not answer within"},
        Hostile{"ClosesItsStdout", as_it_should, "os.close(1); time.sleep(1000)",
                "closed its stdout"},
        Hostile{"ClosesItsStdin",
                "say({'n': n, 'areas': ['ack'], 'grade': 'plain'}); os.close(0); time.sleep(1000)",
                "pass", "closed its stdin and did not answer"},
        // When there is nothing left to write to it.
        Hostile{"ClosesItsStdinLate", as_it_should,
                "time.sleep(0.3); os.close(0); time.sleep(1000)",
                "closed its stdin and did not answer"},
        Hostile{"IgnoresSignals", as_it_should,
                "[signal.signal(s, signal.SIG_IGN) for s in (1, 2, 13, 15)]; time.sleep(1000)",
                "did not answer within"},
        Hostile{"ForksWhatOutlivesIt", as_it_should,
                "os.fork() and sys.exit(0); os.setsid(); os.fork(); time.sleep(1000)",
                "ended with exit code 0"},
        Hostile{"EatsMemory", as_it_should, "held = bytearray(2**33)",
                "MemoryError"},
        Hostile{"IsNotDeterministic", as_it_should,
                "say({'n': n, 'commands': [{'cancel_timer': {'call': os.getpid() * 7 % 60000}}]} "
                "if len(line) > 9000 else {'n': n, 'commands': [{'cancel_timer': "
                "{'call': time.time_ns() % 60000}}]})",
                "reads a clock, or chance decides"}),
    [](const auto& row) { return row.param.name; });
INSTANTIATE_TEST_SUITE_P(
    ByItsLines, HostileProgram,
    testing::Values(
        Hostile{"DoesNotFlush", "sys.stdout.write('{\"n\":0}\\n'); time.sleep(1000)", "pass",
                "within 10 s; does it flush each line that it writes?", 4},
        Hostile{"EndsNoLine", as_it_should, "os.write(1, b'{\"n\":1,'); time.sleep(1000)",
                "but said this without the end of a line: {\"n\":1,"},
        Hostile{"EndsWithinALine", as_it_should, "os.write(1, b'{\"n\":1,'); sys.exit(3)",
                "ended with exit code 3 within a line: {\"n\":1,"},
        Hostile{"LogsOnStdout", as_it_should,
                "os.write(1, b'DEBUG got it\\n' + json.dumps(ok).encode() + b'\\n')",
                "what is for people goes to stderr): DEBUG got it"},
        Hostile{"GreetsInUtf16", "os.write(1, '{\"n\":0}\\n'.encode('utf-16'))", "pass",
                "a line that is no answer (what is for people goes to stderr): \\xff\\xfe{", 4},
        Hostile{"NamesNoListOfAreas", "say({'n': n, 'areas': 'ack'})", "pass",
                "areas is \"ack\"; it must be a list", 4},
        Hostile{"EndsAtItsThirdAnswer", as_it_should,
                "globals().__setitem__('lines', globals().get('lines', 0) + 1); "
                "lines == 3 and sys.exit(7); say(ok)",
                "it answered differently; once the program ended with exit code 7"}),
    [](const auto& row) { return row.param.name; });
INSTANTIATE_TEST_SUITE_P(
    BeyondBounds, HostileProgram,
    testing::Values(
        Hostile{"NestsForEver", as_it_should, "os.write(1, b'[' * 500000 + b'\\n')",
                "nested deeper than 32"},
        Hostile{"NestsAsDeepInAState", "say({'n': n, 'areas': ['ack'], 'grade': 'digest'})",
                "print('{\"n\":%d,\"commands\":[],\"state\":%s}' % (n, '[' * 100000 + "
                "']' * 100000), flush=True)", "nested deeper than 32"},
        Hostile{"SpeaksToTheTerminal", as_it_should,
                "os.write(2, b'\\x1b[2J\\n::error::x\\n'); sys.exit(3)",
                "\\x1b[2J \\x3a:error::x"},
        Hostile{"SaysALittleTooMuch", as_it_should, "ok['x'] = 'x' * 1100000; say(ok)",
                "bytes without the end of a line; a line may have 1048576"},
        Hostile{"SaysANumberOfNoDouble", as_it_should,
                "print('{\"n\":%d,\"commands\":1e999}' % n, flush=True)", "no double holds"},
        Hostile{"SaysAMemberTwice", as_it_should,
                "print('{\"n\":%d,\"n\":%d}' % (n, n), flush=True)", "`n` twice in one object"}),
    [](const auto& row) { return row.param.name; });
// clang-format on

struct Wanted {
  const char* name;
  const char* answers;
  const char* wants;
};

class FaultOfACheck : public testing::TestWithParam<Wanted> {};

// In a directed check as in a run.
TEST_P(FaultOfACheck, SaysWhatWasWanted) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  const auto file =
      folder.file("hostile.py", script_of({"", as_it_should, GetParam().answers, ""}));
  const auto ran = run_orrery(fmt::format(
      "conform ack --rule ACK-05 --runs 1 --max-states 50 --shard 24/24 --patience 1s --json "
      "--subject exec -- {} {}",
      python(), file));
  EXPECT_EQ(ran.code, 1) << ran.err;
  const auto gate = nlohmann::json::parse(ran.out, nullptr, false);
  std::set<std::string> kinds;
  for (const auto& check : gate["checks"]) {
    if (check["rule"] != "FLT-01" || check["outcome"] == "pass") continue;
    const auto name = check["check"].get<std::string>();
    kinds.insert(name.substr(0, name.find('/')));
    EXPECT_THAT(check["fails"].get<std::string>(),
                testing::StartsWith(fmt::format("want {}; got", GetParam().wants)))
        << name;
    EXPECT_THAT(without_breaks(check["message"]), HasSubstr(GetParam().wants)) << name;
  }
  EXPECT_TRUE(kinds.contains("directed"));
  EXPECT_GT(kinds.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultOfACheck,
    testing::Values(Wanted{"Dies", "sys.exit(7)", "a subject that goes on"},
                    Wanted{"Hangs", "time.sleep(1000)", "an answer of the protocol, in time"},
                    Wanted{"SaysAList", "say([n])", "an answer of the protocol, in time"},
                    Wanted{"AnswersAnother", "say({'n': n - 1})",
                           "one line for each message, and none unasked"},
                    Wanted{"AnswersTwice",
                           "text = json.dumps(ok) + '\\n'; os.write(1, (text + text).encode())",
                           "one line for each message, and none unasked"}),
    [](const auto& row) { return row.param.name; });

// One that takes its time for each answer: what was not judged is said to be, and nothing passed.
TEST(SlowSubject, IsNotJudgedForHours) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  const auto file =
      folder.file("slow.py", script_of({"", as_it_should, "time.sleep(0.9); say(ok)", ""}));
  const auto ran = run_orrery(
      fmt::format("conform ack --runs 1 --max-states 50 --patience 1s --json --subject exec -- "
                  "{} {}",
                  python(), file));
  const auto gate = nlohmann::json::parse(ran.out, nullptr, false);
  std::size_t left = 0;
  for (const auto& check : gate["checks"]) {
    if (check["outcome"] != "incomplete") continue;
    const auto says = check["message"].get<std::string>();
    left += says.find("too slow to be judged") != says.npos ? 1 : 0;
  }
  for (const auto& row : gate["rows"]) EXPECT_NE(row["outcome"], "pass") << row;
  EXPECT_GT(left, 20u);
}

TEST(HostileSubject, CostsOneCaseEachInTheGate) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  const auto file = folder.file(
      "hostile.py",
      script_of({"", as_it_should, "sys.exit(7) if 'called' in line else say(ok)", ""}));
  const auto ran = run_orrery(fmt::format(
      "conform ack --rule ACK-05 --runs 1 --max-states 50 --shard 1/6 --subject exec -- {} {}",
      python(), file));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("FLT-01"), HasSubstr("ended with exit code 7")));
  EXPECT_THAT(ran.err, HasSubstr("failed"));
}

struct DiesOnce {
  const char* name;
  int message;  // Of the process that comes so far first, and of no other.
  const char* command;
};

class ProgramThatDiesOnce : public testing::TestWithParam<DiesOnce> {};

TEST_P(ProgramThatDiesOnce, IsAFindingThatNamesTheSignal) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  const auto script =
      fmt::format(R"(import os, signal, sys
sys.path.insert(0, "{}/examples/subjects/python")
import orrery
from ack import Ack
told = 0
class Lines:
    def __iter__(self):
        return self
    def __next__(self):
        global told
        told += 1
        if told == {} and not os.path.exists("{}"):
            open("{}", "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return next(lines)
    readline = __next__
lines, sys.stdin = sys.stdin, Lines()
orrery.serve(Ack, "ack")
)",
                  ORRERY_SOURCE_DIR, GetParam().message, folder.file("died"), folder.file("died"));
  const auto program = folder.file("dies_once.py", script);
  const auto ran = run_orrery(fmt::format("{} -- {} {}", GetParam().command, python(), program));
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_THAT(without_breaks(ran.out),
              AllOf(HasSubstr("FLT-01"), HasSubstr("ended by signal 9 (Killed)")))
      << ran.err;
}

constexpr const char* explores = "explore ack/deadline_tie -j 1 --subject exec";
constexpr const char* judges = "conform ack -j 1 --runs 1 --max-states 20 --subject exec";
INSTANTIATE_TEST_SUITE_P(
    All, ProgramThatDiesOnce,
    testing::Values(DiesOnce{"early_in_a_search", 3, explores},
                    DiesOnce{"in_a_search", 9, explores},
                    DiesOnce{"where_nothing_is_counted", 40,
                             "explore ack:r1:copy_asking -j 1 --max-states 5000 --subject exec"},
                    DiesOnce{"early_in_a_replay", 3, "replay ack/deadline_tie --subject exec"},
                    DiesOnce{"in_a_check", 3, judges}, DiesOnce{"in_a_gate", 1'000, judges},
                    DiesOnce{"when_its_speed_is_measured", 100, "subject check"}),
    [](const auto& row) { return std::string(row.param.name); });

// In a world of several, time goes on beside a program that is dead.
TEST(HostileSubject, ThatDiesBesideOthersIsNoMatterOfMemory) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  const auto file = folder.file(
      "dies.py",
      script_of({"", "say({'n': n, 'areas': ['ack'], 'grade': 'digest'})", "sys.exit(7)", ""}));
  const auto ran =
      run_orrery(fmt::format("conform joint --max-states 500 --json --subject exec -- "
                             "{} {}",
                             python(), file));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("ended with exit code 7"),
                             testing::Not(HasSubstr("more states than could be kept"))));
}

}  // namespace
}  // namespace tools
