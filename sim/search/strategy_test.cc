#include "sim/search/strategy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/two_phase_commit.h"
#include "sim/search/random.h"
#include "sim/search/replay.h"
#include "sim/state/digest.h"

namespace {

using namespace sim;
using testing::Each;
using testing::ElementsAre;
using Kind = RandomStrategy::Kind;

constexpr RandomStrategy uniform{Kind::Uniform, 0};
constexpr RandomStrategy pct(std::uint32_t depth) { return {Kind::Pct, depth}; }
constexpr RandomStrategy delays(std::uint32_t count) { return {Kind::DelayBounded, count}; }

const std::array strategies{uniform, pct(1), pct(2), pct(5), delays(0), delays(1), delays(4)};

// Threads of so many steps each. Broken if thread 1 takes its first step just when thread 0
// has taken `at` of its own: one switch away and one back, so a bug of depth 2.
class Threads {
 public:
  static constexpr std::size_t count = 3;
  struct State {
    std::array<std::uint8_t, count> taken{};
    std::uint8_t broken = 0;
    bool operator==(const State&) const = default;
  };
  struct Tally {
    void merge(const Tally&) {}
  };

  Threads(std::uint8_t steps, std::uint8_t at) : steps_(steps), at_(at) {}

  State initial() const { return {}; }
  void choices(const State& state, Choices& out) const {
    for (std::uint8_t who = 0; who < count; ++who)
      if (state.taken[who] < steps_) out.push_back({.slot = who});
  }
  void apply(State& state, const Choice& choice, Tally&) const {
    if (choice.slot == 1 && state.taken[1] == 0 && state.taken[0] == at_) state.broken = 1;
    ++state.taken[choice.slot];
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  Status status(const State& state) const {
    if (state.broken != 0) return Status::Broken;
    const bool ended = std::ranges::count(state.taken, steps_) == count;
    return ended ? Status::Final : Status::Running;
  }
  std::uint8_t cell(const State&) const { return no_cell; }
  bool equal(const State& a, const State& b) const { return a == b; }

 private:
  std::uint8_t steps_, at_;
};

constexpr std::uint8_t never = 0xff;  // Taken by no thread: nothing breaks.

auto run_of(const auto& model, RandomStrategy strategy, std::uint64_t run, std::size_t length) {
  return random_run(model, Picker(strategy, length, Rng(21).fork(run)), 10'000, VisitNothing());
}

// The slots that moved, in order.
std::vector<int> slots_of(const Threads& model, const Path& path) {
  std::vector<int> slots;
  replay(model, path, path.size(),
         [&](const auto&, const Choice& choice, const auto&) { slots.push_back(choice.slot); });
  return slots;
}

std::size_t switches(const std::vector<int>& slots) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < slots.size(); ++i) count += slots[i] != slots[i - 1];
  return count;
}

TEST(Strategy, EachRunIsRepeatedBySeedAndStreamAlone) {
  const TwoPhaseCommit model(5);
  for (const auto strategy : strategies) {
    SCOPED_TRACE(show(strategy));
    std::set<Path> paths;
    for (std::uint64_t run = 0; run < 20; ++run) {
      const auto once = run_of(model, strategy, run, 40);
      EXPECT_EQ(once.end, RunEnd::Final);
      EXPECT_EQ(run_of(model, strategy, run, 40).path, once.path);
      EXPECT_EQ(replay(model, once.path, 10'000).run.state, once.state);
      paths.insert(once.path);
    }
    EXPECT_GT(paths.size(), 10u);
  }
}

TEST(Strategy, PortfolioTakesTurnsByTheNumberOfTheRun) {
  constexpr RandomStrategy portfolio{Kind::Portfolio};
  std::set<std::string> members;
  for (std::uint64_t run = 0; run < 100; ++run) {
    const auto member = strategy_of(portfolio, run);
    EXPECT_NE(member.kind, Kind::Portfolio);
    EXPECT_EQ(strategy_of(portfolio, run), member);
    members.insert(show(member));
  }
  EXPECT_THAT(members, testing::IsSupersetOf({"uniform", "PCT of depth 2", "PCT of depth 3",
                                              "PCT of depth 5", "1 delay", "2 delays"}));
  EXPECT_EQ(strategy_of(pct(3), 17), pct(3));
}

TEST(Pct, OfDepthOneLetsNothingInterruptAnything) {
  const Threads model(10, never);
  std::set<std::vector<int>> orders;
  for (std::uint64_t run = 0; run < 100; ++run) {
    const auto slots = slots_of(model, run_of(model, pct(1), run, 30).path);
    EXPECT_EQ(switches(slots), 2u);
    orders.insert(slots);
  }
  EXPECT_EQ(orders.size(), 6u) << "every order of three threads";
}

TEST(Pct, InterruptsOncePerPlace) {
  const Threads model(10, never);
  std::size_t most = 0;
  for (std::uint64_t run = 0; run < 300; ++run) {
    const auto count = switches(slots_of(model, run_of(model, pct(3), run, 30).path));
    EXPECT_LE(count, 2u + 2u);
    most = std::max(most, count);
  }
  EXPECT_EQ(most, 4u);
}

// The paper's bound: at least one run in threads * length ^ (depth - 1).
TEST(Pct, FindsABugOfItsDepthAsOftenAsPromised) {
  const Threads model(20, 13);
  const auto found = [&](RandomStrategy strategy) {
    int count = 0;
    for (std::uint64_t run = 0; run < 18'000; ++run)
      count += run_of(model, strategy, run, 60).end == RunEnd::Broken;
    return count;
  };
  EXPECT_GE(found(pct(2)), 18'000 / (3 * 60));
  EXPECT_EQ(found(pct(1)), 0);
}

TEST(DelayBounded, WithoutDelaysIsTheNaturalRun) {
  const Threads model(10, never);
  EXPECT_THAT(run_of(model, delays(0), 1, 30).path, Each(0));
}

TEST(DelayBounded, LeavesTheNaturalOrderAsOftenAsItMay) {
  const Threads model(10, never);
  for (const std::uint32_t bound : {1u, 3u}) {
    std::ptrdiff_t most = 0;
    for (std::uint64_t run = 0; run < 300; ++run) {
      const auto path = run_of(model, delays(bound), run, 20).path;
      most = std::max(most, std::ranges::count_if(path, [](auto choice) { return choice != 0; }));
    }
    EXPECT_EQ(most, bound);
  }
}

TEST(DelayBounded, DrawsAlternativesWithoutADelay) {
  Choices choices;
  for (std::uint8_t alternative = 0; alternative < 4; ++alternative)
    choices.push_back({.slot = 3, .alternative = alternative});
  choices.push_back({.slot = 5});
  std::set<std::size_t> picked;
  for (std::uint64_t run = 0; run < 200; ++run)
    picked.insert(Picker(delays(0), 10, Rng(2).fork(run)).pick(choices));
  EXPECT_THAT(picked, ElementsAre(0, 1, 2, 3));
}

TEST(Pct, PrefersTheEndsOfAWindow) {
  Choices choices;
  for (std::int32_t after_ms = 0; after_ms <= 10; ++after_ms)
    choices.push_back({.slot = 3, .after_ms = after_ms});
  std::array<int, 11> picked{};
  for (std::uint64_t run = 0; run < 1100; ++run)
    ++picked[Picker(pct(2), 10, Rng(2).fork(run)).pick(choices)];
  EXPECT_GT(picked[0], 500);
  EXPECT_GT(picked[10], 220);
  for (std::size_t i = 1; i < 10; ++i) EXPECT_GT(picked[i], 5) << i;
}

TEST(UsualLength, IsTheMeanOfAFewRuns) {
  EXPECT_EQ(usual_length(Threads(10, never), Rng(1), 10'000), 30u);
  EXPECT_EQ(usual_length(Threads(0, never), Rng(1), 10'000), 1u) << "at least one";
}

}  // namespace
