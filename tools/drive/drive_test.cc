// orrery drive from outside: the client's engine against the mock server, on real pipes. Limits are
// for servers that hang.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

// What was told, by its name and in order.
struct Driven {
  int code = -1;
  std::string out = {};
  std::map<std::string, std::vector<json>> told;
  json summary;

  std::string text_of_answers() const {
    std::string out;
    for (const auto& line : all("item_closed")) out += line.value("text", "") + ";";
    return out;
  }
  std::vector<json> all(const std::string& name) const {
    const auto found = told.find(name);
    return found == told.end() ? std::vector<json>() : found->second;
  }
  std::vector<std::string> members(const std::string& name, const std::string& member) const {
    std::vector<std::string> out;
    for (const auto& line : all(name)) out.push_back(line[name][member].get<std::string>());
    return out;
  }
};

Driven drive(const std::string& options, const std::string& server) {
  const auto run = run_shell("\"$orrery\" drive " + options + " -- \"$orrery\" serve --latency 0 " +
                             server + " 2>/dev/null");
  Driven out;
  out.code = run.code;
  out.out = run.out;
  std::istringstream lines(run.out);
  for (std::string text; std::getline(lines, text);) {
    const auto line = json::parse(text, nullptr, false);
    EXPECT_TRUE(line.is_object()) << text;
    for (const auto& [name, value] : line.items())
      if (name != "at_ms" && name != "text") out.told[name].push_back(line);
  }
  if (!out.all("summary").empty()) out.summary = out.all("summary")[0]["summary"];
  return out;
}

TEST(Drive, SendsWhatItsUserSetsAndRefusesWhatHasNoWord) {
  const TemporaryFolder folder;
  const auto record = folder.file("record.jsonl");
  const auto run = drive(
      "--model m1 --instructions 'Be brief.' --policy never --sandbox read_only "
      "--writable /a --network --effort xhigh --summary concise "
      "--image https://h/a.png --image /b.png --record " +
          record,
      "");
  EXPECT_EQ(run.code, 0);
  const auto sent = text_of(record);
  for (const auto* words :
       {R"(\"model\":\"m1\")", R"(\"developerInstructions\":\"Be brief.\")",
        R"(\"approvalPolicy\":\"never\")", R"(\"sandbox\":\"read-only\")",
        R"(writable_roots\":[\"/a\"])", R"(network_access\":true)", R"(\"effort\":\"xhigh\")",
        R"(\"summary\":\"concise\")", R"(\"url\":\"https://h/a.png\")", R"(\"path\":\"/b.png\")"})
    EXPECT_THAT(sent, HasSubstr(words));
  EXPECT_EQ(run_orrery("check " + record).code, 0);
  for (const auto* refused : {"--summary loud", "--dialect draft --effort xhigh",
                              "--dialect draft --profile p", "--policy on_failure"})
    EXPECT_EQ(run_orrery("drive " + std::string(refused) + " -- true").code, 2) << refused;
}

TEST(Drive, HasWhatItsUserPrefersUnlessTheCommandLineSaysOtherwise) {
  const TemporaryFolder folder;
  const auto record = folder.file("record.jsonl");
  ASSERT_EQ(run_shell("ORRERY_DRIVE='--effort low --summary concise' \"$orrery\" drive --effort "
                      "high --record " +
                      record + " -- \"$orrery\" serve --latency 0")
                .code,
            0);
  const auto sent = text_of(record);
  EXPECT_THAT(sent, HasSubstr(R"(\"effort\":\"high\")"));
  EXPECT_THAT(sent, HasSubstr(R"(\"summary\":\"concise\")"));
  EXPECT_EQ(run_shell("ORRERY_DRIVE=--efort \"$orrery\" drive -- true").code, 2);
}

TEST(Drive, ShowsWhatAPatchWouldWriteInBothDialects) {
  for (const std::string dialect : {"codex", "draft"}) {
    const auto run = drive("--prompt 'patch /a/b.cc' --decide accept --dialect " + dialect,
                           "--dialect " + dialect);
    EXPECT_EQ(run.code, 0);
    ASSERT_EQ(run.all("ask_shown").size(), 1u);
    EXPECT_EQ(run.all("ask_shown")[0]["text"], "/a/b.cc") << dialect;
    // Both limits each time: read at the start, and told in the turn.
    EXPECT_EQ(run.all("rate_limits_shown").size(), 4u) << dialect;
  }
}

