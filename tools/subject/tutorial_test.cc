// What docs/SUBJECTS.md shows is what happens: its transcript, and its tutorial to the letter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "command/program_testing.h"
#include "subject/examples_testing.h"

namespace tools {
namespace {

using testing::HasSubstr;

std::string page() { return text_of(ORRERY_SOURCE_DIR "/docs/SUBJECTS.md"); }

// What stands between these, from the nth time on that the first does.
std::string between(const std::string& text, std::string_view begin, std::string_view end,
                    int nth = 0) {
  auto at = text.find(begin);
  for (; nth > 0 && at != text.npos; --nth) at = text.find(begin, at + 1);
  if (at == text.npos) return {};
  at += begin.size();
  return text.substr(at, text.find(end, at) - at);
}

std::string program_of_page(int nth) { return between(page(), "```python\n", "```", nth); }

// The second program of the tutorial.
std::string waiting() {
  const auto first = program_of_page(0);
  return between(first, "", "    def on(") + program_of_page(1) + "\n\norrery.serve" +
         between(first, "orrery.serve", "```");
}

// The same in TypeScript: the first program, and with its second `on`.
std::string typescript(int nth) { return between(page(), "```typescript\n", "```", nth); }
std::string waiting_in_typescript() {
  const auto first = typescript(0);
  return between(first, "", "  on(") + typescript(1) + "}\n\nawait serve" +
         between(first, "await serve", "```");
}

// Its commands, in order.
std::vector<std::string> commands() {
  std::vector<std::string> out;
  std::istringstream lines(between(page(), "## From nothing to a red row", "\n## "));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("        cp ") || line.starts_with("        ./orrery "))
      out.push_back(line.substr(8));
  return out;
}

class SubjectsPage : public testing::Test {
 protected:
  void SetUp() override {
    if (run_shell("python3 --version").code != 0) GTEST_SKIP() << "python3 is not installed";
    ASSERT_EQ(shell("ln -s " ORRERY_SOURCE_DIR "/examples").code, 0);
  }
  ProgramRun shell(std::string line) const {
    if (line.starts_with("./orrery ")) line = "\"$orrery\"" + line.substr(8);
    return run_shell("cd " + folder.file("") + "\n" + line);
  }

