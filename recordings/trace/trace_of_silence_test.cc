// Logs of script calls that tell little of them, or contradict themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "trace/call_lines_testing.h"

namespace conformance::silence {
namespace {

using namespace call_lines;

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Calls may be taken beside others, or wait for them: in silence nobody knows.
TEST(TraceOfSilence, WaitsInSilenceBesideAnother) {
  const auto silent = [](std::string_view reason, int other_ends, int ends_ms, bool shows) {
    Lines out{head};
    if (shows) out.push_back(line(0, R"("progress_started":{})"));
    out = out + unleashed(1'000, 600'000, 1) + Lines{called(6'000, "smart_non_modal", 600'000, 2)};
    if (other_ends < ends_ms) out = out + ends_well(other_ends, 1);
    out.push_back(
        line(ends_ms, fmt::format(R"("decide":{{"stage":"gate","reason":"{}"}})", reason), 2));
    std::erase_if(out, [](const auto& each) { return kind_of_line(each) == "schedule_refresh"; });
    return found_in("modality", out).breaches;
  };
  const auto budget = [&](int other_ends, int ends_ms) {
    return silent("progress_outlived_budget", other_ends, ends_ms, true);
  };
  EXPECT_THAT(budget(200'000, 126'000), IsEmpty());
  EXPECT_THAT(budget(8'000, 126'000), IsEmpty());
  EXPECT_THAT(budget(60'000, 180'000), IsEmpty());
  EXPECT_THAT(budget(200'000, 100'000), ElementsAre("MOD-20:6"));
  EXPECT_THAT(budget(60'000, 100'000), ElementsAre("MOD-20:9"));
  const auto dead = [&](int ends_ms) {
    return silent("ide_not_responding", 200'000, ends_ms, false);
  };
  EXPECT_THAT(dead(14'000), IsEmpty());
  EXPECT_THAT(dead(9'000), ElementsAre("MOD-94:5"));
}

// Who withdraws withdraws the call that is under way, unless one has ended just before.
TEST(TraceOfSilence, AWithdrawalLongBehindACallIsNotThatCalls) {
  const auto goes_on = [](int begins_ms, int leaves_ms) {
    auto out = Lines{head} + unleashed(0, 600'000) + ends_well(100) +
               unleashed(begins_ms, 600'000) + Lines{line(leaves_ms, R"("cancelled":{})")} +
               ends_well(leaves_ms + 40'000);
    return found_in("modality", out).breaches;
  };
  EXPECT_THAT(goes_on(60'000, 60'400), ElementsAre("MOD-110:13"));
  EXPECT_THAT(goes_on(150, 500), IsEmpty());
}

// That it never ends is all that a log shows that tells of no look; which look has no answer, one
// that tells of it. What has time left at the end is not owed yet.
TEST(TraceOfSilence, ACallThatNeverEndsIsToldAsThat) {
  const auto ends = [](const Lines& lines, int ms) {
    return found_in("modality", Lines{head} + lines + Lines{line(ms, R"("ended":{})")}).breaches;
  };
  const Lines gate{called(0, "non_modal", 600'000), line(1, R"("schedule_refresh":{})")};
  const Lines asks{line(2, R"("read_modality":{"operation":"main"})")};
  const Lines hears{line(3, R"("modality_read":{"operation":"main","modality":"none"})")};
  for (const int ms : {3'000, 60'000}) EXPECT_THAT(ends(gate, ms), ElementsAre("MOD-91:4")) << ms;
  EXPECT_THAT(ends(gate + asks, 3'000), ElementsAre("MOD-91:5"));
  EXPECT_THAT(ends(gate + asks, 60'000), ElementsAre("MOD-94:5", "MOD-91:5"));
  EXPECT_THAT(ends(gate + asks + hears, 3), ElementsAre("MOD-30:6", "MOD-91:6"));
  EXPECT_THAT(ends(unleashed(0, 600'000), 60'000), ElementsAre("MOD-91:5"));
  EXPECT_THAT(ends(unleashed(0, 600'000), 700'000), ElementsAre("MOD-71:5", "MOD-91:5"));
  EXPECT_THAT(ends(unleashed(0, 600'000) + ends_well(900), 60'000), IsEmpty());
}
// What is begun for a call that is to be refused breaks the rule that refuses it.
TEST(TraceOfSilence, WhatRunsForARefusedCallBreaksTheRuleThatRefusesIt) {
  struct Refused {
    std::string_view request, reason, rule;
  };
  for (const auto& [request, reason, rule] :
       {Refused{R"("defect":"unknown_mode")", "unknown_mode", "MOD-01"},
        Refused{R"("mode":"unleashed","defect":"bad_timeout")", "bad_timeout", "MOD-71"},
        Refused{R"("mode":"unleashed","from_edt":true)", "called_from_edt", "MOD-90"}}) {
    const Lines call{line(0, fmt::format(R"("called":{{"request":{{{}}}}})", request))};
    const Lines decides{
        line(9, fmt::format(R"("decide":{{"stage":"surface","reason":"{}"}})", reason))};
    const Lines ends{line(9, fmt::format(R"("finish":{{"verdict":"failed","stage":"surface",)"
                                         R"("reason":"{}"}})",
                                         reason))};
    const auto broken = [&](const Lines& lines) {
      return found_in("modality", Lines{head} + call + lines).breaches;
    };
    EXPECT_THAT(broken(decides + ends), IsEmpty()) << rule;
    for (const auto* what :
         {R"("start_body":{})", R"("commit":{"operation":"main"})",
          R"("refresh":{"operation":"main"})", R"("await_smart":{"operation":"main"})"}) {
      EXPECT_THAT(broken(Lines{line(5, what)} + decides + ends), ElementsAre(HasSubstr(rule)))
          << what;
      EXPECT_THAT(broken(decides + Lines{line(9, what)} + ends), ElementsAre(HasSubstr(rule)))
          << what;
    }
    EXPECT_THAT(broken(decides + Lines{line(9, R"("schedule_refresh":{})")} + ends),
                ElementsAre("MOD-84:4"));
  }
}
// The end of a wait that is none is the fault of the plugin or of its log.
TEST(TraceOfSilence, NotesAWaitForIndexesThatEndsWhileTheyAreBuilt) {
  Lines before{line(0, R"("indexing_started":{})"), called(3'000, "smart_non_modal", 600'000),
               line(3'000, R"("schedule_refresh":{})")};
  Lines writes;
  for (const auto* what : {"commit", "save", "refresh"})
    writes = writes + Lines{line(3'000, fmt::format(R"("{}":{{"operation":"main"}})", what)),
                            line(3'000, R"("write_ended":{"operation":"main"})")};
  const Lines waits{line(3'000, R"("await_smart":{"operation":"main"})"),
                    line(5'000, R"("smart_reached":{"operation":"main"})"),
                    line(5'000, R"("report_smart_wait":{"waited_ms":2000})")},
      starts{line(5'000, R"("start_body":{})")}, later{line(6'000, R"("body_returned":{})")};
  const auto told = [&](const Lines& behind) {
    return found_in("modality", Lines{head} + before + writes + waits + behind + starts + later);
  };
  const auto right = told({line(5'000, R"("indexing_ended":{})")});
  EXPECT_THAT(right.breaches, IsEmpty());
  EXPECT_THAT(right.notes, ElementsAre(HasSubstr("it ends in mid-call")));
  EXPECT_THAT(right.not_judged, Not(Contains("MOD-50")));
  const auto wrong = told({});
  EXPECT_THAT(wrong.breaches, IsEmpty());
  EXPECT_THAT(wrong.not_judged, Contains("MOD-50"));
  EXPECT_THAT(wrong.notes,
              Contains(HasSubstr(
                  R"(line 12 tells "smart_reached", and the "indexing_started" of line 2)")));
}
// So is the work of an event thread that somebody else holds.
TEST(TraceOfSilence, NotesAWriteOnAnEventThreadThatIsTaken) {
  const auto told = [](int freed_ms) {
    Lines out{head, line(0, R"("ui_taken":{})")};
    if (freed_ms > 0) out.push_back(line(freed_ms, R"("ui_freed":{})"));
    out = out + unleashed(10, 600'000) +
          Lines{line(6'000, R"("method_called":{"call":1,"method":{"method":"saveProject"}})"),
                line(6'001, R"("save":{"operation":"main","scope":"settings"})"),
                line(6'002, R"("write_ended":{"operation":"main"})"),
                line(6'003, R"("return":{"call":1})")} +
          ends_well(7'000);
    return found_in("modality", out).notes;
  };
  EXPECT_THAT(told(5), IsEmpty());
  EXPECT_THAT(told(0),
              ElementsAre(HasSubstr(R"("write_ended", and the "ui_taken" of line 2 has had no)")));
}
// The answer of a method is not one from before it was called: nothing hides what it says.
TEST(TraceOfSilence, WhatAMethodGivesIsJudgedWhereCapturesAreNotTold) {
  const auto gives = [](std::string_view method, int value) {
    const auto call =
        fmt::format(R"("method_called":{{"call":"b","method":{{"method":"{}"}}}})", method);
    const Lines told{head_of_the_page("modality"),
                     called(0, "unleashed", 600'000),
                     line(1, R"("start_body":{})"),
                     line(1'500, R"("dialog_opened":{"dialog":"Rename","modal":true})"),
                     line(4'000, call),
                     line(4'001, fmt::format(R"("return":{{"call":"b","value":{}}})", value)),
                     line(6'000, R"("dialog_disposed":{"dialog":"Rename"})"),
                     line(7'000, R"("body_returned":{})")};
    return found_in("modality", told);
  };
  EXPECT_EQ(gives("isModal", 1).breaches, Lines{});
  EXPECT_THAT(gives("isModal", 0).breaches, ElementsAre("MOD-106:6"));
  EXPECT_THAT(gives("assertNonModal", 0).breaches, ElementsAre("MOD-105:6"));
  EXPECT_THAT(gives("syncDocuments", 0).breaches, ElementsAre("MOD-103:6"));
  EXPECT_THAT(gives("closeModalDialogs", 0).breaches, ElementsAre("MOD-100:6"));
}
// Which dialog a sweep has to close first its captures would show: without them it is not passed.
TEST(TraceOfSilence, WhatOnlyUntoldLinesWouldShowIsNotPassed) {
  const auto closes = [](std::string_view first, std::string_view second) {
    Lines out{head_of_the_page("modality"),
              line(0, R"("dialog_opened":{"dialog":"Settings","modal":true})"),
              line(1'000, R"("dialog_opened":{"dialog":"Confirm","modal":true})"),
              called(5'000, "smart_non_modal", 600'000)};
    for (const auto& each : {first, second}) {
      for (const auto* close : {R"("close_dialog":{{"operation":"main","dialog":"{}"}})",
                                R"("close_answered":{{"operation":"main","dialog":"{}"}})",
                                R"("dialog_disposed":{{"dialog":"{}"}})",
                                R"("report_dialog":{{"dialog":"{}","outcome":"closed"}})"})
        out.push_back(line(5'050, fmt::format(fmt::runtime(close), each)));
    }
    return found_in("modality", out);
  };
  EXPECT_THAT(closes("Confirm", "Settings").breaches, IsEmpty());
  EXPECT_THAT(closes("Confirm", "Settings").not_judged, Not(Contains("MOD-10")));
  EXPECT_THAT(closes("Settings", "Confirm").not_judged, Contains("MOD-10"));
}

}  // namespace
}  // namespace conformance::silence
