// orrery check --area modality|ack as a person runs it, on traces that replay --record writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string without(const std::string& path, const std::string& word) {
  std::ifstream file(path);
  std::string out, line;
  while (std::getline(file, line))
    if (line.find(word) == line.npos) out += line + "\n";
  return out;
}

TEST(CheckTraces, JudgesWhatReplayRecords) {
  const TemporaryFolder folder;
  const auto trace = folder.file("trace");
  EXPECT_EQ(run_orrery("replay ack/deadline_tie --record " + trace).code, 0);
  EXPECT_THAT(run_orrery("check --area ack " + trace).out, HasSubstr("2 cannot be judged from it"));
  const auto good = run_orrery("check --area ack --details " + trace);
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_THAT(good.out, HasSubstr("trace: passed: "));
  EXPECT_THAT(good.out, HasSubstr("cannot be judged from it: ACK-07"));
  EXPECT_THAT(good.out, Not(HasSubstr("judged in part")));

  const auto bad = folder.file("bad", without(trace, "\"dispatch\""));
  const auto broken = run_orrery("check --area ack " + bad + " " + trace);
  EXPECT_EQ(broken.code, 1);
  EXPECT_THAT(broken.out, HasSubstr("bad:42 at 1.500 s: ACK-02 MUST: Respond call=1"));
  EXPECT_THAT(broken.out, HasSubstr("2 traces: 1 failed, 0 could not be judged"));
  EXPECT_EQ(run_orrery("check --area ack --rule ACK-16 " + bad).code, 0);
  EXPECT_EQ(run_orrery("check --area modality " + trace).code, 2);
}

TEST(CheckTraces, SayWhyAnActIsWrong) {
  const TemporaryFolder folder;
  const auto trace = folder.file("trace");
  run_orrery("replay ack/deadline_tie --record " + trace);
  const auto answer = text_of(trace).find("\n{\"t_ms\":1500,\"respond\"") + 1;
  auto twice = text_of(trace);
  twice.insert(answer, twice.substr(answer, twice.find('\n', answer) + 1 - answer));
  const auto broken = run_orrery("check --area ack " + folder.file("twice", twice));
  EXPECT_EQ(broken.code, 1) << broken.out << broken.err;
  EXPECT_THAT(broken.out, HasSubstr(" is wrong here: any act of no call in flight never comes"));
  EXPECT_THAT(broken.out, HasSubstr("Respond call=1 ")) << "what the trace calls it";
}

// Who does not name the area has named it in the file, where traces have heads.
TEST(CheckTraces, FindsTheAreaInTheFile) {
  const TemporaryFolder folder;
  const auto trace = folder.file("trace");
  run_orrery("replay ack/deadline_tie --record " + trace);
  EXPECT_EQ(run_orrery("check " + trace).out, run_orrery("check --area ack " + trace).out);
  EXPECT_EQ(run_orrery("check --slack 50 --json " + trace).code, 0);
  const auto stream = folder.file(
      "stream", R"({"t_ms":0,"stream_asked":{"connection":1,"pid":7,"authorized":true}})"
                "\n");
  EXPECT_EQ(run_orrery("check " + stream).out, run_orrery("check --area monitor " + stream).out);
  EXPECT_THAT(run_orrery("check " + folder.file("other", R"({"trace":1,"area":"x"})")).err,
              HasSubstr("--area: "));
}

// As of a file, so does who gives it by stdin or a pipe, as a compressed one has to be given.
TEST(CheckTraces, FindsTheAreaInAPipe) {
  const TemporaryFolder folder;
  const auto trace = folder.file("trace");
  run_orrery("replay ack/deadline_tie --record " + trace);
  const auto bad = folder.file("bad", without(trace, "\"dispatch\""));
  const auto broken = run_orrery("check --area ack " + bad);
  const auto said = broken.out.substr(broken.out.find(":42 at "));
  const auto packed = "gzip -kf " + bad + " && gunzip -c " + bad + ".gz | \"$orrery\" check -";
  const auto pipe = folder.file("pipe");
  const auto named =
      "mkfifo " + pipe + " && { cat " + bad + " >" + pipe + " & } && \"$orrery\" check " + pipe;
  for (const auto& command :
       {"\"$orrery\" check - <" + bad, packed, named,
        "{ sed 1q " + bad + "; sleep 0.1; sed 1d " + bad + "; } | \"$orrery\" check -"}) {
    const auto run = run_shell(command);
    EXPECT_EQ(run.code, 1) << command << run.err;
    EXPECT_EQ(run.out.substr(std::min(run.out.find(":42 at "), run.out.size())).substr(0, 60),
              said.substr(0, 60))
        << command;
  }
  EXPECT_EQ(run_shell("cat " + trace + " | \"$orrery\" check -").code, 0);
  EXPECT_EQ(run_shell("{ echo; cat " + trace + "; } >" + folder.file("late") +
                      " && \"$orrery\" check " + folder.file("late"))
                .code,
            0);
  const std::string talk = ORRERY_SOURCE_DIR "/recordings/samples/c6_twice.jsonl";
  EXPECT_EQ(run_shell("cat " + talk + " | \"$orrery\" check -").code, 1);
  // What is written there is not read.
  EXPECT_EQ(run_shell("sleep 20 | timeout 10 \"$orrery\" check " + talk + " --write-known -").code,
            1);
}