  TemporaryFolder folder;
};

// Variables of a task come about in another order than they stand in.
TEST_F(SubjectsPage, TheAdapterInPythonTellsAStateAlikeHoweverItsEventsCame) {
  folder.file("late.py", R"(import orrery


class Late(orrery.Policy):
    def kept(self):
        return []

    def start(self):
        pass

    def more(self):
        return {}

    def on(self, name, event):
        if name == "called":
            self.run(self.go(event["call"]))
        else:
            self.wake(name, event["call"], event)

    async def go(self, call):
        count = 0
        while True:
            if count == 2:
                early = count
            late = await orrery.Happens(("timer_fired", call))
            count += 1


orrery.serve(Late, "ack")
)");
  const std::string called = R"({"after_ms":0,"called":{"call":1}})";
  const std::string timer = R"({"after_ms":0,"timer_fired":{"call":1}})";
  const auto told = [&](const std::string& messages) {
    return shell("cp examples/subjects/python/orrery.py . && printf '%s\\n' " + messages +
                 " | python3 late.py | tail -1");
  };
  const auto one_by_one =
      told(fmt::format(R"('{{"n":1,"begin":{{}},"events":[{0}]}}' '{{"n":2,"events":[{1}]}}' )"
                       R"('{{"n":3,"events":[{1}]}}')",
                       called, timer));
  const auto at_once =
      told(fmt::format(R"('{{"n":3,"begin":{{}},"events":[{0},{1},{1}]}}')", called, timer));
  EXPECT_THAT(one_by_one.out, HasSubstr("'go'")) << one_by_one.err;
  EXPECT_EQ(at_once.out, one_by_one.out);
}

TEST_F(SubjectsPage, TutorialGoesFromRedToGreen) {
  const auto typed = commands();
  ASSERT_EQ(typed.size(), 6u);
  EXPECT_EQ(shell(typed[0]).code, 0);
  folder.file("mine.py", program_of_page(0));
  EXPECT_EQ(shell(typed[1]).code, 0);
  const auto red = shell(typed[2]);
  EXPECT_EQ(red.code, 1) << red.err;
  EXPECT_THAT(red.out, HasSubstr("FAIL ACK-03"));
  folder.file("mine.py", waiting());
  const auto green = shell(typed[3]);
  EXPECT_EQ(green.code, 0) << green.out << green.err;
  EXPECT_THAT(green.out, HasSubstr("passed: every schedule"));
  EXPECT_EQ(shell(typed[4]).code, 1);
  const auto known = shell(typed[5]);
  EXPECT_EQ(known.code, 0) << known.out << known.err;
}

// The programs of the other areas, and what is red without some of their lines.
TEST_F(SubjectsPage, ProgramsOfOtherAreasGoFromRedToGreen) {
  struct Program {
    int nth;
    const char *file, *scenario, *without, *with, *says;
  };
  constexpr Program programs[] = {
      {2, "mine_modality.py", "modality/called_from_edt", "event[\"request\"][\"from_edt\"]",
       "False", "FAIL MOD-90"},
      {3, "mine_monitor.py", "monitor/not_an_ide", "result == \"ide\"", "True", "FAIL MON-31"},
  };
  ASSERT_EQ(shell("cp examples/subjects/python/orrery.py .").code, 0);
  for (const auto& [nth, file, scenario, without, with, says] : programs) {
    auto program = program_of_page(nth);
    const auto line =
        fmt::format("./orrery explore {} --subject \"exec:python3 {}\"", scenario, file);
    ASSERT_THAT(page(), HasSubstr(line.substr(2)));
    folder.file(file, program);
    const auto green = shell(line);
    EXPECT_EQ(green.code, 0) << green.out << green.err;
    const auto at = program.find(without);
    ASSERT_NE(at, program.npos) << without;
    folder.file(file, program.replace(at, std::string_view(without).size(), with));
    const auto red = shell(line);
    EXPECT_EQ(red.code, 1) << red.out << red.err;
    EXPECT_THAT(red.out, HasSubstr(says));
  }
}

TEST_F(SubjectsPage, TranscriptIsOneOfTheTutorial) {
  ASSERT_EQ(shell("cp examples/subjects/python/orrery.py .").code, 0);
  folder.file("mine.py", program_of_page(0));
  // Unlike tee(1) it keeps a line before it passes it on: behind the last one all of it is ended.
  folder.file("keep.py",
              "import sys\n"
              "with open(sys.argv[1], 'w') as kept:\n"
              "    for line in sys.stdin:\n"
              "        for to in kept, sys.stdout: to.write(line); to.flush()\n");
  const auto ran = shell(
      "echo 'python3 keep.py there | python3 mine.py | python3 keep.py back' >both.sh\n"
      "\"$orrery\" replay ack/deadline_tie --subject 'exec:sh both.sh'");
  EXPECT_EQ(ran.code, 1) << ran.err;
  std::istringstream there(text_of(folder.file("there"))), back(text_of(folder.file("back")));
  std::string told;
  for (std::string line, answer; std::getline(there, line) && std::getline(back, answer);)
    told += fmt::format("> {}\n< {}\n", line, answer);
  EXPECT_EQ(between(page(), "```\n> ", "```"), told.substr(2)) << "the page is to show this";
}

// By a node that reads it as it is, or else compiled as the page says.
constexpr const char* typescript_runs = R"(
if node --experimental-strip-types --eval 0 2>version; then
  echo 'exec node --experimental-strip-types mine.ts' >run
else
  echo '{"type":"module"}' >package.json
  tsc >errors
  echo 'exec node dist/mine.js' >run
fi
)";

TEST(SubjectsPageInTypeScript, GoesFromRedToGreen) {
  if (run_shell(typescript_needs).code != 0) GTEST_SKIP() << "not installed: " << typescript_needs;
  const TemporaryFolder folder;
  folder.file("tsconfig.json",
              between(page().substr(page().find("## The same in TypeScript")), "```json\n", "```"));
  const auto judged = [&](const std::string& program) {
    folder.file("mine.ts", program);
    return run_shell(fmt::format("cd {}\ncp " ORRERY_SOURCE_DIR
                                 "/examples/subjects/typescript/orrery.ts .{}\"$orrery\" explore "
                                 "ack:r1:copy_asking --subject 'exec:sh run'",
                                 folder.file(""), typescript_runs));
  };
  const auto red = judged(typescript(0));
  EXPECT_EQ(red.code, 1) << red.err;
  EXPECT_THAT(red.out, HasSubstr("FAIL ACK-03"));
  const auto green = judged(waiting_in_typescript());
  EXPECT_EQ(green.code, 0) << green.out << green.err;
}

