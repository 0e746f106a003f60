// orrery fuzz from outside: what it finds, keeps, finds again and refuses.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "fuzz/codec_campaign.h"
#include "fuzz/file.h"
#include "fuzz/subject.h"
#include "process/process.h"

namespace tools {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(FuzzProgram, KeepsWhatItFoundAndFindsItAgain) {
  const TemporaryFolder folder;
  const auto file = folder.file("found.json");
  const auto found =
      run_orrery("fuzz codec --runs 5000 --hang 300s --subject mutant:stops_at_nul --save " + file);
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("FAIL accounting"));
  const auto again = run_orrery("fuzz codec --hang 300s --replay " + file);
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("FAIL accounting"));
  const auto engine = run_orrery("fuzz codec --hang 300s --subject engine --replay " + file);
  EXPECT_EQ(engine.code, 0) << engine.out << engine.err;
}

TEST(FuzzProgram, PassesTheEngine) {
  const auto run = run_orrery("fuzz codec --runs 500 --hang 300s");
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("500 inputs"));
}

TEST(FuzzProgram, PassesADecoderThatIsRight) {
  const auto run = run_orrery("fuzz lines --runs 3 --hang 300s -- " ORRERY_EXAMPLE_LINES);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
}

TEST(FuzzProgram, NeedsNoStreamsOfItsOwn) {
  for (const auto* streams : {"<&-", "2>&-", "<&- 2>&-"}) {
    const auto run = run_orrery(fmt::format(
        "fuzz lines --time 200ms --runs 1 --hang 300s -- " ORRERY_EXAMPLE_LINES " {}", streams));
    EXPECT_EQ(run.code, 0) << streams << run.out << run.err;
  }
}

TEST(FuzzProgram, EndsWhatADecoderLeavesBehind) {
  const TemporaryFolder folder;
  const auto script = folder.file(
      "decoder.sh", "sleep 99999 & echo $! >>" + folder.file("left") + "\nsetsid sleep 99999 &\n" +
                        "echo $! >>" + folder.file("left") + "\nexec " ORRERY_EXAMPLE_LINES);
  const auto run = run_orrery("fuzz lines --runs 3 --hang 300s -- sh " + script);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  // Each process that it says to have started, and no other, has left two.
  const auto started = std::stoi(run.out.substr(run.out.find("fed to ") + 7));
  EXPECT_GE(started, 110);
  EXPECT_EQ(std::stoi(run_shell("wc -l <" + folder.file("left")).out), 2 * started);
  EXPECT_EQ(
      run_shell("for p in $(cat " + folder.file("left") + "); do kill -0 $p && echo $p; done").out,
      "");
}

// A shell script that answers each line that is not blank with `answer`.
std::string always(const std::string& answer) {
  return "export LC_ALL=C; grep -av '^[[:space:]]*$' | sed 's/.*/" + answer + "/'";
}

struct HostileRow {
  std::string script;
  std::vector<std::string> kinds;
  std::string patience = "300s";  // Short only where all of it is waited for.
  std::string time = "200ms";
};

// What programs do that should not be there at all; each has a fault of its own, which it shows
// first, so that it is found however little there is time for, but for what shows at a bad line.
const std::vector<HostileRow>& hostile_programs() {
  static const std::vector<HostileRow> rows{
      {"exec grep -a .", {"bad_answer"}},
      {"exec sed -n 1q", {"missing_answer"}},
      {"exit 0", {"missing_answer"}},  // Reads nothing.
      {"cat >/dev/null; kill -9 $$", {"crash"}},
      {"cat >/dev/null; exit 3", {"crash"}},
      {"cat >/dev/null; exit 127", {"crash"}},  // As a shell says that something is not there.
      {"kill -TERM 0", {"crash"}},
      {"kill -STOP 0", {"hang"}, "1s"},
      {"trap '' TERM INT HUP; while :; do sleep 1; done", {"hang"}, "1s"},
      {"exec yes >&2", {"hang"}, "1s"},
      {ORRERY_EXAMPLE_LINES " | sed p", {"extra_answer"}},
      {"for i in 1 2 3 4 5 6 7 8 9; do echo '{\"reject\":1}'; done; exec cat >/dev/null",
       {"extra_answer"}},  // Before it was asked.
      {always("{\"accept\":&}"), {"wrong_accept"}, "300s", "5s"},
      {always("{\"reject\":1}"), {"wrong_reject"}},
      {"exec yes", {"flood"}},
      {"exec sleep 100", {"hang"}, "1s"},  // Reads and writes nothing.
      {"exec >/dev/null; exec sleep 100", {"hang"}, "1s"},
      {"exec <&-; exec sleep 100", {"hang"}, "1s"},
      {"exec <&- >&- 2>&-; exit 0", {"missing_answer"}},
      {"sleep 9999 & sleep 9999 & wait", {"hang"}, "1s"},
  };
  return rows;
}