TEST(Drive, ShowsPlansAndCallsInBothDialects) {
  for (const std::string dialect : {"codex", "draft"}) {
    const TemporaryFolder folder;
    const auto record = folder.file("record.jsonl");
    const auto run = drive("--prompt 'plan a, b' --prompt 'call find {\"q\":1}' --record " +
                               record + " --dialect " + dialect,
                           "--dialect " + dialect);
    EXPECT_EQ(run.code, 0);
    ASSERT_FALSE(run.all("plan_shown").empty()) << dialect;
    EXPECT_EQ(run.all("plan_shown").back()["plan_shown"]["steps"],
              json::parse(R"([{"step":"a","status":"completed"},)"
                          R"({"step":"b","status":"completed"}])"))
        << dialect;
    ASSERT_EQ(run.all("tool_shown").size(), 2u) << dialect;
    const auto tool = run.all("tool_shown")[1]["tool_shown"];
    EXPECT_EQ(tool["tool"], "mock/find");
    EXPECT_EQ(tool["arguments"], R"({"q":1})");
    EXPECT_THAT(tool["result"], HasSubstr("has called find"));
    EXPECT_EQ(run_orrery("check --dialect " + dialect + " " + record).code, 0);
  }
}

TEST(Drive, AllowsACommandAndNothingThatBeginsLikeIt) {
  for (const std::string dialect : {"codex", "draft"}) {
    const auto of = [&](const std::string& command) {
      return drive("--allow 'git status' --decide decline --prompt 'run " + command +
                       "' --dialect " + dialect,
                   "--dialect " + dialect);
    };
    const auto allowed = of("git status");
    EXPECT_EQ(allowed.summary["approvals"], 0) << dialect;
    ASSERT_EQ(allowed.all("ask_accepted").size(), 1u) << dialect;
    EXPECT_THAT(allowed.all("ask_accepted")[0]["text"].get<std::string>(), HasSubstr("git status"));
    for (const auto* other : {"git status && rm x", "git statusx", "cd /x; git status", "git"}) {
      const auto asked = of(other);
      EXPECT_EQ(asked.summary["approvals"], 1) << dialect << other;
      EXPECT_THAT(asked.all("ask_accepted"), testing::IsEmpty()) << dialect << other;
    }
  }
}

TEST(Drive, RunsItsServerHereAndReadsNoMessageOfItsStderr) {
  const TemporaryFolder folder;
  const auto server = folder.file("server.sh",
                                  "pwd >&2; echo \"MARK=$MARK\" >&2\n"
                                  "echo '{\"id\":1,\"result\":{}}' >&2\nread line\n");
  const auto run =
      run_shell("cd " + folder.file("") + " && MARK=here \"$orrery\" drive -- sh " + server);
  EXPECT_THAT(run.err, HasSubstr(std::filesystem::canonical(folder.file("")).string()));
  EXPECT_THAT(run.err, HasSubstr("MARK=here"));
  EXPECT_THAT(run.err, HasSubstr(R"({"id":1,"result":{}})"));
  EXPECT_THAT(run.out, testing::Not(HasSubstr(R"("outcome":"result")")));  // That was no answer.
  EXPECT_NE(run.code, 0);
}

TEST(Drive, ShowsProblemsOnceAndWhyATurnFailed) {
  for (const std::string dialect : {"codex", "draft"}) {
    const auto run =
        drive("--prompt 'fail now' --dialect " + dialect, "--fault problems --dialect " + dialect);
    std::vector<std::string> told;
    for (const auto& line : run.all("problem_shown"))
      told.push_back(line["problem_shown"]["severity"].get<std::string>() + " " +
                     line["text"].get<std::string>());
    const auto why = dialect == "codex" ? "error the turn failed, as its script says"
                                        : "error The model is gone.";
    EXPECT_THAT(told, testing::UnorderedElementsAre("error The stream was disconnected.", why,
                                                    "warning The stream was disconnected.",
                                                    "deprecation This option will go."))
        << dialect;
    EXPECT_THAT(run.members("turn_ended", "end"), ElementsAre("failed"));
    EXPECT_EQ(run.summary["reports"], 0) << dialect;
  }
}

