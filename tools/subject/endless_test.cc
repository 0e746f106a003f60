// A program that acts for ever in one instant, each time in another state, or gives back states
// without measure: it ends as a finding with a schedule, or as a limit, whatever it is tried by.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "command/program_testing.h"
#include "process/process.h"

namespace tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// It sets a timer for now whenever that fires, or looks again whenever it has looked. Words: its
// area, its grade, and how many bytes it adds to each state; -1: it is the same state for ever.
constexpr std::string_view endless = R"(import json, sys
area, grade, more = sys.argv[1], sys.argv[2], int(sys.argv[3])
again = {
    'modality': ('modality_read', [{'read_modality': {'operation': 'main'}}]),
    'ack': ('timer_fired', [{'set_timer': {'call': 1, 'after_ms': 0}}]),
    'appserver': ('timer_fired',
                  [{'set_timer': {'timer': {'kind': 'retry', 'of': 1}, 'after_ms': 0}}]),
    'monitor': ('timer_fired',
                [{'set_timer': {'timer': {'kind': 'scan', 'of': 0}, 'after_ms': 0}}])}[area]
first = {'modality': ('called', [{'schedule_refresh': {}}]), 'ack': ('called', []),
         'appserver': ('opened', [{'spawn': {'process': 1}}]),
         'monitor': ('started', [{'list_folder': {}}])}[area]
count = 0
for line in sys.stdin:
    message = json.loads(line)
    answer = {'n': message['n']}
    if 'hello' in message:
        answer.update(areas=[area], grade=grade)
    else:
        count = 0 if 'begin' in message else int(message.get('restore', count))
        for event in message['events']:
            count, commands = count + 1, []
            if first[0] in event: commands = first[1] + again[1]
            if again[0] in event: commands = again[1]
        answer['commands'] = commands
        if area == 'ack': answer['panes'] = {'exists': True, 'value': 0, 'detail': 0}
        if grade != 'plain': answer['state'] = '' if more < 0 else str(count) + ' ' * more
    print(json.dumps(answer), flush=True)
)";

struct Endless {
  const char* area;
  const char* grade;
  const char* scenario;
};

class EndlessProgram : public testing::TestWithParam<Endless> {
 protected:
  void SetUp() override {
    if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  }
  // With that program as subject.
  ProgramRun run(const std::string& words, int more = 0) {
    const auto program = folder_.file("endless.py", std::string(endless));
    return run_orrery(fmt::format("{} --subject \"exec:{} {} {} {} {}\"", words, python(), program,
                                  GetParam().area, GetParam().grade, more));
  }
  TemporaryFolder folder_;
};

TEST_P(EndlessProgram, IsAFindingWithAScheduleThatReplaysAndShrinks) {
  const auto says = AllOf(HasSubstr("FAIL FLT-01"), HasSubstr("no end of acts in one instant"),
                          HasSubstr("lines are left out here"));
  const auto capsule = folder_.file("endless.json"), small = folder_.file("small.json");
  const auto began = std::chrono::steady_clock::now();
  const auto explored = run(fmt::format("explore {} --capsule {}", GetParam().scenario, capsule));
  EXPECT_EQ(explored.code, 1) << explored.err;
  EXPECT_THAT(explored.out, says);
  const auto again = run(fmt::format("replay {}", GetParam().scenario));
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  EXPECT_THAT(again.out, says);
  const auto replayed = run("replay " + capsule);
  EXPECT_EQ(replayed.code, 1) << replayed.out << replayed.err;
  EXPECT_THAT(replayed.out, HasSubstr("FAIL FLT-01"));
  const auto shrunk = run(fmt::format("shrink {} --capsule {}", capsule, small));
  EXPECT_EQ(shrunk.code, 1) << shrunk.out << shrunk.err;
  EXPECT_THAT(shrunk.out, HasSubstr("FLT-01"));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::minutes(10));
}

