// Scenario files of the app-server: what they may say, and what they may not.
#include "sim/appserver/scenario.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/stub_testing.h"
#include "files/round_trip_testing.h"
#include "sim/search/rng.h"

namespace sim::appserver {
namespace {

using testing::HasSubstr;

// A whole scenario around some of its fields.
std::string file_of(std::string_view fields) {
  return fmt::format(R"({{"area": "appserver", "format": 1, "story": "s"{}{}}})",
                     fields.empty() ? "" : ", ", fields);
}

TEST(AppserverScenario, HasWhatTheFileSays) {
  const auto loaded = scenarios().parse(file_of(R"("rules": ["SES-07"], "mutant": "no_bound",
        "client": {"opts_out": ["turn_started"], "seed": 7},
        "server": {"dialect": "draft", "stored_threads": 1,
                   "turns": [{"items": [{"kind": "patch", "subject": 3, "parts": 2, "asks": true,
                                         "beside": true, "end": "failed"}],
                              "usage": true, "trouble": true, "end": "failed", "endless": true}],
                   "faults": [{"fault": "drop_notice", "nth": "any", "times": 2,
                               "message": "turn_started"},
                              {"fault": "hang", "nth": 2, "method": "turn_start"}]},
        "latencies": {"start_ms": [0, 5], "late_ms": 700},
        "user": [{"do": "open"}, {"do": "resume_chat", "chat": 2, "number": 1},
                 {"do": "decide", "number": 2, "decision": "cancel", "when": "asked",
                  "at_ms": [10, 20]}],
        "beside": [{"do": "stop", "chat": 2, "at_ms": [0, "never"]}],
        "expect": {"turns": 1,
                   "results": [{"end": "lost", "banner": "given_up",
                                "withdrawals": ["resolved", "timed_out"],
                                "second": {"ready": true}, "report": "bad_ask"}]})"),
                                        "t");
  ASSERT_EQ(message_of(loaded), "no error");
  const auto& scenario = std::get<Scenario>(loaded);
  const auto& plan = scenario.plan;
  EXPECT_EQ(plan.client, (ClientPlan{opt_out::turn_started, 7}));
  EXPECT_EQ(plan.server.dialect->name, "draft");
  EXPECT_EQ(plan.server.stored, 1);
  const auto& turn = plan.server.turns[0];
  EXPECT_EQ(turn.items[0], (ItemScript{ItemKind::Patch, {3}, 2, true, true, ItemEnd::Failed}));
  EXPECT_TRUE(turn.usage && turn.trouble && turn.endless);
  EXPECT_EQ(turn.end, TurnEnd::Failed);
  EXPECT_EQ(plan.server.faults[0], (PlannedFault{.what = Fault::DropNotice,
                                                 .nth = any_opportunity,
                                                 .times = 2,
                                                 .message = kind_of<TurnStarted>()}));
  EXPECT_EQ(plan.server.faults[1],
            (PlannedFault{.what = Fault::Hang, .nth = 2, .method = Method::TurnStart}));
  EXPECT_EQ(plan.latencies.start, (Window{0, 5}));
  EXPECT_EQ(plan.user[2].act.decision, Decision::Cancel);
  EXPECT_EQ(plan.user[2].window, (Window{10, 20}));
  EXPECT_EQ(plan.beside[0].window, (Window{0, never}));
  const auto& result = scenario.expect.results[0];
  EXPECT_EQ(result.chat.turns, 1);
  EXPECT_EQ(result.chat.end, TurnEnd::Lost);
  EXPECT_EQ(result.withdrawals, 1u << 0 | 1u << 3);
  EXPECT_EQ(result.second->ready, true);
  expect_round_trip(scenario, scenarios());
}

struct Refused {
  std::string name;
  std::string fields;
  std::vector<std::string> parts;  // Of the message.
};

class AppserverScenarioRefuses : public testing::TestWithParam<Refused> {};

TEST_P(AppserverScenarioRefuses, WithPlaceFaultAndRemedy) {
  const auto message = message_of(scenarios().parse(file_of(GetParam().fields), "t"));
  for (const auto& part : GetParam().parts) EXPECT_THAT(message, HasSubstr(part));
  EXPECT_THAT(message, testing::StartsWith("t:1:"));
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Rows, AppserverScenarioRefuses, testing::Values(
  Refused{"Dialect", R"("server": {"dialect": "codecs"})",
    {"/server/dialect", "Did you mean `codex`?"}},
  Refused{"Fault", R"("server": {"faults": [{"fault": "drop"}]})",
    {"/server/faults/0/fault", "drop_response"}},
  Refused{"Nth", R"("server": {"faults": [{"fault": "hang", "nth": 0}]})",
    {"/server/faults/0/nth", "from 1"}},
  Refused{"NoTurn", R"("server": {"turns": []})", {"The server has no turn."}},
  Refused{"Items", R"("server": {"turns": [{"items": [{}, {}, {}, {}]}]})",
    {"/server/turns/0/items", "3"}},
  Refused{"NoSteps", R"("user": [])", {"The user does nothing."}},
  Refused{"OpensFirst", R"("user": [{"do": "start_chat"}])",
    {"/user/0", "The user opens first.", "Begin with"}},
  Refused{"Call", R"("user": [{"do": "open"}, {"do": "call", "number": 3}])",
    {"/user/1", "`number` is 3", "from 1 to 2"}},
  Refused{"Takes", R"("user": [{"do": "open", "chat": 1}])",
    {"/user/0/chat", "`open` takes no chat"}},
  Refused{"Chat", R"("user": [{"do": "say", "chat": 4}])",
    {"/user/0/chat", "from 1 to 3"}},
  Refused{"NoInstant", R"("beside": [{"do": "stop"}])", {"`at_ms` is missing"}},
  Refused{"NoneAllowed", R"("expect": {"results": []})", {"No result is allowed"}}),
  [](const testing::TestParamInfo<Refused>& row) { return row.param.name; });
// clang-format on

// What an observer can tell two runs apart by.
struct Observed {
  std::vector<Seen> all;
  void heard(const Happening& what) { all.emplace_back(what); }
  void noticed(const Fact& fact) { all.emplace_back(fact); }
  void commanded(const Command& command) { all.emplace_back(command); }
  bool operator==(const Observed&) const = default;
};

// Takes what pick(offered) gives, which must be offered, until it gives nothing.
Observed observed_run(const Plan& plan, auto pick) {
  const Stub stub;
  const Worlds worlds(plan, stub);
  auto world = worlds.initial();
  Observed observed;
  Choices offered;
  while (!worlds.final(world)) {
    offered.clear();
    worlds.choices(world, offered);
    const Choice* choice = pick(offered);
    if (choice == nullptr) break;
    EXPECT_NE(std::ranges::find(offered, *choice), offered.end());
    worlds.apply(world, *choice, observed);
  }
  return observed;
}

TEST(PinAppserverRun, GivesAPlanWithTheSameRunThatAFileHasWordsFor) {
  Plan plan;
  plan.user = one_turn_of_a_chat();
  plan.latencies.step = {0, 40};
  plan.server.turns = {{.items = {{}, {.kind = ItemKind::Command, .asks = true}}}};
  plan.server.faults = {{.what = Fault::DuplicateNotice, .nth = any_opportunity},
                        {.what = Fault::CrashInTurn, .nth = any_opportunity}};
  plan.free = {{.what = ActKind::Stop}, {.what = ActKind::Decide}};
  plan.free_max = 3;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    Choices taken;
    const auto before = observed_run(plan, [&](const Choices& offered) -> const Choice* {
      if (offered.empty()) return nullptr;
      taken.push_back(offered[rng.below(static_cast<std::uint32_t>(offered.size()))]);
      return &taken.back();
    });
    const auto pinned = pin(plan, taken);
    ASSERT_TRUE(std::holds_alternative<Pinned>(pinned)) << std::get<std::string>(pinned);
    const auto& fixed = std::get<Pinned>(pinned);
    std::size_t next = 0;
    const auto after = observed_run(fixed.plan, [&](const Choices&) -> const Choice* {
      return next == fixed.choices.size() ? nullptr : &fixed.choices[next++];
    });
    EXPECT_EQ(after, before) << seed;
    expect_round_trip(Scenario{.name = "pinned", .story = "s", .plan = fixed.plan}, scenarios());
  }
}

TEST(PinAppserverRun, SaysWhatHasNoRoom) {
  Plan plan;
  plan.free = {{.what = ActKind::Stop}};
  const std::vector<Choice> many(5, {.slot = slot::free});
  EXPECT_THAT(std::get<std::string>(pin(plan, many)), HasSubstr("room for 4"));
}

TEST(WriteAppserverScenario, SaysWhatAFileHasNoWordFor) {
  Scenario open{.name = "open", .story = "s"};
  open.plan.user = one_turn_of_a_chat();
  open.plan.free = {{.what = ActKind::Stop}};
  open.plan.free_max = 1;
  EXPECT_THAT(std::get<NotWritable>(scenarios().write(open)).why, HasSubstr("leaves more open"));
}

}  // namespace
}  // namespace sim::appserver
