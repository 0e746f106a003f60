// What a gate says to a person: the verdict first, a green one on one screen, and of each rule
// that broke one story.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "command/program_testing.h"

namespace tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t out = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
  return out;
}

TEST(GateText, AGreenGateFitsOneScreen) {
  const auto run = run_orrery("conform --runs 1");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("passed: "));
  EXPECT_LT(std::ranges::count(run.out, '\n'), 24);
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  for (const auto* area : {"modality", "ack", "appserver", "monitor"})
    EXPECT_THAT(run.out, HasSubstr(std::string("\n  ") + area + " "));
  EXPECT_THAT(run.out, HasSubstr("4 CONTRADICTION      T T T"));
  EXPECT_THAT(run.out, Not(HasSubstr("false OK")));
}

TEST(GateText, ARedGateTellsOneStoryForEachRule) {
  const std::string gate =
      "conform modality --rule MOD-05 --runs 1 --subject mutant:result_sent_twice";
  const auto run = run_orrery(gate);
  ASSERT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, StartsWith("FAILED: "));
  EXPECT_EQ(count(run.out, "\nFAIL "), 1u) << run.out;
  // A run of both sides, not a directed check.
  EXPECT_THAT(run.out, HasSubstr("\n  replay    orrery replay "));
  EXPECT_THAT(run.out, HasSubstr("\n  MOD-05    "));
  const auto whole = run_orrery(gate + " --details");
  EXPECT_GT(count(whole.out, "\nFAIL "), 3u) << whole.out;
}

}  // namespace
}  // namespace tools
