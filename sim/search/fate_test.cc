// What cannot be avoided any more, and runs without an end.
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/graph_model_testing.h"
#include "sim/search/explore.h"
#include "sim/search/rng.h"

namespace {

using namespace sim;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const GraphNode final_node{.status = Status::Final};
const GraphNode broken_node{.status = Status::Broken};

auto search(const std::vector<GraphNode>& nodes) {
  return explore(GraphModel<1>(nodes), to_the_end);
}

std::vector<std::optional<std::size_t>> unavoidable(const std::vector<GraphNode>& nodes) {
  std::vector<std::optional<std::size_t>> after;
  for (const Finding& finding : search(nodes).findings) after.push_back(finding.unavoidable_after);
  return after;
}

TEST(Unavoidable, SinceTheLastChoiceThatCouldStillHaveSavedTheRun) {
  // 0 chooses; 1 and 2 only lead on, and 3 is broken.
  EXPECT_THAT(
      unavoidable({{.next = {1, 4}}, {.next = {2}}, {.next = {3}}, broken_node, final_node}),
      ElementsAre(1u));
  // Now 2 can still be left for a final state.
  EXPECT_THAT(
      unavoidable({{.next = {1, 4}}, {.next = {2}}, {.next = {3, 4}}, broken_node, final_node}),
      ElementsAre(3u));
}

TEST(Unavoidable, FromTheStartIfNothingEndsWell) {
  EXPECT_THAT(unavoidable({{.next = {1}}, {.next = {2, 3}}, broken_node, {}}), ElementsAre(0u, 0u));
}

TEST(Unavoidable, EvenIfOnlyAnotherFailureIsLeft) {
  // After 1 the run breaks or hangs, so neither failure can be avoided by avoiding the other.
  EXPECT_THAT(unavoidable({{.next = {1, 4}}, {.next = {2, 3}}, broken_node, {}, final_node}),
              ElementsAre(1u, 1u));
}

TEST(Unavoidable, NotInACycleThatCanBeLeft) {
  // 1 and 2 may go round for ever, but 2 can also end.
  EXPECT_THAT(
      unavoidable({{.next = {1}}, {.next = {2}}, {.next = {1, 3, 4}}, broken_node, final_node}),
      ElementsAre(3u));
}

TEST(Unavoidable, InACycleThatOnlyFailuresLeave) {
  // Going round 1 and 2 for ever breaks nothing, but it never ends either.
  EXPECT_THAT(
      unavoidable({{.next = {1, 4}}, {.next = {2}}, {.next = {1, 3}}, broken_node, final_node}),
      ElementsAre(1u));
}

TEST(Unavoidable, UnknownUnlessAllWasSearchedWithEdges) {
  const GraphModel<1> model({{.next = {1, 2}}, broken_node, final_node});
  const auto without = explore(model, {.stop_at_first = false, .edges = false});
  ASSERT_THAT(without.findings, SizeIs(1));
  EXPECT_FALSE(without.findings[0].unavoidable_after);
  SearchOptions stopping{.stop_at_first = false};
  stopping.keep_going = [] { return false; };
  const GraphModel<1> longer({{.next = {1, 2}}, broken_node, {.next = {3}}, final_node});
  const auto stopped = explore(longer, stopping);
  ASSERT_EQ(stopped.end, SearchEnd::ToldToStop);
  ASSERT_THAT(stopped.findings, SizeIs(1));
  EXPECT_FALSE(stopped.findings[0].unavoidable_after);
}

// By trying every path without a repetition.
bool can_be_saved(const std::vector<GraphNode>& nodes, std::uint32_t at,
                  std::vector<bool>& on_path) {
  if (nodes[at].status != Status::Running) return nodes[at].status == Status::Final;
  on_path[at] = true;
  bool saved = false;
  for (const std::uint32_t to : nodes[at].next)
    saved = saved || (!on_path[to] && can_be_saved(nodes, to, on_path));
  on_path[at] = false;
  return saved;
}

std::size_t doomed_after(const std::vector<GraphNode>& nodes, const Path& path) {
  std::vector<bool> on_path(nodes.size());
  std::uint32_t at = 0;
  std::size_t after = 0;
  while (can_be_saved(nodes, at, on_path)) at = nodes[at].next[path.at(after++)];
  return after;
}

// Nodes lead anywhere, so that cycles and edges back to the start are common.
std::vector<GraphNode> tiny_graph(Rng& rng) {
  std::vector<GraphNode> nodes(2 + rng.below(7));
  for (GraphNode& node : nodes) {
    const std::uint32_t what = &node == nodes.data() ? 0 : rng.below(10);
    if (what == 7) node.status = Status::Final;
    if (what == 8) node.status = Status::Broken;
    if (what >= 7) continue;
    for (std::uint32_t edges = 1 + rng.below(3); edges > 0; --edges)
      node.next.push_back(rng.below(static_cast<std::uint32_t>(nodes.size())));
  }
  return nodes;
}

TEST(Unavoidable, AgreesWithTryingEveryPathOfTinyGraphs) {
  int failures = 0, endless = 0, saved_for_a_while = 0;
  for (std::uint64_t run = 0; run < 5000; ++run) {
    SCOPED_TRACE(run);
    Rng rng = Rng(13).fork(run);
    const auto nodes = tiny_graph(rng);
    const auto result = search(nodes);
    for (const Finding& finding : result.findings) {
      ++failures;
      ASSERT_TRUE(finding.unavoidable_after);
      EXPECT_EQ(*finding.unavoidable_after, doomed_after(nodes, finding.path));
      saved_for_a_while += *finding.unavoidable_after > 0;
    }
    if (!result.lasso) continue;
    ++endless;
    EXPECT_EQ(result.lasso->unavoidable_after, doomed_after(nodes, result.lasso->way_in));
    EXPECT_LE(result.lasso->unavoidable_after, result.lasso->lost_after);
  }
  EXPECT_GT(failures, 1000);
  EXPECT_GT(endless, 500);
  EXPECT_GT(saved_for_a_while, 300);
}

// Leaving an odd node takes a second, an even one no time.

TEST(Lasso, IsTimelessIfItsCycleTakesNoTime) {
  const auto waiting = search({{.next = {1}}, {.next = {2}}, {.next = {1}}}).lasso;
  ASSERT_TRUE(waiting);
  EXPECT_EQ(waiting->cycle_ms, 1000);
  // The way in takes time, the cycle of 2 and 4 none.
  const auto busy = search({{.next = {1}}, {.next = {2}}, {.next = {4}}, {}, {.next = {2}}}).lasso;
  ASSERT_TRUE(busy);
  EXPECT_EQ(busy->cycle_ms, 0);
  EXPECT_THAT(busy->way_in, ElementsAre(0, 0));
}

TEST(Lasso, FollowsTheNaturalChoiceWhereBothKindsOfCyclesExist) {
  const std::vector<GraphNode> timeless_first{{.next = {2, 1}}, {.next = {0}}, {.next = {0}}};
  const std::vector<GraphNode> timeless_second{{.next = {1, 2}}, {.next = {0}}, {.next = {0}}};
  EXPECT_EQ(search(timeless_first).lasso.value().cycle_ms, 0);
  EXPECT_GT(search(timeless_second).lasso.value().cycle_ms, 0);
}

TEST(Lasso, CannotBeAvoidedOnceNoFinalStateIsLeft) {
  // After 1 the run may still break, so it is lost only in 3.
  const auto result = search(
      {{.next = {1, 5}}, {.next = {2, 3}}, broken_node, {.next = {4}}, {.next = {3}}, final_node});
  ASSERT_TRUE(result.lasso);
  EXPECT_EQ(result.lasso->lost_after, 2u);
  EXPECT_EQ(result.lasso->unavoidable_after, 1u);
  EXPECT_THAT(result.findings, SizeIs(1));
}

TEST(Lasso, IsNoneWhereEveryCycleCanBeLeft) {
  EXPECT_FALSE(search({{.next = {1}}, {.next = {0, 2}}, final_node}).lasso);
  EXPECT_THAT(search({{.next = {1}}, {.next = {0, 2}}, final_node}).findings, IsEmpty());
}

}  // namespace
