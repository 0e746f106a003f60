#include "sim/search/rng.h"

#include <array>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using sim::Rng;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;

TEST(Rng, GivesTheSameNumbersOnEveryMachine) {
  Rng rng(42);
  EXPECT_EQ(rng.next(), 1546998764402558742u);
  EXPECT_EQ(rng.next(), 6990951692964543102u);
  Rng small(42);
  std::vector<std::uint32_t> drawn;
  for (int i = 0; i < 8; ++i) drawn.push_back(small.below(10));
  EXPECT_THAT(drawn, ElementsAre(0, 3, 6, 9, 9, 7, 7, 8));
}

TEST(Rng, IsUsableAtCompileTime) {
  static_assert(Rng(7).next() == Rng(7).next());
  static_assert(Rng(7).fork(1).seed() != Rng(7).fork(2).seed());
}

TEST(Rng, ReachesEveryNumberBelowTheBoundAboutEquallyOften) {
  Rng rng(1);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60'000; ++i) ++counts.at(rng.below(6));
  EXPECT_THAT(counts, Each(Ge(9'700)));
}

// Two thirds of 32 bits: without drawing again, the low third would come twice as often.
TEST(Rng, IsFairWhereTheBoundDoesNotDivideTheRange) {
  constexpr std::uint32_t third = 0x55555555;
  Rng rng(2);
  std::array<int, 2> counts{};
  for (int i = 0; i < 20'000; ++i) ++counts.at(rng.below(2 * third) / third);
  EXPECT_THAT(counts, Each(Ge(9'800)));
}

TEST(Rng, BelowOneIsAlwaysZero) {
  Rng rng(3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0u);
}

TEST(Rng, ForksDependOnTheSeedAndTheStreamAlone) {
  Rng fresh(42);
  Rng used(42);
  for (int i = 0; i < 100; ++i) used.next();
  EXPECT_EQ(fresh.fork(7), used.fork(7));
  EXPECT_NE(fresh.fork(7), fresh.fork(8));
  EXPECT_NE(fresh.fork(7), Rng(43).fork(7));
  EXPECT_NE(fresh.fork(0), fresh);
}

}  // namespace
