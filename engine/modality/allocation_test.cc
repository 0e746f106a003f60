// A step must not touch the heap: a search makes millions of them a second.
#include <gtest/gtest.h>

#include "allocations_testing.h"
#include "modality/testing.h"

namespace engine::modality {
namespace {

void run_through_a_call(Play& play) {
  play.on(Called{profile(Mode::SmartNonModal)});
  play.listed({inner, outer});
  play.answered(inner, CloseAnswer::Refused);
  play.answered(outer, CloseAnswer::Accepted);
  play.on(DialogDisposed{outer});
  play.read(Modality::Progress);
  play.fired(Timer::Poll, ms(500));
  play.up_to_body();
  play.calls(Method::SyncDocuments);
  play.up_to(Step::SyncSave);
  play.tick();
  play.listed({{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}}, monitor_lane);
  for (std::uint8_t i = 1; i <= 8; ++i) play.answered({i}, CloseAnswer::Refused);
}

TEST(PolicyAllocation, NeverHappensInAStep) {
  Play play;
  const auto before = allocations().count;
  run_through_a_call(play);
  EXPECT_EQ(allocations().count, before);
  EXPECT_EQ(play.state().phase, Phase::Done);
}

}  // namespace
}  // namespace engine::modality
