// A tool beside the policy: what blocks it, and what the files that say so may hold.
#include "sim/joint/world.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/ack/engine.h"
#include "engine/modality/engine.h"
#include "sim/joint/scenario.h"

namespace sim::joint {
namespace {

using testing::HasSubstr;
using Both = Worlds<modality::Worlds>;

std::string with(std::string_view tool, std::string_view fields = "") {
  return fmt::format(R"({{"area": "joint", "format": 1, "story": "s",
                         "call": {{"modal": "unleashed"}}, "tool": {}{}{}}})",
                     tool, fields.empty() ? "" : ", ", fields);
}
std::string message_of(const std::string& text) {
  const auto loaded = scenarios().parse(text, "t");
  const auto* error = std::get_if<ScenarioError>(&loaded);
  return error == nullptr ? "no error" : show(*error);
}
Plan plan_of(const std::string& text) {
  auto loaded = scenarios().parse(text, "t");
  const auto* error = std::get_if<ScenarioError>(&loaded);
  EXPECT_EQ(error, nullptr) << show(*error);
  return error == nullptr ? std::get<Scenario>(loaded).plan : Plan{};
}

// One run, choice by choice, each named by a part of its label.
class OneRun {
 public:
  explicit OneRun(const Plan& plan)
      : policy_engine_(engine::modality::Engine(plan.policy.limits)),
        tool_engine_(engine::ack::Engine(*plan.tool->plan.table)),
        tool_worlds_(plan.tool->plan, tool_engine_),
        both_(plan, policy_engine_, &tool_worlds_, nullptr) {
    both_.begin(world());
  }

  // Every instant at which what this part names may happen now, from now on.
  std::set<std::int32_t> instants(const std::string& part) const {
    std::set<std::int32_t> out;
    for (const auto& choice : offered())
      if (label(choice).find(part) != std::string::npos) out.insert(choice.after_ms);
    return out;
  }
  // At that instant, or at the first possible one.
  void take(const std::string& part, std::int32_t after_ms = -1) {
    for (const auto& choice : offered()) {
      const bool at = after_ms < 0 || choice.after_ms == after_ms;
      if (!at || label(choice).find(part) == std::string::npos) continue;
      apply(choice);
      now_ms_ += choice.after_ms;
      return;
    }
    ADD_FAILURE() << part << " is not offered";
  }
  void end() {
    while (!both_.final(ide_, tool_, talk_)) {
      const auto choices = offered();
      ASSERT_FALSE(choices.empty());
      apply(choices[0]);
      now_ms_ += choices[0].after_ms;
    }
  }
  const Outcome& outcome() const { return outcome_; }
  std::int32_t now_ms() const { return now_ms_; }

 private:
  struct Sinks {
    sim::modality::Outcome& ide;
    ack::Outcome& tool;
    appserver::Outcome& talk;
    void noticed(const auto&) {}
  };
  Both::World world() { return {ide_, tool_, talk_, links_}; }
  void apply(const Choice& choice) {
    Sinks sinks{outcome_.call.runs[0], outcome_.tool, outcome_.talk};
    both_.apply(world(), choice, sinks);
  }
  Choices offered() const {
    Choices out;
    both_.choices(ide_, tool_, talk_, out);
    return out;
  }
  std::string label(const Choice& choice) const {
    return both_.label(ide_, tool_, talk_, choice).text;
  }

  modality::EngineSubject<engine::modality::Engine> policy_engine_;
  ack::EngineSubject<engine::ack::Engine> tool_engine_;
  ack::Worlds tool_worlds_;
  Both both_;
  sim::modality::World ide_{};
  ack::World tool_{};
  appserver::World talk_{};
  Links links_{};
  Outcome outcome_{};
  std::int32_t now_ms_ = 0;
};

