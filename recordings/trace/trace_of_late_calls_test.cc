// Lines that stand before the call that they are of, and what a log leaves out of a call that its
// caller has left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "trace/call_lines_testing.h"

namespace conformance::late_calls {
namespace {

using namespace call_lines;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Lines bare{head};

// Two hands write: that of the transport, and that of the tool.
TEST(TraceOfLateCalls, ACallIsToldALittleBehindWhatItBegins) {
  for (const int run : {0, 7}) {
    const auto refresh = line(0, R"("schedule_refresh":{})", run);
    const auto call = called(1, "unleashed", 600'000, run);
    const auto begins = line(1, R"("start_body":{})", run);
    EXPECT_THAT(
        found_in("modality", bare + Lines{refresh, call, begins} + ends_well(500, run)).breaches,
        IsEmpty());
    EXPECT_THAT(
        found_in("modality", bare + Lines{refresh, begins, call} + ends_well(500, run)).breaches,
        IsEmpty());
    // The same without a refresh at its end.
    auto ends = ends_well(500, run);
    ends.erase(ends.begin() + 2);
    EXPECT_THAT(found_in("modality", bare + Lines{refresh, call, begins} + ends).breaches,
                ElementsAre("MOD-84:7"));
  }
}
// What the log began behind is not taken for the beginning of the call that comes next.
TEST(TraceOfLateCalls, TheEndOfACallThatTheLogBeganBehindIsNotTheNextOnes) {
  const Lines tail{line(0, R"("schedule_refresh":{})"),
                   line(0, R"("finish":{"verdict":"ok","stage":"post"})")};
  EXPECT_THAT(found_in("modality", bare + tail + unleashed(50, 600'000) + ends_well(500)).breaches,
              IsEmpty());
  EXPECT_THAT(found_in("modality", bare + Lines{tail[1]} + unleashed(50, 600'000) + ends_well(500))
                  .breaches,
              IsEmpty());
}
// Nor is the word of its caller, nor its refresh where the next one has one of its own.
TEST(TraceOfLateCalls, WhatACallLeftBehindIsNotTheNextOnes) {
  const auto cancelled = line(3, R"("cancelled":{})");
  const auto refresh = line(3, R"("schedule_refresh":{})");
  for (const auto& left : {Lines{cancelled}, Lines{refresh}, Lines{cancelled, refresh}})
    EXPECT_THAT(
        found_in("modality", bare + left + unleashed(60, 600'000) + ends_well(500)).breaches,
        IsEmpty())
        << left[0];
}
// An act is not right for the reason that before its call it would be nobody's.
TEST(TraceOfLateCalls, AnActThatComesTooEarlyIsToldOfAndNotMissedLater) {
  const Lines early{called(0, "unleashed", 600'000), line(0, R"("start_body":{})"),
                    line(1, R"("schedule_refresh":{})")};
  EXPECT_THAT(found_in("modality", bare + early + ends_well(500)).breaches,
              ElementsAre("MOD-84:3"));
}

std::string tells_but(std::string_view left_out) {
  std::string out;
  for (const auto* kind :
       {"called",         "dialog_opened",    "dialog_disposed", "progress_started",
        "progress_ended", "close_dialog",     "close_answered",  "commit",
        "save",           "refresh",          "write_ended",     "method_called",
        "return",         "start_body",       "body_returned",   "body_threw",
        "decide",         "finish",           "cancel",          "cancel_body",
        "cancelled",      "schedule_refresh", "await_smart",     "smart_reached",
        "read_modality",  "modality_read",    "list_dialogs",    "dialogs_listed",
        "capture",        "captured",         "drop_capture",    "report_smart_wait"})
    if (kind != left_out) out += fmt::format(R"({}"{}")", out.empty() ? "" : ",", kind);
  return fmt::format(R"({{"trace":1,"area":"modality","tells":[{}]}})", out);
}
Lines told(const Lines& lines, std::string_view left_out) {
  Lines out{tells_but(left_out)};
  for (const auto& each : lines)
    if (kind_of_line(each) != left_out) out.push_back(each);
  return out;
}

// Nothing need be said to him: so what was taken back, and is not told, is not missed either.
TEST(TraceOfLateCalls, WhoHasLeftIsToldNothingAndMissesNoLineThatTheLogDoesNotTell) {
  const Lines begins = unleashed(0, 600'000), leaves{line(500, R"("cancelled":{})")},
              decides{line(500, R"("decide":{"stage":"body","reason":"cancelled"})")},
              ends{line(500, R"("cancel_body":{})"), line(9'000, R"("ended":{})")};
  for (const auto* left_out : {"cancel_body", "cancel", "smart_reached", ""})
    EXPECT_THAT(found_in("modality", told(begins + leaves + decides + ends, left_out)).breaches,
                IsEmpty())
        << left_out;
  EXPECT_THAT(found_in("modality", told(begins + leaves + decides + Lines{ends[1]}, "")).breaches,
              ElementsAre("MOD-110:7"));
  // That nothing comes of it is told of all the same.
  EXPECT_THAT(found_in("modality", told(begins + leaves + Lines{ends[1]}, "cancel_body")).breaches,
              ElementsAre("MOD-110:6"));
}
// A wait of which the end is not told is over when what follows it begins.
TEST(TraceOfLateCalls, AWaitWhoseEndIsNotToldHoldsNothingUp) {
  const auto write = [](int ms, std::string_view kind) {
    return Lines{line(ms, fmt::format(R"("{}":{{"operation":"main"}})", kind)),
                 line(ms, R"("write_ended":{"operation":"main"})")};
  };
  const auto sync = [&](int ms) {
    return write(ms, "commit") + write(ms, "save") + write(ms, "refresh");
  };
  const auto lines =
      Lines{called(0, "smart_non_modal", 600'000), line(0, R"("schedule_refresh":{})")} + sync(5) +
      Lines{line(6, R"("await_smart":{"operation":"main"})"),
            line(6, R"("smart_reached":{"operation":"main"})"),
            line(6, R"("report_smart_wait":{"waited_ms":0})"),
            line(7, R"("start_body":{})"),
            line(500, R"("cancelled":{})"),
            line(500, R"("decide":{"stage":"body","reason":"cancelled"})"),
            line(500, R"("cancel_body":{})"),
            line(501, R"("finish":{"verdict":"failed","stage":"body",)"
                      R"("reason":"cancelled"})"),
            line(9'000, R"("ended":{})")};
  const auto found = [&](std::string_view left_out) {
    return found_in("modality", without_looks(told(lines, left_out))).breaches;
  };
  EXPECT_THAT(found(""), IsEmpty());
  EXPECT_THAT(found("smart_reached"), IsEmpty());
}

// Whose monitor sleeps is told so by its own rule; by that of two runs where there are two.
TEST(TraceOfLateCalls, ACallThatIsOverIsNobodysNeighbour) {
  const auto raw = line(2'000,
                        R"("called":{"request":{"mode":"raw","body_timeout_ms":600000,)"
                        R"("raw":{"close_while_running":true}}})",
                        2);
  const Lines sleeps{raw,
                     line(2'000, R"("schedule_refresh":{})", 2),
                     line(2'001, R"("start_body":{})", 2),
                     line(2'500, R"("dialog_opened":{"dialog":"d","modal":true})"),
                     line(3'001, R"("list_dialogs":{"operation":"monitor"})", 2),
                     line(3'002, R"("dialogs_listed":{"operation":"monitor","dialogs":["d"]})", 2),
                     line(9'000, R"("dialog_disposed":{"dialog":"d"})")};
  const auto broken = [&](const Lines& before, const Lines& behind) {
    return found_in("modality", Lines{tells_but("")} + before + sleeps + behind).breaches;
  };
  const auto first = unleashed(0, 600'000, 1);
  EXPECT_THAT(broken(first + ends_well(500, 1), ends_well(9'500, 2)), ElementsAre("MOD-61:15"));
  EXPECT_THAT(broken(first, ends_well(9'500, 2) + ends_well(9'600, 1)), ElementsAre("MOD-113:11"));
}

// A fact may break a rule, too: nothing is missing then.
TEST(TraceOfLateCalls, SaysWhichLineIsWrongThatIsNoAct) {
  const Lines lines =
      bare + unleashed(0, 1'000, 1) +
      Lines{line(500, R"("edit_waits":{"document":"project"})", 1)} + times_out(1'000, 1) +
      Lines{line(1'010, R"("body_threw":{"text":"cancelled"})", 1),
            line(5'000, R"("document_touched":{"document":"project","by":"edit"})", 1)};
  const auto found = found_in("modality", lines);
  EXPECT_THAT(found.breaches, ElementsAre("MOD-96:13"));
  EXPECT_THAT(found.says,
              ElementsAre(HasSubstr("DocumentTouched project by=edit clean run=1 is wrong here")));
}

TEST(TraceOfLateCalls, SpeaksOfDialogsAsTheLogDoes) {
  const Lines lines = bare + unleashed(0, 600'000) +
                      Lines{line(500, R"("dialog_opened":{"dialog":"Save as d2","modal":true})"),
                            line(900, R"("close_dialog":{"operation":"main",)"
                                      R"("dialog":"Save as d2"})")};
  EXPECT_THAT(found_in("modality", lines).says,
              ElementsAre(HasSubstr(R"(CloseDialog dialog="Save as d2")")));
}

}  // namespace
}  // namespace conformance::late_calls
