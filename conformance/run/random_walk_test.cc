#include "conformance/run/random_walk.h"

#include <array>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/ack/area.h"
#include "conformance/area/worlds.h"
#include "conformance/modality/plans.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "conformance/run/sample.h"
#include "conformance/story/print.h"
#include "run/engine_program_testing.h"

namespace conformance {
namespace {

using StrategyKind = sim::RandomStrategy::Kind;
using testing::HasSubstr;
using testing::Not;

constexpr std::array strategies{sim::RandomStrategy{StrategyKind::Uniform, 0},
                                sim::RandomStrategy{StrategyKind::Pct, 3},
                                sim::RandomStrategy{StrategyKind::DelayBounded, 2},
                                sim::RandomStrategy{StrategyKind::Portfolio, 0}};

bool always(std::uint64_t) { return true; }

TEST(RandomWalks, FindAMutantAndTheRunThatShowsIt) {
  const auto plan = modality::table_plan(Budget::Quick);
  constexpr auto subject = "mutant:result_sent_twice";
  for (const auto strategy : strategies) {
    SCOPED_TRACE(sim::show(strategy));
    const WalkRequest request{
        .plan = plan, .subject = subject, .seed = 3, .runs = 40'000, .strategy = strategy};
    const auto walks = random_walks(request, always);
    ASSERT_TRUE(walks.failure);
    const auto again = random_walks(request, always);
    EXPECT_EQ(again.runs, walks.runs);
    EXPECT_EQ(again.choices, walks.choices);
    EXPECT_EQ(again.failure->path, walks.failure->path);
    const auto run = rerun({.plan = plan, .subject = subject, .path = walks.failure->path});
    EXPECT_EQ(run.end, Rerun::End::Broken);
    EXPECT_EQ(broken_rule(run), walks.failure->rule);
  }
}

TEST(RandomWalks, OfTheEngineFindNothing) {
  const auto plan = modality::table_plan(Budget::Quick);
  for (const auto strategy : strategies) {
    const auto walks = random_walks({.plan = plan, .runs = 500, .strategy = strategy}, always);
    EXPECT_FALSE(walks.failure) << sim::show(strategy);
    EXPECT_EQ(walks.runs, 500u);
  }
}

TEST(RandomRuns, AskAProgramNothingThatIsNotJudged) {
  constexpr std::string_view name = "exec:counts";
  int asked = 0;
  add_program(std::string(name),
              std::make_shared<EngineProgram>(ack::area(), [&](const auto&, const auto&) {
                ++asked;
                return std::string();
              }));
  const auto& worlds = ack::area().worlds();
  const SampleRequest request{.subject = {name}, .runs = 0};
  random_walks({.plan = worlds.sampled(request, 0).plan, .subject = {name}, .runs = 0}, always);
  worlds.sample(request, sim::Serial(), always);
  EXPECT_EQ(asked, 0);
  add_program(std::string(name), nullptr);
}

// The last task first.
class Backwards final : public sim::Parallel {
 public:
  void run(std::size_t tasks, sim::TaskRef task) const override {
    for (std::size_t left = tasks; left > 0; --left) task(left - 1);
  }
};

TEST(Samples, OfEachStrategyDoNotDependOnTheOrderOfTasks) {
  std::uint64_t last = 0;
  for (const auto strategy : strategies) {
    const SampleRequest request{.row = 2, .runs = 500, .strategy = strategy};
    const auto forwards = modality::area().worlds().sample(request, sim::Serial(), always);
    const auto backwards = modality::area().worlds().sample(request, Backwards(), always);
    EXPECT_EQ(forwards.runs, 500u);
    EXPECT_EQ(forwards.choices, backwards.choices);
    EXPECT_EQ(forwards.fingerprint, backwards.fingerprint);
    EXPECT_FALSE(forwards.failure);
    EXPECT_NE(forwards.fingerprint, last) << "each strategy draws other runs";
    last = forwards.fingerprint;
  }
}

TEST(Print, TellsABusyLoopFromOneInWhichTimePasses) {
  Rerun run;
  run.outcome.area = &modality::area();
  run.steps.emplace_back();
  run.steps.back().label = {"IDE", "looks again"};
  run.cycle_begin = 0;
  EXPECT_THAT(print_lanes(run), HasSubstr("the same for ever at this instant:"));
  run.cycle_ms = 500;
  EXPECT_THAT(print_lanes(run), HasSubstr("the same for ever:"));
  EXPECT_THAT(print_lanes(run), Not(HasSubstr("at this instant")));
}

}  // namespace
}  // namespace conformance
