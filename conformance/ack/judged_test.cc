// The acknowledgement engine in every call of the simulated frontend, and in two at once, with the
// judge beside it; in worlds that owe nothing to the plans of the gate.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/ack/plans.h"
#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
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

// ACK-21 is no MUST.
TEST(AckJudged, WhatALevelLeavesOutIsNotDemanded) {
  const auto plan = *plan_named("ack:r1:dialog_open_settings");
  const auto broken_by = [&](const Candidate& subject) {
    const auto found =
        explore_plan(plan, subject, nullptr, {.stop_at_first = false}, sim::Serial());
    EXPECT_TRUE(found.complete());
    std::vector<std::string> out;
    for (const auto& failure : found.failures) out.emplace_back(failure.rule);
    return out;
  };
  const spec::RuleScope must{.weakest = spec::Level::Must};
  for (const auto* name : {"mutant:no_note", "mutant:notes_always"}) {
    EXPECT_EQ(broken_by(name), std::vector<std::string>{"ACK-21"}) << name;
    EXPECT_EQ(broken_by({name, must}), std::vector<std::string>{}) << name;
  }
  EXPECT_EQ(broken_by({"mutant:ok_at_dispatch", {.only = "ACK-03"}}),
            std::vector<std::string>{"ACK-03"});
}

}  // namespace
}  // namespace conformance::ack
