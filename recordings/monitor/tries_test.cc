// When an IDE may be asked again: each window of a client waits by itself.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

Lines tries_in(int ms, int stream, int window, int status) {
  return {asks_in(window, ms, stream), answered(ms + 5, stream, status)};
}
const Lines one_told{awake, ide(0, "ide_added")};
const Lines each_told{awake, ide(0, "ide_added"), ide(0, "ide_added")};
std::vector<std::string> found_of_tries(const Lines& known, const Lines& then) {
  return judged(joined({known, then, {slept(12'000, 0)}})).breaches;
}

TEST(Tries, EachWindowBacksOff) {
  const auto second_again_at = [](int ms, int window) {
    return joined({tries_in(1, 1, 1, 503), tries_in(300, 2, 1, 503), tries_in(320, 3, 2, 503),
                   tries_in(ms, 4, window, 503), tries_in(900, 5, 1, 200), opens(905, 6)});
  };
  for (const auto& known : {one_told, each_told}) {
    EXPECT_THAT(found_of_tries(known, second_again_at(620, 2)),
                Not(Contains(StartsWith("MON-24"))));
    const auto line = known.size() + 7;
    EXPECT_THAT(found_of_tries(known, second_again_at(345, 2)),
                Contains(fmt::format("MON-24:{}", line)));
    EXPECT_THAT(found_of_tries(known, second_again_at(345, 1)),
                Contains(fmt::format("MON-24:{}", line)));
  }
}

TEST(Tries, EachWindowThatIsNotLetInWaits) {
  const Lines first = joined({tries_in(1, 1, 1, 401), tries_in(300, 2, 2, 401)});
  const Lines behind = joined({{ide(5'000, "ide_changed")}, tries_in(5'001, 3, 1, 503)});
  for (const auto& known : {one_told, each_told}) {
    EXPECT_THAT(found_of_tries(known, first), IsEmpty());
    EXPECT_THAT(found_of_tries(known, joined({first, behind, tries_in(5'010, 4, 2, 503)})),
                IsEmpty());
    const auto line = fmt::format("MON-28:{}", known.size() + 5);
    EXPECT_THAT(found_of_tries(known, joined({first, tries_in(3'000, 3, 1, 401)})),
                ElementsAre(line));
    EXPECT_THAT(found_of_tries(known, joined({first, tries_in(3'000, 3, 2, 401)})),
                ElementsAre(line));
  }
}

// Who moves with the marker need not pause, whatever another window was answered meanwhile.
TEST(Tries, EachWindowMovesWithItsMarker) {
  const auto moves = [](const Lines& again) {
    return found_of_tries(one_told,
                          joined({tries_in(1, 1, 1, 200),
                                  {snapshot(7, 1, 1, "1")},
                                  tries_in(20, 2, 2, 200),
                                  {snapshot(26, 2, 1, "1"), ide(6'071, "ide_changed"),
                                   ends_by(6'072, 1, "client"), ends_by(6'092, 2, "client")},
                                  tries_in(6'101, 3, 1, 429),
                                  tries_in(6'121, 4, 2, 429),
                                  again}));
  };
  const auto breaks = Contains(StartsWith("MON-24"));
  EXPECT_THAT(moves(tries_in(6'354, 5, 1, 429)), Not(breaks));
  EXPECT_THAT(moves(tries_in(6'130, 5, 2, 429)), breaks);
}

// Nobody says which of them shows it.
TEST(Tries, EachWindowShowsAStaleList) {
  const auto moves = [](std::string_view list) {
    return found_of_tries(
        one_told,
        joined({tries_in(1, 1, 1, 200),
                {snapshot(7, 1, 1, "1"), shows(8, "1")},
                tries_in(20, 2, 2, 200),
                {snapshot(26, 2, 1, "1"), ide(6'071, "ide_changed"), ends_by(6'072, 1, "client"),
                 shows(6'073, "1", true), ends_by(6'092, 2, "client"), shows(6'093, "1", true)},
                tries_in(6'101, 3, 2, 401),
                {ends_by(6'107, 3, "server"), shows(6'108, list, true)}}));
  };
  EXPECT_THAT(moves("1"), Not(Contains(StartsWith("MON-26"))));
  EXPECT_THAT(moves("2"), Contains(StartsWith("MON-26")));
}

// It is written down in two steps, its port and its token.
TEST(Tries, AMarkerMayChangeAgainRightBehindTheStreamThatWaitedForIt) {
  const Lines refused{awake, ide(0, "ide_added"), asks(10, 1), answered(20, 1, 401)};
  const auto moves = [&](const Lines& marker, const Lines& again) {
    return judged(joined({refused,
                          marker,
                          opens(3'006, 2),
                          {shows(3'036, "1")},
                          again,
                          {ends_by(3'904, 2, "client"), shows(3'905, "1", true)},
                          opens(3'911, 3),
                          {shows(3'945, "1"), slept(5'000, 0)}}))
        .breaches;
  };
  const Lines first{ide(3'003, "ide_changed")}, second{ide(3'903, "ide_changed")};
  EXPECT_THAT(moves(first, second), IsEmpty());
  EXPECT_THAT(moves(first, {}), ElementsAre("MON-23:10", "MON-24:12"));
  // The first one may be late, but somebody waited for it.
  EXPECT_THAT(moves({}, {ide(3'902, "ide_changed"), second[0]}), IsEmpty());
  EXPECT_THAT(moves({}, {}), Contains("MON-28:5"));
}

}  // namespace
}  // namespace conformance::monitor