TEST(Drive, SaysItsPromptsAndShowsTheAnswers) {
  for (const auto* dialect : {"codex", "draft"}) {
    const auto run =
        drive(std::string("--prompt One --prompt 'Two, and \"more\"' --dialect ") + dialect,
              std::string("--dialect ") + dialect);
    EXPECT_EQ(run.code, 0) << dialect;
    EXPECT_THAT(run.text_of_answers(), HasSubstr("You said: One;")) << dialect;
    EXPECT_THAT(run.text_of_answers(), HasSubstr("You said: Two, and \"more\";")) << dialect;
    EXPECT_THAT(run.members("turn_ended", "end"), ElementsAre("completed", "completed"));
    EXPECT_EQ(run.summary["processes"], 1);
    EXPECT_EQ(run.summary["exit_code"], 0);
    EXPECT_EQ(run.summary["reports"], 0) << dialect;
  }
}

TEST(Drive, TellsWhatBreaksARuleAndWhichVersionItIs) {
  const auto wrong = drive("", "--fault duplicate_notice:turn_completed --dialect codex:0.140");
  ASSERT_EQ(wrong.all("breach").size(), 1u);
  EXPECT_EQ(wrong.all("breach")[0]["breach"]["rule"], "SES-03");
  EXPECT_EQ(wrong.all("breach")[0]["breach"]["side"], "server");
  EXPECT_EQ(wrong.summary["breaches"], 1);
  EXPECT_EQ(wrong.summary["server"], "0.140.0");
  EXPECT_EQ(wrong.code, 0);
  // A process after the other.
  const auto right = drive("", "--fault crash_in_turn@1");
  EXPECT_EQ(right.summary["processes"], 2);
  EXPECT_EQ(right.summary["breaches"], 0);
}

TEST(Drive, DecidesApprovals) {
  const auto accepted = drive("--prompt 'run make all' --decide accept", "");
  EXPECT_EQ(accepted.code, 0);
  EXPECT_THAT(accepted.all("ask_shown").at(0)["text"], HasSubstr("make all"));
  EXPECT_THAT(accepted.text_of_answers(), HasSubstr("I ran `make all`."));
  const auto declined = drive("--prompt 'run make all' --decide decline", "");
  EXPECT_THAT(declined.text_of_answers(), HasSubstr("I did not run `make all`"));
  const auto cancelled = drive("--prompt 'run make all' --decide cancel", "");
  EXPECT_THAT(cancelled.members("turn_ended", "end"), ElementsAre("interrupted"));
  const auto remembered =
      drive("--prompt 'run make' --prompt 'run make' --decide accept_for_session", "");
  EXPECT_EQ(remembered.summary["approvals"], 1);
  EXPECT_EQ(remembered.all("ask_accepted").size(), 1u);
}

TEST(Drive, ShowsWhatDescendantsAskAndFindsNothingWrongWithIt) {
  for (const std::string announced : {"", " late", " unannounced"})
    for (const std::string decision : {"accept", "decline", "cancel", "accept_for_session"}) {
      const TemporaryFolder folder;
      const auto record = folder.file("run.jsonl");
      const auto run = drive("--prompt 'subagent" + announced + " asks' --prompt One --decide " +
                                 decision + " --record " + record,
                             "");
      EXPECT_EQ(run.code, 0) << announced << ' ' << decision;
      ASSERT_EQ(run.all("ask_shown").size(), 1u);
      EXPECT_THAT(run.all("ask_shown")[0]["text"], HasSubstr("make child"));
      EXPECT_EQ(run.summary["completed"], 2) << "of the chat; the descendant's turn is its own";
      EXPECT_EQ(run.summary["breaches"], 0);
      const auto check = run_orrery("check " + record);
      EXPECT_EQ(check.code, 0) << check.out;
    }
}