INSTANTIATE_TEST_SUITE_P(
    All, EndlessProgram,
    testing::Values(Endless{"modality", "plain", "modality/tick_races_return"},
                    Endless{"modality", "save_restore", "modality/tick_races_return"},
                    Endless{"ack", "digest", "ack/deadline_tie"},
                    Endless{"appserver", "plain", "appserver/approval_after_interrupt"},
                    Endless{"appserver", "save_restore", "appserver/approval_after_interrupt"},
                    Endless{"monitor", "digest", "monitor/half_open_socket"}),
    [](const auto& row) { return fmt::format("{}_{}", row.param.area, row.param.grade); });

class CirclingProgram : public EndlessProgram {};

TEST_P(CirclingProgram, NeverEndsInTheLineThatIsPrintedForItEither) {
  const auto explored = run(fmt::format("explore {}", GetParam().scenario), -1);
  EXPECT_EQ(explored.code, 1) << explored.out << explored.err;
  EXPECT_THAT(explored.out, HasSubstr("for ever, without time passing"));
  EXPECT_THAT(explored.out, AllOf(HasSubstr("  want      "), HasSubstr("  got       ")));
  const std::string_view before = "  replay    orrery ";
  const auto begin = explored.out.find(before);
  ASSERT_NE(begin, std::string::npos) << explored.out;
  const auto line = explored.out.substr(begin + before.size());
  const auto replayed = run_orrery(line.substr(0, line.find('\n')));
  EXPECT_EQ(replayed.code, 1) << replayed.out << replayed.err;
  EXPECT_THAT(replayed.out, HasSubstr(explored.out.substr(0, explored.out.find('\n'))));
  EXPECT_THAT(replayed.out, HasSubstr("the same for ever at this instant"));
}

INSTANTIATE_TEST_SUITE_P(All, CirclingProgram,
                         testing::Values(Endless{"modality", "digest",
                                                 "modality/tick_races_return"},
                                         Endless{"ack", "digest", "ack/deadline_tie"},
                                         Endless{"monitor", "digest", "monitor/half_open_socket"}),
                         [](const auto& row) { return std::string(row.param.area); });

class GateOfEndlessProgram : public EndlessProgram {};

TEST_P(GateOfEndlessProgram, ListsItAmongWhatFails) {
  const auto ran =
      run(fmt::format("conform {} --runs 1 --max-states 100 --shard 12/12", GetParam().area));
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("FLT-01"));
}

INSTANTIATE_TEST_SUITE_P(
    All, GateOfEndlessProgram,
    testing::Values(Endless{"modality", "save_restore", ""}, Endless{"ack", "digest", ""},
                    Endless{"appserver", "save_restore", ""}, Endless{"appserver", "plain", ""},
                    Endless{"monitor", "digest", ""}),
    [](const auto& row) { return fmt::format("{}_{}", row.param.area, row.param.grade); });

class FatProgram : public EndlessProgram {};

TEST_P(FatProgram, KeepsToTheMemoryThatItMayTake) {
  if (program_memory_max == 0) GTEST_SKIP() << "a sanitizer reserves more than the shell lets it";
  const auto program = folder_.file("endless.py", std::string(endless));
  // 2,000 states of 40 kB each would be 80 MB.
  const auto fat = run_shell(
      fmt::format("ulimit -v 500000; \"$orrery\" explore {} -j 1 --max-memory 32M --subject "
                  "\"exec:{} {} {} {} 40000\"",
                  GetParam().scenario, python(), program, GetParam().area, GetParam().grade));
  EXPECT_TRUE(fat.code == 1 || fat.code == 6) << fat.code << fat.out << fat.err;
  EXPECT_THAT(fat.out + fat.err, Not(HasSubstr("bad_alloc")));
}

std::string area_of(const testing::TestParamInfo<Endless>& row) { return row.param.area; }
INSTANTIATE_TEST_SUITE_P(All, FatProgram,
                         testing::Values(Endless{"modality", "save_restore",
                                                 "modality/tick_races_return"}),
                         area_of);
INSTANTIATE_TEST_SUITE_P(DISABLED_All, FatProgram,
                         testing::Values(Endless{"appserver", "save_restore",
                                                 "appserver/approval_after_interrupt"}),
                         area_of);

}  // namespace
}  // namespace tools