class HostileDecoder : public testing::TestWithParam<const char*> {};

TEST_P(HostileDecoder, IsToldByWhatItDoes) {
  const TemporaryFolder folder;
  // What a profile changes is what is asked, not how a program is run: some of them will do.
  const std::size_t stride = GetParam() == std::string_view("app-server") ? 1 : 12;
  const auto& programs = hostile_programs();
  at_the_same_time((programs.size() + stride - 1) / stride, [&](std::size_t number) {
    const auto& row = programs[number * stride];
    const auto script = folder.file(fmt::format("decoder_{}.sh", number), row.script);
    const auto run =
        run_orrery("fuzz lines --time " + row.time + " --runs 1 --profile " +
                   std::string(GetParam()) + " --hang " + row.patience + " -- sh " + script);
    EXPECT_EQ(run.code, 1) << row.script << run.out << run.err;
    for (const auto& kind : row.kinds) EXPECT_THAT(run.out, HasSubstr(kind + " (")) << row.script;
    EXPECT_EQ(run_shell("pgrep -f " + script + " && exit 0; exit 9").code, 9) << row.script;
  });
}

INSTANTIATE_TEST_SUITE_P(Fuzz, HostileDecoder, testing::Values("json", "jsonrpc", "app-server"),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(FuzzProgram, GivesADecoderNoMoreMemoryThanThereIsForIt) {
  if (program_memory_max == 0) GTEST_SKIP() << "a sanitizer's program sets no limit of memory";
  if (python().empty()) GTEST_SKIP() << "the decoder is written in Python, which is not installed";
  const TemporaryFolder folder;
  const auto script = folder.file("decoder.py",
                                  "import mmap, sys\nsys.stdin.read(1)\nheld = []\n"
                                  "while True: held.append(mmap.mmap(-1, 1 << 28))\n");
  const auto run =
      run_orrery("fuzz lines --time 1s --runs 1 --hang 300s -- " + python() + " " + script);
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("crash ("));
}

TEST(FuzzProgram, SaysWhatWasTriedHowOften) {
  const auto run = run_orrery("fuzz lines --runs 3 --hang 300s --details -- " ORRERY_EXAMPLE_LINES);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, ContainsRegex("lone_surrogate +WIRE-02 +refuse +[1-9][0-9]* +0 +[1-9]"));
  EXPECT_THAT(run.out, ContainsRegex("too_long +WIRE-04 +refuse +0 +0 +0\n"));
  EXPECT_THAT(run.out, ContainsRegex("flip_bit +mutation +[1-9]"));
  EXPECT_THAT(run.out, HasSubstr("; never: too_long"));
  const auto json = run_orrery("fuzz lines --runs 3 --hang 300s --json -- " ORRERY_EXAMPLE_LINES);
  const auto report = nlohmann::json::parse(json.out, nullptr, false);
  ASSERT_TRUE(report.is_object()) << json.out;
  EXPECT_EQ(report["profile"], "app-server");
  const auto& coverage = report["coverage"];
  EXPECT_EQ(coverage["refusals"]["too_deep"]["rule"], "WIRE-04");
  EXPECT_GE(coverage["refusals"]["too_deep"]["tried"], 8);
  EXPECT_EQ(coverage["refusals"]["too_deep"]["accepted"], 0);
  EXPECT_EQ(coverage["vectors"]["nesting"]["tried"], 13);
  EXPECT_GE(coverage["mutations"]["token"]["tried"], 1);
  EXPECT_EQ(coverage["never_tried"][0], "too_long");
}

TEST(FuzzProgram, JudgesASavedInputByItsProfile) {
  if (python().empty()) GTEST_SKIP() << "the decoder is written in Python, which is not installed";
  const TemporaryFolder folder;
  const auto file = folder.file("found.json");
  const auto found = run_orrery("fuzz lines --profile json --runs 1 --hang 300s --save " + file +
                                " -- " ORRERY_EXAMPLE_LINES);  // It refuses what is no message.
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_EQ(run_orrery("fuzz lines --hang 300s --replay " + file).code, 1);
  const auto of_json = " -- " + python() + " " ORRERY_SOURCE_DIR "/examples/decoders/lines.py json";
  EXPECT_EQ(run_orrery("fuzz lines --hang 300s --replay " + file + of_json).code, 0);
}

TEST(FuzzProgram, JudgesASavedInputByTheContractThatWasAsked) {
  const TemporaryFolder folder;
  const auto file = folder.file("found.json");
  const auto found = run_orrery("fuzz lines --blank-lines reported --runs 1 --hang 300s --save " +
                                file + " -- " ORRERY_EXAMPLE_LINES);
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("FAIL contract"));
  const auto again = run_orrery("fuzz lines --hang 300s --replay " + file);
  EXPECT_EQ(again.code, 1) << again.out << again.err;
}

