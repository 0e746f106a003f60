// Whose end of a stream it was, and two of one IDE at once: a right client's recording, and beside
// it a wrong one that is as like it as can be.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

std::string drops(int ms, int stream) { return ends_by(ms, stream, "client"); }

// Followed from the beginning on; with IDEs told of and without.
const Lines known = joined({{awake, ide(0, "ide_added")}, opens(0, 1)});
const Lines unknown = joined({{awake}, opens(0, 1)});

// Of the client.
testing::AssertionResult is_right(const Lines& lines) {
  for (const auto& breach : of_client(judged(lines)))
    return testing::AssertionFailure() << breach << "\n"
                                       << fmt::format("{}", fmt::join(lines, "\n"));
  return testing::AssertionSuccess();
}
auto breaks(std::string_view rule) { return Contains(std::string(rule)); }

TEST(ClientSide, WhoGivesUpAGoodStreamIsTold) {
  const Lines comes_back = opens(6'300, 2);
  EXPECT_THAT(judged(joined({known, {drops(6'000, 1)}, comes_back})).breaches,
              ElementsAre("MON-23:6"));
  // It was good, however short it was.
  EXPECT_THAT(judged(joined({known, {drops(500, 1)}, opens(800, 2)})).breaches, breaks("MON-23:6"));
  // Nobody says whose end it was; it was the IDE's, or the network's.
  const auto nobodys = joined({known, {ends(6'000, 1)}, comes_back});
  EXPECT_TRUE(is_right(nobodys));
  EXPECT_EQ(judged(nobodys).of("MON-25"), TraceOutcome::NotJudged);
  EXPECT_TRUE(is_right(joined({known, {ends_by(6'000, 1, "server")}, comes_back})));
  // It was silent, as far as that can be recorded.
  EXPECT_TRUE(is_right(joined({known, {drops(14'100, 1)}, opens(14'400, 2)})));
  EXPECT_THAT(judged(joined({known, {drops(13'900, 1)}, opens(14'200, 2)})).breaches,
              breaks("MON-23:6"));
}

TEST(ClientSide, WhoGivesAStreamUpForAReasonIsRight) {
  // Its IDE moved, or went and came, whichever of that is recorded first.
  for (const auto& reason : {Lines{ide(6'000, "ide_changed"), drops(6'000, 1)},
                             Lines{drops(6'000, 1), ide(6'000, "ide_changed")},
                             Lines{removed(6'000), drops(6'000, 1), ide(6'001, "ide_added")},
                             Lines{drops(6'000, 1), removed(6'000), ide(6'001, "ide_added")},
                             Lines{drops(6'000, 1), ide(6'300, "ide_added")}})
    EXPECT_TRUE(is_right(joined({known, reason, opens(6'400, 2)})));
  // It stops.
  EXPECT_TRUE(is_right(joined({known, {drops(6'000, 1), slept(6'500, 0)}})));
  // What answered was another server.
  const Lines asked_once{awake, ide(0, "ide_added"), asks(0, 1), answered(3, 1)};
  EXPECT_TRUE(is_right(joined({asked_once, {line(4, 1, "<html>"), drops(5, 1)}, opens(300, 2)})));
  EXPECT_THAT(judged(joined({asked_once, {drops(2'000, 1)}, opens(2'300, 2)})).breaches,
              breaks("MON-23:5"));
  // It waited for no answer any more.
  EXPECT_TRUE(is_right(
      joined({{awake, ide(0, "ide_added"), asks(0, 1), drops(4'000, 1)}, opens(4'300, 2)})));
  // A clock that was set tells no silence.
  EXPECT_TRUE(is_right(joined({{slept(9'000, 0)}, known, {drops(6'000, 1)}, opens(6'300, 2)})));
}

// What it does behind that is not judged, until it asks again.
TEST(ClientSide, WhoKeepsADeadStreamIsToldOnce) {
  const auto late = joined(
      {known, {shows(5, "1"), drops(30'000, 1), shows(30'001, "1", true)}, opens(30'300, 2)});
  EXPECT_THAT(of_client(judged(joined({late, {shows(30'305, "1")}}))), ElementsAre("MON-23:7"));
  EXPECT_THAT(of_client(judged(joined({late, {shows(30'305, "2"), slept(32'000, 0)}}))),
              ElementsAre("MON-23:7", "MON-21:12"));
}

TEST(ClientEnd, AListThatWasNeverCalledStaleIsNoTooEarlyTry) {
  const Lines again = joined({opens(1'300, 2), {shows(1'305, "1")}});
  const Lines before = joined({known, {shows(5, "1"), ends(1'000, 1)}});
  EXPECT_THAT(judged(joined({before, again, {slept(4'000, 0)}})).breaches, ElementsAre("MON-26:8"));
  // It ends so soon that it may have been.
  EXPECT_TRUE(is_right(joined({before, again})));
  EXPECT_TRUE(is_right(joined({before, {shows(1'001, "1", true)}, again})));
}

TEST(ClientSide, ABadLineIsNoReason) {
  const auto behind = [](int ms) {
    return judged(joined({known, {line(3'000, 1, "nonsense"), drops(ms, 1)}, opens(ms + 300, 2)}))
        .breaches;
  };
  EXPECT_THAT(behind(3'000), breaks("MON-25:7"));
  EXPECT_THAT(behind(3'040), breaks("MON-25:7"));
  EXPECT_THAT(behind(6'000), breaks("MON-23:7"));
}

TEST(ClientSide, WhoGivesAStreamUpOnWakingIsTold) {
  const auto woke = [](const Lines& before, std::string_view side, int later) {
    return joined({before,
                   {slept(600'000, 599'000), ends_by(600'000 + later, 1, side)},
                   opens(600'300 + later, 2)});
  };
  EXPECT_THAT(judged(woke(known, "client", 50)).breaches, breaks("MON-29:7"));
  EXPECT_THAT(judged(woke(known, "client", 3'900)).breaches, breaks("MON-29:7"));
  // It had its period, or was gone.
  EXPECT_TRUE(is_right(woke(known, "client", 4'100)));
  EXPECT_TRUE(is_right(woke(known, "server", 50)));
  // Its IDE moved while it slept, or it stops.
  const Lines drop{slept(600'000, 599'000), drops(600'050, 1)};
  EXPECT_TRUE(is_right(joined({known, drop, {ide(600'050, "ide_changed")}, opens(600'051, 2)})));
  EXPECT_TRUE(is_right(joined({known, drop})));
  EXPECT_TRUE(is_right(woke(unknown, "client", 50)));
}

// A sleep is recorded late, too: it may have begun before a stream was silent for long enough.
TEST(ClientSide, ASleepMayHaveBegunBeforeItsStreamWasDead) {
  const auto sleeps_after = [](int ms) {
    const int woke = 600'000 + ms;
    return judged(joined({known,
                          {shows(5, "1"), slept(woke, 600'000), ends(woke + 4'900, 1),
                           shows(woke + 4'900, "1", true), slept(woke + 4'901, 0)}}));
  };
  EXPECT_NE(sleeps_after(15'100).of("MON-23"), TraceOutcome::Fail);
  EXPECT_EQ(sleeps_after(16'100).of("MON-23"), TraceOutcome::Fail);
}

// Where no IDE is told of, a window may have been loaded anew, or the IDE has moved.
TEST(ClientSide, IsNotJudgedWhereNoIdeIsToldOf) {
  const auto result = judged(joined({unknown, {drops(6'000, 1)}, opens(6'300, 2)}));
  EXPECT_THAT(result.breaches, IsEmpty());
  EXPECT_EQ(result.of("MON-25"), TraceOutcome::NotJudged);
}

TEST(ClientSide, HasTwoWords) {
  EXPECT_THAT(judged(joined({known, {ends_by(6'000, 1, "ide")}})).error,
              HasSubstr(R"("side" must be "client" or "server")"));
  EXPECT_THAT(judged(joined({known, {told(9, "ended", R"("connection":1,"side":1)")}})).error,
              HasSubstr(R"("side" must be)"));
}

Lines opens_in(int window, int ms, int stream) {
  auto lines = opens(ms, stream);
  lines[0] = asks_in(window, ms, stream);
  return lines;
}
TEST(ClientEnd, OneMonitorHasOneStreamOfAnIde) {
  const Lines first = joined({{awake, ide(0, "ide_added")}, opens_in(1, 0, 1), {shows(5, "1")}});
  const Lines two = joined({first, opens_in(1, 2'000, 2), {shows(2'005, "1")}});
  EXPECT_THAT(judged(joined({two, {ping(3'006, 1)}})).breaches, ElementsAre("MON-11:7"));
  // Of what it does with the two, nothing is said; and again of the next one.
  const Lines lists{snapshot(3'000, 1, 2, "1,2"), shows(3'001, "1,2"), ping(3'002, 2)};
  const Lines later{ends(4'000, 1), ends(4'000, 2)};
  EXPECT_THAT(
      judged(joined({two, lists, later, opens_in(1, 4'300, 3), opens_in(1, 4'600, 4)})).breaches,
      ElementsAre("MON-11:7", StartsWith("MON-11:")));
  EXPECT_THAT(
      judged(joined({two, later, opens(4'300, 3), {shows(4'305, "1"), slept(30'000, 0)}})).breaches,
      Contains(StartsWith("MON-23")));
  // The first one is over, was refused, is of the IDE's old address, or of one that is gone.
  for (const auto& between : {Lines{ends(1'700, 1), shows(1'700, "1", true)},
                              Lines{ide(1'700, "ide_changed"), shows(1'700, "1", true)},
                              Lines{removed(1'700), ide(1'999, "ide_added")}})
    EXPECT_TRUE(is_right(
        joined({first, between, opens_in(1, 2'000, 2), {shows(2'005, "1"), ends(2'006, 1)}})));
  EXPECT_TRUE(is_right(joined({{awake, ide(0, "ide_added")},
                               {opens_in(1, 0, 1)[0], answered(3, 1, 503)},
                               opens_in(1, 300, 2)})));
}

// A number that is asked for again: the end of the first one is not recorded.
TEST(ClientEnd, AStreamMayComeToNoRecordedEnd) {
  const Lines again = joined({{awake, ide(0, "ide_added")},
                              opens_in(1, 0, 1),
                              {shows(5, "1")},
                              opens_in(1, 2'000, 1),
                              {shows(2'005, "1")}});
  EXPECT_TRUE(is_right(again));
  EXPECT_THAT(
      judged(
          joined({again, {ends(3'000, 1)}, opens(3'300, 2), {shows(3'305, "2"), slept(5'000, 0)}}))
          .breaches,
      breaks("MON-21:15"));
}

// The client may leave the streams to its old addresses open; the newest one is followed.
TEST(ClientEnd, AnIdeThatMovesIsFollowed) {
  Lines moves{awake, ide(0, "ide_added")};
  for (int i = 0; i < 8; ++i)
    moves = joined({moves,
                    {ide(1'000 * i, "ide_changed"), shows(1'000 * i, "1", true)},
                    opens_in(1, 1'000 * i + 1, i),
                    {shows(1'000 * i + 6, "1")}});
  moves.erase(moves.begin() + 3);  // Nothing was shown before.
  EXPECT_TRUE(is_right(moves));
  // What an old address tells is not shown, and whoever closes that gives up nothing.
  const Lines over{snapshot(7'300, 2, 9, "2"), drops(7'400, 3), ends(7'500, 7),
                   shows(7'500, "1", true)};
  const auto again = joined({moves, over, opens_in(1, 7'800, 8), {shows(7'805, "1")}});
  EXPECT_TRUE(is_right(again));
  EXPECT_THAT(judged(joined({again, {shows(7'900, "2"), slept(9'000, 0)}})).breaches,
              Contains(StartsWith("MON-21")));
  const Lines kept{shows(5, "1"), ide(1'000, "ide_changed"), ends(1'000, 1)};
  EXPECT_THAT(judged(joined({known, kept, {asks(1'001, 2), slept(9'000, 0)}})).breaches,
              Contains(StartsWith("MON-26")));
  EXPECT_THAT(judged(joined({moves, {shows(7'500, "2"), slept(9'000, 0)}})).breaches,
              breaks("MON-21:50"));
  EXPECT_THAT(judged(joined({moves, {slept(60'000, 0)}})).breaches, Contains(StartsWith("MON-23")));
}

// Two windows may share what is found of IDEs, which is told of once then: their numbers say whose
// a stream is. Where none has one, there is one window; where one has, nobody knows, and a note
// says so.
TEST(ClientEnd, TwoWindowsMayShareADiscovery) {
  const auto both = [](const Lines& one, const Lines& other) {
    return judged(joined({{awake, ide(0, "ide_added")},
                          one,
                          {shows(5, "1")},
                          other,
                          {shows(2'005, "1"), snapshot(3'100, 1, 2, "1,2"), shows(3'101, "1,2"),
                           snapshot(3'102, 2, 2, "1,2"), shows(3'103, "1,2")}}));
  };
  const auto unsaid = Contains(HasSubstr("`window` tells"));
  EXPECT_THAT(both(opens(0, 1), opens(2'000, 2)).breaches, breaks("MON-11:7"));
  EXPECT_THAT(both(opens_in(1, 0, 1), opens(2'000, 2)).breaches, IsEmpty());
  EXPECT_THAT(both(opens_in(1, 0, 1), opens(2'000, 2)).notes, unsaid);
  const auto told_apart = both(opens_in(1, 0, 1), opens_in(2, 2'000, 2));
  EXPECT_THAT(told_apart.breaches, IsEmpty());
  EXPECT_THAT(told_apart.notes, IsEmpty());
  EXPECT_THAT(both(opens_in(2, 0, 1), opens_in(2, 2'000, 2)).breaches, breaks("MON-11:7"));
  EXPECT_THAT(judged({told(0, "stream_asked", R"("connection":1,"window":"a")")}).error,
              HasSubstr(R"("window" must be a number)"));
}

// Of three IDEs two are followed; who is asked once there is room had pauses that nobody knows.
TEST(ClientEnd, AThirdIdeIsFollowedOnceThereIsRoom) {
  const auto of = [](int pid, std::string line) {
    return line.replace(line.find("\"pid\":7"), 7, fmt::format("\"pid\":{}", pid));
  };
  const Lines three{awake,
                    of(8, ide(0, "ide_added")),
                    of(9, ide(0, "ide_added")),
                    ide(0, "ide_added"),
                    asks(0, 1),
                    asks(1, 2),
                    of(8, removed(10)),
                    ends(20, 1)};
  const Lines later{ends(30, 2), asks(8'000, 3), answered(8'001, 3), snapshot(8'002, 3, 1, "1"),
                    shows(8'003, "1")};
  EXPECT_TRUE(is_right(joined({three, {asks(25, 3)}, later})));
  EXPECT_TRUE(is_right(joined({three, later})));
  EXPECT_THAT(judged(joined({three, later, {slept(9'000, 0), slept(40'000, 0)}})).breaches,
              breaks("MON-23:15"));
}

// It may be one that cannot be followed, so that is a note.
TEST(ClientEnd, AnIdeThatIsToldOfAndNotAskedIsNoted) {
  const auto notes = [](const Lines& lines) {
    return judged(joined({{awake, ide(0, "ide_added")}, lines})).notes;
  };
  const auto unasked = Contains(HasSubstr("is not asked for its stream"));
  EXPECT_THAT(notes({slept(15'001, 0)}), unasked);
  EXPECT_THAT(notes({slept(15'000, 0)}), IsEmpty());
  EXPECT_THAT(notes({removed(100), slept(16'000, 0)}), IsEmpty());
  EXPECT_THAT(notes({asks(14'000, 1), answered(14'001, 1, 404), slept(16'000, 0)}), IsEmpty());
  // It was asked before it was told of, or before the recording begins.
  EXPECT_THAT(
      judged({awake, asks(0, 1), answered(1, 1), ide(2, "ide_added"), slept(16'000, 0)}).notes,
      IsEmpty());
  EXPECT_THAT(notes({ping(4'000, 1), slept(16'000, 0)}), Not(unasked));
}

// Windows of one client, each with a stream of its own, that tell of no IDE or tell of it each.
TEST(ClientEnd, SeveralWindowsHaveAStreamEach) {
  const Lines beside{asks(9, 2), answered(12, 2), snapshot(13, 2, 1, "1"), shows(14, "1")};
  const Lines lists{snapshot(900, 1, 2, "1,2"), shows(901, "1,2"), snapshot(902, 2, 2, "1,2"),
                    shows(903, "1,2")};
  const Lines over{drops(6'000, 2), asks(6'010, 3), answered(6'011, 3)};
  EXPECT_TRUE(is_right(joined({unknown, {shows(8, "1")}, beside, lists, over})));
  EXPECT_TRUE(is_right(joined({known, {shows(8, "1"), ide(8, "ide_added")}, beside, lists, over})));
  EXPECT_TRUE(is_right(joined(
      {known, {shows(8, "1"), ide(8, "ide_added")}, beside, {ide(15, "ide_added")}, lists, over})));
  // Once there is one of them alone, it is judged as before.
  const Lines alone = joined({{ends(6'000, 1), ends(6'000, 2)}, opens(6'300, 3)});
  EXPECT_THAT(judged(joined({unknown, beside, alone, {slept(40'000, 0)}})).breaches,
              Contains(StartsWith("MON-23")));
}

// How long it pauses by then, nobody knows, until a snapshot comes.
TEST(ClientEnd, WhoHadTwoStreamsMayPauseAsBefore) {
  const Lines twice{awake,      ide(0, "ide_added"), ide(0, "ide_added"), asks(0, 1),
                    asks(1, 2), ends(2, 1),          ends(2, 2)};
  const auto then = [&](int pause_ms, const Lines& between) {
    return judged(joined({twice,
                          {asks(300, 3), answered(301, 3)},
                          between,
                          {ends(400, 3), shows(401, "1", true)},
                          {asks(400 + pause_ms, 4), ends(410 + pause_ms, 4)}}));
  };
  EXPECT_TRUE(is_right(joined({twice, {asks(300, 3), ends(301, 3), asks(8'300, 4)}})));
  EXPECT_NE(then(8'000, {}).of("MON-24"), TraceOutcome::Fail);
  EXPECT_NE(then(8'000, {ping(302, 3)}).of("MON-24"), TraceOutcome::Fail);
  EXPECT_EQ(then(100, {}).of("MON-24"), TraceOutcome::Fail);
  EXPECT_EQ(then(8'000, {slept(30'000, 0)}).of("MON-23"), TraceOutcome::Fail);
  EXPECT_EQ(then(8'000, {snapshot(302, 3, 1, "1"), shows(303, "1")}).of("MON-24"),
            TraceOutcome::Fail);
}

// What is told of an IDE while it has two streams holds for the next one.
TEST(ClientEnd, AMarkerMayChangeBesideTwoStreams) {
  const auto token = [](int ms, std::string_view what, bool has) {
    return told(ms, what, fmt::format(R"("pid":7,"has_token":{})", has));
  };
  const auto sends = [](int ms, int stream, bool token) {
    return told(ms, "stream_asked",
                fmt::format(R"("connection":{},"pid":7,"sends_token":{})", stream, token));
  };
  const auto then = [&](bool sent) {
    return judged({awake, token(0, "ide_added", true), sends(0, 1, true), answered(1, 1),
                   sends(2, 2, true), answered(3, 2), token(500, "ide_changed", false),
                   ends(500, 1), ends(500, 2), sends(900, 3, sent), answered(901, 3)});
  };
  EXPECT_NE(then(false).of("MON-20"), TraceOutcome::Fail);
  EXPECT_EQ(then(true).of("MON-20"), TraceOutcome::Fail);
}

// A pause of 250 ms is none in a log that counts seconds, and a long one is none either.
TEST(ClientSide, ALogInWholeSecondsTellsNoPauses) {
  const auto comes_back = [](int answered_ms) {
    return judged({awake, ide(0, "ide_added"), asks(0, 1), answered(answered_ms, 1),
                   snapshot(1'000, 1, 1, "1"), ends_by(6'000, 1, "server"), asks(6'000, 2),
                   answered(6'000, 2), snapshot(6'000, 2, 1, "1")})
        .breaches;
  };
  EXPECT_THAT(comes_back(0), IsEmpty());
  EXPECT_THAT(comes_back(3), ElementsAre("MON-24:7"));
  // What takes seconds is judged all the same.
  EXPECT_THAT(
      judged({awake, ide(0, "ide_added"), asks(0, 1), answered(0, 1), snapshot(0, 1, 1, "1"),
              drops(6'000, 1), asks(7'000, 2), answered(7'000, 2), snapshot(7'000, 2, 1, "1")})
          .breaches,
      ElementsAre("MON-23:6"));
  // So are pauses that should be of seconds by now.
  const auto tries = [](int times, bool good) {
    Lines out{awake, ide(0, "ide_added")};
    for (int i = 1; i <= times; ++i) {
      for (const auto& each : {asks(0, i), answered(0, i, good ? 200 : 503)}) out.push_back(each);
      if (good)
        for (const auto& each : {snapshot(0, i, 1, "1"), ends_by(0, i, "server")})
          out.push_back(each);
    }
    return judged(out).breaches;
  };
  EXPECT_THAT(tries(5, false), ElementsAre("MON-24:11"));
  EXPECT_THAT(tries(4, false), IsEmpty());
  // And more than fit into one, though each was good.
  EXPECT_THAT(tries(9, true), IsEmpty());
  EXPECT_THAT(tries(40, true), Contains(StartsWith("MON-24")));
}

TEST(ClientSide, WhatIsNoLongerThanALateLineIsNoSleep) {
  const auto waits_on = [](int slept_ms) {
    auto out = known;
    for (int ms = 6'000; ms < 60'000; ms += 3'000) out.push_back(slept(ms, slept_ms));
    return judged(joined({out, {drops(60'000, 1)}, opens(60'300, 2)})).breaches;
  };
  EXPECT_THAT(waits_on(5), Contains(StartsWith("MON-23")));
  EXPECT_THAT(waits_on(2'000), Not(Contains(StartsWith("MON-23"))));
}

}  // namespace
}  // namespace conformance::monitor
