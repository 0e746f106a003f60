// orrery proxy from outside, between real processes. Nothing here looks at a clock.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"

namespace tools {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* talk =
    R"({"id":1,"method":"initialize","params":{"clientInfo":{"name":"x","version":"1"}}}
{"method":"initialized"}
{"id":2,"method":"thread/list","params":{}}
{"id":3,"method":"thread/start","params":{}}
{"id":4,"method":"thread/list","params":{}}
)";

// A client that reads an answer before it says the next line.
ProgramRun converse(const TemporaryFolder& folder, const std::string& options) {
  folder.file("talk", talk);
  const auto client = folder.file("client.sh",
                                  "while IFS= read -r line; do printf '%s\\n' \"$line\"; case "
                                  "$line in *'\"id\"'*) read -r answer <&3; esac; done <" +
                                      folder.file("talk") + "\n");
  return run_shell("cd " + folder.file("") +
                   "; mkfifo back; sh client.sh 3<back | \"$orrery\" proxy " + options +
                   " -- " ORRERY_EXAMPLE_SERVER " | tee said >back");
}

TEST(Proxy, PassesEveryByteOnAsItIs) {
  const TemporaryFolder folder;
  const auto large = folder.file("large");
  ASSERT_EQ(
      run_shell("{ head -c 3000000 /dev/urandom; printf '\\0\\377no newline'; } >" + large).code,
      0);
  for (const auto* options : {"", "--check", "--record record.jsonl"}) {
    const auto run = run_shell("cd " + folder.file("") + "; \"$orrery\" proxy " + options +
                               " -- cat <large 2>/dev/null | cmp - large");
    EXPECT_EQ(run.code, 0) << options << run.out << run.err;
  }
  const auto lazy =
      run_shell("\"$orrery\" proxy -- cat <" + large + " | { sleep 1; cmp - " + large + "; }");
  EXPECT_EQ(lazy.code, 0) << "a client that reads late: " << lazy.out << lazy.err;
}

TEST(Proxy, RecordsBothDirectionsForCheck) {
  const TemporaryFolder folder;
  const auto run = converse(folder, "--strict --record session.jsonl");
  EXPECT_EQ(run.err, "orrery proxy: session.jsonl is raw, secrets included\n");
  EXPECT_THAT(text_of(folder.file("said")), HasSubstr("thread/started"));
  const auto check = run_orrery("check " + folder.file("session.jsonl"));
  EXPECT_EQ(check.code, 0) << check.out << check.err;
  EXPECT_THAT(check.out, HasSubstr("10 lines"));
}

TEST(Proxy, JudgesWhatPasses) {
  const std::string early =
      "printf '%s\\n' '{\"id\":2,\"method\":\"thread/list\",\"params\":{}}' | ";
  const auto told = run_shell(early + "\"$orrery\" proxy --check -- " ORRERY_EXAMPLE_SERVER);
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_THAT(told.err, HasSubstr("RPC-01"));
  EXPECT_THAT(told.out, HasSubstr("Not initialized"));
  EXPECT_EQ(run_shell(early + "\"$orrery\" proxy --strict -- " ORRERY_EXAMPLE_SERVER).code, 1);
  const auto silent = run_shell(early + "\"$orrery\" proxy -- " ORRERY_EXAMPLE_SERVER);
  EXPECT_EQ(silent.code, 0);
  EXPECT_EQ(silent.err, "");
}

TEST(Proxy, PutsFaultsIntoWhatTheServerSays) {
  const std::string three =
      "printf '{\"method\":\"a\"}\\nb\\n{\"id\":1,\"result\":2}\\n' | \"$orrery\" proxy ";
  const std::string notice = "{\"method\":\"a\"}\n", answer = "{\"id\":1,\"result\":2}\n";
  EXPECT_EQ(run_shell(three + "--fault drop_notice -- cat").out, "b\n" + answer);
  EXPECT_EQ(run_shell(three + "--fault merge@2 --fault duplicate_response -- cat").out,
            notice + "b" + answer + answer);
  EXPECT_EQ(run_shell(three + "--fault delay_response --fault split@2 -- cat").out,
            notice + "b\n" + answer);
  EXPECT_EQ(run_shell(three + "--fault endless -- cat | head -c 100000 | tail -c 1").out, "x");
  const auto missed = run_shell(three + "--strict --fault drop_response@9 -- cat >/dev/null");
  EXPECT_EQ(missed.code, 1);
  EXPECT_THAT(missed.err, HasSubstr("drop_response@9 hit nothing: the server said 3 lines"));
}

