// The acknowledgement engine in every call of the simulated frontend, and in two at once, with the
// judge beside it; in worlds that owe nothing to the plans of the gate.
#include <gtest/gtest.h>

#include "conformance/run/explored.h"
#include "engine/ack/engine.h"
#include "sim/ack/plan.h"
#include "sim/search/parallel.h"

namespace conformance::ack {
namespace {

namespace world = sim::ack;

world::Plan plan_of(const port::ack::Table& table) {
  using world::Background;
  using world::Behaviour;
  return {
      .table = &table,
      .settings = {0},
      .viewer = {1},
      .grid = {.step_ms = 0},
      .latencies = {.process = {0, 2'000},
                    .slow = {0, 10'000},
                    .notify = {0, 100},
                    .late = {6'000, 6'000}},
      .calls = world::calls_of(table),
      .behaviours = {Behaviour::Responsive, Behaviour::Stalled, Behaviour::Silent,
                     Behaviour::Unchanged, Behaviour::OtherDialog, Behaviour::Refuses,
                     Behaviour::RepliesToOther, Behaviour::RepliesTwice, Behaviour::RepliesLate},
      .starts = {{},
                 {.settings = true, .viewers = 3, .dialog = true},
                 {.store = false, .tracker = false, .windows = false}},
      .background = {Background::PushRight, Background::PushTabs, Background::PushUnknown,
                     Background::MoveFocus, Background::ViewerCloses},
      .background_max = 1};
}

// A second call beside the first: one waits for a dialog and the other for its own, one that
// the frontend may carry out while it loses the other.
world::Plan plan_of_two(const port::ack::Table& table) {
  auto plan = plan_of(table);
  plan.calls.clear();
  for (const auto& call : world::calls_of(table)) {
    if (call.name == "mkdir") plan.calls.push_back(call);
    if (call.name == "mkfile") plan.second.push_back(call);
  }
  plan.second_window = {0, 300};
  plan.behaviours = {world::Behaviour::Responsive, world::Behaviour::Drops};
  plan.starts = {{}};
  plan.background_max = 0;
  return plan;
}

TEST(AckJudged, TheEngineIsBlamedForNothing) {
  for (const auto* table : {&engine::ack::table_r1(), &engine::ack::table_r2()}) {
    for (const auto& plan : {plan_of(*table), plan_of_two(*table)}) {
      const auto found =
          explore_plan(plan, "engine", nullptr,
                       {.stop_at_first = false, .findings_max = 64, .edges = false}, sim::Serial());
      EXPECT_TRUE(found.complete());
      for (const auto& failure : found.failures) ADD_FAILURE() << failure.rule;
    }
  }
}

}  // namespace
}  // namespace conformance::ack
