// Drawn worlds: whatever letters meet in them, the judge and the engine that ships agree. What
// fails is named so that `orrery replay` shows it.
#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "conformance/appserver/area.h"
#include "conformance/appserver/judged.h"
#include "conformance/appserver/plans.h"
#include "conformance/area/worlds.h"
#include "conformance/run/sample.h"
#include "sim/appserver/faults.h"
#include "sim/search/parallel.h"
#include "sim/search/random.h"

namespace conformance::appserver {
namespace {

std::string schedule_of(const PlanFailure& failure) {
  std::string out;
  for (const auto each : failure.path) out += (out.empty() ? "" : ",") + std::to_string(each);
  return out;
}

// All rows, so many worlds of each.
void expect_agreement(std::uint64_t seed, std::uint64_t runs) {
  for (std::size_t row = 0; row < sim::appserver::fault_kinds; ++row) {
    const SampleRequest request{.subject = "engine", .row = row, .seed = seed, .runs = runs};
    const auto sampled =
        area().worlds().sample(request, sim::Serial(), [](std::uint64_t) { return true; });
    EXPECT_EQ(sampled.runs, runs);
    if (!sampled.failure) continue;
    ADD_FAILURE() << "orrery replay "
                  << sampled_name(static_cast<sim::appserver::Fault>(row), seed, sampled.failed_run)
                  << " --schedule " << schedule_of(*sampled.failure) << ": "
                  << sampled.failure->rule;
  }
}

TEST(AppserverDrawn, JudgeAndEngineAgree) { expect_agreement(1, 100); }

TEST(AppserverDrawn, DISABLED_JudgeAndEngineAgreeInAMillionWorlds) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    RecordProperty("seed", std::to_string(seed));
    expect_agreement(seed, 10'000);
  }
}

// The engine with the capacities of a live client. Its state is larger than a world's room for a
// subject, so that holds the number of one that is kept here.
class Shipped final : public sim::appserver::Subject {
 public:
  explicit Shipped(const engine::appserver::Limits& limits) : limits_(limits) {}

  State initial() const override {
    kept_.assign(1, {});
    return State::holding(std::uint32_t{0});
  }
  void step(State& state, const Event& event, Commands& out) const override {
    with(state, [&](auto& engine) { engine.step(event, out); });
  }
  void rebase(State& state, port::Instant now) const override {
    with(state, [&](auto& engine) { engine.rebase(now); });
  }

 private:
  template <class Use>
  void with(State& state, Use use) const {
    engine::appserver::Engine engine(limits_, 1, kept_[state.get<std::uint32_t>()]);
    use(engine);
    state.put(static_cast<std::uint32_t>(kept_.size()));
    kept_.push_back(engine.state());
  }

  engine::appserver::Limits limits_;
  mutable std::vector<engine::appserver::State> kept_;
};

void expect_that_what_ships_agrees(std::uint64_t runs) {
  for (std::size_t row = 0; row < sim::appserver::fault_kinds; ++row)
    for (std::uint64_t number = 0; number < runs; ++number) {
      const auto plan = sampled_plan(static_cast<sim::appserver::Fault>(row), 1, number);
      auto limits = engine::appserver::real_limits();
      limits.opts_out = plan.client.opts_out;
      auto on = spec::appserver::clauses::clauses_on(spec::appserver::clauses::Party::Client);
      const auto worlds = JudgedWorlds::of_own(plan, std::make_shared<const Shipped>(limits),
                                               spec::appserver::clauses::Judge({}, on));
      sim::ModelRun<JudgedWorlds> run(worlds);
      sim::Picker picker({}, 0, sim::Rng(number));
      sim::random_run(worlds, picker, 5'000, run, sim::VisitNothing());
      EXPECT_EQ(run.end, sim::RunEnd::Final)
          << "row " << row << ", run " << number << ", rule " << sim::kind_of(worlds, run.state);
    }
}

TEST(AppserverDrawn, WhatShipsIsJudged) { expect_that_what_ships_agrees(20); }

TEST(AppserverDrawn, DISABLED_WhatShipsIsJudgedInThirtyThousandWorlds) {
  expect_that_what_ships_agrees(1'000);
}

TEST(AppserverDrawn, AllLettersAreDrawn) {
  std::size_t acts = 0, methods = 0, chats = 0;
  for (std::uint64_t run = 0; run < 50; ++run) {
    const auto plan = sampled_plan(sim::appserver::Fault::Hang, 1, run);
    EXPECT_EQ(sim::appserver::fault_of(plan), "") << run;
    for (const auto& act : plan.free) {
      acts |= std::size_t{1} << static_cast<unsigned>(act.what);
      methods |= std::size_t{1} << static_cast<unsigned>(act.method);
      chats |= std::size_t{1} << act.chat;
    }
  }
  EXPECT_EQ(acts, (std::size_t{1} << sim::appserver::act_kinds) - 2);  // All but the opening.
  EXPECT_EQ(chats, 14u);
  EXPECT_EQ(std::popcount(methods), 3);
}

// A run of which the judge loses sight is not judged: few may be such.
TEST(AppserverDrawn, MostRunsAreFollowedToTheirEnds) {
  std::size_t all = 0, lost = 0;
  for (std::size_t row = 0; row < sim::appserver::fault_kinds; ++row)
    for (std::uint64_t number = 0; number < 20; ++number) {
      const auto worlds =
          judged_worlds(sampled_plan(static_cast<sim::appserver::Fault>(row), 1, number), "engine");
      sim::ModelRun<JudgedWorlds> run(worlds);
      sim::Picker picker({}, 0, sim::Rng(number));
      sim::random_run(worlds, picker, 5'000, run, sim::VisitNothing());
      ++all;
      lost += run.tally.lost_sight;
    }
  EXPECT_LT(10 * lost, all) << lost << " of " << all;
}

}  // namespace
}  // namespace conformance::appserver
