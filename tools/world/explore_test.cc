// `orrery explore`: strategies, limits, and what programs read.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* race = "explore modality/tick_races_return ";
constexpr const char* broken_race =
    "explore modality/tick_races_return --subject mutant:result_sent_twice ";

TEST(Explore, JsonHoldsTheWholeSearch) {
  const auto run = run_orrery(std::string(race) + "--json");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto found = json::parse(run.out);
  EXPECT_EQ(found["scenario"], "modality/tick_races_return");
  EXPECT_EQ(found["subject"], "engine");
  EXPECT_EQ(found["strategy"], "bfs");
  EXPECT_EQ(found["grid"], "reference");
  EXPECT_EQ(found["exit"], 0);
  EXPECT_EQ(found["end"], "complete");
  EXPECT_EQ(found["expected_results"], json::parse(R"({"met":2,"of":2,"missing":[]})"));
  EXPECT_EQ(found["failures"], json::array());
  EXPECT_GT(found["transitions"], found["states"]);
  EXPECT_EQ(found["exact"], false);
  EXPECT_GT(found["collision_probability"], 0.0);
  EXPECT_LT(found["collision_probability"], 1e-15);
}

TEST(Explore, JsonHoldsEachFailureAndHowToSeeItAgain) {
  const auto run = run_orrery(std::string(broken_race) + "--json");
  ASSERT_EQ(run.code, 1) << run.err;
  const auto found = json::parse(run.out);
  EXPECT_EQ(found["exit"], 1);
  ASSERT_GE(found["failures"].size(), 1u);
  for (const auto& failure : found["failures"]) {
    EXPECT_EQ(failure["kind"], "breach");
    EXPECT_LE(failure["unavoidable_after"], failure["path"].size());
    EXPECT_TRUE(failure["cycle_ms"].is_null());
    const auto replayed = run_orrery(failure["replay"].get<std::string>().substr(7));
    EXPECT_EQ(replayed.code, 1);
    EXPECT_THAT(replayed.out, HasSubstr("FAIL " + failure["rule"].get<std::string>()));
  }
}

TEST(Explore, ExactAgreesAndCountsCollisions) {
  const auto digests = json::parse(run_orrery(std::string(race) + "--json").out);
  const auto run = run_orrery(std::string(race) + "--json --exact");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto exact = json::parse(run.out);
  for (const char* same : {"states", "transitions", "finals", "levels", "fingerprint"})
    EXPECT_EQ(exact[same], digests[same]) << same;
  EXPECT_EQ(exact["exact"], true);
  EXPECT_EQ(exact["collisions"], 0);
  EXPECT_EQ(exact["collision_probability"], 0.0);
  EXPECT_THAT(run_orrery(std::string(race) + "--exact").out, HasSubstr("0 collisions"));
}

TEST(Explore, ALimitSaysHowFarItCameAndWhatToDo) {
  const auto states = run_orrery("explore table:quick -j 1 --max-states 5000");
  EXPECT_EQ(states.code, 6) << states.err;
  EXPECT_THAT(states.out, HasSubstr("INCOMPLETE: the limit of 5,000 states was reached; "));
  EXPECT_THAT(states.out, HasSubstr(", and nothing failed so far"));
  EXPECT_THAT(states.out, HasSubstr("--max-states"));
  EXPECT_THAT(states.out, HasSubstr("--strategy portfolio"));
  const auto memory = run_orrery("explore table:quick -j 1 --max-memory 16M --exact");
  EXPECT_EQ(memory.code, 6) << memory.err;
  EXPECT_THAT(memory.out, HasSubstr("of memory was reached; "));
  EXPECT_THAT(memory.out, HasSubstr("without --exact"));
  EXPECT_THAT(memory.out, HasSubstr("--max-memory"));
}