// Blank lines are bad ones to it, which no stream shows before one has shown that it ends at those.
TEST(FuzzProgram, TellsAnotherContractOnceWithAllOfIt) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  const auto run = run_orrery(
      "fuzz lines --profile json --runs 1 --time 20s --hang 300s --json -- " + python() + " " +
      folder.file("stops.py",
                  "import json, sys\n"
                  "for line in sys.stdin.buffer:\n"
                  "    try: value = json.loads(line)\n"
                  "    except ValueError: sys.exit(4)\n"
                  "    print(json.dumps({'accept': value}), flush=True)\n"));
  const auto report = nlohmann::json::parse(run.out, nullptr, false);
  ASSERT_TRUE(report.is_object()) << run.out << run.err;
  std::vector<std::string> causes;
  for (const auto& fault : report["faults"])
    if (fault["kind"] == "contract") causes.push_back(fault["cause"]);
  EXPECT_THAT(causes, testing::ElementsAre("it is right with --bad-lines stop --last-line counts "
                                           "--blank-lines reported"));
}

// Runs the line that is printed for a saved input.
ProgramRun run_replay_line(const ProgramRun& found) {
  const std::string_view before = "replay with: orrery ";
  const auto begin = found.err.find(before);
  if (begin == std::string::npos) return {};
  const auto line = found.err.substr(begin + before.size());
  return run_orrery(line.substr(0, line.find('\n')));
}

TEST(FuzzProgram, WaitsForASavedInputAsLongAsItWaitedBefore) {
  const TemporaryFolder folder;
  const auto found =
      run_orrery("fuzz lines --runs 1 --time 2s --hang 1s --save '" + folder.file("it hangs.json") +
                 "' -- sh " + folder.file("slow.sh", "sleep 4; exec " ORRERY_EXAMPLE_LINES));
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("FAIL hang"));
  const auto again = run_replay_line(found);
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("FAIL hang"));
}

TEST(FuzzProgram, ShowsAgainWhatAProgramDoesByChance) {
  const TemporaryFolder folder;
  // Each third of its processes refuses all that it is told.
  const auto count = folder.file("count", "0");
  const auto script =
      folder.file("decoder.sh", "n=$(cat " + count + "); echo $((n + 1)) >" + count +
                                    "\n[ $((n % 3)) = 2 ] || exec " ORRERY_EXAMPLE_LINES "\n" +
                                    always("{\"reject\":1}"));
  const auto found = run_orrery("fuzz lines --runs 1 --hang 300s --save " +
                                folder.file("found.json") + " -- sh " + script);
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("cause   chance: 1 of 3 more runs"));
  const auto again = run_replay_line(found);
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("FAIL wrong_reject"));
}

// The wrappers for people to begin with print what their decoder says, whatever that is.
TEST(FuzzProgram, HasWrappersWithoutFaultsOfTheirOwn) {
  struct Row {
    std::string tool, wrapper;
  };
  for (const auto& [tool, wrapper] : {Row{"python3", "wrapper.py"}, Row{"node", "wrapper.mjs"}}) {
    if (run_shell("command -v " + tool).code != 0) continue;
    const auto run =
        run_orrery("fuzz lines --profile json --time 2s --runs 1 --hang 300s --json -- " + tool +
                   " " ORRERY_SOURCE_DIR "/examples/decoders/" + wrapper);
    EXPECT_LT(run.code, 2) << run.err;  // A decoder may be wrong, and be found so in time.
    EXPECT_THAT(run.out, HasSubstr("\"faults\": ["));
    EXPECT_THAT(run.out, Not(HasSubstr("\"wrapper\": true")));
  }
  if (run_shell("command -v cc").code != 0) return;
  const TemporaryFolder folder;
  const auto decoder =
      folder.file("decoder.c",
                  "#include <stddef.h>\n"
                  "const char* decode(const char* line, size_t size) {\n"
                  "  return line[0] == '{' && line[size - 1] == '}' ? NULL : \"\\\\x\";\n"
                  "}\n");
  const auto program = folder.file("decoder");
  ASSERT_EQ(run_shell("cc " ORRERY_SOURCE_DIR "/examples/decoders/wrapper.c " + decoder + " -o " +
                      program)
                .code,
            0);
  const auto run = run_orrery("fuzz lines --time 2s --runs 1 --hang 300s --json -- " + program);
  EXPECT_LT(run.code, 2) << run.out << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("\"wrapper\": true")));
  EXPECT_THAT(run.out, Not(HasSubstr("\"crash\"")));
}

