#include "sim/modality/scenario.h"

#include <gtest/gtest.h>

#include "engine/modality/engine.h"
#include "sim/modality/world.h"
#include "sim/search/rng.h"

namespace sim::modality {
namespace {

using Engine = engine::modality::Engine;

// What an observer can tell two runs apart by.
struct Heard {
  std::vector<std::size_t> what;  // Kinds of events and commands, in order.
  std::int64_t ms = 0;
  void heard(const Happening& happening) { what.push_back(happening.index()); }
  void commanded(const Command& command) { what.push_back(100 + command.index()); }
  void noticed(const Fact& fact) {
    if (const auto* passed = std::get_if<port::modality::TimePassed>(&fact))
      ms += passed->span.count();
    else
      what.push_back(200 + fact.index());
  }
  bool operator==(const Heard&) const = default;
};

Plan open_plan() {
  Plan plan;
  plan.limits = short_limits();
  plan.latencies = short_latencies();
  plan.grid = {.step_ms = 500};
  plan.calls = {{{}, 3, "one"}, {{.mode = Mode::Unleashed}, 4, "two"}};
  for (auto& call : plan.calls) call.request.body_timeout = short_body_timeout;
  plan.start_kinds = {EntryKind::Closable, EntryKind::Slow, EntryKind::Progress};
  plan.start_documents = {{clean}, {uncommitted, stale}};
  plan.start_index = {Index::Smart, Index::DumbEnding};
  plan.start.stack = {EntryKind::Closable};
  plan.start.configured = false;
  plan.bounds = {.entries = 2, .background = 3, .steps = 3};
  plan.alphabet = script_alphabet(1'000);
  plan.background = {{Background::ImportFinishes, {0, 1'000}}};
  plan.free_background = {Background::OpenClosable, Background::TopCloses,
                          Background::IndexingStarts};
  return plan;
}

// Takes the choices, each by what it is, and checks that it is offered.
Heard run(const Plan& plan, std::vector<Choice>& taken, auto pick) {
  const EngineSubject<Engine> engine{Engine(plan.limits)};
  const Worlds worlds(plan, engine);
  auto world = worlds.initial();
  Heard heard;
  Choices offered;
  while (!worlds.final(world)) {
    offered.clear();
    worlds.choices(world, offered);
    if (offered.empty()) break;
    const auto* choice = pick(offered);
    if (choice == nullptr) break;
    taken.push_back(*choice);
    worlds.apply(world, *choice, heard);
  }
  return heard;
}

TEST(Pin, GivesAFixedPlanWithTheSameRun) {
  const auto plan = open_plan();
  std::size_t events = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    std::vector<Choice> taken;
    const auto heard = run(plan, taken, [&](const Choices& offered) {
      return &offered[rng.below(static_cast<std::uint32_t>(offered.size()))];
    });
    const auto result = pin(plan, taken);
    ASSERT_TRUE(std::holds_alternative<Pinned>(result)) << std::get<std::string>(result);
    const auto& pinned = std::get<Pinned>(result);
    events += pinned.plan.background.size();
    EXPECT_EQ(pinned.plan.bounds, Bounds{});
    EXPECT_EQ(pinned.plan.calls.size(), 1u);
    EXPECT_EQ(worlds_covered(pinned.plan), 1u);
    std::vector<Choice> again;
    const auto same = run(pinned.plan, again, [&](const Choices& offered) -> const Choice* {
      if (again.size() == pinned.choices.size()) return nullptr;
      const auto at = std::ranges::find(offered, pinned.choices[again.size()]);
      return at == offered.end() ? nullptr : &*at;
    });
    EXPECT_EQ(again.size(), pinned.choices.size()) << seed;
    EXPECT_EQ(same, heard) << seed;
  }
  EXPECT_GT(events, 300u);  // More than the planned ones.
}

TEST(Pin, MakesAChosenEventOneThatHappensThen) {
  const auto plan = open_plan();
  std::vector<Choice> taken;
  bool chosen = false;
  run(plan, taken, [&](const Choices& offered) -> const Choice* {
    if (chosen) return nullptr;
    for (const auto& choice : offered) {
      if (choice.slot != slot::free_background || choice.after_ms != 500) continue;
      chosen = true;
      return &choice;
    }
    return &offered.front();
  });
  ASSERT_TRUE(chosen);
  std::int32_t now = 0;
  for (const auto& choice : taken) now += choice.after_ms;
  const auto result = pin(plan, taken);
  const auto& events = std::get<Pinned>(result).plan.background;
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0], plan.background[0]);
  EXPECT_EQ(events[1].window, (Window{now, now}));
}

TEST(Pin, SaysWhatHasNoRoomInAFixedPlan) {
  const auto plan = open_plan();
  EXPECT_EQ(std::get<std::string>(pin(plan, {})), "the run ends before its call begins");
  auto many = plan;
  many.bounds = {.background = 4};
  many.background.assign(background_max, {Background::SaveAsks, {5'000, 5'000}});
  std::vector<Choice> taken;
  int chosen = 0;
  run(many, taken, [&](const Choices& offered) -> const Choice* {
    if (chosen > 0) return nullptr;
    for (const auto& choice : offered)
      if (choice.slot == slot::free_background && ++chosen > 0) return &choice;
    return &offered.front();
  });
  EXPECT_EQ(std::get<std::string>(pin(many, taken)),
            "5 background events; a fixed plan has room for 4");
}

}  // namespace
}  // namespace sim::modality