// The sections of other languages: what stands there is typed, and is red, then green.
struct Compiled {
  const char* language;
  const char* needs;
  const char* file;  // That its lines name.
};
constexpr Compiled compiled[] = {
    {"rust", "rustc --version", "first.rs"},
    {"kotlin", "kotlinc -version && java -version", "First.kt"},
    {"cpp", "g++ --version && echo '#include <nlohmann/json.hpp>' | g++ -E -x c++ - >there",
     "first.cc"}};

class SubjectsPageCompiled : public testing::TestWithParam<Compiled> {};

TEST_P(SubjectsPageCompiled, GoesFromRedToGreen) {
  const std::string in_path = "PATH=$PATH:$HOME/.cargo/bin\n";  // Where rustup puts its programs.
  const TemporaryFolder folder;
  const auto typed = [&](const std::string& line) {
    const bool ours = line.starts_with("orrery ");
    return run_shell(fmt::format("{}cd {}\n{}{}", in_path, folder.file(""),
                                 ours ? "\"$orrery\"" : "", ours ? line.substr(6) : line));
  };
  if (typed(GetParam().needs).code != 0) GTEST_SKIP() << "not installed: " << GetParam().needs;
  ASSERT_EQ(typed("ln -s " ORRERY_SOURCE_DIR "/examples").code, 0);
  const auto text = page();
  const auto named = text.find(std::string("/first/") + GetParam().file);
  ASSERT_NE(named, text.npos);
  std::istringstream lines(between(text.substr(text.rfind("```\n", named)), "```\n", "```"));
  std::vector<int> codes;
  for (std::string line; std::getline(lines, line);) codes.push_back(typed(line).code);
  EXPECT_EQ(codes, (std::vector<int>{0, 0, 1, 0}));
}

INSTANTIATE_TEST_SUITE_P(In, SubjectsPageCompiled, testing::ValuesIn(compiled),
                         [](const auto& row) { return std::string(row.param.language); });

// A tool that reads in the middle of a line, told once more from its start.
struct Hosted {
  const char* language;
  const char* needs;
  const char* build;
  const char* run;
  const char* file;
};
constexpr Hosted hosted[] = {
    {"rust", "rustc --version", "rustc -O --edition 2021 sync.rs", "./sync", "sync.rs"},
    {"typescript", typescript_needs, typescript_build, "sh run sync", "sync.ts"}};

class SynchronousCode : public testing::TestWithParam<Hosted> {};

TEST_P(SynchronousCode, IsGreenAndRedWithAPlantedFault) {
  const auto& code = GetParam();
  const std::string in_path = "PATH=$PATH:$HOME/.cargo/bin\n";  // Where rustup puts its programs.
  if (run_shell(in_path + code.needs).code != 0) GTEST_SKIP() << "not installed: " << code.needs;
  const TemporaryFolder folder;
  const auto judged = [&](const std::string& edit) {
    return run_shell(fmt::format(
        "{}cd {}\ncp " ORRERY_SOURCE_DIR
        "/examples/subjects/{}/* .\nsed -i '{}' {}\n{} >&2 &&\n\"$orrery\" "
        "explore ack:r1:copy_asking --subject 'exec:{}'",
        in_path, folder.file(""), code.language, edit, code.file, code.build, code.run));
  };
  const auto green = judged("");
  EXPECT_EQ(green.code, 0) << green.out << green.err;
  EXPECT_THAT(green.out, HasSubstr("passed: every schedule"));
  const auto red = judged("s/ + 1500/ + 1400/");
  EXPECT_EQ(red.code, 1) << red.out << red.err;
}

INSTANTIATE_TEST_SUITE_P(In, SynchronousCode, testing::ValuesIn(hosted),
                         [](const auto& row) { return std::string(row.param.language); });

}  // namespace
}  // namespace tools
