#include "sim/search/replay.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/graph_model_testing.h"
#include "search/two_phase_commit.h"
#include "sim/search/random.h"

namespace {

using namespace sim;
using testing::ElementsAre;
using testing::Pair;

// 0 leads to 1 or 2, 1 to 3, 2 to 1 or 3; 3 is the end.
const GraphModel<1> model(
    {{.next = {1, 2}}, {.next = {3}}, {.next = {1, 3}}, {.status = Status::Final}});

using Steps = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::pair<Steps, Replayed<GraphModel<1>>> replay_steps(const Path& list) {
  Steps steps;
  auto result = replay(model, list, 100, [&](const auto& before, const Choice&, const auto& after) {
    steps.emplace_back(before.node, after.node);
  });
  return {steps, std::move(result)};
}

TEST(Replay, TakesTheListedChoices) {
  const auto [steps, result] = replay_steps({1, 1});
  EXPECT_THAT(steps, ElementsAre(Pair(0, 2), Pair(2, 3)));
  EXPECT_EQ(result.run.end, RunEnd::Final);
  EXPECT_FALSE(result.bad);
}

TEST(Replay, GoesOnNaturallyAfterTheList) {
  const auto [steps, result] = replay_steps({1});
  EXPECT_THAT(steps, ElementsAre(Pair(0, 2), Pair(2, 1), Pair(1, 3)));
  EXPECT_THAT(result.run.path, ElementsAre(1, 0, 0));
}

TEST(Replay, OfNothingIsTheNaturalRun) {
  EXPECT_THAT(replay_steps({}).first, ElementsAre(Pair(0, 1), Pair(1, 3)));
}

TEST(Replay, DoesNotLookBeyondTheEnd) {
  const auto [steps, result] = replay_steps({0, 0, 9, 9});
  EXPECT_EQ(steps.size(), 2u);
  EXPECT_FALSE(result.bad);
}

TEST(Replay, NamesTheStepWhoseChoiceIsNotOffered) {
  const auto [steps, result] = replay_steps({1, 2});
  EXPECT_THAT(steps, ElementsAre(Pair(0, 2)));
  EXPECT_EQ(result.run.end, RunEnd::BadChoice);
  EXPECT_EQ(result.run.state.node, 2u);
  EXPECT_EQ(result.bad, (BadChoice{.step = 2, .wanted = 2, .offered = 2}));
}

TEST(Replay, StopsAfterTheMostChoicesAllowed) {
  const GraphModel<1> endless(std::vector<GraphNode>{{.next = {0}}});
  const auto result = replay(endless, {}, 5);
  EXPECT_EQ(result.run.end, RunEnd::TooLong);
  EXPECT_EQ(result.run.path.size(), 5u);
}

TEST(Replay, RepeatsARandomRun) {
  const TwoPhaseCommit commit(6);
  for (std::uint64_t stream = 0; stream < 20; ++stream) {
    const Picker picker({}, 0, Rng(42).fork(stream));
    const auto run = random_run(commit, picker, 1000, VisitNothing());
    const auto result = replay(commit, run.path, 1000);
    EXPECT_EQ(result.run.path, run.path);
    EXPECT_EQ(result.run.state, run.state);
    EXPECT_EQ(result.run.end, run.end);
    EXPECT_EQ(result.run.tally, run.tally);
  }
}

}  // namespace