TEST(Explore, TheLimitOfMemoryIsToldAsItWasTypedThoughAProgramHasHalfOfIt) {
  const auto run = run_shell(
      "\"$orrery\" explore ack:r1:copy_asking -j 1 --max-memory 1M --subject exec -- sh -c '"
      R"(read -r hello; echo "{\"n\":0,\"areas\":[\"ack\"],\"grade\":\"digest\",)"
      R"(\"name\":\"x\"}"; cat')");
  EXPECT_EQ(run.code, 6) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("INCOMPLETE: the limit of 1 MB of memory was reached; "));
  EXPECT_THAT(run.out, HasSubstr("--max-memory with more than 1 MB"));
}

TEST(Explore, AFailureBeforeALimitIsAFailure) {
  const auto run = run_orrery(
      "explore table:quick -j 1 --max-states 50000 --subject mutant:unknown_mode_accepted --json");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  const auto found = json::parse(run.out);
  EXPECT_EQ(found["end"], "first_failure");
  EXPECT_TRUE(found["failures"][0]["unavoidable_after"].is_null()) << "not all was searched";
}

TEST(Explore, DepthFirstMeetsTheSameStates) {
  const auto wide = json::parse(run_orrery(std::string(race) + "--json").out);
  for (const char* strategy : {"dfs", "iterative"}) {
    const auto line = std::string(race) + "--strategy " + strategy;
    const auto run = run_orrery(line + " --json");
    ASSERT_EQ(run.code, 0) << run.out << run.err;
    const auto deep = json::parse(run.out);
    for (const char* same : {"states", "finals", "fingerprint", "expected_results"})
      EXPECT_EQ(deep[same], wide[same]) << strategy << " " << same;
    EXPECT_THAT(run_orrery(line).out, HasSubstr("never end were not looked for"));
  }
}

TEST(Explore, AGrowingBoundFindsAShortestRunAndSaysWhenItWasTooLow) {
  const auto shortest = json::parse(run_orrery(std::string(broken_race) + "--json").out);
  const auto run = run_orrery(std::string(broken_race) + "--strategy iterative --json");
  ASSERT_EQ(run.code, 1) << run.err;
  EXPECT_EQ(json::parse(run.out)["failures"][0]["path"].size(),
            shortest["failures"][0]["path"].size());
  const auto cut = run_orrery(std::string(race) + "--strategy dfs --max-depth 5");
  EXPECT_EQ(cut.code, 6) << cut.err;
  EXPECT_THAT(cut.out, HasSubstr("the limit of 5 choices was reached"));
  EXPECT_THAT(cut.out, HasSubstr("--max-depth with more"));
}

constexpr const char* goes_two_ways =
    "explore modality/tick_races_return --subject mutant:hidden_clock ";

TEST(Explore, DepthFirstTakesChoicesTwiceToo) {
  const auto run = run_orrery(std::string(goes_two_ways) + "--strategy dfs --prove --json");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_EQ(json::parse(run.out)["failures"][0]["kind"], "nondeterministic");
}

TEST(Explore, KeepsTheCapsuleOfARunThatCannotBeShrunk) {
  const TemporaryFolder folder;
  const auto capsule = folder.file("found.capsule");
  const auto run = run_orrery(std::string(goes_two_ways) + "--shrink --capsule " + capsule);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("FAIL DET-01"));
  EXPECT_THAT(run.err, HasSubstr("not shrunk"));
  EXPECT_EQ(json::parse(text_of(capsule))["broken"]["kind"], "nondeterministic");
}

TEST(Explore, RefusesACapsuleThatCannotBeAFileBeforeItSearches) {
  const auto run = run_orrery(std::string(broken_race) + "--capsule /nonexistent/a.capsule");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("there is no folder \"/nonexistent\""));
  EXPECT_EQ(run.out, "");
}

class RandomStrategies : public ::testing::TestWithParam<const char*> {};

TEST_P(RandomStrategies, FindTheRaceAndRepeatIt) {
  const auto line = std::string(broken_race) + "--runs 5000 --seed 7 --json --strategy ";
  const auto run = run_orrery(line + GetParam());
  ASSERT_EQ(run.code, 1) << run.out << run.err;
  const auto found = json::parse(run.out);
  EXPECT_EQ(found["end"], "first_failure");
  EXPECT_EQ(found["seed"], 7);
  EXPECT_GE(found["runs"], 1);
  EXPECT_EQ(run_orrery(line + GetParam()).out, run.out);
}

INSTANTIATE_TEST_SUITE_P(Cli, RandomStrategies,
                         testing::Values("random", "pct", "pct --pct-depth 2", "delay",
                                         "delay --delays 1", "portfolio"),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::erase_if(name, [](char c) { return c == ' ' || c == '-'; });
                           return name;
                         });

TEST(Explore, SaysWithWhichStrategyItRan) {
  const auto run = run_orrery(std::string(race) + "--strategy pct --pct-depth 4 --runs 500");
  EXPECT_THAT(run.out, HasSubstr("500 random runs (PCT of depth 4), "));
  EXPECT_THAT(run.out, Not(HasSubstr("every schedule")));
  EXPECT_THAT(run.out, Not(HasSubstr("collision")));
}

TEST(Explore, SaysSinceWhenAFailureCouldNotBeAvoided) {
  const auto run =
      run_orrery("explore modality/tick_races_return --subject mutant:modal_read_lost --json");
  ASSERT_EQ(run.code, 1) << run.err;
  const auto found = json::parse(run.out);
  ASSERT_EQ(found["failures"].size(), 1u);
  const auto& breach = found["failures"][0];
  EXPECT_EQ(breach["kind"], "breach");
  EXPECT_EQ(breach["path"].size(), 21u);
  EXPECT_EQ(breach["unavoidable_after"], 19) << "the tick could still have come first";
}

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
