// What one side of a joint world is for another, in worlds too small for a scenario of the tree.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "conformance/joint/area.h"
#include "conformance/run/explored.h"
#include "sim/joint/scenario.h"
#include "sim/search/parallel.h"

namespace conformance::joint {
namespace {

// What every schedule of it comes to, if it is not what it expects.
std::string failure_of(std::string_view calls, std::string_view talk, std::string_view result) {
  const auto text = fmt::format(R"({{"area": "joint", "format": 1, "story": "s", {},
      "talk": {{{}}}, "expect": {{"results": [{}]}}}})",
                                calls, talk, result);
  const auto loaded = sim::joint::scenarios().parse(text, "test");
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded)) return sim::show(*error);
  const auto& scenario = std::get<sim::joint::Scenario>(loaded);
  const auto found = explore_plan(scenario.plan, "engine", &scenario.expect, {}, sim::Serial());
  if (!found.failures.empty()) return "fails " + found.failures[0].rule;
  return found.complete() && found.results_met == 1 ? "" : "not met";
}

constexpr std::string_view one_call = R"("call": {"modal": "unleashed"})";

// The dialog of the second approval covers that of the first, until it is decided.
TEST(JointCouplings, OnlyTheApprovalInFrontIsDecided) {
  EXPECT_EQ(failure_of(one_call, R"(
      "server": {"turns": [{"items": [
          {"kind": "command", "subject": 1, "asks": true, "beside": true},
          {"kind": "command", "subject": 2, "asks": true, "beside": true},
          {"kind": "tool", "in_ide": true}]}]},
      "latencies": {"step_ms": 100}, "approvals": "closable",
      "user": [{"do": "open"}, {"do": "start_chat"}, {"do": "say", "when": "ready"},
               {"do": "decide", "when": "asked", "number": 2, "at_ms": 2000}],
      "beside": [{"do": "decide", "number": 1, "at_ms": 1500}])",
                       R"({"talk": {"asks": 2, "accepts": 1, "withdrawals": ["timed_out"]}})"),
            "");
}

// What has the event thread takes no press, though nothing covers the dialog.
TEST(JointCouplings, NothingIsDecidedWhileTheEventThreadIsHeld) {
  EXPECT_EQ(failure_of(std::string(one_call) +
                           R"(, "background": [{"event": "ui_freezes", "at_ms": 1000}])",
                       R"(
      "server": {"turns": [{"items": [{"kind": "tool", "in_ide": true, "asks": true}]}]},
      "latencies": {"step_ms": 100}, "approvals": "closable",
      "beside": [{"do": "decide", "number": 1, "at_ms": [1100, 1500]}])",
                       R"({"talk": {"accepts": 0, "withdrawals": ["timed_out"]}, "begun": 0})"),
            "");
}

// An item that comes to an IDE without a call for it is not waited for.
TEST(JointCouplings, AnItemWithoutACallFailsAtOnce) {
  EXPECT_EQ(failure_of(one_call, R"(
      "server": {"turns": [{"items": [{"kind": "tool", "in_ide": true}]}]},
      "user": [{"do": "open"}, {"do": "start_chat"}, {"do": "say", "when": "ready"},
               {"do": "say", "when": "turn_over"}])",
                       R"({"call": {"verdict": "ok"}, "talk": {"turns": 2, "end": "completed"},
                           "begun": 1})"),
            "");
}

// The first item that comes begins the first call, whichever agent's it is.
TEST(JointCouplings, ItemsBeginCallsInTheirOrder) {
  EXPECT_EQ(failure_of(R"("calls": [{"modal": "unleashed", "body": [{"sleep_ms": 500}]},
                                    {"modal": "non_modal", "body": ["throw"]}])",
                       R"(
      "server": {"turns": [{"items": [{"kind": "tool", "in_ide": true},
                                      {"kind": "tool", "in_ide": true}]}]})",
                       R"({"call": {"verdict": "ok", "second": {"verdict": "failed",
                                     "stage": "body", "reason": "body_threw"}}, "begun": 2})"),
            "");
}

}  // namespace
}  // namespace conformance::joint