TEST(Drive, MasksSecretsOfWhatItAsksFor) {
  const TemporaryFolder folder;
  const auto record = folder.file("record.jsonl");
  const auto run =
      drive("--prompt 'run API_KEY=abc123 make' --decide accept --record " + record, "");
  EXPECT_THAT(run.all("ask_shown").at(0)["text"], HasSubstr("API_KEY=*** make"));
  EXPECT_THAT(run.text_of_answers(), HasSubstr("API_KEY=***")) << "an agent repeats secrets, too";
  EXPECT_EQ(run.out.find("abc123"), std::string::npos);
  EXPECT_THAT(text_of(record), HasSubstr("API_KEY=abc123")) << "it is run as it is";
}

TEST(Drive, StopsATurn) {
  const auto run = drive("--prompt Slowly --stop", "--latency 100");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.members("turn_ended", "end"), ElementsAre("interrupted"));
}

TEST(Drive, DoesWhatTheUserOfAScenarioDoes) {
  const auto run =
      drive("--scenario appserver/declined_twice", "--scenario appserver/declined_twice");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.members("decided", "decision"), testing::Contains("decline"));
  EXPECT_EQ(run.summary["turns"], 1);
}

TEST(Drive, ComesThroughFaultsOfBytesAndMessages) {
  const auto run = drive(
      "--prompt One --prompt Two",
      "--fault garbage@2 --fault blank@4 --fault nul@11 --fault split_bytes@5 "
      "--fault duplicate_response --fault duplicate_notice:turn_completed --fault unknown_notice");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.summary["completed"], 2);
  EXPECT_EQ(run.summary["bad_lines"], 2);
  EXPECT_GE(run.summary["reports"], 3);
}

// What each way of a login comes to: its one outcome, and who is logged in then.
TEST(Drive, TellsOneOutcomeOfEachLogin) {
  struct Row {
    const char *how, *server, *outcome, *account;
  };
  const TemporaryFolder folder;
  std::ofstream(folder.file("key")) << "a-key-of-mine\n";
  const auto with_key = "--login key:" + folder.file("key");
  for (const std::string dialect : {"codex", "draft"})
    for (const auto& [how, server, outcome, account] :
         {Row{"--login browser", "", "completed", "chatgpt, plus"},
          Row{"--login browser", "--login fail", "failed", ""},
          Row{"--login browser --cancel-login", "--login wait", "cancelled", ""},
          Row{with_key.c_str(), "", "completed", "apiKey"},
          Row{with_key.c_str(), "--login fail", "failed", ""}}) {
      const auto run = drive(std::string(how) + " --dialect " + dialect,
                             std::string(server) + " --dialect " + dialect);
      EXPECT_EQ(run.code, std::string_view(outcome) == "failed" ? 7 : 0) << how << server;
      EXPECT_THAT(run.members("login_ended", "end"), ElementsAre(outcome)) << how << server;
      EXPECT_EQ(run.all("account_shown").back()["text"], account) << how << server;
      EXPECT_EQ(run.out.find("a-key-of-mine"), std::string::npos);
    }
  const auto lost = drive("--login browser --patience 1s", "--login wait --fault hang:model_list");
  EXPECT_THAT(lost.members("login_ended", "end"), ElementsAre("lost"));
}

TEST(Drive, StartsACrashedServerAnewAndLosesItsTurn) {
  const auto run = drive("--prompt One", "--fault crash_in_turn@3");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.members("turn_ended", "end"), ElementsAre("lost"));
  EXPECT_THAT(run.members("banner_shown", "banner"), ElementsAre("restarting"));
  EXPECT_EQ(run.all("composer_ready").size(), 2u) << "its thread is resumed";
  EXPECT_EQ(run.summary["processes"], 2);
}

TEST(Drive, TakesAClosedOutputForTheEnd) {
  const auto run = drive("--prompt One", "--fault close_output@3");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.members("turn_ended", "end"), ElementsAre("lost"));
  EXPECT_EQ(run.summary["processes"], 2);
}

