#include "conformance/run/explored.h"

#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "conformance/modality/plans.h"

namespace conformance {
namespace {

sim::modality::Plan one_cell_plan() {
  auto plan = modality::table_plan(Budget::Quick, modality::one_cell(0));
  plan.bounds = {.entries = 1, .background = 0, .steps = 1};
  return plan;
}

std::set<std::pair<PlanFailure::Kind, std::string>> failed(const Explored& found) {
  std::set<std::pair<PlanFailure::Kind, std::string>> out;
  for (const PlanFailure& failure : found.failures) out.emplace(failure.kind, failure.rule);
  return out;
}

TEST(ExplorePlan, DepthFirstMeetsTheSameWorlds) {
  for (const char* const subject : {"engine", "mutant:result_sent_twice"}) {
    SCOPED_TRACE(subject);
    const auto plan = one_cell_plan();
    const sim::SearchOptions options{.stop_at_first = false, .edges = false};
    const auto wide = explore_plan(plan, subject, nullptr, options, sim::Serial());
    const auto deep = explore_plan_depth_first(plan, subject, nullptr, {.search = options});
    EXPECT_GT(wide.states, 500u);
    EXPECT_EQ(deep.end, wide.end);
    EXPECT_EQ(deep.states, wide.states);
    EXPECT_EQ(deep.transitions, wide.transitions);
    EXPECT_EQ(deep.finals, wide.finals);
    EXPECT_EQ(deep.fingerprint, wide.fingerprint);
    EXPECT_EQ(failed(deep), failed(wide));
  }
}

TEST(ExplorePlan, InGrowingRoundsFindsAFailureAsNearAsBreadthFirst) {
  const auto plan = one_cell_plan();
  const auto wide = explore_plan(plan, "mutant:result_sent_twice", nullptr, {}, sim::Serial());
  const auto deep = explore_plan_depth_first(plan, "mutant:result_sent_twice", nullptr,
                                             {.depth_start = 1, .depth_step = 1});
  ASSERT_EQ(wide.failures.size(), 1u);
  ASSERT_EQ(deep.failures.size(), 1u);
  EXPECT_EQ(deep.failures[0].path.size(), wide.failures[0].path.size());
}

}  // namespace
}  // namespace conformance
