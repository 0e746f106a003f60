// A client's own recording: a good one, and one thing wrong in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

const std::string added = told(0, "ide_added", R"("pid":7,"has_token":true)");

// A list, another, a line that is none, silence, another try, which is refused.
std::vector<std::string> right_client() {
  return {
      awake,                                                        // 1
      added,                                                        // 2
      asks(0, 1),                                                   // 3
      answered(3, 1),                                               // 4
      snapshot(4, 1, 1, "1"),                                       // 5
      shows(4, "1"),                                                // 6
      snapshot(900, 1, 2, "1,2"),                                   // 7
      shows(901, "1, 2"),                                           // 8
      line(1'000, 1, "nonsense"),                                   // 9
      skips(1'001),                                                 // 10
      shows(16'010, "1,2", true),                                   // 11
      ends(16'011, 1),                                              // 12
      asks(16'260, 2),                                              // 13
      answered(16'262, 2, 401),                                     // 14
      ends(16'263, 2),                                              // 15
      told(40'000, "ide_changed", R"("pid":7,"has_token":false)"),  // 16
      asks(40'000, 3, false),                                       // 17
      answered(40'004, 3),                                          // 18
      snapshot(40'005, 3, 1, "3"),                                  // 19
      shows(40'005, "3"),                                           // 20
      told(41'000, "ide_removed", R"("pid":7)"),                    // 21
      ends(41'000, 3),                                              // 22
      told(90'000, "slept", R"("time_ms":0)"),                      // 23
  };
}

TEST(ClientEnd, IsRightInAGoodRecording) {
  const auto result = judged(right_client());
  // What its IDE does wrong is another matter.
  EXPECT_THAT(result.breaches, ElementsAre("MON-40:9", "MON-41:12"));
  for (const auto* rule : {"MON-20", "MON-21", "MON-23", "MON-24", "MON-25", "MON-26"})
    EXPECT_EQ(result.of(rule), TraceOutcome::Pass) << rule;
  EXPECT_EQ(result.of("MON-10"), TraceOutcome::NotJudged);
}

// Whether the end of a request that was refused is recorded, is all one, however many there are.
TEST(ClientEnd, NeedNotTellTheEndsOfRequestsThatWereRefused) {
  std::vector<std::string> right{awake, told(0, "ide_added", R"("pid":7,"has_token":false)")};
  int now = 0, pause = 250, stream = 1;
  for (; stream <= 9; ++stream, now += pause, pause = std::min(2 * pause, 10'000)) {
    right.push_back(asks(now, stream, false));
    right.push_back(answered(now + 3, stream, 503));
  }
  for (const auto& each : {asks(now, stream, false), answered(now + 3, stream),
                           snapshot(now + 4, stream, 1, "1"), shows(now + 5, "1")})
    right.push_back(each);
  auto silent = right;
  for (int at = now + 4'000; at <= now + 24'000; at += 4'000)
    right.push_back(line(at, stream, R"({\"type\":\"ping\"})"));
  EXPECT_THAT(judged(right).breaches, testing::IsEmpty());
  // The last one is followed: who stays with it although nothing comes is told of.
  silent.push_back(told(now + 40'000, "slept", R"("time_ms":0)"));
  EXPECT_THAT(judged(silent).breaches, Contains(StartsWith("MON-23")));
}

TEST(ClientEnd, IsFollowedHoweverManyRequestsWereRefused) {
  std::vector<std::string> right{awake, ide(0, "ide_added")};
  int now = 0, pause = 250;
  for (int i = 0; i < 300; ++i, now += pause, pause = std::min(2 * pause, 10'000)) {
    right.push_back(asks(now, i));
    right.push_back(answered(now, i, 503));
  }
  EXPECT_THAT(judged(right).breaches, testing::IsEmpty());
  right.push_back(told(now + 40'000, "slept", R"("time_ms":0)"));
  EXPECT_THAT(judged(right).breaches, ElementsAre("MON-24:603"));
}

// A list may be told of by the names of its projects, or by some of what the IDE says of them.
TEST(ClientEnd, MayTellLessOfAListThanItWasSent) {
  const auto told_as = [](std::string_view first, std::string_view second) {
    const auto sent = [](std::string_view name) {
      return fmt::format(R"({{\"name\":\"{}\",\"path\":\"/p\"}})", name);
    };
    return judged({awake, added, asks(0, 1), answered(3, 1), snapshot(4, 1, 1, sent("a")),
                   shows(4, first), snapshot(900, 1, 2, sent("a") + "," + sent("b")),
                   shows(901, second), slept(2'000, 0)})
        .of("MON-21");
  };
  EXPECT_EQ(told_as(R"("a")", R"("a","b")"), TraceOutcome::Pass);
  EXPECT_EQ(told_as(R"({"name":"a"})", R"({"path":"/p"},{"name":"b","path":"/p"})"),
            TraceOutcome::Pass);
  EXPECT_EQ(told_as(R"("a")", R"("b","a")"), TraceOutcome::Fail);
  EXPECT_EQ(told_as(R"("a")", R"("a")"), TraceOutcome::Fail);
  EXPECT_EQ(told_as(R"("a")", R"("/p","b")"), TraceOutcome::Fail);
  EXPECT_EQ(told_as(R"({"name":"a"})", R"({"name":"a","open":true},"b")"), TraceOutcome::Fail);
}

// To the end of its recording, and no further: what is due within the slack may have come.
TEST(ClientEnd, IsJudgedToTheEndOfItsRecording) {
  const auto until = [](int ms) {
    return judged({awake, added, asks(0, 1), answered(3, 1), snapshot(4, 1, 1, "1"), shows(4, "1"),
                   ends(900, 1), shows(900, "1", true), told(ms, "slept", R"("time_ms":0)")})
        .of("MON-24");
  };
  EXPECT_NE(until(2'000), TraceOutcome::Fail);
  EXPECT_EQ(until(60'000), TraceOutcome::Fail);
}

struct WrongLines {
  std::string name, rule;
  std::vector<std::pair<std::size_t, std::string>> lines;  // Instead of these; empty: none.
};
class WrongClient : public ::testing::TestWithParam<WrongLines> {};

TEST_P(WrongClient, IsFound) {
  auto lines = right_client();
  for (const auto& [number, line] : GetParam().lines) lines[number - 1] = line;
  std::erase(lines, "");
  const auto result = judged(lines);
  EXPECT_EQ(result.of(GetParam().rule), TraceOutcome::Fail);
}

INSTANTIATE_TEST_SUITE_P(
    EachKind, WrongClient,
    testing::Values(WrongLines{"NoToken", "MON-20", {{3, asks(0, 1, false)}}},
                    WrongLines{"ATokenThatThereIsNot", "MON-20", {{17, asks(40'000, 3, true)}}},
                    WrongLines{"MergedLists", "MON-21", {{20, shows(40'005, "1,2,3")}}},
                    WrongLines{"UntoldList", "MON-21", {{8, ""}}},
                    WrongLines{"OldNumber", "MON-22", {{7, snapshot(901, 1, 1, "1,2")}}},
                    WrongLines{"DeadStreamIsKept",
                               "MON-23",
                               {{11, ""}, {12, ends(39'000, 1)}, {13, ""}, {14, ""}, {15, ""}}},
                    WrongLines{"AsksAtOnce", "MON-24", {{13, asks(16'020, 2)}}},
                    WrongLines{"NeverAsksAgain", "MON-24", {{13, ""}, {14, ""}, {15, ""}}},
                    WrongLines{"SkipsInSilence", "MON-25", {{11, line(5'000, 1, "nonsense")}}},
                    WrongLines{"StaleIsNotSaid", "MON-26", {{11, ""}}},
                    WrongLines{"AsksOnAfter401", "MON-28", {{16, asks(17'000, 4)}}}),
    [](const auto& row) { return row.param.name; });

// Who tells of no line that it skips may skip them all the same.
TEST(ClientEnd, NeedNotTellWhatItSkips) {
  auto lines = right_client();
  lines.erase(lines.begin() + 9);
  const auto result = judged(lines);
  EXPECT_EQ(result.of("MON-25"), TraceOutcome::NotJudged);
  EXPECT_THAT(result.notes, Contains(HasSubstr("`line_skipped` tells of it")));
  EXPECT_THAT(judged(right_client()).notes, Not(Contains(HasSubstr("`line_skipped` tells of it"))));
}

// Of what is not recorded, nothing is said.
TEST(ClientEnd, IsJudgedByWhatItTells) {
  const std::vector<std::string> streams{awake,           asks(0, 1),
                                         answered(3, 1),  snapshot(4, 1, 1, "1"),
                                         ends(15'200, 1), told(60'000, "slept", R"("time_ms":0)")};
  const auto right = judged(streams);
  EXPECT_EQ(right.of("MON-23"), TraceOutcome::Pass);
  for (const auto* rule : {"MON-20", "MON-21", "MON-24", "MON-25", "MON-26", "MON-28"})
    EXPECT_EQ(right.of(rule), TraceOutcome::NotJudged) << rule;
  auto late = streams;
  late[4] = ends(50'000, 1);
  EXPECT_EQ(judged(late).of("MON-23"), TraceOutcome::Fail);
  // A sleep is no silence; nor is that of an IDE's own recording its client's.
  auto slept = late;
  slept.insert(slept.begin() + 4, told(49'000, "slept", R"("time_ms":44000)"));
  EXPECT_NE(judged(slept).of("MON-23"), TraceOutcome::Fail);
  auto of_ide = late;
  of_ide.insert(of_ide.begin() + 1, told(0, "projects_changed", R"("pid":7,"projects":[1])"));
  EXPECT_EQ(judged(of_ide).of("MON-23"), TraceOutcome::NotJudged);
  // Who does not say whether it slept is not blamed for a pause of everything.
  auto unsaid = late;
  unsaid.erase(unsaid.begin());
  unsaid.pop_back();
  EXPECT_NE(judged(unsaid).of("MON-23"), TraceOutcome::Fail);
}

// What was found wrong in runs that were right, each as short as it gets.
void client_is_right(const Lines& lines) {
  EXPECT_THAT(of_client(judged(lines)), IsEmpty()) << fmt::format("{}", fmt::join(lines, "\n"));
}
TEST(ClientEnd, IsRightWhereThatIsHardToTell) {
  const Lines opens{asks(0, 1), answered(5, 1)};
  const Lines lists{snapshot(9, 1, 1, "1"), shows(9, "1")};
  const auto* untold = R"("connection":2,"pid":7)";
  const auto all = [](std::initializer_list<Lines> parts) {
    Lines out{awake};
    for (const auto& part : parts) out.insert(out.end(), part.begin(), part.end());
    return out;
  };
  // One of another process namespace is asked before it is an IDE.
  client_is_right(all({opens, {ide(5, "ide_added")}, lists}));
  // Or was asked before the recording begins.
  client_is_right(all({{ide(5, "ide_added")}, lists}));
  // It moves: its stream is closed, and asked for at its new address at once.
  client_is_right(all({{ide(0, "ide_added")},
                       opens,
                       lists,
                       {ide(90, "ide_changed"), ends(90, 1), shows(90, "1", true), asks(90, 2)}}));
  // Its marker changes, and its address does not: the client waits as long as before.
  Lines waits{ide(0, "ide_added")};
  for (int i = 0, ms = 0; i < 6; ms += 250 << i, ++i) {
    waits.push_back(asks(ms, i));
    waits.push_back(ends(ms, i));
    if (i == 4) waits.push_back(ide(ms + 1, "ide_changed"));
  }
  client_is_right(all({waits}));
  // What is not told of IDEs: its list is not stale, since it is none any more.
  client_is_right(all({opens, lists, {ends(100, 1), asks(400, 2), ends(15'300, 2)}}));
  // Or it never was one of which lists are shown.
  client_is_right(all({opens, {snapshot(9, 1, 1, "1"), ping(5'000, 1)}, {shows(6'000, "1")}}));
  const Lines again{snapshot(9, 1, 1, "1"), ends(100, 1), asks(400, 2), answered(405, 2)};
  client_is_right(all({opens, again, {shows(500, "1")}}));
  // Or it does not say of each request whether it sends a token.
  client_is_right(
      all({{ide(0, "ide_added")}, opens, {ends(100, 1), told(400, "stream_asked", untold)}}));
  // A pause of everything between two tries may be a sleep.
  Lines sleeps{ide(0, "ide_added"), asks(0, 1), ends(0, 1), asks(600'000, 2)};
  client_is_right(sleeps);
  sleeps.insert(sleeps.begin(), awake);
  sleeps.insert(sleeps.begin() + 3, answered(0, 1));
  EXPECT_THAT(judged(sleeps).breaches, ElementsAre("MON-24:6"));
}

// Of an IDE of which nothing is told, ten tries in a row that came less than 125 ms behind the end
// of the one before.
TEST(ClientEnd, MayNotTryAgainAndAgainAtOnce) {
  const auto tries = [](int every_ms, int count) {
    Lines out{awake};
    for (int i = 0; i < count; ++i) {
      out.push_back(asks(i * every_ms, i + 1));
      out.push_back(ends(i * every_ms + 5, i + 1));
    }
    return out;
  };
  EXPECT_THAT(judged(tries(10, 40)).breaches, ElementsAre("MON-24:22"));
  EXPECT_THAT(judged(tries(114, 11)).breaches, ElementsAre("MON-24:22"));
  EXPECT_EQ(judged(tries(10, 11)).of("MON-24"), TraceOutcome::Fail);
  EXPECT_EQ(judged(tries(130, 11)).of("MON-24"), TraceOutcome::NotJudged);
  client_is_right(tries(10, 10));
  client_is_right(tries(130, 40));
  // Others are told of.
  auto beside = tries(10, 11);
  beside.insert(beside.begin() + 1, told(0, "ide_added", R"("pid":8,"has_token":true)"));
  EXPECT_THAT(judged(beside).breaches, ElementsAre("MON-24:23"));
  // An answer that is none is an end, too.
  Lines refused{awake};
  for (int i = 0; i < 11; ++i) {
    refused.push_back(asks(10 * i, i + 1));
    refused.push_back(answered(10 * i + 5, i + 1, 503));
  }
  EXPECT_THAT(judged(refused).breaches, Contains("MON-24:22"));
}
TEST(ClientEnd, MayTryAtOnceForAReason) {
  // Several streams at once that begin anew together.
  Lines reloads{awake};
  for (int i = 0; i < 15; ++i) reloads.push_back(asks(0, i + 1));
  for (int i = 0; i < 15; ++i) reloads.push_back(ends(1'000, i + 1));
  for (int i = 0; i < 15; ++i) reloads.push_back(asks(1'001, i + 16));
  client_is_right(reloads);
  // An answer names another address, each time; then it pauses.
  Lines redirected{awake};
  for (int i = 0; i < 20; ++i) {
    redirected.push_back(asks(400 * i, 2 * i + 1));
    redirected.push_back(answered(400 * i + 2, 2 * i + 1, 307));
    redirected.push_back(asks(400 * i + 3, 2 * i + 2));
    redirected.push_back(answered(400 * i + 4, 2 * i + 2, 503));
  }
  client_is_right(redirected);
  redirected.insert(redirected.begin() + 1, added);
  client_is_right(redirected);
  // But not for ever.
  Lines around{awake, added};
  for (int i = 0; i < 25; ++i) {
    around.push_back(asks(4 * i, i + 1));
    around.push_back(answered(4 * i + 2, i + 1, 302));
  }
  EXPECT_THAT(judged(around).breaches, Contains("MON-24:45"));
  around.resize(43);
  client_is_right(around);
  // It slept before each try, or its clock was set.
  Lines sleeps{awake}, set{awake};
  for (int i = 0; i < 20; ++i) {
    sleeps.push_back(asks(10'000 * i + 9'000, i + 1));
    sleeps.push_back(ends(10'000 * i + 9'005, i + 1));
    sleeps.push_back(told(10'000 * i + 18'999, "slept", R"("time_ms":9990)"));
    set.push_back(asks((i == 0 ? 3'600'000 : 0) + 300 * i, i + 1));
    set.push_back(ends((i == 0 ? 3'600'000 : 0) + 300 * i + 5, i + 1));
  }
  client_is_right(sleeps);
  client_is_right(set);
}

// Its stream ended when its marker changed, and nobody knows where it is now: to leave it there is
// a note.
TEST(ClientEnd, AnIdeThatMovesAndIsNotAskedAgainIsNoted) {
  const auto notes = [](const Lines& more) {
    Lines lines{awake,         added, asks(0, 1), answered(1, 1), ide(6'000, "ide_changed"),
                ends(6'001, 1)};
    lines.insert(lines.end(), more.begin(), more.end());
    return judged(lines).notes;
  };
  const auto awake_at = [](int ms) { return told(ms, "slept", R"("time_ms":0)"); };
  const auto unasked = Contains(HasSubstr("is not asked for its stream"));
  EXPECT_THAT(notes({awake_at(21'002)}), unasked);
  EXPECT_THAT(notes({awake_at(21'001)}), Not(unasked));
  EXPECT_THAT(notes({asks(6'500, 2), answered(6'501, 2, 401), awake_at(30'000)}), Not(unasked));
  const auto moves = ide(6'500, "ide_changed");
  EXPECT_THAT(notes({asks(6'499, 2), moves, answered(6'501, 2, 401), awake_at(30'000)}), unasked);
  // Between two tries.
  const auto refused_and = [](const Lines& more) {
    Lines lines{awake, added, asks(0, 1), answered(1, 1, 401)};
    lines.insert(lines.end(), more.begin(), more.end());
    return judged(lines).notes;
  };
  EXPECT_THAT(refused_and({awake_at(30'000)}), Not(unasked));
  EXPECT_THAT(refused_and({moves, awake_at(30'000)}), unasked);
  // Who stays is missed by the rule.
  const auto stays =
      judged({awake, added, asks(0, 1), answered(1, 1), ends(6'001, 1), awake_at(60'000)});
  EXPECT_THAT(stays.notes, Not(unasked));
  EXPECT_THAT(stays.breaches, Contains(StartsWith("MON-24")));
}

// Who tells of no marker may have seen it change each time.
TEST(ClientEnd, ManyRefusalsInARowAreNotedWhereNoMarkerIsTold) {
  const auto refused = [](const Lines& before, int times, int at_last) {
    Lines out = before;
    for (int i = 1; i <= times; ++i) {
      out.push_back(told(2'000 * i, "stream_asked",
                         fmt::format(R"("connection":{},"pid":7,"sends_token":true)", i)));
      out.push_back(answered(2'000 * i + 10, i, i == times ? at_last : 401));
    }
    return judged(out);
  };
  const auto tells_so = Contains(StartsWith("ten answers of 401 in a row"));
  EXPECT_THAT(refused({awake}, 10, 401).notes, tells_so);
  EXPECT_THAT(refused({awake}, 10, 401).breaches, testing::IsEmpty());
  EXPECT_THAT(refused({awake}, 9, 401).notes, Not(tells_so));
  EXPECT_THAT(refused({awake}, 10, 503).notes, Not(tells_so));
  const Lines other{awake, asks(0, 20), answered(1, 20, 401), asks(900, 21),
                    answered(901, 21, 503)};
  EXPECT_THAT(refused(other, 9, 401).notes, Not(tells_so));
  const Lines told_of{awake, told(0, "ide_added", R"("pid":7,"has_token":true)")};
  EXPECT_THAT(refused(told_of, 10, 401).notes, Not(tells_so));
  EXPECT_THAT(refused(told_of, 10, 401).breaches, Contains(StartsWith("MON-28")));
}

// What is wrong about a try is said of that.
TEST(ClientEnd, TriesAreBlamedInWordsOfTheirOwn) {
  const auto says = [](const Lines& more) {
    Lines lines{awake, added, asks(0, 1), answered(3, 1), snapshot(4, 1, 1, "1"), shows(5, "1")};
    lines.insert(lines.end(), more.begin(), more.end());
    std::vector<std::string> out;
    const auto check = trace_check(
        {.slack = std::chrono::milliseconds(1'000), .sink = [&](const TraceFinding& finding) {
           if (finding.rule) out.push_back(finding.says);
         }});
    for (const auto& line : lines) check->feed(line + "\n");
    check->finish();
    return out;
  };
  EXPECT_THAT(says({asks(1'000, 2), ping(2'500, 1)}),
              ElementsAre(HasSubstr("for a second stream")));
  EXPECT_THAT(says({ends(1'000, 1), shows(1'001, "1", true), asks(1'010, 2)}),
              ElementsAre(HasSubstr("asked too soon")));
  EXPECT_THAT(says({ends(1'000, 1), shows(1'001, "1", true), asks(1'600, 2, false)}),
              ElementsAre(HasSubstr("with a token, or without")));
}

}  // namespace
}  // namespace conformance::monitor
