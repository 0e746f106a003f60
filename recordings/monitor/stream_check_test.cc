// Recorded streams against the clauses: a good recording, and one thing wrong in it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

std::string happened(int ms, std::string_view name, int stream, std::string_view more = "") {
  return fmt::format(R"({{"t_ms":{},"{}":{{"connection":{}{}}}}})", ms, name, stream, more);
}

// Two clients, of which one takes nothing for a while and is closed later; and one without a
// token. Numbers of lines count from one.
std::vector<std::string> good() {
  return {
      asked(0, 1),                                                   // 1
      answered(20, 1),                                               // 2
      snapshot(35, 1, 1, "1"),                                       // 3
      asked(1'000, 2),                                               // 4
      answered(1'010, 2),                                            // 5
      snapshot(1'015, 2, 70'000, "1"),                               // 6
      ping(5'100, 1),                                                // 7
      happened(5'200, "reader_stalled", 2, R"(,"stalled":true)"),    // 8
      changed(6'000, "1,2"),                                         // 9
      snapshot(6'030, 1, 2, "1, 2"),                                 // 10
      asked(6'500, 3, "false"),                                      // 11
      answered(6'510, 3, 401),                                       // 12
      happened(6'511, "ended", 3),                                   // 13
      ping(11'000, 1),                                               // 14
      happened(12'000, "reader_stalled", 2, R"(,"stalled":false)"),  // 15
      snapshot(12'010, 2, 70'005, "1,2"),                            // 16
      happened(13'000, "client_gone", 2),                            // 17
      happened(13'005, "stream_freed", 2),                           // 18
      ping(16'000, 1),                                               // 19
      ping(21'300, 1),                                               // 20
  };
}

TEST(StreamCheck, FindsNothingInAGoodRecording) {
  const auto result = judged(good());
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.breaches, IsEmpty());
  EXPECT_THAT(result.notes, IsEmpty());
  for (const auto* rule : {"MON-40", "MON-41", "MON-42", "MON-43", "MON-44", "MON-45"})
    EXPECT_EQ(result.of(rule), TraceOutcome::Pass) << rule;
  // What a client does shows in no stream, and is not called passed.
  for (const auto* rule : {"MON-01", "MON-10", "MON-23", "MON-28", "MON-51"})
    EXPECT_EQ(result.of(rule), TraceOutcome::NotJudged) << rule;
}

TEST(StreamCheck, WhatIsDueAsTheRecordingEndsMayStillCome) {
  const auto until = [](int ms) {
    return judged({awake, asked(0, 2), answered(0, 2), snapshot(1, 2, 1, "1"), asked(1, 1),
                   answered(1, 1), snapshot(2, 1, 1, "1"), ping(ms - 3'000, 2), ping(ms, 2)})
        .breaches;
  };
  EXPECT_THAT(until(5'020), IsEmpty());
  EXPECT_THAT(until(6'020), ElementsAre("MON-41:9"));
}

// One line of the good recording is another, or is left out; numbers from one.
struct Wrong {
  const char* name;
  std::size_t at;
  std::vector<std::string> instead;
  std::vector<std::string> wanted;
};

class WrongStream : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongStream, BreaksItsRuleAtItsLine) {
  auto lines = good();
  const auto& row = GetParam();
  const auto at = lines.begin() + static_cast<std::ptrdiff_t>(row.at) - 1;
  lines.insert(lines.erase(at), row.instead.begin(), row.instead.end());
  EXPECT_EQ(judged(lines).breaches, row.wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, WrongStream,
    testing::Values(
        Wrong{"ping_first", 3, {ping(35, 1)}, {"MON-40:3", "MON-40:3"}},
        Wrong{"no_first_line", 3, {}, {"MON-40:3", "MON-40:6"}},
        Wrong{"torn_line", 7, {line(5'100, 1, R"({\"type\":)")}, {"MON-40:7"}},
        Wrong{"not_utf_8",
              7,
              {R"({"t_ms":5100,"line_sent":{"connection":1,"raw_b64":"/w=="}})"},
              {"MON-40:7"}},
        Wrong{"change_not_told", 10, {ping(6'030, 1)}, {"MON-43:10"}},
        Wrong{"seq_stays", 10, {snapshot(6'030, 1, 1, "1,2")}, {"MON-40:10"}},
        Wrong{"seq_of_a_large_one_stays", 16, {snapshot(12'010, 2, 70'000, "1,2")}, {"MON-40:16"}},
        Wrong{"instance_changes", 10, {snapshot(6'030, 1, 2, "1,2", 4)}, {"MON-40:10"}},
        Wrong{"instance_of_another",
              6,
              {snapshot(1'015, 2, 70'000, "1", 1)},
              {"MON-45:6", "MON-40:16"}},
        Wrong{"list_is_old", 10, {snapshot(6'030, 1, 2, "1")}, {"MON-43:11"}},
        Wrong{"no_ping", 19, {}, {"MON-41:19"}},
        Wrong{"no_ping_beside_a_stalled", 14, {}, {"MON-43:14"}},
        Wrong{"any_token_is_taken", 12, {answered(6'510, 3, 200)}, {"MON-42:12"}},
        Wrong{"a_line_before_the_refusal",
              12,
              {answered(6'510, 3, 401), snapshot(6'511, 3, 1, "1")},
              {"MON-42:13"}},
        Wrong{"a_right_token_is_refused", 2, {answered(20, 1, 401)}, {"MON-42:2"}},
        Wrong{"never_freed", 18, {}, {"MON-44:19"}},
        Wrong{"never_freed_and_spoken_to", 18, {ping(15'000, 2)}, {"MON-44:20"}}),
    [](const auto& row) { return row.param.name; });

TEST(StreamCheck, WantsRequestsToBeAnsweredWhileAnotherClientTakesNothing) {
  const auto with = [](const std::string& last) {
    return judged({awake, asked(0, 1), answered(0, 1), snapshot(1, 1, 1, "1"),
                   happened(100, "reader_stalled", 1, R"(,"stalled":true)"), asked(200, 2), last});
  };
  EXPECT_THAT(with(answered(6'000, 2)).breaches, IsEmpty());
  EXPECT_EQ(with(answered(6'000, 2)).of("MON-43"), TraceOutcome::Pass);
  EXPECT_THAT(with(answered(8'000, 2)).breaches, ElementsAre("MON-43:7"));
  EXPECT_THAT(with(answered(90'000, 2)).breaches, ElementsAre("MON-43:7"));
  EXPECT_THAT(with(happened(5'000, "client_gone", 2)).breaches, IsEmpty());
  // While everybody takes what comes, a request may wait.
  EXPECT_THAT(judged({asked(0, 1), answered(0, 1), snapshot(1, 1, 1, "1"), asked(200, 2),
                      ping(5'000, 1), ping(10'000, 1), answered(10'000, 2)})
                  .breaches,
              IsEmpty());
}

// What was recorded while nobody slept, and with ten minutes of it.
std::vector<std::string> paused(const std::string& first, const std::string& woke) {
  std::vector<std::string> out{asked(0, 1), answered(0, 1), snapshot(1, 1, 1, "1"), ping(4'000, 1)};
  if (!first.empty()) out.insert(out.begin(), first);
  if (!woke.empty()) out.push_back(woke);
  out.push_back(ping(604'000, 1));
  out.push_back(ping(608'000, 1));
  return out;
}
TEST(StreamCheck, BlamesNoIdeForASleep) {
  const std::string woke = R"({"t_ms":603000,"slept":{"time_ms":597000}})";
  EXPECT_THAT(judged(paused("", woke)).breaches, IsEmpty());
  EXPECT_EQ(judged(paused("", woke)).of("MON-41"), TraceOutcome::Pass);
  EXPECT_THAT(judged(paused(awake, "")).breaches, ElementsAre("MON-41:6"));
  // Silence before the sleep and behind it counts.
  auto silent = paused("", woke);
  silent.push_back(ping(616'000, 1));
  EXPECT_THAT(judged(silent).breaches, ElementsAre("MON-41:8"));
}
TEST(StreamCheck, DoesNotJudgeAPauseThatMayBeASleep) {
  const auto unsure = judged(paused("", ""));
  EXPECT_THAT(unsure.breaches, IsEmpty());
  EXPECT_THAT(unsure.notes, ElementsAre(HasSubstr("nothing was recorded for 600.000 s")));
  EXPECT_EQ(unsure.of("MON-41"), TraceOutcome::NotJudged);
  EXPECT_EQ(unsure.of("MON-42"), TraceOutcome::Pass);
}

TEST(StreamCheck, AllowsForWhatIsRecordedLateAndNoMore) {
  const std::vector<std::string> late{asked(0, 1), answered(0, 1), snapshot(900, 1, 1, "1"),
                                      ping(5'950, 1), ping(10'900, 1)};
  EXPECT_THAT(judged(late).breaches, IsEmpty());
  EXPECT_THAT(judged(late, 300).breaches, ElementsAre("MON-40:3"));
  // A period that is too long shows in the long run, however little it is.
  std::vector<std::string> slow{asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1")};
  for (int i = 1; i <= 10; ++i) slow.push_back(ping(i * 5'300, 1));
  EXPECT_THAT(judged(slow).breaches, ElementsAre("MON-41:7", "MON-41:11"));
}

// An IDE that replays what it said to others, to whoever comes.
TEST(StreamCheck, WantsTheFirstListToBeTheOneThatThereIs) {
  const auto with = [](int asked_ms, std::string_view first) {
    return judged({changed(0, "1"), changed(5'000, "1,2"), asked(asked_ms, 1),
                   answered(asked_ms, 1), snapshot(asked_ms + 1, 1, 1, first),
                   snapshot(asked_ms + 2, 1, 2, "1,2"), ping(asked_ms + 2'000, 1)})
        .breaches;
  };
  EXPECT_THAT(with(20'000, "1"), ElementsAre("MON-40:5"));
  EXPECT_THAT(with(20'000, "1,2"), IsEmpty());
  // Which of the two is told first is the recorder's affair.
  EXPECT_THAT(with(5'500, "1"), IsEmpty());
  // Of an IDE whose changes are not told nobody knows.
  EXPECT_THAT(judged({asked(9'000, 1), answered(9'000, 1), snapshot(9'001, 1, 1, "1")}).breaches,
              IsEmpty());
}

TEST(StreamCheck, DoesNotJudgeTokensWhereNobodyKnows) {
  const std::string unsure = R"({"t_ms":0,"stream_asked":{"connection":1}})";
  EXPECT_EQ(judged({unsure, answered(1, 1, 401)}).of("MON-42"), TraceOutcome::NotExercised);
  const auto taken = judged({unsure, answered(1, 1), snapshot(2, 1, 1, "")});
  EXPECT_EQ(taken.of("MON-42"), TraceOutcome::NotExercised);
  EXPECT_EQ(taken.of("MON-40"), TraceOutcome::Pass);
}

TEST(StreamCheck, JudgesOnBehindABreachAndTellsEachOnce) {
  const auto result =
      judged({awake, asked(0, 1), answered(0, 1), snapshot(1, 1, 5, "1"), snapshot(2, 1, 5, "1"),
              snapshot(3, 1, 6, "1"), ping(1'000'000, 1), snapshot(1'000'001, 1, 6, "1")});
  EXPECT_THAT(result.breaches, ElementsAre("MON-40:5", "MON-41:7", "MON-40:8"));
}

TEST(StreamCheck, SaysWhatItDoesNotJudge) {
  std::vector<std::string> many;
  for (int i = 1; i <= 9; ++i) {
    many.push_back(asked(i, i));
    many.push_back(answered(i, i));
    many.push_back(snapshot(i, i, 1, "1"));
  }
  EXPECT_THAT(judged(many).notes, testing::Each(HasSubstr("streams at once")));
  EXPECT_THAT(judged({ping(0, 4)}).notes, ElementsAre(HasSubstr("nobody asked for")));
  // A thousand, one after the other, are no more than one at once.
  std::vector<std::string> dropped;
  for (int i = 1; i <= 1'000; ++i) {
    dropped.push_back(asked(i, i));
    dropped.push_back(answered(i, i));
    dropped.push_back(snapshot(i, i, 1, "1"));
    dropped.push_back(happened(i, "client_gone", i));
    dropped.push_back(happened(i, "stream_freed", i));
  }
  const auto result = judged(dropped);
  EXPECT_THAT(result.notes, IsEmpty());
  EXPECT_THAT(result.breaches, IsEmpty());
}

TEST(StreamCheck, RefusesWhatIsNoRecording) {
  EXPECT_THAT(judged({}).error, HasSubstr("0:it holds no recorded line; record"));
  EXPECT_THAT(judged({asked(0, 1), "hello"}).error, HasSubstr("2:it is no JSON object: byte 1: "));
  EXPECT_THAT(judged({R"({"t_ms":1,"dir":"c2s","raw":"{}"})"}).error,
              HasSubstr("1:it says nothing that happened to a stream"));
  EXPECT_THAT(judged({R"({"stream_freed":{"connection":1}})"}).error, HasSubstr("\"t_ms\" must"));
  EXPECT_THAT(judged({R"({"t_ms":0,"stream_freed":{}})"}).error, HasSubstr("\"connection\" must"));
  EXPECT_THAT(judged({R"({"t_ms":0,"line_sent":{"connection":1}})"}).error,
              HasSubstr("\"raw\" must be the line"));
  EXPECT_THAT(judged({"{\"t_ms\":0,\"x\":\"" + std::string(9 << 20, 'x') + "\"}"}).error,
              HasSubstr("1:it is longer than 8 MiB; leave"));
  EXPECT_THAT(judged({R"({"t_ms":1e300,"stream_freed":{"connection":1}})"}).error,
              HasSubstr("\"t_ms\" must"));
}

TEST(StreamCheck, IsNotHeldUpByLongTimes) {
  const auto result = judged({awake, asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1"),
                              R"({"t_ms":999999999999,"line_sent":{"connection":1,"raw":""}})"});
  EXPECT_THAT(result.breaches, ElementsAre("MON-41:5", "MON-40:5"));
}

TEST(StreamCheck, IsRightWhereThatIsHardToTell) {
  // What is owed may have come behind the end.
  const Lines ends_early{awake, asked(0, 1), answered(0, 1), snapshot(0, 1, 1, "1")};
  const auto then = [&](const std::string& last) {
    auto lines = ends_early;
    lines.push_back(last);
    return judged(lines).breaches;
  };
  EXPECT_THAT(then(changed(5'900, "2")), IsEmpty());
  EXPECT_THAT(then(changed(6'100, "2")), ElementsAre("MON-41:5"));
  // A request that does not say who asks.
  EXPECT_THAT(judged({awake, asked(0, 1), answered(0, 1, 400)}).breaches, IsEmpty());
  EXPECT_THAT(judged({awake, asked(0, 1), answered(0, 1, 401)}).breaches, ElementsAre("MON-42:3"));
}

}  // namespace
}  // namespace conformance::monitor
