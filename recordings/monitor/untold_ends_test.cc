// Recordings that tell no end of any stream: nobody is blamed for what may be one, and what lines
// show is found all the same.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

Lines of_untold(std::initializer_list<Lines> parts) {
  return joined({{awake, ide(0, "ide_added")}, joined(parts)});
}
const Lines first = opens(0, 1);
// Asked again, and followed for a while.
const Lines again{asks(5'000, 2), answered(5'003, 2), snapshot(5'004, 2, 1, "1"),
                  ping(9'900, 2), ping(14'800, 2),    ping(19'700, 2),
                  ping(24'600, 2)};

TEST(UntoldEnds, WhoIsAskedAgainMayBeGone) {
  const auto right = judged(of_untold({first, again}));
  EXPECT_THAT(right.breaches, IsEmpty());
  EXPECT_EQ(right.of("MON-41"), TraceOutcome::NotJudged);
  EXPECT_THAT(right.notes, ElementsAre(HasSubstr("no line tells that a stream is over")));
  // One end is told, of any stream: then the others lived on.
  EXPECT_THAT(judged(of_untold({first, again, {ends(25'000, 2)}})).breaches,
              ElementsAre("MON-41:8", "MON-41:10", "MON-41:12", "MON-11:6"));
}

TEST(UntoldEnds, AStreamThatSpeaksBesideTheNextOneWasNotOver) {
  EXPECT_THAT(judged(of_untold({first, again, {ping(25'000, 1)}})).breaches, Contains("MON-11:6"));
  EXPECT_THAT(judged(of_untold({first, again, {ping(25'000, 1)}})).breaches, Contains("MON-41:10"));
  // Of another one nobody knows whether it is over.
  const auto third = of_untold({first, again, {ping(25'000, 1)}, opens(26'000, 3)});
  EXPECT_THAT(judged(third).breaches, Contains("MON-11:6"));
}

TEST(UntoldEnds, SilenceThatEndsIsSilence) {
  const Lines late{ping(22'000, 1)};
  const Lines next = opens(22'500, 2);
  const auto speaks =
      judged(of_untold({first, late, next, {ping(27'000, 2), ping(31'000, 2)}})).breaches;
  EXPECT_THAT(speaks, ElementsAre("MON-41:6", "MON-23:6"));
  // It was given up, or was over long before.
  EXPECT_THAT(judged(of_untold({first, next, {ping(27'000, 2), ping(31'000, 2)}})).breaches,
              IsEmpty());
  // Who is not asked again was not given up.
  EXPECT_THAT(judged(of_untold({first, {told(30'000, "slept", R"("time_ms":0)")}})).breaches,
              ElementsAre("MON-41:6", "MON-23:6"));
}

// Whether it is still there, only who tells of IDEs knows.
TEST(UntoldEnds, AnIdeOfWhichNothingIsToldMayHaveGone) {
  const auto silent = [](const Lines& known) {
    return judged(joined({known, first, {told(30'000, "slept", R"("time_ms":0)")}})).breaches;
  };
  EXPECT_THAT(silent({awake}), Not(Contains(HasSubstr("MON-23"))));
  EXPECT_THAT(silent({awake, ide(0, "ide_added")}), Contains("MON-23:6"));
}

TEST(UntoldEnds, AnIdeThatGoesOwesNothing) {
  const Lines gone{removed(2'000)};
  const Lines later{told(30'000, "slept", R"("time_ms":0)")};
  EXPECT_THAT(judged(of_untold({first, gone, later})).breaches, IsEmpty());
  EXPECT_THAT(judged(of_untold({first, gone, {ping(20'000, 1)}, later})).breaches,
              Contains("MON-41:7"));
}

TEST(UntoldEnds, AListThatIsStaleTellsThatItsStreamIsOver) {
  const auto lists = [](const char* list, const Lines& more) {
    return judged(of_untold({first,
                             {shows(5, "1"), shows(4'700, "1", true)},
                             opens(5'000, 2),
                             {shows(5'005, list)},
                             more}))
        .breaches;
  };
  EXPECT_THAT(lists("1", {}), IsEmpty());
  EXPECT_THAT(lists("2", {slept(7'000, 0)}), ElementsAre("MON-21:11"));
  EXPECT_THAT(lists("1", {ping(7'000, 1)}), Contains("MON-26:7"));
}

TEST(UntoldEnds, AListThatIsStaleMayBeShownAgainBehindTheNextTry) {
  const auto refused = [](const char* list, const Lines& between) {
    return judged(of_untold({first,
                             {shows(5, "1"), shows(901, "1", true), asks(1'151, 2)},
                             between,
                             {answered(1'153, 2, 401), shows(1'154, list, true), slept(3'000, 0)}}))
        .breaches;
  };
  EXPECT_THAT(refused("1", {}), IsEmpty());
  EXPECT_THAT(refused("2", {}), Contains(StartsWith("MON-26")));
}

// An answer that is none of a stream needs no end, and two windows have a stream each.
TEST(UntoldEnds, WhatNeedsNoEndIsNoneThatIsNotTold) {
  const auto next = [](int window, int stream) {
    return told(1'000 * stream, "stream_asked",
                "\"connection\":" + std::to_string(stream) +
                    ",\"pid\":7,\"window\":" + std::to_string(window));
  };
  const Lines silent{told(30'000, "slept", R"("time_ms":0)")};
  EXPECT_THAT(judged(of_untold({{next(1, 1), answered(1'001, 1, 503), next(1, 2),
                                 answered(2'001, 2), snapshot(2'002, 2, 1, "1")},
                                silent}))
                  .breaches,
              Contains("MON-41:8"));
  EXPECT_THAT(judged(of_untold({{next(1, 1), answered(1'001, 1), snapshot(1'002, 1, 1, "1"),
                                 next(2, 2), answered(2'001, 2), snapshot(2'002, 2, 1, "1")},
                                silent}))
                  .breaches,
              Contains("MON-41:9"));
}

}  // namespace
}  // namespace conformance::monitor
