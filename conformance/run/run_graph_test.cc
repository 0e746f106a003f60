// The graph that a page holds, against the search that walks the same worlds.
#include "conformance/run/run_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/run/explored.h"
#include "conformance/run/scenario.h"

namespace conformance {
namespace {

using Fate = RunGraph::Fate;

struct Looked {
  AnyScenario scenario;
  Explored explored;
  RunGraph graph;
};

Looked look_at(const std::string& name, const std::string& subject) {
  auto loaded = load_any_scenario(ORRERY_SOURCE_DIR "/scenarios/" + name + ".json");
  Looked out{.scenario = std::get<AnyScenario>(std::move(loaded)), .explored = {}, .graph = {}};
  sim::SearchOptions options;
  options.stop_at_first = false;
  out.explored =
      explore_plan(out.scenario.plan, subject, out.scenario.expect, options, sim::Serial());
  out.graph = run_graph(out.scenario.plan, subject, out.scenario.expect, 20'000).value();
  return out;
}

// The fate of each state of a path.
std::vector<Fate> fates(const RunGraph& graph, const sim::Path& path) {
  std::vector<Fate> out{graph.states[0].fate};
  std::uint32_t at = 0;
  for (const auto choice : path) {
    at = graph.states.at(at).ways.at(choice).to;
    out.push_back(graph.states[at].fate);
  }
  return out;
}

std::size_t ways_of(const RunGraph& graph) {
  std::size_t out = 0;
  for (const auto& state : graph.states) out += state.ways.size();
  return out;
}

// Each failure of the search ends, in the graph, where its rule is broken; and the first state of
// its path from which every way fails is the one from which the search says that nothing avoids it.
void expect_same(const Looked& looked) {
  const auto& [scenario, explored, graph] = looked;
  EXPECT_EQ(graph.states.size(), explored.states) << scenario.name;
  EXPECT_EQ(ways_of(graph), explored.transitions) << scenario.name;
  for (const auto& failure : explored.failures) {
    const auto seen = fates(graph, failure.path);
    EXPECT_EQ(seen.back(), Fate::EveryFails);
    const auto doomed = std::ranges::find(seen, Fate::EveryFails) - seen.begin();
    EXPECT_EQ(static_cast<std::size_t>(doomed), failure.unavoidable_after.value()) << scenario.name;
    for (std::ptrdiff_t i = 0; i < doomed; ++i)
      EXPECT_EQ(seen[static_cast<std::size_t>(i)], Fate::SomeFail);
    std::uint32_t at = 0;
    for (const auto choice : failure.path) at = graph.states[at].ways[choice].to;
    if (failure.kind == PlanFailure::Kind::Endless) continue;
    ASSERT_NE(graph.states[at].ending, 0u);
    EXPECT_EQ(graph.endings[graph.states[at].ending - 1].rule, failure.rule);
  }
  const bool fails = graph.states[0].fate != Fate::NoneFails;
  EXPECT_EQ(fails, !explored.failures.empty()) << scenario.name;
}

TEST(RunGraph, SaysWhatTheSearchSaysOfBrokenSubjects) {
  std::size_t failures = 0;
  for (const auto* area : areas())
    for (const auto& mutant : area->checks().mutants()) {
      if (mutant.scenario.empty()) continue;
      const auto looked = look_at(std::string(mutant.scenario),
                                  std::string(mutant_prefix) + std::string(mutant.name));
      failures += looked.explored.failures.size();
      expect_same(looked);
    }
  EXPECT_GT(failures, 50u);
}

TEST(RunGraph, SaysThatNoWayOfTheEngineFails) {
  for (const char* name :
       {"modality/tick_races_return", "ack/deadline_tie", "joint/sweep_in_time"}) {
    const auto looked = look_at(name, "engine");
    expect_same(looked);
    EXPECT_EQ(looked.graph.states[0].fate, Fate::NoneFails);
  }
}

TEST(RunGraph, HasALimit) {
  const auto looked = look_at("modality/tick_races_return", "engine");
  const auto size = looked.graph.states.size();
  const auto& [name, story, rules, mutant, expect, plan, coarse, fine] = looked.scenario;
  EXPECT_TRUE(run_graph(plan, "engine", expect, size));
  EXPECT_FALSE(run_graph(plan, "engine", expect, size - 1));
}

}  // namespace
}  // namespace conformance
