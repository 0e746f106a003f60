// A step of a judged world must not touch the heap: a search makes millions of them a second.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "conformance/appserver/judged.h"
#include "conformance/appserver/plans.h"
#include "sim/search/rng.h"

namespace {
std::size_t taken = 0;  // Of the whole test program.
}

[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++taken;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* memory = ::operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace conformance::appserver {
namespace {

TEST(AppserverAllocation, NeverHappensInAStepOfClientServerUserAndJudge) {
  sim::Rng rng(1);
  sim::Choices choices;
  choices.reserve(10'000);
  sim::appserver::mark_of(sim::appserver::part_text(0));  // All marks are made once.
  std::size_t steps = 0;
  for (std::size_t row = 0; row < sim::appserver::fault_kinds; ++row) {
    for (std::uint64_t run = 0; run < 20; ++run) {
      const auto worlds =
          judged_worlds(sampled_plan(static_cast<sim::appserver::Fault>(row), 1, run), "engine");
      auto world = worlds.initial();
      JudgedWorlds::Tally tally;
      while (worlds.status(world) == sim::Status::Running) {
        choices.clear();
        worlds.choices(world, choices);
        const auto choice = choices[rng.below(static_cast<std::uint32_t>(choices.size()))];
        const auto was = world;
        const auto before = taken;
        worlds.apply(world, choice, tally);
        ASSERT_EQ(taken, before) << worlds.label(was, choice).text;
        ++steps;
      }
    }
  }
  EXPECT_GT(steps, 10'000u);
  EXPECT_GT(taken, 0u);  // It does count: the test program itself allocated.
}

}  // namespace
}  // namespace conformance::appserver
