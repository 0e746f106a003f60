#include "port/check.h"

#include <gtest/gtest.h>

namespace port {
namespace {

void take(int count) { CHECK(count < 4); }

TEST(Check, EndsTheProcessAndSaysWhere) {
  EXPECT_DEATH(take(4), "check_test.cc:[0-9]+: CHECK\\(count < 4\\) failed in take");
}

TEST(Check, IsThrownWhereSomebodyCatchesThem) {
  try {
    const CheckCatcher catcher;
    take(4);
    FAIL();
  } catch (const CheckFailed& failed) {
    EXPECT_NE(show(failed).find("CHECK(count < 4) failed in take"), std::string::npos);
  }
  // And not behind that.
  EXPECT_DEATH(take(4), "failed in take");
}

}  // namespace
}  // namespace port
