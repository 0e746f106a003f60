#include "trace/advance.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace conformance {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The instants at which it is asked for, if it is so at none.
std::vector<std::int64_t> asked(std::int64_t near, std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> out;
  EXPECT_FALSE(any_near(near, first, last, [&](std::int64_t at) {
    out.push_back(at);
    return false;
  }));
  return out;
}

TEST(AnyNear, AsksOnceOfEachInstantAndOfTheNearestFirst) {
  EXPECT_THAT(asked(5, 3, 6), ElementsAre(5, 4, 6, 3));
  EXPECT_THAT(asked(9, 4, 6), ElementsAre(6, 5, 4));
  EXPECT_THAT(asked(1, 4, 4), ElementsAre(4));
  EXPECT_THAT(asked(5, 6, 4), IsEmpty());
  EXPECT_TRUE(any_near(5, 3, 6, [](std::int64_t at) { return at == 3; }));
}

}  // namespace
}  // namespace conformance
