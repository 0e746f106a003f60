// Scenario files of tool calls: what they may say, and what they may not.
#include "sim/ack/scenario.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/scenario_texts.h"
#include "sim/ack/tables.h"

namespace sim::ack {
namespace {

using testing::HasSubstr;

// A whole scenario around some of its fields.
std::string with(std::string_view fields, std::string_view call = R"({"tool": "mkdir"})") {
  return fmt::format(R"({{"area": "ack", "format": 1, "story": "s", "call": {}{}{}}})", call,
                     fields.empty() ? "" : ", ", fields);
}

TEST(AckScenario, HasWhatTheFileSays) {
  const auto loaded =
      scenarios().parse(with(R"("revision": "r2", "rules": ["ACK-18"], "mutant": "any_reply",
             "second": {"tool": "refresh", "meets": ["drops", "refuses"], "at_ms": [0, 500]},
             "frontend": {"tracker": false, "dialog_open": true, "viewers": 3,
                          "latencies": {"process_ms": [0, 700]}},
             "background": [{"event": "dialog_closes", "at_ms": [100, "never"]}],
             "expect": {"processed": true, "classes": ["transient"],
                        "results": [{"status": "ok", "second": {"status": "failed"}},
                                    {"status": "missing", "elapsed_ms": 1500}]})",
                             R"({"tool": "dialog_close", "target": "about", "meets": "silent"})"),
                        "t");
  ASSERT_EQ(message_of(loaded), "no error");
  const auto& scenario = std::get<Scenario>(loaded);
  const auto& plan = scenario.plan;
  EXPECT_EQ(plan.table, table_named("r2"));
  EXPECT_EQ(plan.calls[0].name, "dialog_close about");
  EXPECT_EQ(plan.calls[0].effect.kind, EffectKind::CloseDialog);
  EXPECT_EQ(plan.behaviours, std::vector{Behaviour::Silent});
  EXPECT_EQ(plan.second[0].name, "refresh");
  EXPECT_EQ(plan.second_behaviours, (std::vector{Behaviour::Drops, Behaviour::Refuses}));
  EXPECT_EQ(plan.second_window, (Window{0, 500}));
  EXPECT_EQ(plan.starts, (std::vector{Start{.tracker = false, .viewers = 3, .dialog = true}}));
  EXPECT_EQ(plan.latencies.process, (Window{0, 700}));
  EXPECT_EQ(plan.latencies.late, (Window{6'000, 6'000}));
  EXPECT_EQ(plan.planned[0], (BackgroundEvent{Background::DialogCloses, {100, never}}));
  EXPECT_EQ(plan.grid.step_ms, 100);
  EXPECT_EQ(scenario.expect.classes, 1u << 5);
  EXPECT_EQ(scenario.expect.results[0].call.processed, true);
  EXPECT_EQ(scenario.expect.results[0].second->status, port::ack::Status::Failed);
  EXPECT_EQ(scenario.expect.results[1].call.elapsed_ms, 1'500);
}

struct Refused {
  std::string name;
  std::string text;
  std::vector<std::string> parts;  // Of the message.
};

class AckScenarioRefuses : public testing::TestWithParam<Refused> {};

TEST_P(AckScenarioRefuses, WithPlaceFaultAndRemedy) {
  const auto message = message_of(scenarios().parse(GetParam().text, "t"));
  for (const auto& part : GetParam().parts) EXPECT_THAT(message, HasSubstr(part));
  EXPECT_THAT(message, testing::StartsWith("t:1:"));
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Rows, AckScenarioRefuses, testing::Values(
  Refused{"NoArea", R"({"format": 1, "story": "s", "call": {"tool": "sort"}})",
    {"does not say", R"(Add "area": "ack".)"}},
  Refused{"AnotherArea", R"({"area": "modality"})", {"/area", "`modality`", "`ack` is wanted"}},
  Refused{"NoSuchArea", R"({"area": "acks"})", {"/area", "`acks`", "`ack` is wanted"}},
  Refused{"NoCall", R"({"area": "ack", "format": 1, "story": "s"})", {"`call` is missing"}},
  Refused{"Revision", with(R"("revision": "r9")"), {"/revision", "r1, r2, relist, r3"}},
  Refused{"Tool", with("", R"({"tool": "mkdirs"})"), {"/call/tool", "Did you mean `mkdir`?"}},
  Refused{"Target", with("", R"({"tool": "dialog_close", "target": "abuot"})"),
    {"/call/target", "Did you mean `about`?"}},
  Refused{"NoTarget", with("", R"({"tool": "sort", "target": "about"})"),
    {"/call/target", "`sort` takes no target"}},
  Refused{"NoConfirm", with("", R"({"tool": "sort", "auto_confirm": true})"),
    {"/call/auto_confirm", "takes no auto_confirm"}},
  Refused{"NotOne", with("", R"({"tool": "copy", "one": true})"), {"/call/one", "takes no one"}},
  Refused{"Meets", with("", R"({"tool": "copy", "meets": "stall"})"),
    {"/call/meets", "Did you mean `stalled`?"}},
  Refused{"MeetsNoReply", with("", R"({"tool": "sort", "meets": "refuses"})"),
    {"/call/meets", "`sort` cannot meet that", "round trips"}},
  Refused{"MeetsNoPush", with("", R"({"tool": "mkdir", "meets": ["drops", "unchanged"]})"),
    {"/call/meets/1", "push"}},
  Refused{"MeetsNothing", with("", R"({"tool": "mkdir", "meets": []})"), {"meets nothing"}},
  Refused{"MeetsTwice", with("", R"({"tool": "mkdir", "meets": ["drops", "drops"]})"),
    {"/call/meets/1", "stands twice"}},
  Refused{"SecondWhen", with(R"("second": {"tool": "sort"})"), {"/second", "`at_ms` is missing"}},
  Refused{"SecondNever", with(R"("second": {"tool": "sort", "at_ms": [0, "never"]})"),
    {"/second", "may never be made"}},
  Refused{"NoDialog", with(R"("frontend": {"dialog_open": true})", R"({"tool": "sort"})"),
    {"/frontend/dialog_open", "about no soft dialog"}},
  Refused{"Viewers", with(R"("frontend": {"viewers": 5})"), {"/frontend/viewers", "from 0 to 4"}},
  Refused{"Latency", with(R"("frontend": {"latencies": {"process_ms": [5, 0]}})"),
    {"/frontend/latencies/process_ms", "reversed"}},
  Refused{"Event", with(R"("background": [{"event": "push", "at_ms": 0}])"),
    {"/background/0/event", "push_left"}},
  Refused{"EventOfNoDialog",
    with(R"("background": [{"event": "dialog_opens", "at_ms": 0}])", R"({"tool": "sort"})"),
    {"/background/0", "about no soft dialog"}},
  Refused{"Grid", with(R"("grid_ms": 300)"), {"/grid_ms", "mkdir's poll interval (100 ms)"}},
  Refused{"Status", with(R"("expect": {"results": [{"status": "okay"}]})"),
    {"/expect/results/0/status", "Did you mean `ok`?"}},
  Refused{"Elapsed", with(R"("expect": {"results": [{"status": "ok", "elapsed_ms": 1}]})"),
    {"/expect/results/0/elapsed_ms", "`missing`"}},
  Refused{"Class", with(R"("expect": {"results": [{"status": "ok"}], "classes": ["push"]})"),
    {"/expect/classes/0", "foreign_push"}},
  Refused{"ClassTwice",
    with(R"("expect": {"results": [{"status": "ok"}], "classes": ["transient", "transient"]})"),
    {"/expect/classes/1", "stands twice", "Take one"}},
  Refused{"ResultTwice", with(R"("expect": {"results": [{"status": "ok"}, {"status": "ok"}]})"),
    {"/expect/results/1", "This stands twice."}},
  Refused{"NoneAllowed", with(R"("expect": {"results": []})"), {"No result is allowed"}}),
  [](const testing::TestParamInfo<Refused>& row) { return row.param.name; });
// clang-format on

}  // namespace
}  // namespace sim::ack
