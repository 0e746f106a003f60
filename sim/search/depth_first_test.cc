#include "sim/search/depth_first.h"

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/graph_model_testing.h"
#include "search/two_phase_commit.h"
#include "sim/search/explore.h"
#include "sim/search/replay.h"

namespace {

using namespace sim;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

DepthFirstOptions bounded_by(std::uint32_t depth) {
  return {.search = to_the_end, .depth_start = depth};
}

// What does not depend on the order of the search.
template <class Tally>
void expect_same_space(const Exploration<Tally>& a, const Exploration<Tally>& b) {
  EXPECT_EQ(a.end, b.end);
  EXPECT_EQ(a.states, b.states);
  EXPECT_EQ(a.finals, b.finals);
  EXPECT_EQ(a.broken, b.broken);
  EXPECT_EQ(a.hangs, b.hangs);
  EXPECT_EQ(a.states_per_cell, b.states_per_cell);
  EXPECT_EQ(a.fingerprint, b.fingerprint);
}

// Cause, kind and length of each finding.
auto lengths(const std::vector<Finding>& findings) {
  std::vector<std::tuple<Finding::Cause, std::uint64_t, std::size_t>> out;
  for (const Finding& finding : findings)
    out.emplace_back(finding.cause, finding.kind, finding.path.size());
  return out;
}

void expect_replays(const auto& model, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const auto replayed = replay(model, finding.path, finding.path.size() + 1);
    const bool broken = finding.cause == Finding::Cause::Broken;
    EXPECT_EQ(replayed.run.end, broken ? RunEnd::Broken : RunEnd::Hang);
  }
}

TEST(DepthFirst, AgreesWithBreadthFirstOnTwoPhaseCommit) {
  for (const bool faulty : {false, true}) {
    for (std::uint32_t managers = 1; managers <= 5; ++managers) {
      const TwoPhaseCommit model(managers, faulty);
      const auto wide = explore(model, to_the_end);
      const auto deep = explore_depth_first(model, {.search = to_the_end});
      expect_same_space(deep, wide);
      EXPECT_EQ(deep.transitions, wide.transitions);
      EXPECT_EQ(deep.tally, wide.tally);
      EXPECT_EQ(deep.findings.size(), wide.findings.size());
      expect_replays(model, deep.findings);
    }
  }
}

TEST(DepthFirst, AgreesWithBreadthFirstOnRandomGraphs) {
  for (std::uint64_t run = 0; run < 200; ++run) {
    SCOPED_TRACE(run);
    Rng rng = Rng(21).fork(run);
    const GraphModel<1> model(random_graph(rng, 2 + rng.below(400)));
    const auto wide = explore(model, to_the_end);
    const auto deep = explore_depth_first(model, {.search = to_the_end});
    expect_same_space(deep, wide);
    EXPECT_EQ(deep.transitions, wide.transitions);
    EXPECT_EQ(deep.findings.size(), wide.findings.size());
    expect_replays(model, deep.findings);
  }
}

// So a state that is first met by a long way is expanded again when a shorter one turns up.
TEST(DepthFirst, MeetsEverythingWithinItsBoundByTheShortestPath) {
  std::uint64_t repeated = 0;
  for (std::uint64_t run = 0; run < 200; ++run) {
    SCOPED_TRACE(run);
    Rng rng = Rng(22).fork(run);
    const GraphModel<1> model(random_graph(rng, 2 + rng.below(400)));
    const auto wide = explore(model, to_the_end);
    const auto whole = explore_depth_first(model, bounded_by(wide.levels));
    expect_same_space(whole, wide);
    EXPECT_THAT(lengths(whole.findings),
                testing::UnorderedElementsAreArray(lengths(wide.findings)));
    expect_replays(model, whole.findings);
    repeated += whole.transitions - wide.transitions;
    if (wide.levels < 3) continue;
    const auto part = explore_depth_first(model, bounded_by(wide.levels - 2));
    EXPECT_LT(part.states, wide.states);
    EXPECT_EQ(part.levels, wide.levels - 1);
    EXPECT_EQ(part.end, SearchEnd::DepthLimit);
  }
  EXPECT_GT(repeated, 100u);
}

TEST(DepthFirst, SaysThatTheBoundCutPathsOff) {
  const auto part = explore_depth_first(TwoPhaseCommit(4), bounded_by(5));
  EXPECT_EQ(part.end, SearchEnd::DepthLimit);
  EXPECT_EQ(part.levels, 6u);
  const auto wide = explore(TwoPhaseCommit(4));
  EXPECT_LT(part.states, wide.states);
  EXPECT_EQ(explore_depth_first(TwoPhaseCommit(4), bounded_by(wide.levels - 1)).end,
            SearchEnd::Complete);
}

TEST(DepthFirst, InGrowingRoundsFindsAShortestCounterexample) {
  const TwoPhaseCommit model(4, true);
  const auto wide = explore(model);
  const auto deep = explore_depth_first(model, {.depth_start = 1, .depth_step = 1});
  EXPECT_EQ(deep.end, SearchEnd::FoundFirst);
  ASSERT_THAT(deep.findings, SizeIs(1));
  EXPECT_EQ(deep.findings[0].path.size(), wide.findings[0].path.size());
  expect_replays(model, deep.findings);
  // The first way that a search without a bound comes by is longer.
  const auto headlong = explore_depth_first(model);
  EXPECT_GT(headlong.findings[0].path.size(), deep.findings[0].path.size());
}