// The line for a shell shows the fault without Orrery. What takes every line is wrong at once.
TEST(FuzzProgram, GivesALineThatShowsTheFault) {
  const TemporaryFolder folder;
  const auto run = run_orrery("fuzz lines --time 4s --runs 1 --hang 300s --json -- sh " +
                              folder.file("decoder.sh", always("{\"accept\":&}")));
  const auto report = nlohmann::json::parse(run.out, nullptr, false);
  ASSERT_TRUE(report.is_object()) << run.out;
  int shown = 0;
  for (const auto& fault : report["faults"]) {
    if (fault["kind"] != "wrong_accept") continue;
    const auto line = run_shell("{ " + fault["try"].get<std::string>() + "; } 2>&1");
    EXPECT_THAT(line.out, HasSubstr("{\"accept\":")) << fault.dump();
    ++shown;
  }
  EXPECT_GE(shown, 1) << run.out;
}

TEST(FuzzProgram, SaysWhatItAsksBeforeItBegins) {
  const auto run =
      run_orrery("fuzz lines --runs 1 --hang 300s --bad-lines skip -- " ORRERY_EXAMPLE_LINES);
  EXPECT_EQ(run.out.find("profile app-server: a line is a message of the app-server"), 0u)
      << run.out;
  EXPECT_THAT(run.out, HasSubstr("asked   a program that passes over bad lines in silence"));
  EXPECT_THAT(run.out, HasSubstr("it is right with --bad-lines report"));
  EXPECT_THAT(run.out, Not(HasSubstr("failed alike")));
}

TEST(FuzzProgram, IsAskedNoMoreWhereAllFailsAlike) {
  const auto run = run_orrery("fuzz lines --time 60s -- sh ./no_such_script");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("the first 20 streams failed alike"));
  EXPECT_THAT(run.out, HasSubstr(", 1 fault\n"));
}

TEST(FuzzProgram, SaysThatAProgramCannotBeStarted) {
  const auto run = run_orrery("fuzz lines -- ./no_such_program");
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, HasSubstr("./no_such_program"));
}

TEST(FuzzProgram, RefusesWhatItDoesNotKnow) {
  for (const auto* arguments :
       {"fuzz", "fuzz codecs", "fuzz lines", "fuzz lines python3 x.py",
        "fuzz codec --subject mutant:none", "fuzz codec --time soon",
        "fuzz codec --replay README.md", "fuzz codec --profile json",
        "fuzz lines --profile xml -- cat", "fuzz lines --bad-lines none -- cat",
        "fuzz lines --last-line lost -- cat", "fuzz codec --bad-lines skip",
        "fuzz codec --replay none.json", "fuzz codec --replay .", "fuzz lines --replay /dev/zero"})
    EXPECT_EQ(run_orrery(arguments).code, 2) << arguments;
  const TemporaryFolder folder;
  const auto deep = folder.file(
      "deep.json", "{\"fuzz\":" + std::string(450'000, '[') + std::string(450'000, ']') + "}");
  const auto run = run_orrery("fuzz codec --replay " + deep);
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("nested deeper than 32"));
  const auto other =
      run_orrery("fuzz lines --replay " + folder.file("other.json", "{}") + " -- cat");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("other.json: no saved input of `orrery fuzz`: key 'fuzz'"));
}

void ignore_progress(const CodecProgress&) {}

TEST(FuzzCodec, FindsNothingInTheEngine) {
  const auto report = fuzz_codec({.subject = "engine",
                                  .seed = 3,
                                  .runs_max = 20'000,
                                  .seconds = 0,
                                  .hang_seconds = 300,
                                  .shrink_seconds = 0.2},
                                 ignore_progress);
  EXPECT_EQ(report.runs, 20'000u);
  EXPECT_FALSE(report.finding) << report.finding->kind << ": " << report.finding->says;
}

class CodecMutants : public testing::TestWithParam<fuzz::CodecMutant> {};

TEST_P(CodecMutants, AreFoundAndTheirInputIsMadeSmall) {
  const auto name = "mutant:" + std::string(GetParam().name);
  const auto report = fuzz_codec({.subject = name,
                                  .seed = 1,
                                  .runs_max = 100'000,
                                  .seconds = 0,
                                  .hang_seconds = 300,
                                  .shrink_seconds = 0.2},
                                 ignore_progress);
  ASSERT_TRUE(report.finding);
  EXPECT_LE(fuzz_case_bytes(report.smallest), report.found_bytes);
  const auto again = judge_guarded(report.smallest, name, 300);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kind, report.finding->kind);
  EXPECT_FALSE(judge_guarded(report.smallest, "engine", 300));
}

INSTANTIATE_TEST_SUITE_P(Fuzz, CodecMutants, testing::ValuesIn(fuzz::codec_mutants()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace tools
