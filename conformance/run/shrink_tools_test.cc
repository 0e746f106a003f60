// Failing calls of tools, alone and beside the policy, made small: everything that a careless
// reporter could have left in goes.
#include "conformance/run/shrink.h"

#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/run/explored.h"
#include "conformance/run/failure_place.h"
#include "sim/search/parallel.h"

namespace conformance {
namespace {

using nlohmann::json;
using testing::HasSubstr;

AnyScenario tools_scenario(const std::string& text) {
  auto loaded = parse_any_scenario(text, "test");
  const auto* error = std::get_if<sim::ScenarioError>(&loaded);
  EXPECT_EQ(error, nullptr) << (error == nullptr ? "" : sim::show(*error));
  return error == nullptr ? std::get<AnyScenario>(std::move(loaded)) : AnyScenario{};
}

// The shortest failure of all, made small, which is by a rule that begins like this.
Shrunk shrink_of(const AnyScenario& scenario, const std::string& subject, const std::string& rule) {
  const auto found = explore_plan(scenario.plan, subject, scenario.expect, {}, sim::Serial());
  for (const auto& failure : found.failures) {
    EXPECT_TRUE(failure.rule.starts_with(rule)) << failure.rule;
    auto result = shrink_failure({.plan = scenario.plan,
                                  .subject = subject,
                                  .expect = scenario.expect,
                                  .failure = failure,
                                  .name = "test"});
    const auto* error = std::get_if<ShrinkError>(&result);
    EXPECT_EQ(error, nullptr) << (error == nullptr ? "" : error->what);
    return error == nullptr ? std::get<Shrunk>(std::move(result)) : Shrunk{};
  }
  ADD_FAILURE() << subject << " breaks nothing";
  return {};
}

// What the file says beside its head.
json body_of(const Shrunk& shrunk) {
  auto out = json::parse(shrunk.document);
  for (const auto* head : {"area", "format", "story", "rules", "mutant"}) out.erase(head);
  return out;
}

TEST(ShrinkingToolCalls, LeavesTheCallAndWhatItMeets) {
  const auto scenario = tools_scenario(R"({
    "area": "ack", "format": 1, "story": "s", "revision": "r2",
    "call": {"tool": "nav_to_parent", "meets": ["slow", "responsive", "drops"]},
    "second": {"tool": "mkdir", "at_ms": [0, 100]},
    "frontend": {"settings_open": true, "viewers": 2, "tracker": false,
                 "latencies": {"slow_ms": [2500, 4500], "notify_ms": [0, 50]}},
    "background": [{"event": "move_focus", "at_ms": [0, 500]},
                   {"event": "tracker_comes", "at_ms": 700}]
  })");
  const auto out = shrink_of(scenario, "mutant:short_navigation", "ACK-19");
  auto body = body_of(out);
  EXPECT_EQ(body["revision"], "r2");
  EXPECT_EQ(body["call"]["tool"], "nav_to_parent");
  for (const auto* gone : {"second", "background"}) EXPECT_FALSE(body.contains(gone)) << gone;
  for (const auto* gone : {"settings_open", "viewers", "tracker"})
    EXPECT_FALSE(body.value("frontend", json::object()).contains(gone)) << gone;
  EXPECT_GT(out.before.fields, out.after.fields);
  EXPECT_THAT(show(out), HasSubstr("2 calls to 1, 2 background events to 0, "));
  EXPECT_THAT(show(out), HasSubstr(" fields to "));
}

// Nothing is counted as a part here, and yet something is left out.
TEST(ShrinkingToolCalls, SaysThatFieldsWereLeftOut) {
  const auto scenario = tools_scenario(R"({
    "area": "ack", "format": 1, "story": "s", "call": {"tool": "sort", "meets": "stalled"},
    "frontend": {"settings_open": true, "viewers": 2}
  })");
  const auto out = shrink_of(scenario, "mutant:ok_on_giving_up", "ACK-31");
  EXPECT_EQ(out.before.parts, out.after.parts);
  EXPECT_THAT(show(out), HasSubstr("fields to "));
  EXPECT_THAT(show(out), testing::Not(HasSubstr("nothing could")));
}

