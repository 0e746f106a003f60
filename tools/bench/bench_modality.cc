// The modality domain: engine steps, complete random runs, distinct worlds of a search.
#include <benchmark/benchmark.h>

#include <vector>

#include "bench/allocations.h"
#include "command/threads.h"
#include "conformance/area/worlds.h"
#include "conformance/modality/judged.h"
#include "conformance/modality/plans.h"
#include "conformance/run/explored.h"
#include "conformance/run/sample.h"
#include "engine/modality/engine.h"
#include "sim/modality/world.h"

namespace {

using engine::modality::Engine;
using port::modality::Commands;
using port::modality::Event;
using port::modality::Happening;

// What the engine hears in the natural run of smart_non_modal over a script of two steps.
struct EventRecorder {
  std::vector<Event>& events;
  port::Instant now{};
  void heard(const Happening& what) { events.push_back({now, what}); }
  void commanded(const port::modality::Command&) {}
  void noticed(const port::modality::Fact& fact) {
    if (const auto* passed = std::get_if<port::modality::TimePassed>(&fact)) now += passed->span;
  }
};

std::vector<Event> natural_events() {
  auto plan = conformance::modality::table_plan(
      conformance::Budget::Quick,
      conformance::modality::one_cell(conformance::modality::table_rows));  // smart_non_modal
  plan.bounds = {};
  plan.start.stack = {sim::modality::EntryKind::Closable};
  plan.body = sim::modality::script_alphabet(1'000).at(2);
  const sim::modality::EngineSubject<Engine> engine{Engine(plan.limits)};
  const sim::modality::Worlds worlds(plan, engine);
  std::vector<Event> events;
  EventRecorder recorder{events};
  auto world = worlds.initial();
  sim::Choices choices;
  while (!worlds.final(world)) {
    choices.clear();
    worlds.choices(world, choices);
    worlds.apply(world, choices.front(), recorder);
  }
  return events;
}

void engine_steps(benchmark::State& state) {
  const auto events = natural_events();
  const auto limits = sim::modality::short_limits();
  const auto before = bench::allocations();
  std::uint64_t steps = 0;
  for (auto _ : state) {
    Engine engine(limits);
    for (const auto& event : events) {
      Commands commands;
      engine.step(event, commands);
      benchmark::DoNotOptimize(commands.data());
    }
    steps += events.size();
  }
  const auto allocated = static_cast<double>(bench::allocations() - before);
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
  state.counters["allocations/step"] = allocated / static_cast<double>(steps);
}
BENCHMARK(engine_steps);

void random_runs(benchmark::State& state) {
  const auto cell = static_cast<std::size_t>(state.range(0));
  constexpr std::uint64_t runs = 2'000;
  std::uint64_t done = 0, choices = 0, seed = 0;
  for (auto _ : state) {
    const auto sampled = conformance::modality::area().worlds().sample(
        {.row = cell, .seed = ++seed, .runs = runs}, sim::Serial(),
        [](std::uint64_t) { return true; });
    if (sampled.failure) state.SkipWithError("a run failed");
    done += sampled.runs;
    choices += sampled.choices;
  }
  state.SetLabel(conformance::modality::cell_name(cell).name);
  state.counters["runs/s"] =
      benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
  state.counters["choices/run"] = static_cast<double>(choices) / static_cast<double>(done);
}
BENCHMARK(random_runs)
    ->DenseRange(0, conformance::modality::table_rows + 2)
    ->Unit(benchmark::kMillisecond);

void distinct_worlds(benchmark::State& state) {
  const auto plan = conformance::modality::table_plan(conformance::Budget::Quick);
  const tools::Threads threads(static_cast<std::size_t>(state.range(0)));
  sim::SearchOptions options;
  options.stop_at_first = false;
  std::uint64_t states = 0, transitions = 0;
  double bytes = 0;
  for (auto _ : state) {
    const auto found = conformance::explore_plan(plan, "engine", nullptr, options, threads);
    if (!found.complete() || !found.failures.empty()) state.SkipWithError("the search failed");
    states += found.states;
    transitions += found.transitions;
    bytes = static_cast<double>(found.bytes_peak) / static_cast<double>(found.states);
  }
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsRate);
  state.counters["transitions/s"] =
      benchmark::Counter(static_cast<double>(transitions), benchmark::Counter::kIsRate);
  state.counters["bytes/world"] = sizeof(conformance::modality::JudgedWorld);
  state.counters["peak bytes/state"] = bytes;
}
BENCHMARK(distinct_worlds)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
