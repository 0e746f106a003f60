// What is right and looks wrong, as short as it gets, and the breach beside it.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

Lines asked_for(int ms, int stream) { return {asked(ms, stream), answered(ms, stream)}; }

const Lines of_ide = joined({{awake, changed(0, "1")}, asked_for(2'000, 1)});
const Lines one_stream = joined({of_ide, {snapshot(2'000, 1, 1, "1")}});
const Lines goes_on_well{ping(6'900, 1), ping(11'800, 1)};
const Lines followed = joined({{awake, ide(0, "ide_added")}, opens(0, 1), {shows(5, "1")}});
const Lines lost{ends_by(6'000, 1, "server"), shows(6'000, "1", true)};

// ---- Lines that stand in another order than what they tell happened -----------------------------

struct Swapped {
  std::string_view name;
  Lines lines;
  bool may_end_early = true;
};
class ToldInAnotherOrder : public testing::TestWithParam<Swapped> {};

TEST_P(ToldInAnotherOrder, IsRightWithinTheSlackOnly) {
  const auto& lines = GetParam().lines;
  EXPECT_THAT(judged(lines).breaches, IsEmpty()) << fmt::format("{}", fmt::join(lines, "\n"));
  EXPECT_THAT(judged(lines, 0).breaches, Not(IsEmpty()));
}

// What would make it right may be written down behind the end of the recording.
TEST_P(ToldInAnotherOrder, IsRightHoweverShortTheRecordingIs) {
  auto lines = GetParam().lines;
  while (GetParam().may_end_early && lines.size() > 1) {
    lines.pop_back();
    EXPECT_THAT(judged(lines).breaches, IsEmpty()) << fmt::format("{}", fmt::join(lines, "\n"));
  }
}

TEST(HardStreams, AMarkerChangesOnceBehindTheEndOfARecording) {
  const auto until = [](const Lines& lines) {
    return judged(joined({{awake, ide(0, "ide_added"), asks(0, 1), answered(3, 1, 401)}, lines}))
        .breaches;
  };
  EXPECT_THAT(until({asks(300, 2)}), IsEmpty());
  EXPECT_THAT(until({asks(300, 2), answered(303, 2, 401), asks(600, 3)}), ElementsAre("MON-28:7"));
  EXPECT_THAT(until({asks(300, 2), answered(303, 2), snapshot(304, 2, 1, "1"), ping(1'400, 2)}),
              ElementsAre("MON-28:5"));
}

INSTANTIATE_TEST_SUITE_P(
    EachKind, ToldInAnotherOrder,
    testing::Values(
        Swapped{"TwoChangesAndTheirSnapshots",
                joined({one_stream,
                        {changed(3'000, "2"), changed(3'001, "3"), snapshot(3'002, 1, 2, "2"),
                         snapshot(3'003, 1, 3, "3")},
                        goes_on_well})},
        Swapped{
            "AChangeWhileTheFirstSnapshotIsMade",
            joined({of_ide,
                    {changed(2'001, "2"), snapshot(2'002, 1, 1, "1"), snapshot(2'003, 1, 2, "2")},
                    goes_on_well})},
        Swapped{"AChangeBehindItsSnapshot",
                joined({one_stream,
                        {changed(3'000, "3"), snapshot(3'000, 1, 2, "2"), changed(3'001, "2")},
                        goes_on_well})},
        Swapped{"AListBeforeItsLine",
                joined({followed, {shows(3'000, "2"), snapshot(3'001, 1, 2, "2")}, goes_on_well})},
        Swapped{"AListBehindTheNextLine",
                joined({followed,
                        {snapshot(3'000, 1, 2, "2"), snapshot(3'050, 1, 3, "3"), shows(3'100, "2"),
                         shows(3'150, "3")},
                        goes_on_well})},
        Swapped{"ASkipBeforeItsLine",
                joined({followed,
                        {skips(3'000, as_unknown), line(3'001, 1, R"({\"type\":\"weather\"})")},
                        goes_on_well})},
        Swapped{
            "ChangesThereAndBackBehindTheirSnapshots",
            joined({one_stream,
                    {changed(3'000, "2"), snapshot(3'000, 1, 2, "2"), snapshot(3'001, 1, 3, "3"),
                     snapshot(3'002, 1, 4, "2"), changed(3'003, "3"), changed(3'004, "2")},
                    goes_on_well})},
        Swapped{"TwoLinesBeforeTheirSkips",
                joined({followed,
                        {line(3'000, 1, R"({\"type\":\"weather\"})"),
                         line(3'001, 1, R"({\"type\":\"news\"})"), skips(3'002, as_unknown),
                         skips(3'003, as_unknown)},
                        goes_on_well})},
        Swapped{"AStaleListBeforeTheEnd",
                joined({followed, {shows(5'000, "1", true), ends_by(5'001, 1, "server")}})},
        Swapped{"AStaleListBehindTheNextRequest",
                joined({followed,
                        {ends_by(4'000, 1, "server"), asks(4'260, 2), shows(4'261, "1", true)}})},
        Swapped{"AMarkerBehindTheRequestThatItAllows",
                {awake, ide(0, "ide_added"), asks(0, 1), answered(3, 1, 401), asks(8'000, 2),
                 ide(8'001, "ide_changed"), answered(8'010, 2), snapshot(8'010, 2, 1, "1")}},
        Swapped{"ASleepBehindTheFirstLine",
                joined({followed, {ping(4'000, 1), ping(600'500, 1), slept(600'600, 596'000)}}),
                false}),  // Whoever tells of sleeps was silent, if this is not told of.
    [](const auto& row) { return std::string(row.param.name); });

TEST(HardStreams, AnOldListBehindTheNewOneIsNoLateLine) {
  EXPECT_THAT(judged(joined({one_stream,
                             {changed(3'000, "2"), changed(3'001, "3"), snapshot(3'002, 1, 2, "2")},
                             goes_on_well}))
                  .breaches,
              Contains(StartsWith("MON-40")));
  EXPECT_THAT(judged(joined({followed,
                             {snapshot(3'000, 1, 2, "2"), snapshot(3'050, 1, 3, "3"),
                              shows(3'100, "3"), shows(3'150, "2")},
                             goes_on_well}))
                  .breaches,
              Contains("MON-21:10"));
}

// ---- What may be told otherwise -----------------------------------------------------------------

TEST(HardStreams, AListThatIsThereNeedNotBeToldAndMayBeToldAgain) {
  const auto again = [](const Lines& lines) {
    return judged(joined({followed, lines, goes_on_well}));
  };
  EXPECT_THAT(again({snapshot(3'000, 1, 2, "1")}).breaches, IsEmpty());
  EXPECT_THAT(again({snapshot(3'000, 1, 2, "1"), shows(3'001, "1")}).breaches, IsEmpty());
  EXPECT_THAT(again({shows(3'000, "1"), ping(3'000, 1), shows(3'500, "1")}).breaches, IsEmpty());
  EXPECT_THAT(again({snapshot(3'000, 1, 2, "2")}).breaches, ElementsAre(StartsWith("MON-21")));
  EXPECT_THAT(judged(joined({followed, lost, {shows(6'100, "1", true)}})).breaches, IsEmpty());
  EXPECT_THAT(judged(joined({followed, lost, {shows(6'100, "1"), slept(8'000, 0)}})).breaches,
              Not(IsEmpty()));
  // Nor is a change to what there is one.
  EXPECT_THAT(judged(joined({one_stream, {changed(3'000, "1")}, goes_on_well})).breaches,
              IsEmpty());
}

// Who joins changes finds nothing new.
TEST(HardStreams, AChangeThatIsTakenBackNeedsNoSnapshot) {
  const auto goes_back = [](int back_ms, const Lines& between, const Lines& then) {
    const auto first = joined({one_stream, {changed(3'000, "2")}, between});
    return judged(joined({first, {changed(back_ms, "1")}, then, goes_on_well})).breaches;
  };
  EXPECT_THAT(goes_back(3'400, {}, {}), IsEmpty());
  EXPECT_THAT(goes_back(3'400, {}, {snapshot(3'500, 1, 2, "1")}), IsEmpty());
  EXPECT_THAT(goes_back(3'400, {snapshot(3'100, 1, 2, "2")}, {snapshot(3'500, 1, 3, "1")}),
              IsEmpty());
  // It was there for so long that it had to be told.
  EXPECT_THAT(goes_back(5'000, {}, {}), Contains(StartsWith("MON-40")));
  // It is not what the client has.
  EXPECT_THAT(goes_back(3'400, {snapshot(3'100, 1, 2, "2")}, {}), Contains(StartsWith("MON-40")));
  EXPECT_THAT(goes_back(3'400, {}, {snapshot(5'000, 1, 2, "2")}), Contains("MON-40:8"));
  // A ping that is due is none.
  EXPECT_THAT(judged(joined({one_stream, {changed(8'300, "2"), changed(8'400, "1")}})).breaches,
              Contains(StartsWith("MON-41")));
}
// Nor is one to a stream that began before the list was told of.
TEST(HardStreams, AChangeIsTakenBackToWhatWasSent) {
  const auto then = [](std::string_view list) {
    return judged(joined({{awake, asked(0, 1), answered(0, 1), snapshot(1, 1, 1, "1"),
                           changed(3'000, "2"), changed(3'300, list)},
                          {ping(4'900, 1), ping(9'800, 1)}}))
        .breaches;
  };
  EXPECT_THAT(then("1"), IsEmpty());
  EXPECT_THAT(then("3"), Contains(StartsWith("MON-40")));
}

// Whenever it is shown.
TEST(HardStreams, AListThatWasDroppedIsNotShown) {
  const auto shown = [](int ms, std::string_view list) {
    return judged(
               joined({followed,
                       {snapshot(3'000, 1, 2, "2"), shows(3'000, "2"), snapshot(3'100, 1, 2, "3"),
                        shows(ms, list), ping(7'900, 1), ping(12'800, 1)}}))
        .breaches;
  };
  EXPECT_THAT(shown(3'100, "3"), ElementsAre("MON-40:9", "MON-22:10"));
  EXPECT_THAT(shown(3'101, "3"), ElementsAre("MON-40:9", "MON-22:10"));
  EXPECT_THAT(shown(5'000, "3"), ElementsAre("MON-40:9", "MON-22:10"));
  EXPECT_THAT(shown(3'101, "2"), ElementsAre("MON-40:9"));
  EXPECT_THAT(shown(3'100, "2,3"), ElementsAre("MON-40:9", "MON-21:10"));
  EXPECT_THAT(shown(3'101, "2,3"), ElementsAre("MON-40:9", "MON-21:10"));
}

// Who tells lists by names means the last one that counts.
TEST(HardStreams, AListThatIsToldByItsNamesIsTheNewest) {
  const auto of = [](int ms, int seq, int path) {
    return snapshot(ms, 1, seq, fmt::format(R"({{\"name\":\"a\",\"path\":{}}})", path));
  };
  const auto shown = [&](const Lines& lines, std::string_view last) {
    return judged(joined({{awake, ide(0, "ide_added"), asks(0, 1), answered(1, 1), of(2, 5, 1),
                           shows(3, R"("a")")},
                          lines,
                          {shows(3'000, last), ping(4'900, 1), ping(9'800, 1)}}))
        .breaches;
  };
  const auto is_wrong = Contains(StartsWith("MON-21"));
  // It is told again although another one was dropped,
  EXPECT_THAT(shown({of(2'000, 5, 2)}, R"("a")"), ElementsAre("MON-40:7"));
  EXPECT_THAT(shown({of(2'000, 5, 2)}, R"("b")"), is_wrong);
  // which counts later, or was there before.
  EXPECT_THAT(shown({of(1'000, 5, 2), of(2'000, 6, 2)}, R"("a")"), ElementsAre("MON-40:7"));
  const Lines back{of(1'000, 6, 2), shows(1'001, R"("a")"), of(2'000, 7, 1)};
  EXPECT_THAT(shown(back, R"("a")"), IsEmpty());
  EXPECT_THAT(shown(back, R"("b")"), is_wrong);
}

TEST(HardStreams, NumbersMayBeTimes) {
  const auto numbered = [](std::string_view second) {
    const auto of = [](int ms, std::string_view seq, std::string_view list) {
      return line(ms, 1,
                  fmt::format(R"({{\"type\":\"snapshot\",\"seq\":{},\"clientInstanceId\":\"1\",)"
                              R"(\"projects\":[{}]}})",
                              seq, list));
    };
    return judged(joined({of_ide,
                          {of(2'000, "1800000000000", "1"), changed(3'000, "2"),
                           of(3'000, second, "2")},
                          goes_on_well}))
        .breaches;
  };
  EXPECT_THAT(numbered("1800000000001"), IsEmpty());
  EXPECT_THAT(numbered("1799999999999"), Contains("MON-40:7"));
}

TEST(HardStreams, OnlyATokenThatIsToldOfIsMissed) {
  const auto sends = [](std::string_view marker) {
    return judged({awake, told(0, "ide_added", marker), asks(0, 1, true), answered(1, 1),
                   snapshot(2, 1, 1, "1")})
        .of("MON-20");
  };
  EXPECT_EQ(sends(R"("pid":7,"has_token":true)"), TraceOutcome::Pass);
  EXPECT_EQ(sends(R"("pid":7,"has_token":false)"), TraceOutcome::Fail);
  EXPECT_EQ(sends(R"("pid":7)"), TraceOutcome::NotJudged);
}

TEST(HardStreams, AnAnswerMayBeAnnouncedAndHaveABody) {
  const Lines body{awake, asked(0, 1), answered(1, 1, 404), line(1, 1, "<html>")};
  EXPECT_THAT(judged(body).breaches, IsEmpty());
  const auto announced = [](int status) {
    return judged(
               joined({{awake, asked(0, 1, "false"), answered(1, 1, 100), answered(2, 1, status)}}))
        .breaches;
  };
  EXPECT_THAT(announced(401), IsEmpty());
  EXPECT_THAT(announced(200), Contains(StartsWith("MON-42")));
  EXPECT_THAT(
      judged({awake, asked(0, 1, "false"), answered(1, 1, 401), snapshot(2, 1, 1, "1")}).breaches,
      Contains("MON-42:4"));
}

TEST(HardStreams, ALineMayBeBytes) {
  const auto sent = [](std::string_view bytes) {
    return judged(
        joined({one_stream,
                {told(3'000, "line_sent", fmt::format(R"("connection":1,"raw_b64":"{}")", bytes))},
                goes_on_well}));
  };
  EXPECT_THAT(sent("eyJ0eXBlIjoicGluZyJ9").breaches, IsEmpty());
  EXPECT_THAT(sent("eyJ0eXBlI/8=").breaches, ElementsAre("MON-40:6"));
  EXPECT_THAT(sent("%").error, HasSubstr("is no base64"));
}

TEST(HardStreams, AClockOfTenthsTellsNoPausesOfLess) {
  const auto asks_again = [](int ms, const Lines& between) {
    return judged(joined({{awake, ide(0, "ide_added"), asks(0, 1), answered(0, 1),
                           snapshot(0, 1, 1, "1"), shows(0, "1")},
                          between,
                          {ends_by(4'000, 1, "server"), shows(4'000, "1", true), asks(ms, 2)}}))
        .breaches;
  };
  EXPECT_THAT(asks_again(4'100, {}), IsEmpty());
  EXPECT_THAT(asks_again(4'100, {ping(3'333, 1)}), ElementsAre(StartsWith("MON-24")));
  // Some tick 64 times a second.
  EXPECT_THAT(asks_again(4'124, {}), IsEmpty());
}

TEST(HardStreams, WhoseLoopItIsSomeLineMustTell) {
  Lines storm{awake};
  for (int i = 0; i < 20; ++i) {
    storm.push_back(told(10 * i, "stream_asked", fmt::format(R"("connection":{},"pid":7)", i)));
    storm.push_back(answered(10 * i + 5, i, 503));
  }
  EXPECT_THAT(judged(storm).breaches, IsEmpty());
  EXPECT_THAT(judged(storm).notes, Contains(HasSubstr("for the tenth time in a row")));
  storm.push_back(ends(205, 19));
  EXPECT_THAT(judged(storm).breaches, Contains(StartsWith("MON-24")));
}

// Of an IDE that is followed by another window all the while.
TEST(HardStreams, AWindowThatTriesAgainAtOnceIsToldBesideAnother) {
  const auto tries = [&](int every_ms) {
    Lines out{awake, ide(0, "ide_added"), asks_in(1, 0, 1), answered(1, 1), snapshot(2, 1, 1, "1")};
    for (int i = 2; i < 22; ++i) {
      out.push_back(asks_in(2, every_ms * i, i));
      out.push_back(ends(every_ms * i + 5, i));
    }
    return judged(out).breaches;
  };
  EXPECT_THAT(tries(10), Contains(StartsWith("MON-24")));
  EXPECT_THAT(tries(200), IsEmpty());
}

TEST(HardStreams, AnOldStreamBesideTheNextOneIsTold) {
  const auto goes_on = [](const Lines& between, int last_ms) {
    return judged(joined({followed,
                          between,
                          opens(4'000, 2),
                          {shows(4'005, "1"), ping(4'500, 1), ping(last_ms, 1)}}));
  };
  EXPECT_THAT(goes_on({}, 7'000).breaches, Contains(StartsWith("MON-11")));
  // Its IDE may be elsewhere, and nobody knows.
  const Lines moves{ide(4'000, "ide_changed"), shows(4'000, "1", true)};
  const auto beside = HasSubstr("goes on beside the next one");
  EXPECT_THAT(goes_on(moves, 7'000).notes, Contains(beside));
  EXPECT_THAT(goes_on(moves, 4'900).notes, Not(Contains(beside)));
  EXPECT_THAT(goes_on(moves, 7'000).breaches, Not(Contains(StartsWith("MON-11"))));
}

// It may be refused, and wait for the marker to change.
TEST(HardStreams, ARequestThatNobodyAnswersIsKept) {
  const Lines waits{awake, ide(0, "ide_added"), asks(0, 1), slept(60'000, 0)};
  const auto found = judged(joined({waits, {ide(60'000, "ide_changed"), ends(60'000, 1)}}));
  EXPECT_THAT(found.breaches, IsEmpty());
  EXPECT_THAT(found.notes, Contains(HasSubstr("has no message for 15 s")));
  auto answers = waits;
  answers.insert(answers.begin() + 3, answered(3, 1));
  EXPECT_THAT(judged(answers).breaches, Contains(StartsWith("MON-23")));
  EXPECT_THAT(judged(answers).notes, Not(Contains(HasSubstr("15 s"))));
  // Of one that tells answers, a client is to give it up, and an IDE has no time to answer in.
  const Lines other{asks(0, 2), answered(1, 2, 401)};
  EXPECT_THAT(
      judged(joined({{awake, ide(0, "ide_added")}, other, {asks(3'000, 1)}, {slept(60'000, 0)}}))
          .notes,
      Contains(HasSubstr("is not answered for 15 s")));
  const auto answers_at = [](int ms) {
    return judged(joined({of_ide,
                          {snapshot(2'000, 1, 1, "1"), asked(3'000, 2)},
                          goes_on_well,
                          {ping(16'700, 1), answered(ms, 2), snapshot(ms, 2, 1, "1")}}));
  };
  EXPECT_THAT(answers_at(19'100).notes, ElementsAre(HasSubstr("is not answered for 15 s")));
  EXPECT_THAT(answers_at(18'900).notes, IsEmpty());
  EXPECT_THAT(answers_at(19'100).breaches, IsEmpty());
}

// For how long it ran between that line and its sleep, nobody knows.
TEST(HardStreams, ALineMayBeLateBeforeASleep) {
  const auto asks_again = [](int shown_ms) {
    return judged(joined({{awake, ide(0, "ide_added")},
                          opens(0, 1),
                          {shows(5, "1"), ends_by(5, 1, "server"), shows(shown_ms, "1", true),
                           slept(600'022, 600'000), asks(602'000, 2)}}))
        .breaches;
  };
  EXPECT_THAT(asks_again(862), IsEmpty());
  EXPECT_THAT(asks_again(6), Contains(StartsWith("MON-24")));
}

// Who is told of as gone is followed no longer, and whose marker changed may be elsewhere.
TEST(HardStreams, WhatIsLeftOfAnIdeIsNoted) {
  const auto notes = [](const Lines& then) {
    return judged(joined({followed, then, {slept(60'000, 0)}})).notes;
  };
  const auto gone = HasSubstr("told of as gone"), kept = HasSubstr("is not asked anew");
  const auto at = [](int ms) {
    return Lines{removed(3'000), ends(3'000, 1), asks(ms, 2), answered(ms, 2, 503)};
  };
  EXPECT_THAT(notes(at(8'000)), Contains(gone));
  EXPECT_THAT(notes(at(3'500)), Not(Contains(gone)));
  EXPECT_THAT(notes({ide(3'000, "ide_changed"), ping(4'000, 1), ping(9'000, 1)}), Contains(kept));
  EXPECT_THAT(notes({ping(4'000, 1), ping(9'000, 1)}), Not(Contains(kept)));
}

TEST(HardStreams, OneLineTellsOneThing) {
  EXPECT_THAT(
      judged({awake, R"({"t_ms":0,"slept":{"time_ms":0},"client_gone":{"connection":1}})"}).error,
      HasSubstr("two things that happened"));
  EXPECT_THAT(judged({awake, told(0, "projects_shown", R"("projects":[],"stale":"true")")}).error,
              HasSubstr(R"("stale" must be true or false)"));
}

}  // namespace
}  // namespace conformance::monitor