constexpr auto padded = R"({
  "area": "joint", "format": 1, "story": "s", "call": {"modal": "smart_non_modal"},
  "ide": {"stack": ["slow", "closable"], "documents": ["uncommitted", "clean"],
          "index": "dumb_ending"},
  "body": ["edit", {"sleep_ms": 500}, {"call": "isModal"}],
  "background": [{"event": "disk_changes", "at_ms": 500}],
  "tool": {"tool": "copy", "auto_confirm": true, "at_ms": [0, 250], "revision": "r2",
           "frontend": {"settings_open": true, "viewers": 2, "tracker": false}}
})";

TEST(ShrinkingJointScenarios, LeavesBothCallsAndNothingElse) {
  const auto scenario = tools_scenario(padded);
  const auto out = shrink_of(scenario, "mutant:smart_without_sweep", "MOD-");
  const auto body = body_of(out);
  EXPECT_EQ(body, json::parse(R"({
    "call": {"modal": "smart_non_modal"}, "ide": {"stack": ["closable"]},
    "tool": {"tool": "copy", "revision": "r2"}})"));
  EXPECT_EQ(out.scenario.plan.area()->name(), "joint");
  EXPECT_EQ(out.end, sim::ShrinkEnd::Fixpoint);
  EXPECT_THAT(show(out), HasSubstr("3 instructions to 0, 2 modal entries to 1, 2 documents to 0, "
                                   "1 background event to 0"));
}

TEST(ShrinkingJointScenarios, LeavesTheToolThatIsTreatedWrong) {
  const auto out = shrink_of(tools_scenario(padded), "mutant:capture_after_dispatch", "ACK-01");
  auto body = body_of(out);
  EXPECT_EQ(body["tool"]["tool"], "copy");
  for (const auto* gone : {"ide", "body", "background"}) EXPECT_FALSE(body.contains(gone)) << gone;
  EXPECT_FALSE(body["tool"].contains("frontend"));
  EXPECT_FALSE(body["tool"].contains("at_ms"));
}

TEST(ShrinkingJointScenarios, LeavesTheAgentThatIsTreatedWrong) {
  const auto scenario = tools_scenario(R"({
    "area": "joint", "format": 1, "story": "s", "call": {"modal": "smart_non_modal"},
    "body": [{"sleep_ms": 1000}], "background": [{"event": "open_closable", "at_ms": [0, 1000]}],
    "talk": {"server": {"turns": [{"items": [{"kind": "tool", "in_ide": true, "asks": true}]}]},
             "latencies": {"step_ms": [0, 500]},
             "beside": [{"do": "stop", "at_ms": [0, 2000]}], "approvals": "closable"}
  })");
  const auto out = shrink_of(scenario, "mutant:silence_is_consent", "APR-02");
  auto body = body_of(out);
  for (const auto* gone : {"body", "background", "tool"}) EXPECT_FALSE(body.contains(gone)) << gone;
  EXPECT_EQ(body["talk"]["server"]["turns"][0]["items"][0]["asks"], true);
  EXPECT_FALSE(body["talk"].contains("beside"));
}

// What the scenario expects decides here, so it is kept as it is.
TEST(ShrinkingJointScenarios, KeepsAnEndThatNothingExpects) {
  const auto scenario = tools_scenario(R"({
    "area": "joint", "format": 1, "story": "s", "call": {"modal": "unleashed"},
    "ide": {"stack": ["refusing", "closable"]}, "body": ["edit"],
    "tool": {"tool": "mkdir", "frontend": {"viewers": 2}},
    "expect": {"results": [{"call": {"verdict": "ok"}, "tool": {"status": "ok"}}]}
  })");
  const auto out = shrink_of(scenario, "engine", "");
  EXPECT_EQ(out.failure.kind, PlanFailure::Kind::Unexpected);
  EXPECT_EQ(texts_of(out.scenario.expect), texts_of(scenario.expect));
  auto body = body_of(out);
  EXPECT_EQ(body["ide"], json::parse(R"({"stack": ["closable"]})"));
  EXPECT_EQ(body["tool"], json::parse(R"({"tool": "mkdir"})"));
}

}  // namespace
}  // namespace conformance
