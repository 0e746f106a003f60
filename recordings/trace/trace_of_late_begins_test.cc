// Logs that begin while something is under way, or stands, of which they do not tell the beginning;
// and answers that come when they are given up already.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "trace/advance.h"
#include "trace/call_lines_testing.h"
#include "trace/tool_lines_testing.h"

namespace conformance::late_begins {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- Tool calls -----------------------------------------------------------------------------

using tool_lines::at;
using tool_lines::called;
using tool_lines::replied;
using tool_lines::sent;

std::string answered(int ms, std::string_view call, std::string_view status = "ok") {
  return tool_lines::answered(ms, call, fmt::format(R"("status":"{}")", status));
}
Lines trip(int ms, std::string_view call) {
  return {called(ms, call), sent(ms + 5, call, call), replied(ms + 90, call),
          answered(ms + 91, call)};
}
const std::string head = R"({"trace":1,"area":"ack","revision":"r2"})",
                  of_all = R"({"trace":1,"area":"ack","revision":"r2","tells":"all"})";
FoundInTrace found(const std::vector<Lines>& parts, const std::string& begins = head) {
  Lines lines{begins};
  for (const auto& each : parts) lines.insert(lines.end(), each.begin(), each.end());
  return found_in("ack", lines);
}

// It may be answered as long as a call is that was in flight when the log began, and once.
TEST(TraceOfLateBegins, ACallInFlightBesideOthersIsNobodysFault) {
  const Lines first = trip(0, "a"), ends{answered(200, "z", "failed")};
  const auto right = found({first, ends, trip(1'000, "b")});
  EXPECT_THAT(right.breaches, IsEmpty());
  EXPECT_THAT(right.notes, ElementsAre("6:its call began before the log does: it is not judged"));
  EXPECT_THAT(found({ends, trip(1'000, "b")}).breaches, IsEmpty());
  EXPECT_THAT(found({{called(0, "a")},
                     {sent(1, "z", "r7")},
                     {sent(5, "a", "r8")},
                     {replied(50, "r7"), answered(51, "z"), replied(60, "r8"), answered(61, "a")}})
                  .breaches,
              IsEmpty());
  // Who says that he tells all has told of all calls.
  EXPECT_THAT(found({first, ends}, of_all).breaches, Contains("ACK-17:6"));
  // Its answer comes once.
  EXPECT_THAT(found({first, ends, {answered(900, "z", "failed")}, trip(1'000, "b")}).breaches,
              ElementsAre("ACK-17:7"));
  // Of a call that the log tells, that it was answered is known.
  EXPECT_THAT(found({first, {answered(600, "a")}}).breaches, ElementsAre("ACK-17:6"));
  // What comes out of nowhere later was never called.
  EXPECT_THAT(found({first, trip(70'000, "b"), {answered(71'000, "z")}}).breaches,
              ElementsAre("ACK-17:10"));
}
// Whose last line stands further behind, too.
TEST(TraceOfLateBegins, CallsInFlightMayFillWhatThereIsRoomFor) {
  const Lines busy{called(0, "a"), answered(3, "a", "busy")};
  EXPECT_THAT(found({busy, {answered(400, "z", "failed")}}).breaches, IsEmpty());
  EXPECT_THAT(found({busy, trip(400, "b")}).breaches, ElementsAre("ACK-27:3"));
  EXPECT_THAT(
      found({{answered(0, "z", "failed")}, {called(1, "a"), answered(3, "a", "busy")}}).breaches,
      ElementsAre("ACK-27:4"));
  // One that never was answered is over when no call can still be.
  const auto refused = [](int ms) {
    return found({{sent(0, "z", "z")}, {called(ms, "a"), answered(ms + 3, "a", "busy")}}).breaches;
  };
  EXPECT_THAT(refused(60'000), IsEmpty());
  EXPECT_THAT(refused(70'000), ElementsAre("ACK-27:4"));
}

// That it is late is told once, whatever comes between.
TEST(TraceOfLateBegins, AnAnswerThatComesLateIsToldOnce) {
  const Lines begins{called(0, "a"), sent(5, "a", "a")};
  for (const auto* status : {"ok", "missing", "failed"})
    for (const auto& between : {Lines{}, trip(8'000, "b"), Lines{at(9'000, "store_ready", "")}}) {
      EXPECT_THAT(
          found({begins, between, {answered(20'000, "a", status)}, trip(21'000, "c")}).breaches,
          ElementsAre(testing::StartsWith("ACK-19")))
          << status << between.size();
    }
  const auto line = [](std::size_t number) { return fmt::format("ACK-17:{}", number); };
  EXPECT_THAT(
      found({begins, trip(8'000, "b"), {answered(20'000, "a"), answered(21'000, "a")}}).breaches,
      ElementsAre("ACK-19:4", line(9)));
  // The next call of that name is judged again.
  EXPECT_THAT(found({begins,
                     trip(8'000, "b"),
                     {answered(20'000, "a")},
                     {called(21'000, "a"), sent(21'001, "a", "r9"), answered(21'300, "a")}})
                  .breaches,
              ElementsAre("ACK-19:4", "ACK-03:11"));
}

// ---- Script calls ---------------------------------------------------------------------------

using call_lines::begins;
using call_lines::ends_well;
using call_lines::line;
using call_lines::look;
using call_lines::operator+;
using call_lines::refused_at_the_gate;
using call_lines::unleashed;

const Lines bare{call_lines::head};

std::vector<std::string> broken(const Lines& lines) {
  const auto found = found_in("modality", lines);
  EXPECT_EQ(found.error, "");
  return found.breaches;
}
Lines opens_and_goes(int ms, std::string_view dialog) {
  return {line(ms, fmt::format(R"("dialog_opened":{{"dialog":"{}","modal":true}})", dialog)),
          line(ms + 10, fmt::format(R"("dialog_disposed":{{"dialog":"{}"}})", dialog))};
}

// Behind the lines of another dialog, a progress or a window, too: until a look has shown less.
TEST(TraceOfLateBegins, WhatALookShowsHasStoodUntilALookShowsLess) {
  const Lines window{line(0, R"("dialog_opened":{"dialog":"tool","modal":false})")},
      progress{line(0, R"("progress_started":{})"), line(10, R"("progress_ended":{})")},
      refused = begins(1'000, "non_modal") + look(1'010, "dialog") + refused_at_the_gate(1'020),
      passes = begins(500, "non_modal") + look(500, "none") +
               Lines{line(510, R"("start_body":{})")} + ends_well(600);
  for (const auto& other : {opens_and_goes(0, "tip"), window, progress}) {
    EXPECT_THAT(broken(bare + other + refused), IsEmpty()) << other[0];
    EXPECT_THAT(broken(bare + other + passes + refused), ElementsAre(HasSubstr("MOD-3")));
    // It stands from then on.
    const auto goes_on = begins(2'000, "non_modal") + Lines{line(2'010, R"("start_body":{})")};
    EXPECT_THAT(broken(bare + other + refused + goes_on), Contains(HasSubstr("MOD-3")));
    EXPECT_THAT(broken(bare + other + refused + opens_and_goes(1'500, "other") + goes_on),
                Contains(HasSubstr("MOD-3")));
    const Lines gone{line(1'500, R"("dialog_disposed":{"dialog":"that one"})")};
    EXPECT_THAT(broken(bare + other + refused + gone + goes_on + ends_well(2'100)), IsEmpty());
  }
  // A progress that was shown says of dialogs that none stood.
  const auto waits = begins(100, "non_modal") + look(100, "progress") +
                     refused_at_the_gate(110, "progress_at_gate", "progress");
  EXPECT_THAT(broken(bare + waits), IsEmpty());
  EXPECT_THAT(broken(bare + waits + refused), Contains(HasSubstr("MOD-3")));
}

Lines closes(int ms, std::string_view dialog, std::string_view outcome = "closed") {
  return {
      line(ms, R"("capture":{"artifact":"screenshot","cause":"sweep"})"),
      line(ms + 5, R"("captured":{"artifact":"screenshot"})"),
      line(ms + 6, fmt::format(R"("close_dialog":{{"operation":"main","dialog":"{}"}})", dialog)),
      line(ms + 7, fmt::format(R"("close_answered":{{"operation":"main","dialog":"{}"}})", dialog)),
      line(ms + 8, fmt::format(R"("dialog_disposed":{{"dialog":"{}"}})", dialog)),
      line(ms + 9,
           fmt::format(R"("report_dialog":{{"dialog":"{}","outcome":"{}"}})", dialog, outcome))};
}
Lines syncs(int ms) {
  Lines out;
  for (const auto* kind : {"commit", "save", "refresh"})
    out = out + Lines{line(ms, fmt::format(R"("{}":{{"operation":"main"}})", kind)),
                      line(ms, R"("write_ended":{"operation":"main"})")};
  return out +
         Lines{line(ms, R"("report_smart_wait":{"waited_ms":0})"), line(ms, R"("start_body":{})")};
}
// However the log tells the looks of the sweep, and whenever it reports.
TEST(TraceOfLateBegins, ASweepClosesAllThatStood) {
  const Lines dump{line(1'001, R"("capture":{"artifact":"thread_dump","cause":"sweep"})"),
                   line(1'002, R"("captured":{"artifact":"thread_dump"})")},
      listed{line(1'000, R"("list_dialogs":{"operation":"main"})"),
             line(1'000, R"("dialogs_listed":{"operation":"main","dialogs":["A","B"]})")};
  const auto sweeps = [&](const Lines& looks, const Lines& sweep) {
    return broken(bare + begins(1'000, "smart_non_modal") + looks + dump + sweep +
                  (looks.empty() ? Lines{} : look(1'050, "none")) + syncs(1'060));
  };
  const auto a = closes(1'010, "A"), b = closes(1'030, "B"), c = closes(1'040, "C");
  auto at_last = closes(1'010, "A") + closes(1'030, "B");
  auto reported = at_last[5];
  at_last.erase(at_last.begin() + 5);
  at_last.insert(at_last.end() - 1,
                 line(1'039, reported.substr(reported.find("\"report"),
                                             reported.rfind('}') - reported.find("\"report"))));
  for (const auto& looks : {Lines{}, look(1'000, "dialog"), listed}) {
    EXPECT_THAT(sweeps(looks, a + b), IsEmpty()) << looks.size();
    EXPECT_THAT(sweeps(looks, at_last), IsEmpty()) << looks.size();
    EXPECT_THAT(sweeps(looks, a + closes(1'030, "B", "refused")), Contains(HasSubstr("MOD-13:")));
    auto unshot = b;
    unshot.erase(unshot.begin(), unshot.begin() + 2);
    EXPECT_THAT(sweeps(looks, a + unshot), Contains(HasSubstr("MOD-")));
  }
  // What a listing does not name, or a look has not shown, is not there to be closed.
  EXPECT_THAT(sweeps(listed, a + b + c), Contains(HasSubstr("MOD-")));
  EXPECT_THAT(sweeps(look(1'000, "dialog"), a + look(1'025, "none") + b),
              Contains(HasSubstr("MOD-")));
}

// It is not taken for the end of the next call's script, which runs on; and who owes something for
// the end of his own is told of it as soon as that shows.
TEST(TraceOfLateBegins, AScriptThatTheLogBeganBehindMayReturn) {
  const auto ran = unleashed(10, 600'000);
  for (const auto* end : {R"("body_returned":{})", R"("body_threw":{"text":1})"}) {
    const Lines other{line(20, end)};
    EXPECT_THAT(broken(bare + ran + other + ends_well(900)), IsEmpty());
    EXPECT_THAT(broken(bare + ran + other + call_lines::times_out(600'010)), IsEmpty());
    const Lines asks{line(600, R"("method_called":{"call":1,"method":{"method":"isModal"}})"),
                     line(600, R"("return":{"call":1,"value":0})")};
    EXPECT_THAT(broken(bare + ran + other + asks + ends_well(900)), IsEmpty());
  }
  const auto ends = ends_well(900);
  const Lines returned{line(20, R"("body_returned":{})")}, decides(ends.begin() + 1, ends.end()),
      ended{line(5'000, R"("ended":{})")};
  EXPECT_THAT(broken(bare + ran + returned + decides), ElementsAre("MOD-83:6"));
  EXPECT_THAT(broken(bare + ran + returned + ended), Contains("MOD-83:6"));
  // It may be answered, until a line tells of a method.
  const Lines gives{line(20, R"("return":{"call":9,"value":1})")},
      asks{line(15, R"("method_called":{"call":1,"method":{"method":"isModal"}})"),
           line(15, R"("return":{"call":1,"value":0})")};
  EXPECT_THAT(broken(bare + ran + gives + ends), IsEmpty());
  EXPECT_THAT(broken(bare + ran + asks + gives + ends), ElementsAre("MOD-08:7"));
  // One was before the log, and no two.
  EXPECT_THAT(broken(bare + ran + returned + Lines{line(400, R"("body_returned":{})")} + decides),
              ElementsAre("MOD-83:7"));
  // Nor where all is told, or each line says of which run it is.
  EXPECT_THAT(
      broken(Lines{R"({"trace":1,"area":"modality","tells":"all"})"} + ran + returned + ended),
      Contains("MOD-83:6"));
  const Lines own{line(20, R"("body_returned":{})", 1)};
  EXPECT_THAT(broken(bare + unleashed(10, 600'000, 1) + own + ends_well(900, 1)),
              Contains("MOD-83:6"));
}

// A call that waits for it is not told apart from it, and the next one is judged.
TEST(TraceOfLateBegins, ACallMayWaitBehindOneFromBeforeTheLog) {
  const auto waits = bare + Lines{call_lines::called(0, "unleashed", 600'000)} + ends_well(20) +
                     Lines{line(30, R"("schedule_refresh":{})"), line(30, R"("start_body":{})")} +
                     ends_well(500);
  const auto found = found_in("modality", waits);
  EXPECT_THAT(found.breaches, IsEmpty());
  EXPECT_THAT(found.notes, Contains(HasSubstr(R"(as "run": 2)")));
  const Lines early{call_lines::called(1'000, "unleashed", 600'000),
                    line(1'000, R"("start_body":{})")};
  EXPECT_THAT(broken(waits + early), ElementsAre("MOD-84:14"));
  EXPECT_THAT(broken(bare + early + ends_well(1'020)), ElementsAre("MOD-84:3"));
}

// ---- Times ----------------------------------------------------------------------------------

Lines shifted(const Lines& lines, std::int64_t by, std::size_t from = 1) {
  Lines out(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(from));
  for (auto i = from; i < lines.size(); ++i) {
    auto told = nlohmann::json::parse(lines[i]);
    told["t_ms"] = told["t_ms"].get<std::int64_t>() + by;
    out.push_back(told.dump());
  }
  return out;
}
TEST(TraceOfLateBegins, ASpanThatAJudgeCannotCountIsAsLongAsItCan) {
  EXPECT_EQ(judged_span(5).count(), 5);
  EXPECT_EQ(judged_span(3'000'000'000).count(), longest_age_ms);
  EXPECT_EQ(judged_span(1'764'000'000'000).count(), longest_age_ms);
}
// Also of a clock that counts from 1970 on, and behind weeks in which nothing happened.
TEST(TraceOfLateBegins, TimesMayBeAnyThatAClockHas) {
  const Lines stray{line(0, R"("capture":{"artifact":"thread_dump","cause":"body"})")};
  const auto right = stray + unleashed(10, 600'000) + ends_well(900),
             wrong = unleashed(10, 5'000) + Lines{line(20'000, R"("ended":{})")};
  constexpr std::int64_t epoch = 1'764'000'000'000, weeks = 3'000'000'000;
  for (const std::int64_t by : {std::int64_t{0}, weeks, epoch}) {
    EXPECT_THAT(broken(shifted(bare + right, by)), IsEmpty()) << by;
    EXPECT_THAT(broken(shifted(bare + wrong, by)), ElementsAre("MOD-71:5", "MOD-91:5")) << by;
    const auto behind = bare + right;
    const auto twice = behind + shifted(wrong, by + 1'000, 0);
    EXPECT_THAT(broken(twice), ElementsAre("MOD-71:13", "MOD-91:13")) << by;
  }
  // The last line may come that much later, and says the same.
  auto late = bare + wrong;
  const auto soon = found_in("modality", late).says;
  late.back() = line(0, R"("ended":{})");
  late.back() = shifted({"", late.back()}, weeks).back();
  const auto found = found_in("modality", late);
  EXPECT_THAT(found.breaches, ElementsAre("MOD-71:5", "MOD-91:5"));
  ASSERT_EQ(found.says.size(), soon.size());
  EXPECT_EQ(found.says[0], soon[0]);
  const auto since = [](const std::string& says) { return says.substr(says.find(", due")); };
  EXPECT_EQ(since(found.says[1]), since(soon[1]));
}

// Its own line may stand behind the look that showed it, or have told before that it is gone.
TEST(TraceOfLateBegins, AProgressThatALookShowsIsCountedOnce) {
  const auto refused = [](int ms) {
    return begins(ms, "non_modal") + look(ms + 5, "progress") +
           refused_at_the_gate(ms + 20, "progress_at_gate", "progress");
  };
  const auto works = [](int ms, std::string_view seen) {
    return begins(ms, "non_modal") + look(ms + 5, seen) +
           Lines{line(ms + 7, R"("start_body":{})")} + ends_well(ms + 100);
  };
  const Lines starts{line(1'010, R"("progress_started":{})")},
      ends{line(1'200, R"("progress_ended":{})")};
  const auto broken = [](const Lines& lines) {
    return found_in("modality", bare + lines).breaches;
  };
  auto late = refused(1'000);
  late.insert(late.begin() + 4, starts[0]);
  EXPECT_THAT(broken(late + ends + works(3'000, "none")), IsEmpty());
  EXPECT_THAT(broken(late + works(3'000, "progress")), testing::Not(IsEmpty()));
  // Nothing tells of it but looks.
  EXPECT_THAT(broken(refused(1'000) + works(3'000, "none")), IsEmpty());
}

}  // namespace
}  // namespace conformance::late_begins