TEST(DepthFirst, InGrowingRoundsBecomesComplete) {
  for (const std::uint32_t step : {1u, 3u, 100u}) {
    const TwoPhaseCommit model(4);
    const auto deep =
        explore_depth_first(model, {.search = to_the_end, .depth_start = 2, .depth_step = step});
    expect_same_space(deep, explore(model, to_the_end));
    EXPECT_EQ(
        explore_depth_first(model, {.depth_start = 2, .depth_step = step, .depth_max = 9}).end,
        SearchEnd::DepthLimit);
  }
}

TEST(DepthFirst, KeepsTheShortestFindingsOfAllRounds) {
  const auto broken = [](std::uint64_t kind) {
    return GraphNode{.status = Status::Broken, .kind = kind};
  };
  // Kind 7 is met by three choices first, then by one.
  const GraphModel<1> model(
      {{.next = {1, 3}}, {.next = {2}}, {.next = {3, 4}}, broken(7), broken(8)});
  const std::vector<Finding> shortest{{Finding::Cause::Broken, 7, {1}},
                                      {Finding::Cause::Broken, 8, {0, 0, 1}}};
  EXPECT_EQ(explore_depth_first(model, bounded_by(3)).findings, shortest);
  const auto rounds =
      explore_depth_first(model, {.search = to_the_end, .depth_start = 1, .depth_step = 1});
  EXPECT_EQ(rounds.findings, shortest);
  const auto first = explore_depth_first(model);
  EXPECT_THAT(first.findings, ElementsAre(Finding{Finding::Cause::Broken, 7, {0, 0, 0}}));
}

TEST(DepthFirst, IfExactSurvivesDigestsThatCollide) {
  std::uint64_t collisions = 0;
  for (std::uint64_t run = 0; run < 50; ++run) {
    SCOPED_TRACE(run);
    Rng rng = Rng(23).fork(run);
    const auto nodes = random_graph(rng, 2 + rng.below(300));
    const SearchOptions exact{.stop_at_first = false, .exact = true};
    const auto wide = explore(GraphModel<1>(nodes, 17), exact);
    const auto deep = explore_depth_first(GraphModel<1>(nodes, 17), {.search = exact});
    expect_same_space(deep, wide);
    EXPECT_EQ(deep.collision_probability, 0.0);
    collisions += deep.collisions;
  }
  EXPECT_GT(collisions, 1000u);
}

TEST(DepthFirst, StopsAtTheLimitOfStatesWithWhatItHas) {
  const TwoPhaseCommit faulty(6, true);
  auto options = to_the_end;
  options.states_max = 10'000;
  const auto part = explore_depth_first(faulty, {.search = options});
  EXPECT_EQ(part.end, SearchEnd::StatesLimit);
  EXPECT_EQ(part.states, 10'001u);
  EXPECT_THAT(part.findings, SizeIs(1));
  EXPECT_EQ(explore_depth_first(TwoPhaseCommit(5), {.search = {.states_max = 8832}}).end,
            SearchEnd::Complete);
}

TEST(DepthFirst, StopsAtTheLimitOfMemoryWithWhatItHas) {
  for (const bool exact : {false, true}) {
    const std::uint64_t limit = 4'000'000;
    const auto part =
        explore_depth_first(TwoPhaseCommit(7), {.search = {.bytes_max = limit, .exact = exact}});
    EXPECT_EQ(part.end, SearchEnd::MemoryLimit);
    EXPECT_GT(part.states, 10'000u);
    EXPECT_GE(part.transitions, part.states - 1);
    EXPECT_LE(part.bytes_peak, limit);
    EXPECT_GT(part.bytes_peak, limit / 2);
  }
}

TEST(DepthFirst, NeedsLessMemoryThanBreadthFirst) {
  std::vector<GraphNode> tree(1 + 4 + 16 + 64 + 256 + 1024 + 4096 + 16384);
  for (std::uint32_t i = 0; i < tree.size(); ++i)
    for (std::uint32_t child = 4 * i + 1; child <= 4 * i + 4 && child < tree.size(); ++child)
      tree[i].next.push_back(child);
  const GraphModel<100> model(tree);  // States of 404 bytes.
  const auto deep = explore_depth_first(model, {.search = to_the_end});
  const auto wide = explore(model, {.stop_at_first = false, .edges = false});
  expect_same_space(deep, wide);
  EXPECT_LT(deep.bytes_peak, wide.bytes_peak);
}

TEST(DepthFirst, StopsWhenToldTo) {
  int asked = 0;
  std::uint64_t reported = 0;
  SearchOptions options;
  options.keep_going = [&] { return ++asked < 10; };
  options.progress = [&](const SearchProgress& progress) {
    EXPECT_GE(progress.states, reported);
    EXPECT_GT(progress.bytes, 0u);
    reported = progress.states;
  };
  const auto part = explore_depth_first(TwoPhaseCommit(7), {.search = options});
  EXPECT_EQ(part.end, SearchEnd::ToldToStop);
  EXPECT_EQ(asked, 10);
  EXPECT_EQ(part.states, reported);
}

TEST(DepthFirst, LooksAtTheInitialStateToo) {
  const auto broken = explore_depth_first(GraphModel<1>({{.next = {}, .status = Status::Broken}}));
  EXPECT_EQ(broken.findings, (std::vector{Finding{Finding::Cause::Broken, 0, {}}}));
  const auto hang =
      explore_depth_first(GraphModel<1>(std::vector<GraphNode>(1)), {.depth_start = 0});
  EXPECT_EQ(hang.findings, (std::vector{Finding{Finding::Cause::Hang, 0, {}}}));
  const auto end = explore_depth_first(GraphModel<1>({{.next = {}, .status = Status::Final}}));
  EXPECT_EQ(end.states, 1u);
  EXPECT_EQ(end.end, SearchEnd::Complete);
  EXPECT_THAT(end.findings, IsEmpty());
}

}  // namespace
