// orrery probe from outside, with a good server and bad ones. Limits are for servers that hang.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// Of a hang all of it is waited for.
ProgramRun probe_tiny(const std::string& fault, const std::string& options = "--timeout 300s") {
  return run_orrery("probe --turns " + options + " -- " ORRERY_EXAMPLE_SERVER " " + fault);
}

std::vector<std::string> rules_failed(const std::string& report) {
  std::vector<std::string> out;
  const auto document = json::parse(report);
  for (const auto& row : document["tries"])
    if (row["verdict"] == "failed") out.push_back(row["rule"]);
  return out;
}

TEST(Probe, PassesAServerThatKeepsTheRules) {
  const auto run = probe_tiny("");
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("FAILED")));
  EXPECT_THAT(run.out, Not(HasSubstr("known deviation")));
  // It can neither steer nor fork, compact or review.
  EXPECT_THAT(run.out, HasSubstr("0 failed, 0 known, 7 not judged"));
  EXPECT_THAT(run.out, HasSubstr("SRV-05   all of it, by the judge of recordings"));
}

struct Bad {
  const char* fault;
  const char* rule;  // Among those that are broken.
  const char* timeout = "300s";
};

constexpr Bad bad_servers[] = {{"answers_before_initialize", "SRV-01"},
                               {"initializes_twice", "SRV-01"},
                               {"refuses_until_initialized", "SRV-01"},
                               {"silent_on_unknown_methods", "SRV-02", "1s"},
                               {"own_error_code", "SRV-02"},
                               {"takes_any_value", "SRV-02"},
                               {"answers_twice", "SRV-01"},
                               {"answers_bad_lines", "SRV-04"},
                               {"ends_on_bad_lines", "SRV-04"},
                               {"ids_as_texts", "SRV-01", "1s"},
                               {"ids_as_doubles", "WIRE-07", "1s"},
                               {"no_thread_started", "SES-01", "1s"},
                               {"one_thread", "SES-01"},
                               {"archived_takes_turns", "SES-09"},
                               {"interrupts_nothing", "SES-05"},
                               {"interrupt_answered_last", "SRV-06"},
                               {"turn_ends_twice", "SES-03"},
                               {"second_turn", "SRV-08", "1s"},
                               {"exit_code_3", "SRV-09"},
                               {"ignores_the_end", "SRV-09", "1s"},
                               {"hangs", "SRV-01", "1s"},
                               {"hangs_later", "SRV-01", "1s"},
                               {"crashes", "SRV-01"},
                               {"floods", "SRV-01"},
                               {"endless_line", "SRV-01"},
                               {"logs_on_stdout", "WIRE-02"},
                               {"says_on_stderr", "PROC-01"}};

TEST(ProbeOfBadServers, NamesTheRuleThatIsBroken) {
  at_the_same_time(std::size(bad_servers), [](std::size_t number) {
    const auto& [fault, rule, timeout] = bad_servers[number];
    const auto run = probe_tiny(fault, std::string("--json --timeout ") + timeout);
    EXPECT_EQ(run.code, 1) << fault << run.out << run.err;
    EXPECT_THAT(rules_failed(run.out), testing::Contains(rule)) << fault << run.out;
  });
}

TEST(Probe, DecodesNothingOfStderr) {
  const auto run = probe_tiny("floods_stderr");
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("no message on stderr"));
}

TEST(Probe, ASilentServerShowsNothingOfWhatItSays) {
  const auto run = run_orrery("probe --timeout 1s --json -- sh -c 'read -r line'");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  const auto told = json::parse(run.out);
  for (const auto& row : told["tries"]) EXPECT_NE(row["verdict"], "passed") << row;
}

