// What a hopeless program may take of a gate, and that no other one comes near it.
#include "subject/kept.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/state/subject_fault.h"

namespace tools::subject {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Why it may take no more; empty: it may.
std::string refused(Allowance& allowance, std::uint32_t run_length = 1) {
  try {
    allowance.check(run_length);
  } catch (const sim::OutOfRoom& full) {
    return full.why;
  }
  return {};
}

// How many events a unit is told again before it is left, in steps of ten thousand.
std::uint64_t taken_by_unit(Allowance& allowance) {
  constexpr std::uint64_t step = 10'000;
  std::uint64_t taken = 0;
  allowance.begin_unit();
  for (; refused(allowance).empty(); taken += step) allowance.told_again(step);
  allowance.end_unit();
  return taken;
}

TEST(Allowance, OfUnitsThatGoOnForEverIsSmallerOnceThreeHaveTakenAll) {
  Allowance allowance(std::chrono::seconds(5));
  for (int unit = 0; unit < 3; ++unit) EXPECT_EQ(taken_by_unit(allowance), 1'010'000u) << unit;
  EXPECT_EQ(taken_by_unit(allowance), 60'000u);
}

TEST(Allowance, OfOneUnitIsNotThatOfTheNext) {
  Allowance allowance(std::chrono::seconds(5));
  for (int unit = 0; unit < 20; ++unit) {
    allowance.begin_unit();
    allowance.told_again(900'000);
    EXPECT_THAT(refused(allowance), IsEmpty());
    allowance.end_unit();
  }
}

TEST(Allowance, OfRunsWithoutAnEndIsForFourOfThem) {
  Allowance allowance(std::chrono::seconds(5));
  allowance.begin_unit();
  for (int run = 0; run < 4; ++run)
    for (std::uint32_t length = 0; length < 6'001; ++length)
      ASSERT_THAT(refused(allowance, length), IsEmpty()) << run << " " << length;
  EXPECT_THAT(refused(allowance, 1'000), IsEmpty());
  EXPECT_THAT(refused(allowance, 1'001), HasSubstr("go on and on"));
  allowance.end_unit();
  allowance.begin_unit();
  EXPECT_THAT(refused(allowance, 1'000), IsEmpty()) << "the next unit begins with short runs";
}

TEST(Allowance, HasNoBoundWhereNothingIsJudged) {
  Allowance allowance(std::chrono::seconds(5));
  allowance.told_again(100'000'000);
  allowance.waited(1000, false);
  EXPECT_THAT(refused(allowance), IsEmpty());
}

TEST(Allowance, OfASlowProgramEndsBehindFourPatiences) {
  Allowance allowance(std::chrono::seconds(5));
  allowance.begin_unit();
  int answers = 0;
  for (; refused(allowance).empty(); ++answers) allowance.waited(1, true);
  EXPECT_EQ(answers, 21);
  EXPECT_THAT(refused(allowance), HasSubstr("21 answers in 21 s"));
  allowance.end_unit();
  allowance.begin_unit();
  EXPECT_THAT(refused(allowance), HasSubstr("too slow")) << "it is as slow in the next unit";
}

TEST(Allowance, IsKeptByAProgramThatHangsNowAndThen) {
  Allowance allowance(std::chrono::seconds(5));
  allowance.begin_unit();
  for (int hangs = 0; hangs < 50; ++hangs) {
    for (int answers = 0; answers < 100; ++answers) allowance.waited(0.001, true);
    allowance.waited(5, false);
    EXPECT_THAT(refused(allowance), IsEmpty()) << hangs;
  }
}

}  // namespace
}  // namespace tools::subject
