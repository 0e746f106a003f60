// Recordings that tell no answer to any request: nobody is blamed for what lines show to have been
// answered, and what is wrong is found all the same.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

// A client's recording: all lists are shown.
Lines followed_untold(int ms, int stream) {
  return {asks(ms, stream), snapshot(ms + 4, stream, 1, "1"), shows(ms + 5, "1"),
          ping(ms + 4'900, stream)};
}
const Lines told_first{awake, ide(0, "ide_added")};
std::string over_by_server(int ms, int stream) { return ends_by(ms, stream, "server"); }

TEST(UntoldAnswers, ALineShowsThatItsRequestWasAnswered) {
  const auto right = judged(joined({told_first,
                                    followed_untold(1, 1),
                                    {over_by_server(5'000, 1), shows(5'001, "1", true)},
                                    followed_untold(5'251, 2)}));
  EXPECT_THAT(right.breaches, IsEmpty());
  EXPECT_EQ(right.of("MON-26"), TraceOutcome::Pass);
}

TEST(UntoldAnswers, WhatLinesShowIsJudged) {
  const Lines wrong_list{snapshot(5'000, 1, 2, "2"), shows(5'001, "1"), slept(7'000, 0)};
  EXPECT_THAT(judged(joined({told_first, followed_untold(1, 1), wrong_list})).breaches,
              ElementsAre("MON-21:8"));
  const Lines soon{over_by_server(5'000, 1), shows(5'001, "1", true), asks(5'010, 2)};
  EXPECT_THAT(judged(joined({told_first, followed_untold(1, 1), soon})).breaches,
              Contains("MON-24:9"));
}

// Whoever is refused is asked again, and no line tells that it was, nor when.
TEST(UntoldAnswers, ARequestWithoutALineMayHaveBeenRefused) {
  const Lines refused{over_by_server(5'000, 1), shows(5'001, "1", true), asks(5'251, 2),
                      asks(5'760, 3), asks(6'770, 4)};
  EXPECT_THAT(
      judged(joined({told_first, followed_untold(1, 1), refused, followed_untold(8'780, 5)}))
          .breaches,
      IsEmpty());
  // Where answers are told, one that has none is still there.
  Lines first = followed_untold(1, 1);
  first.insert(first.begin() + 1, answered(2, 1));
  EXPECT_THAT(judged(joined({told_first, first, refused})).breaches, Contains("MON-11:11"));
}

// Also before the first line of any.
TEST(UntoldAnswers, TheFirstRequestsMayHaveBeenRefused) {
  const Lines tries{asks(1, 1), asks(260, 2), asks(770, 3)};
  EXPECT_THAT(judged(joined({told_first, tries})).breaches, IsEmpty());
  EXPECT_THAT(judged(joined({told_first, tries, followed_untold(1'780, 4)})).breaches, IsEmpty());
  // Of them, one that speaks beside the next one was none that was refused.
  EXPECT_THAT(
      judged(joined({told_first, tries, followed_untold(1'780, 4), {ping(7'000, 2)}})).breaches,
      Contains("MON-11:5"));
  // What is wrong behind them is told,
  EXPECT_THAT(
      judged(
          joined(
              {told_first, tries, followed_untold(1'780, 4), {shows(6'700, "2"), slept(8'000, 0)}}))
          .breaches,
      ElementsAre("MON-21:10"));
  // and where answers are told, those without are still there.
  EXPECT_THAT(judged(joined({told_first, tries, {answered(780, 3, 503), ends(781, 3)}})).breaches,
              Contains("MON-11:4"));
  EXPECT_THAT(judged(joined({told_first, {tries[0], ends(5, 1), answered(6, 1, 503)}})).breaches,
              IsEmpty());
}

// A line that comes later than any may be late shows that it was not refused.
TEST(UntoldAnswers, ARequestThatHasALineBehindTheNextOneWasNoneThatWasRefused) {
  const auto speaks_at = [](int ms) {
    const Lines twice{over_by_server(5'000, 1), shows(5'001, "1", true), asks(5'251, 2),
                      asks(5'760, 3), ping(ms, 2)};
    return judged(joined({told_first, followed_untold(1, 1), twice})).breaches;
  };
  EXPECT_THAT(speaks_at(7'000), Contains("MON-11:10"));
  EXPECT_THAT(speaks_at(5'900), Not(Contains(HasSubstr("MON-11"))));
}

// It had lines, so that it was not refused.
TEST(UntoldAnswers, AStreamThatEndsIsAskedForAgain) {
  const Lines left{over_by_server(5'000, 1), shows(5'001, "1", true),
                   told(95'000, "slept", R"("time_ms":0)")};
  EXPECT_THAT(judged(joined({told_first, followed_untold(1, 1), left})).breaches,
              ElementsAre(HasSubstr("MON-24")));
  // A request to another IDE, which may have been refused, is no excuse.
  const Lines other{told(0, "ide_added", R"("pid":8,"has_token":true)"),
                    told(1, "stream_asked", R"("connection":9,"pid":8,"sends_token":true)")};
  EXPECT_THAT(judged(joined({told_first, other, followed_untold(1, 1), left})).breaches,
              Contains(HasSubstr("MON-24")));
}

TEST(UntoldAnswers, AnIdesLinesAreJudgedWithoutThem) {
  const Lines lines{asked(0, 1), snapshot(1, 1, 1, "1")};
  EXPECT_THAT(judged(joined({{awake}, lines, {ping(4'900, 1)}})).breaches, IsEmpty());
  EXPECT_THAT(judged(joined({{awake}, lines, {ping(9'900, 1)}})).breaches,
              ElementsAre(HasSubstr("MON-41")));
  EXPECT_THAT(judged({awake, asked(0, 1), ping(1, 1), ping(4'900, 1)}).breaches,
              Contains(HasSubstr("MON-40")));
}

// Nobody knows when it was refused; who is let in waits for a line.
TEST(UntoldAnswers, WhoIsRefusedWaitsForNothingBesideASlowClient) {
  const auto beside = [](std::string_view authorized, const Lines& then) {
    const auto slow = [](int ms, bool stalled) {
      return told(ms, "reader_stalled", fmt::format(R"("connection":1,"stalled":{})", stalled));
    };
    return judged(joined({{awake, asked(0, 1), snapshot(1, 1, 1, "1"), ping(4'000, 1),
                           asked(4'500, 2, authorized), slow(5'000, true)},
                          then,
                          {slow(11'500, false), ping(11'600, 1), ping(15'000, 1)}}))
        .breaches;
  };
  EXPECT_THAT(beside("false", {}), IsEmpty());
  EXPECT_THAT(beside("true", {}), Contains(HasSubstr("MON-43")));
  EXPECT_THAT(beside("false", {snapshot(5'500, 2, 1, "1")}), Contains(HasSubstr("MON-42")));
  EXPECT_THAT(beside("false", {answered(11'400, 2, 401)}), Contains(HasSubstr("MON-43")));
}

// One answer of many is not recorded.
TEST(UntoldAnswers, OfAnIdeOneMayBeMissing) {
  const auto beside = [](std::string_view authorized, const Lines& then) {
    return judged(joined(
        {{awake, asked(0, 1), answered(0, 1), snapshot(1, 1, 1, "1"), changed(1'000, "1"),
          asked(2'000, 2, authorized)},
         then,
         {ping(4'900, 1), told(5'000, "stream_freed", R"("connection":2)"), ping(9'000, 1)}}));
  };
  const Lines sent{snapshot(2'003, 2, 1, "1")};
  EXPECT_THAT(beside("false", {}).breaches, IsEmpty());
  EXPECT_THAT(beside("false", sent).breaches, Contains("MON-42:7"));
  EXPECT_THAT(beside("true", sent).breaches, IsEmpty());
  EXPECT_THAT(beside("true", {snapshot(2'003, 2, 1, "2")}).breaches, ElementsAre("MON-40:7"));
  EXPECT_THAT(beside("true", {ping(2'003, 2)}).breaches, Contains("MON-40:7"));
  // It may be of an answer that is no stream.
  for (const auto authorized : {"true", "false"})
    EXPECT_THAT(beside(authorized, {line(2'003, 2, "Try later.")}).breaches, IsEmpty());
  // It is written down behind that.
  const auto late = [&](int status) { return joined({sent, {answered(2'004, 2, status)}}); };
  EXPECT_THAT(beside("true", late(200)).breaches, IsEmpty());
  EXPECT_THAT(beside("true", late(200)).notes, IsEmpty());
  EXPECT_THAT(beside("false", late(401)).breaches, ElementsAre("MON-42:7"));
}
TEST(UntoldAnswers, OfAClientOneMayBeMissing) {
  const auto then = [](const Lines& lines) {
    return of_client(judged(joined({told_first,
                                    opens(1, 1),
                                    {shows(6, "1"), line(100, 1, "{"), skips(101),
                                     over_by_server(200, 1), shows(201, "1", true), asks(451, 2)},
                                    lines,
                                    {slept(9'000, 0)}})));
  };
  const Lines sent{snapshot(454, 2, 1, "1,2"), shows(455, "1,2")};
  EXPECT_THAT(then(joined({sent, {ping(4'900, 2)}})), IsEmpty());
  EXPECT_THAT(then(joined({sent, {answered(2'000, 2), ping(4'900, 2)}})), IsEmpty());
  EXPECT_THAT(then({sent[0], shows(455, "2")}), ElementsAre("MON-21:13"));
  EXPECT_THAT(then(joined({{line(453, 2, "{"), skips(453)}, sent})), IsEmpty());
  EXPECT_THAT(then(joined({{skips(453)}, sent})), ElementsAre("MON-25:12"));
  const Lines refused{line(453, 2, "Try later."), over_by_server(454, 2)};
  EXPECT_THAT(then(joined({refused, opens(1'000, 3), {shows(1'005, "1"), ping(5'900, 3)}})),
              IsEmpty());
}

// A stream that goes on with a message was no text.
TEST(UntoldAnswers, WhatComesBeforeTheFirstMessageIsJudged) {
  const auto sends = [](const Lines& first) {
    return judged(joined({{awake, asked(0, 1)}, first, {ping(4'000, 1), ping(8'000, 1)}})).breaches;
  };
  const auto sent = snapshot(3, 1, 1, "1");
  EXPECT_THAT(sends({sent}), IsEmpty());
  for (const auto raw : {"garbage", ""})
    EXPECT_THAT(sends({line(2, 1, raw), sent}), ElementsAre("MON-40:3"));
  EXPECT_THAT(judged({awake, asked(0, 1), line(2, 1, "garbage"), slept(8'000, 0)}).breaches,
              IsEmpty());
}

// It may have been refused, also where other answers are told.
TEST(UntoldAnswers, WhoHadATextMayWaitForTheMarker) {
  const auto waits_behind = [](const Lines& first) {
    return of_client(judged(joined({told_first,
                                    {asks(0, 1)},
                                    first,
                                    {ends(5, 1), slept(9'000, 0), ide(9'000, "ide_changed")},
                                    opens(9'100, 2),
                                    {ping(13'000, 2), slept(15'000, 0)}})));
  };
  const auto text = line(4, 1, "Unauthorized");
  EXPECT_THAT(waits_behind({text}), IsEmpty());
  EXPECT_THAT(waits_behind({}), ElementsAre(HasSubstr("MON-24")));
  EXPECT_THAT(waits_behind({answered(3, 1, 503), text}), ElementsAre(HasSubstr("MON-24")));
  EXPECT_THAT(waits_behind({text, snapshot(4, 1, 1, "1")}), ElementsAre(HasSubstr("MON-24")));
}

TEST(UntoldAnswers, TimesMayCountFrom1970) {
  const auto at = [](std::string_view ms, std::string_view what) {
    return R"({"t_ms":)" + std::string(ms) + "," + std::string(what) + "}";
  };
  const auto found =
      judged({at("1800000000000.25", R"("slept":{"time_ms":0})"),
              at("1800000000001", R"("stream_asked":{"connection":1,"pid":7,"authorized":true})"),
              at("1800000000002", R"("stream_answered":{"connection":1,"status":500})")});
  EXPECT_EQ(found.error, "");
  EXPECT_THAT(judged({at("1e15", R"("slept":{"time_ms":0})")}).error, HasSubstr("less than 1e15"));
}

}  // namespace
}  // namespace conformance::monitor
