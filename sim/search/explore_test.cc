#include "sim/search/explore.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/graph_model_testing.h"
#include "search/two_phase_commit.h"
#include "sim/search/replay.h"

namespace {

using namespace sim;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Tasks in another order than Serial's: what several threads may do, made repeatable.
class Shuffled final : public Parallel {
 public:
  void run(std::size_t tasks, TaskRef task) const override {
    std::vector<std::size_t> order(tasks);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = tasks; i > 1; --i)
      std::swap(order[i - 1], order[rng_.below(static_cast<std::uint32_t>(i))]);
    for (const std::size_t index : order) task(index);
  }

 private:
  mutable Rng rng_{7};
};

template <class Tally>
void expect_equal(const Exploration<Tally>& a, const Exploration<Tally>& b) {
  EXPECT_EQ(a.end, b.end);
  EXPECT_EQ(a.states, b.states);
  EXPECT_EQ(a.transitions, b.transitions);
  EXPECT_EQ(a.finals, b.finals);
  EXPECT_EQ(a.broken, b.broken);
  EXPECT_EQ(a.hangs, b.hangs);
  EXPECT_EQ(a.levels, b.levels);
  EXPECT_EQ(a.frontier_peak, b.frontier_peak);
  EXPECT_EQ(a.states_per_cell, b.states_per_cell);
  EXPECT_EQ(a.tally, b.tally);
  EXPECT_EQ(a.findings, b.findings);
  EXPECT_EQ(a.lost, b.lost);
  EXPECT_EQ(a.lasso, b.lasso);
  EXPECT_EQ(a.reachable_per_cell, b.reachable_per_cell);
}

