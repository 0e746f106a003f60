#include "spec/clock.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace spec {
namespace {

std::int64_t step_of(std::initializer_list<std::int64_t> times) {
  Clock clock(1'000);
  for (const auto time : times) clock.see(time);
  return clock.step();
}

TEST(Clock, HasTheStepOfWhichAllItsTimesAreMultiplesApart) {
  EXPECT_EQ(step_of({5, 105, 405}), 100);
  EXPECT_EQ(step_of({5, 105, 406}), 1);
  // One that was set goes on in its steps.
  EXPECT_EQ(step_of({905, 105, 505}), 400);
}
TEST(Clock, HasAStepOfASecondAtMost) {
  EXPECT_EQ(step_of({}), 1'000);
  EXPECT_EQ(step_of({7, 7}), 1'000);
  EXPECT_EQ(step_of({0, 60'000}), 1'000);
}

}  // namespace
}  // namespace spec
