// A step must not touch the heap: a search makes millions of them a second.
#include <gtest/gtest.h>

#include "ack/testing.h"
#include "allocations_testing.h"

namespace engine::ack {
namespace {

void dispatch_and_time_out(Play& play) {
  play.on(StoreReady{});
  play.on(Pushed{Pane::Left});
  play.calls(first, "sort");
  play.captured(first, reads(1));
  play.looked(first, reads(1));
  for (int poll = 0; poll < 6; ++poll) {
    play.fired(first, ms(250));
    play.looked(first, reads(1));
  }
}

void fill_with_round_trips(Play& play) {
  for (std::uint16_t id = 1; id <= calls_max + 1; ++id) play.calls({id}, "open_under_cursor");
  for (std::uint32_t request = 0; request <= calls_max; ++request)
    play.on(Replied{{request}, request % 2 == 0, {7}});
}

TEST(AckAllocation, NeverHappensInAStep) {
  Play play;
  const auto before = allocations().count;
  dispatch_and_time_out(play);
  fill_with_round_trips(play);
  play.on(Called{first, {.tool = tool("rename")}});
  play.rebase();
  EXPECT_EQ(allocations().count, before);
  EXPECT_TRUE(play.state().calls.empty());
  EXPECT_GT(before, 0u);  // It does count: the test program itself allocated.
}

}  // namespace
}  // namespace engine::ack