// Jugs of three and five litres, a tap and a drain; measuring four litres is "broken".
class Jugs {
 public:
  struct State {
    std::uint8_t three = 0;
    std::uint8_t five = 0;
    bool operator==(const State&) const = default;
  };
  struct Tally {
    void merge(const Tally&) {}
  };
  State initial() const { return {}; }
  void choices(const State&, Choices& out) const {
    for (std::uint8_t slot = 0; slot < 6; ++slot) out.push_back({.slot = slot});
  }
  void apply(State& state, const Choice& choice, Tally&) const {
    const auto poured =
        static_cast<std::uint8_t>(choice.slot == 4 ? std::min<int>(state.three, 5 - state.five)
                                                   : std::min<int>(state.five, 3 - state.three));
    switch (choice.slot) {
      case 0: state.three = 3; break;
      case 1: state.five = 5; break;
      case 2: state.three = 0; break;
      case 3: state.five = 0; break;
      case 4: state.three -= poured, state.five += poured; break;
      default: state.three += poured, state.five -= poured; break;
    }
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  Status status(const State& state) const {
    return state.five == 4 ? Status::Broken : Status::Running;
  }
  std::uint8_t cell(const State&) const { return no_cell; }
  bool equal(const State& a, const State& b) const { return a == b; }
};

// Each takes the left fork, then the right one, then puts both back. A left-hander among
// them, who takes the right one first, is the well-known cure.
class Philosophers {
 public:
  static constexpr std::uint8_t count = 5;
  enum class Mood : std::uint8_t { Thinking, Waiting, Eating };
  struct State {
    std::array<Mood, count> moods{};
    std::array<bool, count> taken{};  // Fork i lies to the left of philosopher i.
    bool operator==(const State&) const = default;
  };
  struct Tally {
    void merge(const Tally&) {}
  };
  explicit Philosophers(bool cured) : cured_(cured) {}
  State initial() const { return {}; }
  void choices(const State& state, Choices& out) const {
    for (std::uint8_t who = 0; who < count; ++who)
      if (state.moods[who] == Mood::Eating || !state.taken[wanted(state, who)])
        out.push_back({.slot = who, .after_ms = state.moods[who] == Mood::Eating ? 100 : 0});
  }
  void apply(State& state, const Choice& choice, Tally&) const {
    const std::uint8_t who = choice.slot;
    if (state.moods[who] == Mood::Eating) {
      state.taken[who] = state.taken[(who + 1) % count] = false;
      state.moods[who] = Mood::Thinking;
    } else {
      state.taken[wanted(state, who)] = true;
      state.moods[who] = state.moods[who] == Mood::Thinking ? Mood::Waiting : Mood::Eating;
    }
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  Status status(const State&) const { return Status::Running; }
  std::uint8_t cell(const State&) const { return no_cell; }
  bool equal(const State& a, const State& b) const { return a == b; }

 private:
  std::size_t wanted(const State& state, std::uint8_t who) const {
    const bool right = (state.moods[who] == Mood::Waiting) != (cured_ && who == 0);
    return (who + (right ? 1u : 0u)) % count;
  }
  bool cured_;
};

TEST(Explore, FindsAShortestPath) {
  const Jugs model;
  const auto result = explore(model);
  EXPECT_EQ(result.end, SearchEnd::FoundFirst);
  ASSERT_THAT(result.findings, SizeIs(1));
  const Path& path = result.findings[0].path;
  EXPECT_THAT(path, ElementsAre(1, 5, 2, 5, 1, 5));  // Fill, pour, drain, pour, fill, pour.
  EXPECT_EQ(replay(model, path, path.size()).run.end, RunEnd::Broken);
}

TEST(Explore, FindsTheDeadlockOfThePhilosophers) {
  const auto result = explore(Philosophers(false), to_the_end);
  EXPECT_TRUE(result.complete());
  EXPECT_EQ(result.hangs, 1u);
  ASSERT_THAT(result.findings, SizeIs(1));
  EXPECT_EQ(result.findings[0].cause, Finding::Cause::Hang);
  EXPECT_THAT(result.findings[0].path, ElementsAre(0, 1, 1, 1, 1));  // Each the left one.
  EXPECT_EQ(result.lost, result.states);                             // Nobody ever stops.
  EXPECT_FALSE(result.lasso);                                        // But all can still hang.
}

TEST(Explore, ShowsALassoWhereNothingCanEverEnd) {
  const Philosophers model(true);
  const auto result = explore(model, to_the_end);
  EXPECT_THAT(result.findings, IsEmpty());
  ASSERT_TRUE(result.lasso);
  EXPECT_THAT(result.lasso->way_in, IsEmpty());
  EXPECT_THAT(result.lasso->cycle, ElementsAre(0, 0, 0));
  EXPECT_EQ(result.lasso->cycle_ms, 100);
}

TEST(Explore, TellsTheWayIntoALassoFromTheCycle) {
  // From 2 on, no end can be reached; 3 and 5 repeat.
  const GraphModel<1> model({{.next = {1, 2}},
                             {.status = Status::Final},
                             {.next = {3}},
                             {.next = {5}},
                             {},
                             {.next = {3, 2}}});
  const auto result = explore(model);
  EXPECT_EQ(result.states, 5u);
  EXPECT_EQ(result.lost, 3u);
  EXPECT_EQ(result.lasso, (Lasso{.way_in = {1, 0},
                                 .lost_after = 1,
                                 .unavoidable_after = 1,
                                 .cycle = {0, 0},
                                 .cycle_ms = 2000}));
}

TEST(Explore, CountsTheStatesOfTwoPhaseCommit) {
  for (const auto& [managers, states] : {std::pair{3u, 288u}, {5u, 8832u}, {7u, 296448u}}) {
    const auto result = explore(TwoPhaseCommit(managers));
    EXPECT_TRUE(result.complete());
    EXPECT_EQ(result.states, states);
    EXPECT_EQ(result.levels, 3 * managers + 2);
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_EQ(result.lost, 0u);
    // Once committed, any subset may know it; once aborted, the coordinator may have missed
    // some of the messages sent by those prepared or aborted since.
    EXPECT_EQ(result.reachable_per_cell[0], 1u << managers);
    EXPECT_EQ(result.states_per_cell[0], 1u << managers);
    EXPECT_EQ(result.reachable_per_cell[1], result.states_per_cell[1]);
  }
}

TEST(Explore, FindsTheSameWhateverTheOrderOfTasks) {
  for (const bool faulty : {false, true}) {
    const TwoPhaseCommit model(6, faulty);
    const auto result = explore(model, to_the_end);
    EXPECT_EQ(result.findings.size(), faulty ? 1u : 0u);
    expect_equal(result, explore(model, to_the_end, Shuffled()));
    const auto exact = explore(model, {.stop_at_first = false, .exact = true}, Shuffled());
    expect_equal(result, exact);
    EXPECT_EQ(exact.collisions, 0u);
  }
}

template <std::size_t ballast>
void expect_as_plain_search(const std::vector<GraphNode>& nodes, std::uint32_t digests,
                            const SearchOptions& options) {
  const GraphModel<ballast> model(nodes, digests);
  const auto expected = plain::search(nodes);
  const auto result = explore(model, options, Shuffled());
  EXPECT_TRUE(result.complete());
  EXPECT_EQ(result.states, expected.states);
  EXPECT_EQ(result.transitions, expected.transitions);
  EXPECT_EQ(result.tally.applied, expected.transitions);
  EXPECT_EQ(result.finals, expected.finals);
  EXPECT_EQ(result.broken, expected.broken);
  EXPECT_EQ(result.hangs, expected.hangs);
  EXPECT_EQ(result.levels, expected.levels);
  EXPECT_THAT(result.findings, testing::UnorderedElementsAreArray(expected.findings));
  EXPECT_EQ(result.lost, expected.lost);
  EXPECT_EQ(result.reachable_per_cell, expected.reachable_per_cell);
  ASSERT_EQ(result.lasso.has_value(), expected.endless);
  if (!expected.endless) return;
  const std::size_t in = result.lasso->way_in.size();
  const auto entered = replay(model, result.lasso->way_in, in);
  Path round = result.lasso->way_in;
  round.insert(round.end(), result.lasso->cycle.begin(), result.lasso->cycle.end());
  EXPECT_EQ(replay(model, round, round.size()).run.state, entered.run.state);
}

TEST(Explore, AgreesWithAPlainSearchOnRandomGraphs) {
  for (std::uint64_t run = 0; run < 100; ++run) {
    SCOPED_TRACE(run);
    Rng rng = Rng(11).fork(run);
    const auto nodes = random_graph(rng, 2 + rng.below(400));
    expect_as_plain_search<1>(nodes, 0xffffffff, to_the_end);
    expect_as_plain_search<400>(nodes, 0xffffffff, to_the_end);
  }
}

TEST(Explore, IfExactSurvivesDigestsThatCollide) {
  std::uint64_t collisions = 0;
  for (std::uint64_t run = 0; run < 50; ++run) {
    SCOPED_TRACE(run);
    Rng rng = Rng(12).fork(run);
    const auto nodes = random_graph(rng, 2 + rng.below(300));
    const SearchOptions exact{.stop_at_first = false, .exact = true};
    expect_as_plain_search<1>(nodes, 17, exact);
    expect_as_plain_search<400>(nodes, 17, exact);
    collisions += explore(GraphModel<1>(nodes, 17), exact).collisions;
  }
  EXPECT_GT(collisions, 1000u);
}

TEST(Explore, KeepsOnePathPerKindTheShortestFirst) {
  const auto broken = [](std::uint64_t kind) {
    return GraphNode{.status = Status::Broken, .kind = kind};
  };
  const GraphModel<1> model({{.next = {1, 2}}, {.next = {3, 4}}, broken(7), broken(7), broken(8)});
  const auto result = explore(model, to_the_end);
  EXPECT_EQ(result.broken, 3u);
  EXPECT_THAT(result.findings, ElementsAre(Finding{Finding::Cause::Broken, 7, {1}, 0},
                                           Finding{Finding::Cause::Broken, 8, {0, 1}, 0}));
  const auto capped = explore(model, {.stop_at_first = false, .findings_max = 1});
  EXPECT_EQ(capped.states, 5u);
  EXPECT_THAT(capped.findings, SizeIs(1));
}

TEST(Explore, LooksAtTheInitialStateToo) {
  const auto result = explore(GraphModel<1>({{.next = {}, .status = Status::Broken}}));
  EXPECT_EQ(result.states, 1u);
  EXPECT_EQ(result.findings, (std::vector{Finding{Finding::Cause::Broken, 0, {}}}));
}

TEST(Explore, StopsAtTheLimitOfStatesWithWhatItHas) {
  const TwoPhaseCommit faulty(7, true);
  const auto result = explore(faulty, {.states_max = 50'000, .stop_at_first = false});
  EXPECT_EQ(result.end, SearchEnd::StatesLimit);
  EXPECT_GT(result.states, 50'000u);
  EXPECT_LT(result.states, 60'000u);
  EXPECT_FALSE(result.lost);
  EXPECT_THAT(explore(TwoPhaseCommit(7), {.states_max = 296'448}).end, SearchEnd::Complete);
}

TEST(Explore, StopsAtTheLimitOfMemoryWithWhatItHas) {
  const std::uint64_t limit = 16'000'000;
  const auto result = explore(TwoPhaseCommit(7), {.bytes_max = limit});
  EXPECT_EQ(result.end, SearchEnd::MemoryLimit);
  EXPECT_GT(result.states, 50'000u);
  EXPECT_GT(result.transitions, result.states);
  EXPECT_LE(result.bytes_peak, limit);
  EXPECT_GT(result.bytes_peak, limit / 2);
}

TEST(Explore, StopsWhenToldTo) {
  int asked = 0;
  std::uint64_t reported = 0;
  SearchOptions options;
  options.keep_going = [&] { return ++asked < 10; };
  options.progress = [&](const SearchProgress& progress) {
    EXPECT_GE(progress.states, reported);
    EXPECT_GT(progress.transitions, 0u);
    EXPECT_GT(progress.bytes, 0u);
    reported = progress.states;
  };
  const auto result = explore(TwoPhaseCommit(7), options);
  EXPECT_EQ(result.end, SearchEnd::ToldToStop);
  EXPECT_EQ(asked, 10);
  EXPECT_EQ(result.states, reported);
}

TEST(Explore, WithoutEdgesFindsAllButWhatNeedsThem) {
  const TwoPhaseCommit model(6, true);
  auto with = explore(model, to_the_end);
  const auto without = explore(model, {.stop_at_first = false, .edges = false});
  EXPECT_LT(without.bytes_peak, with.bytes_peak);
  EXPECT_EQ(with.lost, 0u);
  with.lost = {};
  ASSERT_THAT(with.findings, SizeIs(1));
  EXPECT_TRUE(with.findings[0].unavoidable_after);
  with.findings[0].unavoidable_after = {};
  with.reachable_per_cell = {};
  expect_equal(with, without);
}

TEST(Explore, EstimatesTheChanceOfACollision) {
  const auto result = explore(TwoPhaseCommit(5));
  EXPECT_DOUBLE_EQ(result.collision_probability, 8832.0 * 8832.0 / 0x1p65);
  EXPECT_EQ(explore(TwoPhaseCommit(5), {.exact = true}).collision_probability, 0.0);
}

}  // namespace
