// The app-server domain: complete conversations of a client, a mock server and a user, judged.
#include <benchmark/benchmark.h>

#include <memory>

#include "bench/allocations.h"
#include "conformance/appserver/judged.h"
#include "conformance/appserver/plans.h"
#include "engine/appserver/engine.h"
#include "sim/search/rng.h"

namespace {

using conformance::appserver::JudgedWorlds;
using Engine = engine::appserver::BasicEngine<engine::appserver::Small>;

struct Talk {
  const char* name;
  sim::appserver::Plan plan;
};
Talk talk_of(std::int64_t row) {
  using sim::appserver::Fault;
  sim::appserver::Plan plain;
  plain.user = sim::appserver::one_turn_of_a_chat();
  if (row == 0) return {"one turn, no faults", plain};
  if (row == 1)
    return {"two acts, an approval", *conformance::appserver::plan_named("appserver:turn")};
  return {"drawn, with a crash in a turn",
          conformance::appserver::sampled_plan(Fault::CrashInTurn, 1, 0)};
}

// Random runs, each to its end.
void conversations(benchmark::State& state) {
  static const auto limits = engine::appserver::real_limits();
  const auto talk = talk_of(state.range(0));
  using spec::appserver::clauses::clauses_on, spec::appserver::clauses::Party;
  auto on = clauses_on(Party::Client);
  if (talk.plan.server.faults.empty()) on |= clauses_on(Party::Server);
  const JudgedWorlds worlds(talk.plan,
                            std::make_shared<sim::appserver::EngineSubject<Engine>>(
                                Engine(limits, talk.plan.client.seed)),
                            spec::appserver::clauses::Judge({}, on));
  sim::Rng rng(1);
  sim::Choices choices;
  choices.reserve(1'000);
  std::uint64_t runs = 0, steps = 0, virtual_ms = 0;
  const auto before = bench::allocations();
  for (auto _ : state) {
    auto world = worlds.initial();
    JudgedWorlds::Tally tally;
    for (; worlds.status(world) == sim::Status::Running; ++steps) {
      choices.clear();
      worlds.choices(world, choices);
      const auto& choice = choices[rng.below(static_cast<std::uint32_t>(choices.size()))];
      virtual_ms += static_cast<std::uint64_t>(choice.after_ms);
      worlds.apply(world, choice, tally);
    }
    if (worlds.kind(world) != 0) state.SkipWithError("a run failed");
    ++runs;
  }
  const auto rate = [](std::uint64_t count) {
    return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
  };
  state.SetLabel(talk.name);
  state.counters["conversations/s"] = rate(runs);
  state.counters["steps/s"] = rate(steps);
  state.counters["virtual s/s"] = rate(virtual_ms / 1'000);
  state.counters["allocations/step"] =
      static_cast<double>(bench::allocations() - before) / static_cast<double>(steps);
  state.counters["bytes/world"] = sizeof(conformance::appserver::JudgedWorld);
}
BENCHMARK(conversations)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

}  // namespace
