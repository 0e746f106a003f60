// What a red gate says to a person: the verdict first, and of each rule that broke one story. A
// green one: command/transcripts_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

#include "command/program_testing.h"

namespace tools {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t out = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
  return out;
}

TEST(GateText, ARedGateTellsOneStoryForEachRule) {
  const std::string gate =
      "conform modality --rule MOD-05 --runs 1 --max-states 5000 --subject "
      "mutant:result_sent_twice";
  const auto run = run_orrery(gate);
  ASSERT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, StartsWith("FAILED: "));
  EXPECT_EQ(count(run.out, "\nFAIL "), 1u) << run.out;
  // A run of both sides, not a directed check.
  EXPECT_THAT(run.out, HasSubstr("\n  replay    orrery replay "));
  EXPECT_THAT(run.out, HasSubstr("\n  MOD-05    "));
  const auto whole = run_orrery(gate + " --details");
  EXPECT_GE(count(whole.out, "\nFAIL "), 3u) << whole.out;
}

// Not that of the least id, which may be of a consequence.
// Of so many states of each row as show it.
ProgramRun gate_of(const std::string& mutant, int states) {
  return run_orrery(
      fmt::format("conform ack --runs 1 --max-states {} --subject mutant:{}", states, mutant));
}
void expect_led(const ProgramRun& run, const std::string& by, const std::string& before) {
  ASSERT_EQ(run.code, 1) << run.err;
  const auto first = run.out.find("\nFAIL ");
  ASSERT_NE(first, std::string::npos) << run.out;
  EXPECT_THAT(run.out.substr(first + 1), StartsWith("FAIL " + by + " ")) << run.out;
  EXPECT_THAT(run.out, HasSubstr("\n  " + before + "    "));
}

TEST(GateText, TheRuleThatMostRowsBlameLeads) {
  expect_led(gate_of("short_navigation", 32'000), "ACK-19", "ACK-18");
}
TEST(GateText, OfAsManyRowsTheShortestRunLeads) {
  expect_led(gate_of("close_waits_for_tracker", 2'000), "ACK-22", "ACK-04");
}

// The second call of a number may be one of another row: "mkdir" does nothing wrong here.
TEST(GateText, AFindingIsOfTheLastCallOfItsNumber) {
  const auto run = gate_of("refresh_by_generation", 16'000);
  ASSERT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, testing::ContainsRegex("\n  mkdir  [^\n]* through refresh\n"));
}

}  // namespace
}  // namespace tools
