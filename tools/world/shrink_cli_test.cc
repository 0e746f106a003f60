#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* shrink_race =
    "shrink modality/second_dialog_after_allow --subject mutant:allow_once ";

json shrunk(const std::string& arguments) {
  const auto run = run_orrery(arguments + " --json");
  EXPECT_EQ(run.code, 1) << run.err;
  const auto out = json::parse(run.out, nullptr, false);
  EXPECT_FALSE(out.is_discarded()) << run.out;
  return out;
}

TEST(ShrinkCommand, WritesAScenarioAndACapsuleThatFailTheSame) {
  const TemporaryFolder folder;
  const auto scenario = folder.file("small.json");
  const auto capsule = folder.file("small.capsule");
  const auto run = run_orrery(shrink_race + ("--scenario " + scenario + " --capsule " + capsule));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("FAIL MOD-66"));
  EXPECT_THAT(run.out, HasSubstr("9 instructions to"));
  EXPECT_THAT(run.out, HasSubstr("none is simpler"));
  EXPECT_THAT(run.out, HasSubstr("orrery replay " + capsule));

  const auto replayed = run_orrery("replay " + capsule);
  EXPECT_EQ(replayed.code, 1);
  EXPECT_THAT(replayed.out, HasSubstr("The failure is still there."));
  const auto explored = run_orrery("explore " + scenario + " --subject mutant:allow_once");
  EXPECT_EQ(explored.code, 1);
  EXPECT_THAT(explored.out, HasSubstr("FAIL MOD-66"));
  EXPECT_EQ(run_orrery("explore " + scenario).code, 0);
}

TEST(ShrinkCommand, GivesTheSameForACapsuleAndAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const auto capsule = folder.file("failure.capsule");
  const std::string scenario = "modality/second_dialog_after_allow --subject mutant:allow_once ";
  EXPECT_EQ(run_orrery("explore " + scenario + "--capsule " + capsule).code, 1);
  const auto once = shrunk("shrink " + scenario + "-j 1");
  EXPECT_EQ(once, shrunk("shrink " + scenario + "-j 2"));
  EXPECT_EQ(once["scenario"]["body"], shrunk("shrink " + capsule)["scenario"]["body"]);
  EXPECT_LT(once["after"]["instructions"], once["before"]["instructions"]);
  EXPECT_EQ(once["end"], "fixpoint");
}

TEST(ShrinkCommand, MakesAScenarioOfAWorldOfTheTable) {
  const auto out = shrunk("shrink table:quick --subject mutant:former_parameter_accepted");
  EXPECT_EQ(out["broken"]["rule"], "MOD-01");
  EXPECT_EQ(out["scenario"]["call"]["defect"], "former_parameter");
  EXPECT_EQ(out["after"]["choices"], 1);
}

TEST(ShrinkCommand, StopsAtItsBudget) {
  const auto out = shrunk(shrink_race + std::string("--budget 2"));
  EXPECT_EQ(out["tried"], 2);
  EXPECT_EQ(out["end"], "budget");
}

TEST(ShrinkCommand, HasNothingToDoWhereNothingFails) {
  const auto run = run_orrery("shrink modality/blink_dialog");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "Nothing fails: there is nothing to shrink.\n");
}

TEST(ShrinkCommand, RefusesAScheduleBesideACapsule) {
  const TemporaryFolder folder;
  const auto capsule = folder.file("failure.capsule");
  run_orrery("explore modality/blink_dialog --subject mutant:monitor_reacts_to_events --capsule " +
             capsule);
  const auto run = run_orrery("shrink " + capsule + " --schedule 0");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("a capsule brings its own schedule"));
}

TEST(ShrinkCommand, RefusesAChoiceThatThereIsNot) {
  const auto run = run_orrery("shrink modality/blink_dialog --schedule 9");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("choice 1 is 9, but there is 1 choice there"));
}

TEST(ShrinkCommand, SaysThatARunThatGoesTwoWaysCannotBeShrunk) {
  const auto run = run_orrery("shrink modality/blink_dialog --subject mutant:hidden_clock");
  EXPECT_EQ(run.code, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr("goes another way each time"));
}

}  // namespace
}  // namespace tools