TEST(Drive, TakesAClosedInputForTheEnd) {
  const auto run = drive("--prompt One --patience 20s", "--fault close_input");
  EXPECT_EQ(run.code, 1) << "and waits for nothing";
  EXPECT_THAT(run.members("turn_ended", "end"), ElementsAre("lost"));
  EXPECT_EQ(run.summary["processes"], 2);
}

TEST(Drive, GoesOnInAChatThatLostTheEndOfATurn) {
  const auto run = drive("--prompt One --prompt Two", "--fault drop_notice:turn_completed");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.members("turn_ended", "end"), ElementsAre("lost", "completed"));
  EXPECT_THAT(run.members("banner_shown", "banner"), ElementsAre("turn_lost"));
  EXPECT_THAT(run.members("breach", "rule"), ElementsAre("SES-14"));
  EXPECT_EQ(run.summary["processes"], 1);
}

TEST(Drive, GivesUpAServerThatCrashesAtItsStart) {
  const auto run = drive("--prompt One", "--fault crash_at_start");
  EXPECT_EQ(run.code, 8);
  EXPECT_EQ(run.members("banner_shown", "banner").back(), "given_up");
}

TEST(Drive, KillsAServerThatHeedsNeitherTheEndOfItsInputNorSigterm) {
  const auto run =
      drive("--prompt One --patience 1s", "--fault hang:turn_start --fault ignore_terminate");
  EXPECT_EQ(run.code, 6);
  EXPECT_EQ(run.summary["waited_in_vain"], true);
  EXPECT_EQ(run.all("terminate").size(), 1u);
  EXPECT_EQ(run.all("kill").size(), 1u);
}

TEST(Drive, ResumesAThreadByIdAndByPathAndShowsWhatIsTold) {
  const std::string id = "01a21842-0e52-7db2-8795-659900000001";
  for (const std::string dialect : {"codex", "draft"})
    for (const auto& named :
         {id, "/home/a/sessions/rollout-2026-11-26T14-00-00-" + id + ".jsonl"}) {
      const TemporaryFolder folder;
      const auto record = folder.file("run.jsonl");
      const auto run = drive("--resume " + named + " --dialect " + dialect + " --record " + record,
                             "--dialect " + dialect);
      EXPECT_EQ(run.code, 0) << dialect << named;
      EXPECT_EQ(run.summary["completed"], 1);
      ASSERT_EQ(run.all("thread_shown").size(), 1u);
      EXPECT_EQ(run.all("thread_shown")[0]["thread_shown"]["modelProvider"], "orrery");
      const bool by_path = named.find('/') != std::string::npos;
      EXPECT_EQ(text_of(record).find("rollout-") != std::string::npos, by_path);
    }
  EXPECT_EQ(run_orrery("drive --resume /a/b.jsonl -- true").code, 2);
}

TEST(Drive, SaysByItsExitCodeWhatHappened) {
  EXPECT_EQ(drive("--prompt 'fail it'", "").code, 7);
  EXPECT_EQ(drive("", "--fault internal_error:turn_start").code, 7);
  EXPECT_EQ(drive("--login browser", "--login fail").code, 7);
  EXPECT_EQ(drive("", "--fault internal_error:model_list").code, 8);
  EXPECT_EQ(drive("--prompt 'run it' --decide decline", "").code, 0);
  EXPECT_EQ(drive("--prompt 'run it' --patience 1s", "").code, 6);
}

TEST(Drive, RecordsWhatPassesItsCheck) {
  const TemporaryFolder folder;
  const auto run = drive(
      "--prompt One --prompt 'run it' --decide accept --record " + folder.file("run.jsonl"), "");
  EXPECT_EQ(run.code, 0);
  const auto check = run_orrery("check " + folder.file("run.jsonl"));
  EXPECT_EQ(check.code, 0) << check.out << check.err;
}

TEST(Drive, SaysWhatItCannotDo) {
  EXPECT_EQ(run_orrery("drive -- ./no_such_program").code, 4);
  EXPECT_EQ(run_orrery("drive").code, 2);
  EXPECT_EQ(run_orrery("drive --decide maybe -- true").code, 2);
  EXPECT_EQ(run_orrery("drive --scenario no/such -- true").code, 2);
}

}  // namespace
}  // namespace tools
