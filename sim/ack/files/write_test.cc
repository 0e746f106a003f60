#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/ack/engine.h"
#include "files/round_trip_testing.h"
#include "sim/ack/scenario.h"
#include "sim/ack/world.h"
#include "sim/search/rng.h"

namespace sim::ack {
namespace {

// Everything that a plan may leave open.
Plan open_plan(const port::ack::Table& table) {
  Plan plan = plan_over(table);
  plan.grid = {.step_ms = 0};
  plan.latencies = {
      .process = {0, 1'000}, .slow = {0, 8'000}, .notify = {0, 50}, .late = {500, 6'000}};
  plan.calls = calls_of(table);
  plan.second = calls_of(table);
  plan.second_window = {0, 2'000};
  for (std::size_t i = 0; i < behaviours; ++i) plan.behaviours.push_back(static_cast<Behaviour>(i));
  plan.starts = {{}, {.settings = true, .viewers = 2, .dialog = true}, {.store = false}};
  for (std::size_t i = 0; i < background_kinds; ++i)
    plan.background.push_back(static_cast<Background>(i));
  plan.background_max = 3;
  return plan;
}

// What an observer can tell two runs apart by.
struct Observed {
  std::vector<Seen> all;
  void heard(const Heard& heard) { all.emplace_back(heard); }
  void noticed(const Fact& fact) { all.emplace_back(fact); }
  void commanded(const Command& command) { all.emplace_back(command); }
  bool operator==(const Observed&) const = default;
};

// Takes what pick(offered) gives, which must be offered, until it gives nothing.
Observed run(const Plan& plan, auto pick) {
  const EngineSubject<engine::ack::Engine> engine{engine::ack::Engine(*plan.table)};
  const Worlds worlds(plan, engine);
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

TEST(PinAckRun, GivesAPlanWithTheSameRunThatAFileHasWordsFor) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto plan = open_plan(seed % 2 == 0 ? engine::ack::table_r1() : engine::ack::table_r2());
    Rng rng(seed);
    Choices taken;
    const auto before = run(plan, [&](const Choices& offered) -> const Choice* {
      if (offered.empty()) return nullptr;
      taken.push_back(offered[rng.below(static_cast<std::uint32_t>(offered.size()))]);
      return &taken.back();
    });
    const auto pinned = pin(plan, taken);
    ASSERT_TRUE(std::holds_alternative<Pinned>(pinned)) << std::get<std::string>(pinned);
    const auto& [fixed, choices] = std::get<Pinned>(pinned);
    std::size_t next = 0;
    const auto after = run(fixed, [&, &path = choices](const Choices&) -> const Choice* {
      return next == path.size() ? nullptr : &path[next++];
    });
    EXPECT_EQ(after, before) << seed;
    expect_round_trip(Scenario{.name = "pinned", .story = "s", .plan = fixed}, scenarios());
  }
}

TEST(PinAckRun, SaysWhatHasNoRoom) {
  const auto plan = open_plan(engine::ack::table_r1());
  const std::vector<Choice> nothing{{.slot = slot::call}};
  EXPECT_EQ(std::get<std::string>(pin(plan, nothing)), "the run ends before its first call");
  std::vector<Choice> many{{.slot = slot::call}, {.slot = slot::start}};
  many.insert(many.end(), 5, {.slot = slot::background});
  EXPECT_THAT(std::get<std::string>(pin(plan, many)), testing::HasSubstr("room for 4"));
}

TEST(WriteAckScenario, SaysWhatAFileHasNoWordFor) {
  const auto open = open_plan(engine::ack::table_r1());
  const auto written = scenarios().write({.name = "open", .story = "s", .plan = open});
  EXPECT_THAT(std::get<NotWritable>(written).why, testing::HasSubstr("leaves more open"));
}

}  // namespace
}  // namespace sim::ack