TEST(JointWorld, AnActionThatADialogHoldsBackIsDueAgainWhenItGoes) {
  const auto plan =
      plan_of(with(R"({"tool": "sort", "frontend": {"latencies": {"process_ms": [50, 100]}}})",
                   R"("ide": {"latencies": {"passing": {"ends_ms": 50}}},
              "background": [{"event": "open_passing", "at_ms": 50}],
              "body": [{"sleep_ms": 2000}])"));
  OneRun run(plan);
  for (const char* part : {"call unleashed", "sort", "start", "captured", "dispatched", "looked"})
    run.take(part);
  run.take("sleep");
  EXPECT_EQ(run.instants("processed"), (std::set<std::int32_t>{50}));  // A tie with the dialog.
  run.take("open_passing");
  EXPECT_THAT(run.instants("processed"), testing::IsEmpty());
  run.take("disposed");
  EXPECT_EQ(run.now_ms(), 100);
  EXPECT_EQ(run.instants("processed"), (std::set<std::int32_t>{50, 100}));
  run.end();
  EXPECT_EQ(run.outcome().tool.calls[0].status, port::ack::Status::Ok);
  EXPECT_TRUE(run.outcome().tool.calls[0].processed);
}

TEST(JointWorld, WhatIsStillOpenAfterTheResultBlocksStill) {
  const auto plan = plan_of(with(R"({"tool": "mkdir"})", R"("ide": {"stack": ["refusing"]})"));
  OneRun run(plan);
  run.take("call unleashed");
  run.end();
  EXPECT_EQ(run.outcome().call.runs[0].results, 1);
  EXPECT_EQ(run.outcome().tool.calls[0].status, port::ack::Status::Missing);
  EXPECT_FALSE(run.outcome().tool.calls[0].processed);
  EXPECT_EQ(run.now_ms(), 1'500);
}

TEST(JointWorld, ThePolicyBeginsFirstAndTheToolInItsOwnWindow) {
  const auto plan =
      plan_of(with(R"({"tool": "mkdir", "at_ms": [100, 200]})", R"("body": [{"sleep_ms": 2000}])"));
  OneRun run(plan);
  EXPECT_THAT(run.instants("mkdir"), testing::IsEmpty());
  run.take("call unleashed");
  run.take("sleep");
  EXPECT_EQ(run.instants("mkdir"), (std::set<std::int32_t>{100, 200}));
  run.end();
  EXPECT_EQ(run.now_ms(), 2'000);
}

TEST(JointScenario, IsRefusedWithPlaceFaultAndRemedy) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> rows{
      {R"({"area": "joint", "format": 1, "story": "s", "call": {"modal": "unleashed"}})",
       {"nothing stands beside"}},
      {R"({"area": "ack"})", {"/area", "`joint` is wanted"}},
      {with("1"), {"/tool", "an object"}},
      {with(R"({"tool": "mkdirr"})"), {"/tool/tool", "`mkdir`"}},
      {with(R"({"tool": "mkdir", "at_ms": [0, "never"]})"), {"never be called"}},
      {with(R"({"tool": "mkdir"})", R"("grid_ms": "coarse")"), {"/grid_ms", "no coarse grid"}},
      {with(R"({"tool": "mkdir"})", R"("grid_ms": 500)"), {"/grid_ms", "poll interval (100 ms)"}},
      {with(R"({"tool": "mkdir"})", R"("talk": {"approvals": "progress"})"), {"shows as a dialog"}},
      {with(R"({"tool": "mkdir"})",
            R"("talk": {"server": {"turns": [{"items": [
                 {"kind": "tool", "in_ide": true, "end": "failed"}]}]}})"),
       {"ends as its call does"}},
      {R"({"area": "joint", "format": 1, "story": "s",
           "calls": [{"modal": "unleashed"}, {"modal": "unleashed", "at_ms": 500}],
           "talk": {"server": {"turns": [{"items": [{"kind": "tool", "in_ide": true}]}]}}})",
       {"begins the second call too", "`at_ms`"}},
  };
  for (const auto& [text, parts] : rows)
    for (const auto& part : parts) EXPECT_THAT(message_of(text), HasSubstr(part));
}

}  // namespace
}  // namespace sim::joint
