// The acknowledgement engine in every call of the simulated frontend, and in two at once, with the
// judge beside it; in worlds that owe nothing to the plans of the gate.
#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

#include "conformance/ack_judged.h"
#include "sim/explore.h"
#include "spec/ack_rules.h"

namespace conformance::acks {
namespace {

namespace world = sim::acks;

world::Plan plan_of(const engine::ack::Table& table) {
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
world::Plan plan_of_two(const engine::ack::Table& table) {
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

template <class Subject>
std::set<std::string> broken_rules(const world::Plan& plan, const Subject& subject, bool second) {
  const auto revision = second ? spec::ack::Revision::R2 : spec::ack::Revision::R1;
  const auto found = sim::explore(JudgedWorlds(plan, subject, revision),
                                  {.stop_at_first = false, .findings_max = 64, .edges = false});
  EXPECT_TRUE(found.complete());
  EXPECT_EQ(found.hangs, 0u);
  std::set<std::string> out;
  for (const auto& finding : found.findings)
    if (finding.kind != 0) out.insert(std::string(spec::ack::ack_rules[finding.kind - 1].id));
  return out;
}

TEST(AckJudged, TheEngineIsBlamedForNothing) {
  for (const bool second : {false, true}) {
    const auto& table = second ? engine::ack::table_r2() : engine::ack::table_r1();
    for (const auto& plan : {plan_of(table), plan_of_two(table)})
      EXPECT_THAT(broken_rules(plan, engine::ack::Engine(table), second), testing::IsEmpty());
  }
}

}  // namespace
}  // namespace conformance::acks
