#include "command/threads.h"

#include <atomic>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "search/two_phase_commit.h"
#include "sim/search/explore.h"

namespace {

TEST(Threads, RunEveryTaskOnce) {
  for (const std::size_t count : {1u, 2u, 5u}) {
    const tools::Threads threads(count);
    for (const std::size_t tasks : {0u, 1u, 2u, 100u}) {
      std::vector<std::atomic<int>> done(tasks);
      threads.run(tasks, sim::TaskRef([&](std::size_t i) { ++done[i]; }));
      for (const auto& times : done) EXPECT_EQ(times, 1);
    }
  }
}

TEST(Threads, CanBeGivenManyShortJobs) {
  const tools::Threads threads(3);
  std::atomic<std::size_t> sum = 0;
  for (int i = 0; i < 2000; ++i)
    threads.run(4, sim::TaskRef([&](std::size_t task) { sum += task; }));
  EXPECT_EQ(sum, 2000u * 6);
}

TEST(Threads, DoNotChangeWhatASearchFinds) {
  const sim::TwoPhaseCommit model(6, true);
  const sim::SearchOptions options{.stop_at_first = false};
  const auto alone = sim::explore(model, options);
  for (const std::size_t count : {2u, 4u}) {
    const auto result = sim::explore(model, options, tools::Threads(count));
    EXPECT_EQ(result.states, alone.states);
    EXPECT_EQ(result.transitions, alone.transitions);
    EXPECT_EQ(result.finals, alone.finals);
    EXPECT_EQ(result.broken, alone.broken);
    EXPECT_EQ(result.levels, alone.levels);
    EXPECT_EQ(result.frontier_peak, alone.frontier_peak);
    EXPECT_EQ(result.bytes_peak, alone.bytes_peak);
    EXPECT_EQ(result.findings, alone.findings);
    EXPECT_EQ(result.lost, alone.lost);
    EXPECT_EQ(result.states_per_cell, alone.states_per_cell);
    EXPECT_EQ(result.reachable_per_cell, alone.reachable_per_cell);
    EXPECT_EQ(result.tally, alone.tally);
  }
}

}  // namespace
