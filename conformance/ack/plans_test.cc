// The plans of the acknowledgement gate: their names, what they cover, and their grid.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "ack/subject.h"
#include "conformance/ack/area.h"
#include "conformance/ack/judged.h"
#include "conformance/ack/plans.h"
#include "engine/ack/engine.h"

namespace conformance::ack {
namespace {

TEST(AckPlans, HaveNamesByWhichTheyAreFound) {
  std::set<std::string> names;
  for (const auto revision : all_revisions()) {
    for (const auto& name : plan_names(revision)) {
      EXPECT_TRUE(names.insert(name).second) << name;
      const auto plan = plan_named(name);
      ASSERT_TRUE(plan.has_value()) << name;
      EXPECT_EQ(revision_of(*plan), revision) << name;
      EXPECT_GT(worlds_covered(*plan), 0u) << name;
    }
  }
  for (const auto* name : {"", "ack", "ack:r1", "ack:r9:mkdir", "ack:r1:mkdirs", "ack:r2:row"})
    EXPECT_FALSE(plan_named(name).has_value()) << name;
}

TEST(AckPlans, HaveARowForEachRequestOfTheTable) {
  for (const auto revision : all_revisions())
    EXPECT_EQ(
        rows_of(revision).size(),
        std::ranges::count(table_of(revision).rows, port::ack::Part::First, &port::ack::Row::part));
  const auto refused = *plan_named("ack:r1:refused");
  std::set<std::string> names;
  for (const auto& call : refused.calls) names.insert(call.name);
  for (const auto* unknown : {"compress", "rename"})
    EXPECT_TRUE(names.contains(unknown)) << unknown;
  EXPECT_TRUE(names.contains("dialog_open delete-confirmation"));
}

TEST(AckPlans, CoverTheProductOfTheirAlternatives) {
  // A dialog that is asked for: 8 starts; 8 frontends, since 10 are of round trips or
  // pushes, 1 of pushes alone and 1 of viewers; nothing beside it, or one of 6 things.
  EXPECT_EQ(worlds_covered(*plan_named("ack:r1:mkdir")), 8u * 8u * 7u);
  // A file goes one of three ways.
  EXPECT_EQ(worlds_covered(*plan_named("ack:r1:open_under_cursor")), 8u * 17u * 3u * 6u);
}

// What a search of this plan can say at all, without counts and lengths.
auto findings(sim::ack::Plan plan, std::string_view subject, std::int32_t step_ms) {
  plan.grid = {.step_ms = step_ms};
  const auto found = explore_calls(plan, subject, {.stop_at_first = false}, sim::Serial());
  EXPECT_TRUE(found.complete());
  std::set<std::string> rules;
  for (const auto& failure : found.failures) rules.insert(failure.rule);
  std::set<std::tuple<Truth, int>> lies;
  for (const auto& lie : found.lie_runs) lies.emplace(lie.kind, lie.classes);
  std::set<std::tuple<std::size_t, std::size_t>> endings;
  for (std::size_t column = 0; column < found.ended.size(); ++column)
    for (std::size_t kind = 0; kind < truths; ++kind)
      if (found.ended[column].kinds[kind] > 0) endings.emplace(column, kind);
  return std::tuple(rules, lies, endings, found.exercised_in(area()));
}

constexpr const char* grid_subjects[] = {"engine", "mutant:gives_up_without_a_look",
                                         "mutant:slow_poll", "mutant:capture_after_dispatch"};

// The number is that of the first of two starts: of a frontend that is up, and of one that is
// starting.
class AckGrid : public testing::TestWithParam<std::tuple<const char*, const char*, std::size_t>> {};

// 50 ms divides all delays in play.
TEST_P(AckGrid, TheCoarseOneShowsWhatTheReferenceShows) {
  const auto [name, subject, first] = GetParam();
  auto plan = *plan_named(name);
  plan.starts = {plan.starts[first], plan.starts[first + 1]};
  EXPECT_EQ(first > 0, !plan.starts[0].store);
  EXPECT_EQ(findings(plan, subject, 0), findings(plan, subject, 50));
}

INSTANTIATE_TEST_SUITE_P(
    All, AckGrid,
    testing::Combine(testing::Values("ack:r1:sort", "ack:r1:mkdir", "ack:r1:dialog_close_settings",
                                     "ack:r1:dialog_close_file_viewer_one", "ack:r2:select"),
                     testing::ValuesIn(grid_subjects), testing::Values(0, 3)));

class AckPairsGrid : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(AckPairsGrid, TheCoarseOneShowsWhatTheReferenceShows) {
  const auto [name, subject] = GetParam();
  auto plan = *plan_named(name);
  const auto others = std::exchange(plan.second, {});
  for (std::size_t i = 0; i < others.size(); i += 8) plan.second.push_back(others[i]);
  EXPECT_EQ(findings(plan, subject, 0), findings(plan, subject, 50));
}

INSTANTIATE_TEST_SUITE_P(All, AckPairsGrid,
                         testing::Combine(testing::Values("ack:r1:pairs:sort",
                                                          "ack:r1:pairs:dialog_close_settings",
                                                          "ack:r2:pairs:select"),
                                          testing::ValuesIn(grid_subjects)));

}  // namespace
}  // namespace conformance::ack
