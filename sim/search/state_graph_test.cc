// Sweeps over levels so wide that each is taken in several pieces.
#include "sim/search/state_graph.h"

#include <array>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/graph_model_testing.h"
#include "sim/search/explore.h"
#include "sim/search/rng.h"

namespace {

using namespace sim;

class LastFirst final : public Parallel {
 public:
  void run(std::size_t tasks, TaskRef task) const override {
    while (tasks-- > 0) task(tasks);
  }
};

// Layers of nodes of four classes. Classes 1 to 3 lead to their own class alone; in the last
// layer some of class 0 are final, some of class 1 broken, some of class 2 hang, and class 3
// never ends. The others of the last layer lead back or to each other, so that what they
// reach is passed on within the layer, in both directions.
std::vector<GraphNode> layered_graph(Rng& rng) {
  constexpr std::array<std::uint32_t, 6> begins{0, 1, 201, 12'201, 30'201, 50'201};
  std::vector<GraphNode> nodes(begins.back());
  const auto any_in = [&](std::size_t layer, std::uint32_t from) {
    const std::uint32_t size = begins[layer + 1] - begins[layer];
    const std::uint32_t to = begins[layer] + rng.below(size);
    return from % 4 == 0 ? to : begins[layer] + (to - begins[layer]) / 4 * 4 + (from + 3) % 4;
  };
  for (std::uint32_t i = 1; i <= 200; ++i) nodes[0].next.push_back(i);
  for (std::size_t layer = 1; layer + 1 < begins.size(); ++layer) {
    const bool last = layer + 2 == begins.size();
    for (std::uint32_t from = begins[layer]; from < begins[layer + 1]; ++from) {
      GraphNode& node = nodes[from];
      node.kind = rng.below(3);
      if (layer == 1 || rng.below(50) == 0) node.cell = static_cast<std::uint8_t>(rng.below(40));
      const bool stops = last && from % 4 != 3 && rng.below(30) == 0;
      if (stops && from % 4 == 0) node.status = Status::Final;
      if (stops && from % 4 == 1) node.status = Status::Broken;
      if (stops) continue;
      for (std::uint32_t i = layer == 1 ? 90 : rng.below(3) + !last; i > 0; --i)
        node.next.push_back(any_in(last ? layer : layer + 1, from));
      if (last || rng.below(3) == 0) node.next.push_back(any_in(layer, from));
      if (rng.below(10) == 0) node.next.push_back(any_in(layer - 1 + (layer == 1), from));
    }
  }
  return nodes;
}

TEST(StateGraph, SweepsWideLevelsAsIfInOnePiece) {
  for (std::uint64_t run = 0; run < 2; ++run) {
    SCOPED_TRACE(run);
    Rng rng = Rng(17).fork(run);
    const auto nodes = layered_graph(rng);
    const auto expected = plain::search(nodes);
    const GraphModel<1> model(nodes);
    const auto result = explore(model, to_the_end, LastFirst());
    ASSERT_TRUE(result.complete());
    EXPECT_EQ(result.states, expected.states);
    EXPECT_GT(result.frontier_peak, 8'192u);
    EXPECT_EQ(result.lost, expected.lost);
    EXPECT_GT(expected.lost, 0u);
    EXPECT_LT(expected.lost, expected.states);
    EXPECT_EQ(result.reachable_per_cell, expected.reachable_per_cell);
    EXPECT_THAT(result.findings, testing::UnorderedElementsAreArray(expected.findings));
    EXPECT_TRUE(expected.endless);
    const auto serial = explore(model, to_the_end);
    EXPECT_EQ(result.lasso, serial.lasso);
    EXPECT_EQ(result.findings, serial.findings);
    EXPECT_EQ(result.fingerprint, serial.fingerprint);
  }
}

TEST(StateGraph, PassesOnBetweenThePiecesOfALevel) {
  // Of 10,000 states two choices from the start only the first is not final nor leads on: it
  // leads to the last of them, and that one to a final state.
  std::vector<GraphNode> nodes(10'102, GraphNode{.status = Status::Final});
  const auto lead_on = [&](std::uint32_t from, std::uint32_t first, std::uint32_t count) {
    nodes[from].status = Status::Running;
    for (std::uint32_t i = 0; i < count; ++i) nodes[from].next.push_back(first + i);
  };
  lead_on(0, 1, 100);
  for (std::uint32_t i = 1; i <= 100; ++i) lead_on(i, 1 + i * 100, 100);
  lead_on(101, 10'100, 1);
  lead_on(10'100, 10'101, 1);
  nodes[101].cell = 5;
  const auto result = explore(GraphModel<1>(nodes), to_the_end, LastFirst());
  EXPECT_EQ(result.states, 10'102u);
  EXPECT_EQ(result.lost, 0u);
  EXPECT_EQ(result.reachable_per_cell[5], 3u);
}

}  // namespace
