#include "sim/search/simplest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/graph_model_testing.h"
#include "sim/search/path_cost.h"
#include "sim/search/replay.h"

namespace sim {
namespace {

using testing::ElementsAre;

// A graph in which the slot of a choice says who acts: edge k is actor k + 1's.
class ActedGraph : public GraphModel<1> {
 public:
  using GraphModel::GraphModel;
  std::uint8_t actor(const Choice& choice) const {
    return static_cast<std::uint8_t>(choice.slot + 1);
  }
  bool wanted_hang(const State& state) const { return kind(state) == 7; }
};

TEST(SimplestPath, HasTheFewestChoices) {
  // 0 to 1 to 2 to the failure; or 0 straight to 3 and the failure.
  const ActedGraph model(
      {{.next = {1, 3}}, {.next = {2}}, {.next = {4}}, {.next = {4}}, {.status = Status::Broken}});
  const auto found = simplest_path(model, 100);
  ASSERT_TRUE(found.path);
  EXPECT_THAT(*found.path, ElementsAre(1, 0));
}

TEST(SimplestPath, OfTheShortestIsTheMostNatural) {
  // Two ways of two choices: 1 and then 1, or 0 and then 1.
  const ActedGraph model({{.next = {1, 2}},
                          {.next = {3, 4}},
                          {.next = {3, 4}},
                          {.status = Status::Final},
                          {.status = Status::Broken}});
  EXPECT_THAT(*simplest_path(model, 100).path, ElementsAre(0, 1));
}

TEST(SimplestPath, OfTheMostNaturalHasTheFewestSwitches) {
  // Both ways have two choices that are not natural; 1, 1, 0 changes its actor less often
  // than 1, 0, 1.
  const ActedGraph model({{.next = {6, 1}},
                          {.next = {2, 3}},
                          {.next = {6, 5}},
                          {.next = {5, 6}},
                          {.status = Status::Final},
                          {.status = Status::Broken},
                          {.status = Status::Final}});
  EXPECT_THAT(*simplest_path(model, 100).path, ElementsAre(1, 1, 0));
}

TEST(SimplestPath, IsNoneWhereNothingFails) {
  const ActedGraph model({{.next = {1, 0}}, {.status = Status::Final}});
  const auto found = simplest_path(model, 100);
  EXPECT_FALSE(found.path);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.states, 2u);
}

TEST(SimplestPath, LeadsToAHangOnlyIfThatIsWanted) {
  std::vector<GraphNode> nodes{{.next = {1, 2}}, {.next = {}}, {.next = {}}};
  EXPECT_FALSE(simplest_path(ActedGraph(nodes), 100).path);
  nodes[2].kind = 7;
  EXPECT_THAT(*simplest_path(ActedGraph(nodes), 100).path, ElementsAre(1));
}

TEST(SimplestPath, SaysWhenItCameToItsLimit) {
  std::vector<GraphNode> chain;
  for (std::uint32_t i = 0; i < 50; ++i) chain.push_back({.next = {i + 1}});
  chain.push_back({.status = Status::Broken});
  const auto found = simplest_path(ActedGraph(chain), 20);
  EXPECT_FALSE(found.path);
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(simplest_path(ActedGraph(chain), 100).path->size(), 50u);
}

std::optional<CostedPath> run_of(const ActedGraph& model, const Path& path) {
  PathCost cost;
  std::uint8_t before = nobody;
  std::size_t step = 0;
  const auto result = replay(model, path, 30, [&](const auto&, const Choice& choice, const auto&) {
    cost.add(step < path.size() ? path[step] : std::uint16_t{0}, before, model.actor(choice));
    before = model.actor(choice);
    ++step;
  });
  if (result.run.end != RunEnd::Broken) return std::nullopt;
  return CostedPath{result.run.path, cost};
}

// Random graphs: no run is simpler than the simplest, and shrinking a random failing run
// comes close to it without a search.
TEST(SimplestPath, IsNoWorseThanAnyShrunkRun) {
  std::size_t met = 0;
  std::size_t equal = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Rng rng(seed);
    const ActedGraph model(random_graph(rng, 40));
    const auto simplest = simplest_path(model, 1'000);
    ModelRun<ActedGraph> run(model);
    while (run.offer(model, 30))
      run.take(model, rng.below(static_cast<std::uint32_t>(run.choices.size())), VisitNothing());
    if (run.end != RunEnd::Broken) continue;
    ++met;
    ASSERT_TRUE(simplest.path) << seed;
    const auto first = run_of(model, run.path);
    const auto still = [&](const Path& path) { return run_of(model, path); };
    const auto shrunk = shrink_path(*first, still, 10'000);
    const auto least = run_of(model, *simplest.path)->cost;
    EXPECT_LE(least, shrunk.cost) << seed;
    EXPECT_LE(shrunk.cost, first->cost) << seed;
    equal += least == shrunk.cost ? 1u : 0u;
  }
  EXPECT_GT(met, 50u);
  EXPECT_GT(equal, met / 2);
}

TEST(ShrinkPath, TriesNoMoreThanItsBudget) {
  int tried = 0;
  const CostedPath path{{1, 1, 1}, {.choices = 3}};
  const auto never = [&](const Path&) -> std::optional<CostedPath> {
    ++tried;
    return std::nullopt;
  };
  EXPECT_EQ(shrink_path(path, never, 2).path, path.path);
  EXPECT_EQ(tried, 2);
}

}  // namespace
}  // namespace sim
