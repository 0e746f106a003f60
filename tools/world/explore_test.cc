// `orrery explore`: strategies, limits, and what programs read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

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

}  // namespace
}  // namespace tools