TEST(Proxy, KnowsTheFaultsOfServeThatNeedNoServer) {
  const auto here = run_orrery("proxy --faults").out, there = run_orrery("serve --faults").out;
  for (std::size_t at = 0; at < here.size(); at = here.find('\n', at) + 1)
    EXPECT_THAT(there, HasSubstr(here.substr(at, here.find('\n', at) + 1 - at)));
  EXPECT_THAT(here, HasSubstr("drop_response "));
  EXPECT_THAT(here, Not(HasSubstr("crash")));
  EXPECT_THAT(there, HasSubstr("crash_in_turn"));
  EXPECT_EQ(run_orrery("proxy --fault crash_in_turn -- true").code, 2);
}

TEST(Proxy, DoesNotBlameTheServerForAFault) {
  const TemporaryFolder folder;
  const auto run = converse(folder, "--check --fault garbage@2 --record session.jsonl");
  EXPECT_THAT(run.err, HasSubstr("WIRE-02"));
  EXPECT_THAT(run.err, HasSubstr("(behind an injected fault)"));
  EXPECT_THAT(run.err, Not(HasSubstr("finding")));
  EXPECT_THAT(text_of(folder.file("session.jsonl")), HasSubstr(R"("raw":"})"));
}

TEST(Proxy, PassesExitCodesOn) {
  EXPECT_EQ(run_orrery("proxy -- sh -c 'exit 7'").code, 7);
  EXPECT_EQ(run_orrery("proxy -- sh -c 'kill -9 $$'").code, 137);
  EXPECT_EQ(run_orrery("proxy -- ./no_such_program").code, 4);
  EXPECT_EQ(run_orrery("proxy").code, 2);
  EXPECT_EQ(run_orrery("proxy --fault none -- true").code, 2);
  EXPECT_EQ(run_orrery("proxy --record - -- true").code, 2);
}

TEST(Proxy, LeavesStderrToTheClient) {
  const auto run = run_orrery("proxy -- sh -c 'echo said; echo log >&2'");
  EXPECT_EQ(run.out, "said\n");
  EXPECT_EQ(run.err, "log\n");
}

TEST(Proxy, PassesASignalOnAndWaitsForTheLastWords) {
  const TemporaryFolder folder;
  const auto run = run_shell(
      "cd " + folder.file("") +
      "; mkfifo in; \"$orrery\" proxy -- sh -c 'trap \"echo last; exit 0\" TERM; echo ready; "
      "while :; do sleep 0.01; done' <in >out & exec 3>in; until [ -s out ]; do sleep 0.01; done; "
      "kill -TERM $!; wait $!; code=$?; cat out; exit $code");
  EXPECT_EQ(run.code, 143) << run.err;
  EXPECT_EQ(run.out, "ready\nlast\n");
}

TEST(Proxy, EndsWithItsClient) {
  const TemporaryFolder folder;
  // A server that heeds neither the end of its stdin nor SIGTERM.
  const auto server = folder.file("server.sh", "trap '' TERM PIPE; echo $$ >" + folder.file("pid") +
                                                   "\nwhile :; do echo noise; sleep 0.01; done\n");
  const auto run = run_shell("\"$orrery\" proxy -- sh " + server + " 2>/dev/null | head -n 1");
  EXPECT_EQ(run.out, "noise\n");
  EXPECT_EQ(run_shell("kill -0 $(cat " + folder.file("pid") + ") 2>/dev/null && echo alive").out,
            "");
}

TEST(Proxy, EndsItsServerWhenItIsKilled) {
  const TemporaryFolder folder;
  const auto run = run_shell(
      "cd " + folder.file("") +
      "; mkfifo in; \"$orrery\" proxy -- sh -c 'echo $$; exec sleep 1000' <in >out & exec 3>in; "
      "until [ -s out ]; do sleep 0.01; done; kill -KILL $!; wait $! 2>/dev/null; "
      "while kill -0 $(cat out) 2>/dev/null; do sleep 0.01; done; echo gone");
  EXPECT_EQ(run.out, "gone\n");
}

}  // namespace
}  // namespace tools