TEST(Probe, LeavesNoProcessBehind) {
  constexpr const char* faults[] = {"leaves_a_child", "hangs", "ignores_the_end"};
  at_the_same_time(std::size(faults), [&](std::size_t number) {
    const auto* fault = faults[number];
    // Its own copy, so that others of this name are nobody's here.
    const TemporaryFolder folder;
    const auto server = folder.file("server");
    ASSERT_EQ(run_shell("cp " ORRERY_EXAMPLE_SERVER " " + server).code, 0);
    run_orrery("probe --timeout 1s -- " + server + " " + fault);
    EXPECT_EQ(run_shell("ls -l /proc/[0-9]*/exe 2>/dev/null | grep -F " + server).out, "") << fault;
  });
}

TEST(Probe, SaysWhatAServerThatEndsWasAskedFor) {
  const auto run = run_orrery("probe -- sh -c 'echo {bad; exit 7'");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("the server ended with exit code 7"));
  EXPECT_THAT(run.out, HasSubstr("there was no handshake"));
}

TEST(Probe, StartsNoTurnUnasked) {
  const auto run = run_orrery("probe -- " ORRERY_EXAMPLE_SERVER);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("give --turns"));
}

TEST(Probe, RecordsWhatCanBeChecked) {
  const TemporaryFolder folder;
  const auto run = probe_tiny("", "--record " + folder.file("run.jsonl"));
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  const auto good =
      run_orrery("check " + folder.file("run.turns.jsonl") + " " + folder.file("run.bursts.jsonl"));
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  const auto bad = run_orrery("check " + folder.file("run.bad_lines.jsonl"));
  EXPECT_EQ(bad.code, 1) << bad.err;
  EXPECT_THAT(bad.out, HasSubstr("WIRE-06"));
  EXPECT_EQ(run_orrery("check " + folder.file("run.bad_utf8.jsonl")).code, 1);
}

TEST(Probe, AnInterruptEndsItWithWhatWasTried) {
  const TemporaryFolder folder;
  const auto out = folder.file("out");
  const auto run = run_shell(
      "\"$orrery\" probe --timeout 600s -- " ORRERY_EXAMPLE_SERVER " hangs_later >" + out +
      " & until [ -s /proc/$!/children ] || "
      "[ -n \"$(cat /proc/$!/task/*/children)\" ]; do sleep 0.01; done; "
      "sleep 0.2; kill -TERM $!; wait $!");
  EXPECT_EQ(run.code, 143) << run.err;
  EXPECT_THAT(text_of(out), HasSubstr("INTERRUPTED"));
}

TEST(Probe, TellsWhatCannotStartFromWhatIsWrong) {
  EXPECT_EQ(run_orrery("probe -- ./no_such_program").code, 4);
  EXPECT_EQ(run_orrery("probe").code, 2);
  EXPECT_EQ(run_orrery("probe --").code, 2);
  EXPECT_EQ(run_orrery("probe codex app-server").code, 2);
  EXPECT_EQ(run_orrery("probe --dialect latin -- true").code, 2);
}

// Of a server that ends its last words are shown, and what it cannot be tried with is not judged.
TEST(Probe, ShowsTheLastWordsOfAServerThatEndsAtOnce) {
  const auto run =
      run_orrery("probe --timeout 2s -- sh -c 'echo starting >&2; echo no such home >&2; exit 3'");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("exit code 3; its last words: no such home"));
}

TEST(Probe, KnownFailuresAreGreenUntilTheyPass) {
  const TemporaryFolder folder;
  const auto known = folder.file("known.json");
  const auto probe = [&](const std::string& options, const std::string& fault) {
    return run_orrery("probe " + options + " -- " + ORRERY_EXAMPLE_SERVER " " + fault);
  };
  const std::string fault = "initializes_twice";
  EXPECT_EQ(probe("--write-known " + known, fault).code, 1);
  const auto run = probe("--known " + known, fault);
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("known to fail: not looked at yet"));
  const auto right = probe("--known " + known, "");
  EXPECT_EQ(right.code, 1);
  EXPECT_THAT(right.out, HasSubstr("and it is not: remove it"));
}

}  // namespace
}  // namespace tools