TEST(CheckTraces, SaysInJsonWhatIsJudgedInPart) {
  const TemporaryFolder folder;
  const auto trace = folder.file("trace");
  run_orrery("replay modality/blink_dialog --record " + trace);
  auto text = without(trace, "\"captured\"");
  const std::string head = R"("tells":"all")";
  std::string tells;
  for (const auto* kind :
       {"called",         "dialog_opened",  "dialog_disposed", "progress_started",
        "progress_ended", "close_dialog",   "close_answered",  "commit",
        "save",           "refresh",        "write_ended",     "method_called",
        "return",         "start_body",     "body_returned",   "body_threw",
        "decide",         "finish",         "import_finished", "schedule_refresh",
        "list_dialogs",   "dialogs_listed", "read_modality",   "modality_read",
        "write_began",    "await_smart",    "smart_reached",   "report_smart_wait",
        "report_dialog",  "cancel_body",    "capture"})
    tells += (tells.empty() ? "\"" : ",\"") + std::string(kind) + "\"";
  text.replace(text.find(head), head.size(), "\"tells\":[" + tells + "]");
  const auto part = folder.file("part", text);
  const auto run = run_orrery("check --area modality --json " + part);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  const auto summary = nlohmann::json::parse(run.out.substr(0, run.out.find('\n')))["summary"];
  EXPECT_EQ(summary["rules"]["MOD-74"], "not_judgeable");
  EXPECT_EQ(summary["rules"]["MOD-05"], "pass");
  EXPECT_GT(summary["judged_in_part"].size(), 3u);
}

// The heads of the page, those of its examples in other languages included.
TEST(CheckTraces, TakeTheHeadsOfThePage) {
  const TemporaryFolder folder;
  auto page = text_of(ORRERY_SOURCE_DIR "/docs/TRACES.md");
  int heads = 0;
  for (auto at = page.find("{\"trace\""); at != page.npos; at = page.find("{\"trace\"", at + 1)) {
    const auto list = page.find("]}", at), line = page.find('\n', at);
    const bool lists = page.substr(at, line - at).find("\"tells\"") != page.npos;
    auto head = lists ? page.substr(at, list + 2 - at) : page.substr(at, line - at);
    std::erase(head, '\n');
    const bool ack = head.find("\"ack\"") != head.npos;
    const std::string first = ack ? "store_ready" : "indexing_started";
    const auto trace = folder.file("head", head + "\n{\"t_ms\":0,\"" + first + "\":{}}\n");
    const auto run =
        run_orrery(std::string("check --area ") + (ack ? "ack " : "modality ") + trace);
    EXPECT_EQ(run.code, 2) << head << run.err;
    EXPECT_THAT(run.out, HasSubstr("not judged: it shows nothing of any rule"));
    ++heads;
  }
  EXPECT_EQ(heads, 4);
}

TEST(CheckTraces, AreOfAreasThatHaveThem) {
  const TemporaryFolder folder;
  const auto trace = folder.file("trace");
  const auto run = run_orrery("replay appserver/approval_after_interrupt --record " + trace);
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("--record"));
}

// What documents show as right recordings stays so when rules come.
TEST(CheckTraces, PassExamplesOfStreams) {
  const auto run = run_orrery("check " ORRERY_SOURCE_DIR "/examples/streams/*.jsonl");
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("3 traces: 0 failed, 0 could not be judged"));
}

}  // namespace
}  // namespace tools
