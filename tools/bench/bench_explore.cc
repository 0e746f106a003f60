// The search over a published model: how many distinct states a second, at how many bytes.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

#include "command/threads.h"
#include "search/two_phase_commit.h"
#include "sim/search/explore.h"

namespace {

// Arguments: resource managers, threads, whether all edges are recorded.
void explore_two_phase_commit(benchmark::State& bench) {
  const sim::TwoPhaseCommit model(static_cast<std::uint32_t>(bench.range(0)));
  const tools::Threads threads(static_cast<std::size_t>(bench.range(1)));
  const sim::SearchOptions options{.edges = bench.range(2) != 0};
  std::uint64_t states = 0;
  std::uint64_t bytes = 0;
  for (auto _ : bench) {
    const auto result = sim::explore(model, options, threads);
    if (!result.complete()) bench.SkipWithError("the search is not complete");
    states = result.states;
    bytes = result.bytes_peak;
  }
  bench.counters["states"] = static_cast<double>(states);
  bench.counters["bytes/state"] = static_cast<double>(bytes) / static_cast<double>(states);
  bench.counters["states/s"] = benchmark::Counter(static_cast<double>(states),
                                                  benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(explore_two_phase_commit)
    ->ArgNames({"managers", "threads", "edges"})
    ->ArgsProduct({{7, 9}, {1, 2}, {0, 1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
