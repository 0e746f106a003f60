// orrery fuzz from outside: what it finds, keeps, finds again and refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"

namespace tools {
namespace {

using testing::HasSubstr;

TEST(FuzzProgram, KeepsWhatItFoundAndFindsItAgain) {
  const auto file = testing::TempDir() + "orrery_found.json";
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
  for (const auto* streams : {"", " <&-", " 2>&-", " <&- 2>&-"}) {
    const auto run = run_orrery(
        std::string("fuzz lines --runs 3 --hang 300s -- " ORRERY_EXAMPLE_LINES) + streams);
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
  EXPECT_EQ(run_shell("wc -l <" + folder.file("left")).out, "8\n");
  EXPECT_EQ(
      run_shell("for p in $(cat " + folder.file("left") + "); do kill -0 $p && echo $p; done").out,
      "");
}

// A shell script that answers each line that is not blank with `answer`.
std::string always(const std::string& answer) {
  return "export LC_ALL=C; grep -av '^[[:space:]]*$' | sed 's/.*/" + answer + "/'";
}

TEST(FuzzProgram, TellsFaultsOfDecodersApart) {
  struct Row {
    std::string script;
    std::vector<std::string> kinds;
    std::string patience = "300s";  // Short only where all of it is waited for.
  };
  const Row rows[] = {
      {"exec grep -a .", {"bad_answer"}},
      {"exec sed -n 1q", {"missing_answer"}},
      {"exit 0", {"missing_answer"}},  // Reads nothing.
      {"cat >/dev/null; kill -9 $$", {"crash"}},
      {"cat >/dev/null; exit 3", {"crash"}},
      {"cat >/dev/null; exit 127", {"crash"}},  // As a shell says that something is not there.
      {"kill -TERM 0", {"crash"}},
      {"kill -STOP 0", {"hang"}, "1s"},
      {"exec yes >&2", {"hang"}, "1s"},
      {"exec sed 's/.*/{\"reject\":1}/;p'", {"extra_answer"}},
      {always("{\"accept\":{\"method\":\"x\"}}"), {"wrong_accept"}},
      {always("{\"reject\":1}"), {"wrong_reject", "lost_resynchronisation"}},
      {"exec yes", {"flood"}},
      {"exec sleep 100", {"hang"}, "1s"},  // Reads and writes nothing.
      {"exec >/dev/null; exec sleep 100", {"hang"}, "1s"},
  };
  const TemporaryFolder folder;
  for (const auto& row : rows) {
    const auto script = folder.file("decoder.sh", row.script);
    const auto run = run_orrery("fuzz lines --runs 1 --hang " + row.patience + " -- sh " + script);
    EXPECT_EQ(run.code, 1) << run.out << run.err;
    for (const auto& kind : row.kinds) EXPECT_THAT(run.out, HasSubstr(kind + " (")) << row.script;
  }
}

// The example in Python with one line of it changed.
TEST(FuzzProgram, FindsWhatTheFirstReadAndTheLastLineHide) {
  if (run_shell("command -v python3").code != 0)
    GTEST_SKIP() << "the decoder is written in Python, which is not installed";
  struct Row {
    std::string from, to, says;
  };
  const Row rows[] = {
      {"for line in sys.stdin.buffer:",
       "def parts():\n"
       "    import os\n"
       "    while part := os.read(0, 65536): yield part.decode(errors='replace').encode()\n"
       "import io\n"
       "for line in io.BytesIO(b''.join(parts())):",
       "wrong_reject (message)"},
      {"    if not line.strip", "    if not line.endswith(b'\\n'): break\n    if not line.strip",
       "a last line that has no end"},
      {"type(value) is int and",
       "(type(value) is int or type(value) is float and value.is_integer()) and",
       "wrong_accept (id_type)"}};
  const TemporaryFolder folder;
  for (const auto& row : rows) {
    auto text = text_of(ORRERY_SOURCE_DIR "/examples/decoders/lines.py");
    ASSERT_NE(text.find(row.from), text.npos);
    text.replace(text.find(row.from), row.from.size(), row.to);
    const auto decoder = folder.file("decoder.py", text);
    const auto run = run_orrery("fuzz lines --runs 12 --hang 300s -- python3 " + decoder);
    EXPECT_EQ(run.code, 1) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr(row.says)) << text;
  }
}

TEST(FuzzProgram, SaysThatAProgramCannotBeStarted) {
  const auto run = run_orrery("fuzz lines -- ./no_such_program");
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, HasSubstr("./no_such_program"));
}

TEST(FuzzProgram, RefusesWhatItDoesNotKnow) {
  for (const auto* arguments : {"fuzz", "fuzz codecs", "fuzz lines", "fuzz lines python3 x.py",
                                "fuzz codec --subject mutant:none", "fuzz codec --time soon",
                                "fuzz codec --replay README.md", "fuzz codec --replay none.json"})
    EXPECT_EQ(run_orrery(arguments).code, 2) << arguments;
}

}  // namespace
}  // namespace tools
