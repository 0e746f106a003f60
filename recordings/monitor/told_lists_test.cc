// Lists that are sent, changed and shown: the first ones, and those that are as they were before.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

using Breaches = std::vector<std::string>;
const auto is_owed_a_snapshot = ElementsAre(StartsWith("MON-40"));
const auto has_a_wrong_list = Contains(StartsWith("MON-21"));

// ---- Of an IDE ----------------------------------------------------------------------------------

// A list may be read before it changes and sent behind that.
TEST(ToldLists, AFirstSnapshotOfTheListOfBeforeIsFollowedByTheNext) {
  const auto changes = [](int ms, const Lines& then) {
    const Lines asks_first{asked(2'000, 1), changed(ms, "2"), answered(2'002, 1)};
    const Lines asks_later{changed(ms, "2"), asked(2'000, 1), answered(2'002, 1)};
    return judged(joined({{awake, changed(0, "1")},
                          ms < 2'000 ? asks_later : asks_first,
                          {snapshot(2'003, 1, 1, "1")},
                          then,
                          {ping(6'900, 1), ping(11'800, 1)}}))
        .breaches;
  };
  for (const int ms : {1'500, 2'001}) {
    EXPECT_THAT(changes(ms, {snapshot(2'300, 1, 2, "2")}), IsEmpty()) << ms;
    EXPECT_THAT(changes(ms, {}), is_owed_a_snapshot) << ms;
    EXPECT_THAT(changes(ms, {snapshot(2'300, 1, 2, "3")}), ElementsAre("MON-40:7")) << ms;
    EXPECT_THAT(changes(ms, {snapshot(4'300, 1, 2, "2")}), is_owed_a_snapshot) << ms;
    EXPECT_THAT(changes(ms, {changed(2'300, "1")}), IsEmpty()) << ms;
  }
  // That is the list of long before.
  EXPECT_THAT(changes(500, {snapshot(2'300, 1, 2, "2")}), ElementsAre("MON-40:6"));
}
// Another stream may have been told.
TEST(ToldLists, OnlyTheStreamThatWasSentTheListOfBeforeIsOwedTheNext) {
  const auto told_to = [](const Lines& snapshots) {
    return judged(joined({{awake, asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1"),
                           asked(2'000, 2), changed(2'001, "2"), answered(2'002, 2),
                           snapshot(2'003, 1, 2, "2"), snapshot(2'004, 2, 1, "1")},
                          snapshots,
                          {ping(6'000, 1), ping(6'000, 2), ping(10'000, 1), ping(10'000, 2)}}))
        .breaches;
  };
  EXPECT_THAT(told_to({snapshot(2'005, 2, 2, "2")}), IsEmpty());
  EXPECT_THAT(told_to({}), is_owed_a_snapshot);
  EXPECT_THAT(told_to({snapshot(2'005, 1, 3, "2")}), is_owed_a_snapshot);
}

// What the first change changed, no other line may tell.
TEST(ToldLists, ASnapshotMayStandBehindTheFirstChangeThatIsTold) {
  const auto changes = [](const Lines& before, int stream, const Lines& then) {
    return judged(joined({{awake},
                          before,
                          {asked(2'000, stream), answered(2'001, stream), changed(2'002, "2")},
                          then,
                          {ping(6'900, stream), ping(11'800, stream)}}))
        .breaches;
  };
  EXPECT_THAT(changes({}, 1, {snapshot(2'003, 1, 1, "1"), snapshot(2'050, 1, 2, "2")}), IsEmpty());
  EXPECT_THAT(changes({}, 1, {snapshot(2'003, 1, 1, "1")}), is_owed_a_snapshot);
  // Another stream tells.
  const Lines other{asked(1'500, 1), answered(1'500, 1), snapshot(1'500, 1, 1, "1"),
                    told(1'900, "client_gone", R"("connection":1)"),
                    told(1'901, "stream_freed", R"("connection":1)")};
  EXPECT_THAT(changes(other, 2, {snapshot(2'003, 2, 1, "1"), snapshot(2'050, 2, 2, "2")}),
              IsEmpty());
  EXPECT_THAT(changes(other, 2, {snapshot(2'003, 2, 1, "3"), snapshot(2'050, 2, 2, "2")}),
              ElementsAre("MON-40:10"));
}

TEST(ToldLists, ASnapshotMayJoinChangesThatStandBehindIt) {
  const auto changes = [](std::string_view list, int last_ms) {
    return judged(
               joined({{awake, changed(0, "1"), asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1"),
                        snapshot(2'000, 1, 2, list), changed(2'003, "2"), changed(last_ms, "3")},
                       {ping(6'900, 1), ping(11'800, 1)}}))
        .breaches;
  };
  EXPECT_THAT(changes("3", 2'006), IsEmpty());
  EXPECT_THAT(changes("4", 2'006), Contains(StartsWith("MON-40")));
  EXPECT_THAT(changes("3", 4'006), Contains(StartsWith("MON-40")));
}

// Where changes are told, there is no list that none of them told of.
TEST(ToldLists, ALaterSnapshotHasTheListThatThereIs) {
  const auto sends = [](int ms, std::string_view list, const Lines& then = {}) {
    return judged(joined({{awake, changed(0, "1"), asked(2'000, 1), answered(2'001, 1),
                           snapshot(2'002, 1, 1, "1"), ping(5'000, 1), snapshot(ms, 1, 2, list)},
                          then,
                          {ping(9'900, 1), ping(13'000, 1)}}))
        .breaches;
  };
  EXPECT_THAT(sends(6'000, "1"), IsEmpty());
  EXPECT_THAT(sends(6'000, "2", {changed(6'900, "2")}), IsEmpty());
  EXPECT_THAT(sends(6'000, "2"), ElementsAre("MON-40:7"));
  EXPECT_THAT(sends(6'000, "2", {changed(7'100, "2")}), ElementsAre("MON-40:7"));
  // As long as it is the same one, that is told once.
  EXPECT_THAT(sends(6'000, "2", {snapshot(7'500, 1, 3, "2")}), ElementsAre("MON-40:7"));
  EXPECT_THAT(sends(6'000, "2", {changed(8'000, "3"), snapshot(8'001, 1, 3, "2")}),
              ElementsAre("MON-40:7", "MON-40:9"));
  // What is told of no change, nothing is known of.
  EXPECT_THAT(judged({awake, asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1"),
                      snapshot(3'000, 1, 2, "2"), ping(6'000, 1)})
                  .breaches,
              IsEmpty());
}

// Who takes nothing for a while may be sent each list or the last one, in their order.
TEST(ToldLists, ASlowClientMayBeSentTheListsOfBefore) {
  const auto stalled = [](int ms, std::string_view is) {
    return told(ms, "reader_stalled", fmt::format(R"("connection":1,"stalled":{})", is));
  };
  const auto sent = [&](const Lines& slow, const Lines& snapshots) {
    return judged(joined({{awake, changed(0, "1"), asked(0, 1), answered(0, 1),
                           snapshot(0, 1, 1, "1")},
                          slow,
                          {changed(2'100, "2"), changed(3'000, "3"), changed(5'000, "4")},
                          snapshots,
                          {ping(12'000, 1), ping(16'000, 1)}}))
        .breaches;
  };
  const Lines slow{stalled(2'000, "true")};
  const auto later = [&](const Lines& snapshots) {
    return sent(slow, joined({{stalled(8'000, "false")}, snapshots}));
  };
  EXPECT_THAT(later({snapshot(8'001, 1, 2, "4")}), IsEmpty());
  EXPECT_THAT(
      later({snapshot(8'001, 1, 2, "2"), snapshot(8'002, 1, 3, "3"), snapshot(8'003, 1, 4, "4")}),
      IsEmpty());
  EXPECT_THAT(
      sent(slow, {snapshot(7'000, 1, 2, "2"), stalled(8'000, "false"), snapshot(8'001, 1, 3, "4")}),
      IsEmpty());
  EXPECT_THAT(later({snapshot(8'001, 1, 2, "2"), snapshot(8'002, 1, 3, "3")}), is_owed_a_snapshot);
  EXPECT_THAT(
      later({snapshot(8'001, 1, 2, "3"), snapshot(8'002, 1, 3, "2"), snapshot(8'003, 1, 4, "4")}),
      ElementsAre("MON-40:12"));
  EXPECT_THAT(later({snapshot(8'001, 1, 2, "5"), snapshot(8'003, 1, 3, "4")}),
              ElementsAre("MON-40:11"));
  EXPECT_THAT(later({snapshot(8'001, 1, 2, "4"), snapshot(9'500, 1, 3, "3")}),
              ElementsAre("MON-40:12"));
  // One that takes all of it has it at once.
  EXPECT_THAT(sent({}, {snapshot(8'001, 1, 2, "2"), snapshot(8'002, 1, 3, "4")}),
              Contains(StartsWith("MON-40")));
}
// Lines wait for each other: a ping may be written behind two changes and before their snapshots.
TEST(ToldLists, AListOfJustBeforeMayStandBehindALineOfItsStream) {
  const auto then = [](const Lines& snapshots) {
    return judged(
               joined({{awake, changed(0, "1"), asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1"),
                        changed(3'000, "2"), changed(3'001, "3"), ping(3'002, 1)},
                       snapshots,
                       {ping(7'000, 1), ping(9'000, 1)}}))
        .breaches;
  };
  EXPECT_THAT(then({snapshot(3'003, 1, 2, "2"), snapshot(3'004, 1, 3, "3")}), IsEmpty());
  EXPECT_THAT(then({snapshot(3'003, 1, 2, "2")}), is_owed_a_snapshot);
  EXPECT_THAT(then({snapshot(3'003, 1, 2, "4"), snapshot(3'004, 1, 3, "3")}),
              ElementsAre("MON-40:9"));
}

// One after the other, beside one whose stream stays.
TEST(ToldLists, WhatAnIdeHasIsKnownHoweverManyWereThereBefore) {
  const auto one = [](int ms, int pid) {
    const auto of_it = fmt::format(R"("connection":{0},"pid":{0},"authorized":true)", pid);
    return Lines{told(ms, "projects_changed", fmt::format(R"("pid":{},"projects":[1])", pid)),
                 told(ms, "stream_asked", of_it), answered(ms, pid), snapshot(ms, pid, 1, "1")};
  };
  Lines many = joined({{awake}, one(0, 7)});
  for (int pid = 101; pid < 200; ++pid)
    many = joined({many,
                   one(10 * pid, pid),
                   {told(10 * pid + 5, "stream_freed", fmt::format(R"("connection":{})", pid))}});
  const auto last_changes = told(4'000, "projects_changed", R"("pid":200,"projects":[2])");
  many = joined({many, one(2'500, 200), {ping(3'900, 7), last_changes}});
  const auto then = [&](const Lines& snapshots) {
    return judged(joined({many, snapshots, {ping(6'900, 7), ping(6'900, 200), slept(8'000, 0)}}));
  };
  const auto next = snapshot(4'001, 200, 2, "2");
  EXPECT_THAT(then({next}).breaches, IsEmpty());
  EXPECT_THAT(then({next}).notes, IsEmpty());
  EXPECT_THAT(then({}).breaches, is_owed_a_snapshot);
  EXPECT_THAT(then({next, snapshot(4'002, 7, 2, "1")}).breaches, IsEmpty());
  EXPECT_THAT(then({next, snapshot(4'002, 7, 2, "2")}).breaches, is_owed_a_snapshot);
}

// ---- Of a client --------------------------------------------------------------------------------

// Lists of such a client, the last of which is shown.
Breaches last_is_shown(const Lines& first) {
  return judged(joined({first,
                        {ping(4'900, 1), ping(8'000, 1), snapshot(12'000, 1, 9, "9"),
                         shows(12'002, "9"), ping(16'900, 1)}}))
      .breaches;
}

TEST(ToldLists, AChangeBackToTheListOfBeforeTheFirstOneStandsBehindIt) {
  const auto sends = [](std::string_view last) {
    return judged({awake, asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1"), changed(300, "2"),
                   snapshot(330, 1, 2, "2"), changed(360, "1"), snapshot(390, 1, 3, last),
                   ping(4'000, 1), ping(8'000, 1)})
        .breaches;
  };
  EXPECT_THAT(sends("1"), IsEmpty());
  EXPECT_THAT(sends("3"), ElementsAre("MON-40:8"));
}

// Of equal lists a snapshot has the first one or a later one.
TEST(ToldLists, AListMayComeTwiceInABurst) {
  const auto sends = [](const Lines& snapshots) {
    return judged(joined({{awake, asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1"),
                           changed(1'000, "2"), changed(1'100, ""), changed(1'200, "3"),
                           changed(1'250, ""), changed(1'260, "4")},
                          snapshots,
                          {ping(4'000, 1), ping(8'000, 1)}}))
        .breaches;
  };
  const auto each = [](std::string_view third, std::string_view last) {
    return Lines{snapshot(1'300, 1, 2, "2"), snapshot(1'310, 1, 3, ""),
                 snapshot(1'320, 1, 4, third), snapshot(1'330, 1, 5, ""),
                 snapshot(1'340, 1, 6, last)};
  };
  EXPECT_THAT(sends(each("3", "4")), IsEmpty());
  EXPECT_THAT(sends(each("2", "4")), ElementsAre("MON-40:12"));
  EXPECT_THAT(sends(each("3", "3")), Contains("MON-40:14"));
  EXPECT_THAT(sends({snapshot(1'300, 1, 2, "")}), is_owed_a_snapshot);
}

TEST(ToldLists, AFirstListIsShownToo) {
  const auto opened = joined({{awake, ide(0, "ide_added")}, opens(0, 1)});
  const auto and_then = [&](const Lines& then) { return joined({opened, then}); };
  EXPECT_THAT(last_is_shown(and_then({shows(5, "1")})), IsEmpty());
  EXPECT_THAT(last_is_shown(opened), ElementsAre(StartsWith("MON-21")));
  EXPECT_THAT(last_is_shown(and_then({shows(4'000, "1")})), ElementsAre(StartsWith("MON-21")));
  EXPECT_THAT(last_is_shown(and_then({snapshot(300, 1, 2, "2"), shows(310, "2")})), IsEmpty());
  // Nobody knows of an IDE of which nothing is told, nor where nothing that is shown is.
  EXPECT_THAT(last_is_shown(joined({{awake}, opens(0, 1)})), IsEmpty());
  EXPECT_THAT(judged(and_then({ping(4'900, 1), ping(9'800, 1)})).breaches, IsEmpty());
}

// Who shows nothing shows it.
TEST(ToldLists, AnEmptyListNeedNotBeShownFirst) {
  const Lines empty{awake, ide(0, "ide_added"), asks(0, 1), answered(3, 1), snapshot(4, 1, 1, "")};
  const auto and_then = [&](const Lines& then) { return joined({empty, then}); };
  EXPECT_THAT(last_is_shown(empty), IsEmpty());
  EXPECT_THAT(last_is_shown(and_then({shows(5, "")})), IsEmpty());
  EXPECT_THAT(last_is_shown(and_then({snapshot(3'000, 1, 2, "")})), IsEmpty());
  EXPECT_THAT(last_is_shown(and_then({shows(5, "1")})), has_a_wrong_list);
  EXPECT_THAT(last_is_shown(and_then({shows(5, "", true)})), Contains(StartsWith("MON-26")));
  EXPECT_THAT(last_is_shown(and_then({snapshot(3'000, 1, 2, "2")})), has_a_wrong_list);
  const Lines back{snapshot(3'000, 1, 2, "2"), shows(3'001, "2"), snapshot(6'000, 1, 3, "")};
  EXPECT_THAT(last_is_shown(and_then(back)), has_a_wrong_list);
  const auto shown_back = joined({back, {shows(6'001, "")}});
  EXPECT_THAT(last_is_shown(and_then(shown_back)), IsEmpty());
  // Nor is it stale then.
  EXPECT_THAT(judged(and_then({ends_by(3'000, 1, "server"), asks(3'260, 2), answered(3'263, 2),
                               snapshot(3'264, 2, 1, "2"), shows(3'265, "2")}))
                  .breaches,
              IsEmpty());
}

TEST(ToldLists, AListThatIsAsBeforeMayStandBeforeItsLine) {
  const auto shown = [](int ms, std::string_view list, int slack_ms = 1'000) {
    return judged(joined({{awake, ide(0, "ide_added")},
                          opens(0, 1),
                          {shows(5, "1"), ends_by(3'000, 1, "server"), shows(3'000, "1", true),
                           asks(3'300, 2), answered(3'301, 2), shows(3'308, list),
                           snapshot(ms, 2, 1, "1"), ping(7'000, 2)}}),
                  slack_ms)
        .breaches;
  };
  EXPECT_THAT(shown(3'310, "1"), IsEmpty());
  EXPECT_THAT(shown(3'310, "1", 0), Not(IsEmpty()));
  EXPECT_THAT(shown(3'310, "2"), has_a_wrong_list);
  EXPECT_THAT(shown(5'310, "1"), has_a_wrong_list);
}

// Of an IDE of which nothing is told.
TEST(ToldLists, AListThatIsShownBehindTheEndOfItsStreamWasNotDropped) {
  const auto next = [](std::string_view list) {
    return judged(joined({{awake},
                          opens(0, 1),
                          {ends_by(5, 1, "server"), shows(6, "1"), shows(7, "1", true)},
                          opens(500, 2),
                          {shows(505, list), ping(4'000, 2)}}))
        .breaches;
  };
  EXPECT_THAT(next("1"), IsEmpty());
  EXPECT_THAT(next("2"), has_a_wrong_list);
}

}  // namespace
}  // namespace conformance::monitor
