#include "conformance/ack/judged.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>

#include "ack/subject.h"
#include "conformance/ack/mutants/mutant.h"
#include "engine/ack/engine.h"
#include "sim/search/random.h"

namespace conformance::ack {
namespace {

sim::ack::Plan small_plan() {
  using sim::ack::Behaviour;
  const auto& table = engine::ack::table_r2();
  return {.table = &table,
          .settings = {0},
          .viewer = {1},
          .latencies = {.process = {0, 500}, .notify = {0, 100}, .late = {6'000, 6'000}},
          .calls = sim::ack::calls_of(table),
          .second = sim::ack::calls_of(table),
          .second_window = {0, 300},
          .behaviours = {Behaviour::Responsive, Behaviour::Silent, Behaviour::RepliesTwice},
          .starts = {{}, {.store = false, .tracker = false, .windows = false}},
          .background = {sim::ack::Background::PushRight, sim::ack::Background::ViewerOpens},
          .background_max = 1};
}

// Bytes that are there in place of padding.
template <class State>
std::set<std::size_t> padding(const State& state) {
  const auto* begin = reinterpret_cast<const std::byte*>(&state);
  std::set<std::size_t> out;
  const auto add = [&](const void* bytes, std::size_t count) {
    const auto at = static_cast<std::size_t>(static_cast<const std::byte*>(bytes) - begin);
    for (std::size_t i = 0; i < count; ++i) out.insert(at + i);
  };
  const auto* subject = reinterpret_cast<const engine::ack::State*>(&state.world.subject);
  add(&subject->panes.zero, sizeof(subject->panes.zero));
  for (std::size_t i = 0; i < subject->calls.capacity(); ++i)
    add(&subject->calls[i].zero, sizeof(subject->calls[i].zero));
  add(&state.world.zero, sizeof(state.world.zero));
  add(&state.world.frontend.zero, sizeof(state.world.frontend.zero));
  add(&state.judge.zero, sizeof(state.judge.zero));
  return out;
}

// Flips each byte of the state, one at a time, in two ways.
template <class State>
void expect_a_name_for_every_byte(const State& state) {
  const auto before = fields(state);
  const auto skipped = padding(state);
  for (std::size_t at = 0; at < sizeof(state); ++at) {
    if (skipped.contains(at)) continue;
    for (const auto flip : {std::byte{0x01}, std::byte{0x80}}) {
      State other = state;
      reinterpret_cast<std::byte*>(&other)[at] ^= flip;
      ASSERT_TRUE(fields(other) != before) << "byte " << at << " of " << sizeof(state);
    }
  }
}

void expect_complete(std::string_view subject) {
  const auto plan = small_plan();
  const auto model = judged_worlds(plan, subject);
  sim::ModelRun<JudgedWorlds> run(model);
  for (std::uint64_t k = 0; k < 20; ++k) {
    run.restart(model);
    sim::Picker picker({}, 0, sim::Rng(11).fork(k));
    sim::random_run(model, picker, 12, run, sim::VisitNothing());
    expect_a_name_for_every_byte(run.state);
  }
}

TEST(AckFields, NameEveryByteOfTheEngineAndItsWorld) { expect_complete("engine"); }

TEST(AckFields, NameEveryByteOfAMutant) {
  expect_complete("mutant:" + std::string(mutants()[0].name));
}

}  // namespace
}  // namespace conformance::ack
