// What plans and calls of tools hold (ITM-09), told message by message.
#include "engine/appserver/details.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace engine::appserver {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string words_of(const Detail& detail) {
  if (const auto* tool = std::get_if<ToolTold>(&detail))
    return tool->item + ": " + tool->tool + "(" + tool->arguments + ") = " + tool->result;
  const auto& plan = std::get<PlanTold>(detail);
  auto out = plan.turn + "/" + plan.item + ":";
  for (const auto& step : plan.steps) out += " " + step.text + "=" + step.status;
  return out;
}

// Takes messages as lines come, without their first member's name.
struct Telling {
  Details details;
  std::vector<std::string> told;  // About neither a plan nor a call: nothing.
  rpc::Decoder decoder;

  void take(const std::string& message) {
    decoder.feed(R"({"method":)" + message + "}\n", [&](const rpc::Item& item) {
      ASSERT_TRUE(std::holds_alternative<rpc::Accepted>(item)) << message;
      const auto detail = detail_news(details, std::get<rpc::Accepted>(item).message);
      if (detail) told.push_back(words_of(*detail));
    });
  }
};

std::vector<std::string> all_told(const std::vector<std::string>& messages) {
  Telling telling;
  for (const auto& message : messages) telling.take(message);
  return telling.told;
}

std::string step_of(const std::string& text) {
  return R"({"step":")" + text + R"(","status":"s"})";
}
std::string of_turn_plan(const std::string& steps) {
  return R"("turn/plan/updated","params":{"turnId":"t","plan":[)" + steps + "]}";
}
std::string of_item(const std::string& method, const std::string& members) {
  return R"("item/)" + method + R"(","params":{"item":{"id":"i",)" + members + "}}";
}
std::string of_entry(const std::string& of, const std::string& members) {
  return R"("item/delta","params":{"itemId":")" + of + R"(","entry":{)" + members + "}}";
}
const std::string draft_plan =
    of_item("created", R"("type":"plan","steps":[)" + step_of("a") + "]");

TEST(AppserverDetails, TellThePlanAsItNowIs) {
  EXPECT_THAT(
      all_told({of_turn_plan(step_of("a") + R"(,{"step":""},{},7,)" + step_of("b")),
                of_item("started", R"("type":"plan","plan":null,"steps":[)" + step_of("c") + "]"),
                of_item("completed", R"("type":"plan")"), of_item("started", R"("type":"other")")}),
      ElementsAre("t/: a=s b=s", "/i: c=s"));
}

TEST(AppserverDetails, ChangeOneEntryOrAddTheNext) {
  EXPECT_THAT(
      all_told({of_entry("i", R"("index":0,"step":"x")"), draft_plan,
                of_entry("i", R"("index":0,"status":"done")"),
                of_entry("i", R"("index":1,"step":"b")"), of_entry("i", R"("index":3,"step":"d")"),
                of_entry("i", R"("index":-1,"step":"d")"), of_entry("i", R"("step":"d")"),
                of_entry("j", R"("index":0,"step":"d")")}),
      ElementsAre("/i: a=s", "/i: a=done", "/i: a=done b="));
}

TEST(AppserverDetails, HoldNoMoreStepsThanTheyMay) {
  std::string steps = step_of("a");
  for (std::size_t i = 0; i < plan_steps_max; ++i) steps += "," + step_of("a");
  Telling telling;
  telling.take(of_item("created", R"("type":"plan","steps":[)" + steps + "]"));
  EXPECT_THAT(telling.details.plan.steps, SizeIs(plan_steps_max));
  telling.take(of_entry("i", R"("index":200,"step":"b")"));
  EXPECT_THAT(telling.details.plan.steps, SizeIs(plan_steps_max));
  EXPECT_THAT(telling.told, SizeIs(1));
}

TEST(AppserverDetails, TellACallAndItsResult) {
  const auto call = [](const std::string& type, const std::string& more) {
    return of_item("started", R"("type":")" + type + R"(","tool":"f",)" + more);
  };
  EXPECT_THAT(all_told({call("mcpToolCall", R"("server":"s","arguments":{"a":1},"result":null)"),
                        call("dynamicToolCall", R"("arguments":[],"contentItems":[2])"),
                        call("tool_call", R"("arguments":{})"),
                        R"("exec_command_end","params":{"callId":"j","result":1})",
                        R"("exec_command_end","params":{"callId":"i"})",
                        R"("exec_command_end","params":{"callId":"i","result":{"ok":true}})",
                        call("mcpToolCall", R"("error":{"message":"no"})")}),
              ElementsAre(R"(i: s/f({"a":1}) = )", "i: f([]) = [2]", "i: f({}) = ",
                          R"(i: f({}) = {"ok":true})", R"(i: f() = {"message":"no"})"));
}

// A text is masked before it is cut, and cut between two characters.
TEST(AppserverDetails, AreShownWithoutSecretsAndNotTooLong) {
  const std::string most(detail_bytes_max - 1, 'a');
  EXPECT_THAT(all_told({of_turn_plan(step_of(most + "b"))}), ElementsAre("t/: " + most + "b=s"));
  EXPECT_THAT(all_told({of_turn_plan(step_of(most + "bc"))}),
              ElementsAre("t/: " + most + "b...=s"));
  EXPECT_THAT(all_told({of_turn_plan(step_of(most + "\u20ac"))}),
              ElementsAre("t/: " + most + "...=s"));
  const std::string secret = "sk-" + std::string(40, 'x');
  EXPECT_THAT(all_told({of_turn_plan(step_of("use " + secret))}),
              Each(::testing::Not(::testing::HasSubstr(secret))));
}

TEST(AppserverDetails, AreInNotificationsAlone) {
  EXPECT_THAT(all_told({R"("item/created","id":1,)" + draft_plan.substr(draft_plan.find(',') + 1)}),
              IsEmpty());
}

}  // namespace
}  // namespace engine::appserver
