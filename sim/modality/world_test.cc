#include "sim/modality/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "sim/state/digest.h"

namespace sim::modality {
namespace {

using engine::modality::Engine;

Plan plan_of(Mode mode) {
  Plan plan;
  plan.limits = short_limits();
  plan.latencies = short_latencies();
  plan.grid = {500};
  plan.calls = {{.request = {.mode = mode, .body_timeout = short_body_timeout}, .name = "call"}};
  return plan;
}

struct Recorder {
  std::vector<Command> commands;
  std::vector<Fact> facts;
  std::int32_t now_ms = 0;
  void heard(const Happening&) {}
  void commanded(const Command& command) { commands.push_back(command); }
  void noticed(const Fact& fact) {
    if (const auto* passed = std::get_if<port::modality::TimePassed>(&fact))
      now_ms += static_cast<std::int32_t>(passed->span.count());
    else
      facts.push_back(fact);
  }

  std::optional<Finish> finish() const {
    for (const auto& command : commands)
      if (const auto* finish = std::get_if<Finish>(&command)) return *finish;
    return std::nullopt;
  }
};

// Takes the natural choice until the world is final or nothing can happen.
World run(const Plan& plan, Recorder& recorder) {
  const EngineSubject<Engine> engine{Engine(plan.limits)};
  const Worlds worlds(plan, engine);
  auto world = worlds.initial();
  Choices choices;
  for (int i = 0; i < 1'000 && !worlds.final(world); ++i) {
    choices.clear();
    worlds.choices(world, choices);
    if (choices.empty()) break;
    worlds.apply(world, choices.front(), recorder);
  }
  return world;
}

TEST(World, RunsACallToItsResult) {
  const auto plan = plan_of(Mode::SmartNonModal);
  Recorder recorder;
  run(plan, recorder);
  ASSERT_TRUE(recorder.finish());
  EXPECT_EQ(recorder.finish()->verdict, Verdict::Ok);
}

TEST(World, GivesEqualBytesForEqualChoices) {
  auto plan = plan_of(Mode::SmartNonModal);
  plan.start.stack = {EntryKind::Slow};
  const EngineSubject<Engine> engine{Engine(plan.limits)};
  const Worlds worlds(plan, engine);
  auto one = worlds.initial(), other = worlds.initial();
  NoSink sink;
  Choices choices;
  for (int i = 0; i < 20; ++i) {
    choices.clear();
    worlds.choices(one, choices);
    if (choices.empty()) break;
    worlds.apply(one, choices.back(), sink);
    worlds.apply(other, choices.back(), sink);
    ASSERT_EQ(digest(one), digest(other));
  }
}

TEST(World, OffersTheEarliestChoiceFirst) {
  auto plan = plan_of(Mode::Unleashed);
  plan.body = {"body", {{.op = Op::Sleep, .ms = 1'000}}};
  plan.background = {{Background::OpenClosable, {500, 1'500}}};
  const EngineSubject<Engine> engine{Engine(plan.limits)};
  const Worlds worlds(plan, engine);
  auto world = worlds.initial();
  NoSink sink;
  Choices choices;
  for (int i = 0; i < 2; ++i) {  // The call, and the first instruction.
    choices.clear();
    worlds.choices(world, choices);
    worlds.apply(world, choices.front(), sink);
  }
  choices.clear();
  worlds.choices(world, choices);
  EXPECT_TRUE(std::ranges::is_sorted(choices, {}, &Choice::after_ms));
  EXPECT_EQ(choices.front().after_ms, 500);
  EXPECT_EQ(choices.back().after_ms, 1'000);
}

TEST(World, LetsAForcedWriteThroughUnderADialog) {
  auto plan = plan_of(Mode::Unleashed);
  plan.body = {"body",
               {{.op = Op::Open, .kind = EntryKind::Refusing},
                {.op = Op::Call, .call = {.method = Method::SyncDocuments, .force = true}}}};
  Recorder recorder;
  run(plan, recorder);
  ASSERT_TRUE(recorder.finish());
  EXPECT_EQ(recorder.finish()->verdict, Verdict::Ok);
}

TEST(World, WithholdsAForcedWriteUnderAProgress) {
  auto plan = plan_of(Mode::Unleashed);
  plan.body = {"body",
               {{.op = Op::Open, .kind = EntryKind::EndlessProgress},
                {.op = Op::Call, .call = {.method = Method::SyncDocuments, .force = true}}}};
  Recorder recorder;
  run(plan, recorder);
  ASSERT_TRUE(recorder.finish());
  EXPECT_EQ(recorder.finish()->reason, Reason::SyncTimedOut);
  EXPECT_THAT(recorder.facts,
              testing::Not(testing::Contains(testing::VariantWith<WriteBegan>(testing::_))));
  EXPECT_EQ(recorder.now_ms, 2'000);
}

TEST(World, CountsTimeInWhichTheEngineHearsOfNothing) {
  auto plan = plan_of(Mode::SmartNonModal);
  plan.start.index = Index::DumbEnding;
  plan.latencies.indexing = {1'000, 1'000};
  plan.background = {{Background::DiskChanges, {500, 500}}};
  Recorder recorder;
  run(plan, recorder);
  EXPECT_THAT(recorder.commands,
              testing::Contains(Command{ReportSmartWait{port::Duration{1'000}}}));
}

// Does not look where the call comes from.
struct UncheckedEngine {
  Engine engine;
  void step(Event event, Commands& out) {
    if (auto* called = std::get_if<Called>(&event.what)) called->request.from_edt = false;
    engine.step(event, out);
  }
  void rebase(port::Instant now) { engine.rebase(now); }
};

TEST(World, NeverStartsAnEdtOperationOfACallerThatHoldsTheEdt) {
  auto plan = plan_of(Mode::SmartNonModal);
  plan.calls[0].request.from_edt = true;
  const EngineSubject<UncheckedEngine> engine{UncheckedEngine{Engine(plan.limits)}};
  const Worlds worlds(plan, engine);
  auto world = worlds.initial();
  NoSink sink;
  Choices choices;
  worlds.choices(world, choices);
  worlds.apply(world, choices.front(), sink);
  choices.clear();
  worlds.choices(world, choices);
  ASSERT_EQ(choices.size(), 1u) << "nothing comes but the engine's own bound";
  EXPECT_EQ(choices.front().slot, slot::timer + static_cast<std::size_t>(Timer::Look));
  EXPECT_FALSE(worlds.final(world));
}

TEST(World, LeavesOpenBlocksBeforeAThrowLeavesTheScript) {
  auto plan = plan_of(Mode::Unleashed);
  plan.body = {
      "body",
      {{.op = Op::Call, .call = {.method = Method::EnterModalDialogAllowed}}, {.op = Op::Throw}}};
  Recorder recorder;
  run(plan, recorder);
  const auto returns = std::ranges::count_if(
      recorder.commands, [](const Command& c) { return std::holds_alternative<Return>(c); });
  EXPECT_EQ(returns, 2);
  ASSERT_TRUE(recorder.finish());
  EXPECT_EQ(recorder.finish()->reason, Reason::BodyThrew);
}

TEST(World, LetsABodyThatIgnoresItsCancelGoOnAndBeRefused) {
  auto plan = plan_of(Mode::Unleashed);
  plan.body = {"body",
               {{.op = Op::IgnoreCancel},
                {.op = Op::Sleep, .ms = 4'000},
                {.op = Op::Call, .call = {.method = Method::IsModal}}}};
  Recorder recorder;
  run(plan, recorder);
  EXPECT_TRUE(std::holds_alternative<Refuse>(recorder.commands.back()));
}

TEST(Setup, CountsTheWorldsOfAPlan) {
  auto plan = plan_of(Mode::Raw);
  plan.start_kinds = {EntryKind::Closable, EntryKind::Progress};
  plan.start_documents = {{clean}, {uncommitted}};
  plan.start_index = {Index::Smart, Index::DumbEndless};
  plan.alphabet = {{"edit", {{.op = Op::Edit}}}};
  plan.free_background = {Background::OpenClosable, Background::OpenSlow, Background::SaveAsks};
  plan.bounds = {.entries = 2, .background = 1, .steps = 1};
  // 1 call, 1 + 2 + 4 stacks, 2 documents, 2 indexes, 1 + 1 scripts, 1 + 3 events.
  EXPECT_EQ(worlds_covered(plan), 7u * 2 * 2 * 2 * 4);
}

}  // namespace
}  // namespace sim::modality
