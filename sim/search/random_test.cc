#include "sim/search/random.h"

#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "search/graph_model_testing.h"
#include "search/two_phase_commit.h"

namespace {

using namespace sim;

Picker uniform_picker(std::uint64_t seed, std::uint64_t stream = 0) {
  return Picker({}, 0, Rng(seed).fork(stream));
}

TEST(RandomRun, TellsHowItEnded) {
  const std::vector<GraphNode> ending{{.next = {1}}, {.status = Status::Final}};
  const std::vector<GraphNode> breaking{{.next = {1}}, {.status = Status::Broken}};
  const std::vector<GraphNode> hanging{{.next = {1}}, {}};
  const std::vector<GraphNode> endless{{.next = {0}}};
  const auto end_of = [](const std::vector<GraphNode>& nodes) {
    return random_run(GraphModel<1>(nodes), uniform_picker(1), 10, VisitNothing()).end;
  };
  EXPECT_EQ(end_of(ending), RunEnd::Final);
  EXPECT_EQ(end_of(breaking), RunEnd::Broken);
  EXPECT_EQ(end_of(hanging), RunEnd::Hang);
  EXPECT_EQ(end_of(endless), RunEnd::TooLong);
}

TEST(RandomRun, TakesEveryChoiceAboutEquallyOften) {
  const GraphModel<1> model({{.next = {1, 2, 3, 1}}, {}, {}, {}});
  std::map<std::uint16_t, int> taken;
  for (std::uint64_t i = 0; i < 4000; ++i)
    ++taken[random_run(model, uniform_picker(5, i), 10, VisitNothing()).path.at(0)];
  ASSERT_EQ(taken.size(), 4u);
  for (const auto& [choice, times] : taken) EXPECT_GT(times, 900) << choice;
}

TEST(RandomRun, IsRepeatedBySeedAndStreamAlone) {
  const TwoPhaseCommit model(5);
  const auto run = [&](std::uint64_t stream) {
    return random_run(model, uniform_picker(42, stream), 1000, VisitNothing());
  };
  const auto first = run(7);
  EXPECT_EQ(first.end, RunEnd::Final);
  EXPECT_EQ(run(7).path, first.path);
  EXPECT_EQ(run(7).state, first.state);
  EXPECT_NE(run(8).path, first.path);
}

TEST(RandomRun, ShowsItsVisitorEveryStep) {
  const TwoPhaseCommit model(3);
  TwoPhaseCommit::State last = model.initial();
  std::uint64_t steps = 0;
  const auto run = random_run(model, uniform_picker(3), 1000,
                              [&](const auto& before, const Choice& choice, const auto& after) {
                                EXPECT_EQ(before, last);
                                TwoPhaseCommit::State again = before;
                                TwoPhaseCommit::Tally tally;
                                model.apply(again, choice, tally);
                                EXPECT_EQ(again, after);
                                last = after;
                                ++steps;
                              });
  EXPECT_EQ(run.path.size(), steps);
  EXPECT_EQ(run.state, last);
}

TEST(RandomRun, CanBeReusedAndThenAddsUpTallies) {
  const TwoPhaseCommit model(3);
  ModelRun<TwoPhaseCommit> run(model);
  std::uint64_t choices = 0;
  for (std::uint64_t i = 0; i < 10; ++i) {
    run.restart(model);
    Picker picker = uniform_picker(3, i);
    random_run(model, picker, 1000, run, VisitNothing());
    EXPECT_EQ(run.end, RunEnd::Final);
    choices += run.path.size();
  }
  std::uint64_t applied = 0;
  for (const std::uint64_t count : run.tally.actions) applied += count;
  EXPECT_EQ(applied, choices);
}

}  // namespace
