// Logs after public reports: each that is right passes, and the breach nearest to it is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "trace/call_lines_testing.h"
#include "trace/tool_lines_testing.h"

namespace conformance::reports {
namespace {

using namespace call_lines;

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> broken(std::string_view area, const Lines& lines) {
  const auto found = found_in(area, lines);
  EXPECT_EQ(found.error, "");
  return found.breaches;
}

// ---- Script calls ---------------------------------------------------------------------------

// Where nothing else is owed then, too: time does not take the sweep for done.
TEST(TraceOfReports, TheListingOfASweepMayComeALittleLate) {
  const std::string no_captures =
      R"({"trace":1,"area":"modality","tells":["called","modality_read","dialogs_listed",)"
      R"("close_answered","write_ended","method_called","body_returned","body_threw","cancelled",)"
      R"("dialog_disposed","read_modality","list_dialogs","close_dialog","commit","save",)"
      R"("refresh","cancel","schedule_refresh","start_body","cancel_body","return","refuse",)"
      R"("report_dialog","warn","decide","finish","dialog_opened","progress_started",)"
      R"("progress_ended"]})";
  const auto hangs = [](int asked_ms, std::string_view look, std::string_view stage) {
    return Lines{
        line(0, R"("called":{"request":{"mode":"smart_non_modal"}})"),
        line(0, R"("schedule_refresh":{})"), line(asked_ms, fmt::format(R"("{}":{{}})", look)),
        line(asked_ms + 8'000,
             fmt::format(R"("decide":{{"stage":"{}","reason":"ide_not_responding"}})", stage))};
  };
  for (const int ms : {0, 1, 200}) {
    EXPECT_THAT(broken("modality", Lines{no_captures} + hangs(ms, "list_dialogs", "sweep")),
                IsEmpty())
        << ms;
    EXPECT_THAT(broken("modality", Lines{no_captures} + hangs(ms, "list_dialogs", "body")),
                ElementsAre("MOD-94:5"))
        << ms;
  }
  EXPECT_THAT(broken("modality", Lines{no_captures} + hangs(1, "read_modality", "sweep")),
              ElementsAre("MOD-94:5"));
}

// Its first line may stand before it, though another call has ended.
TEST(TraceOfReports, ASecondCallIsToldALittleBehindWhatItBegins) {
  const auto refresh = line(5'000, R"("schedule_refresh":{})");
  const auto second = [&](int called_ms) {
    return Lines{head} + unleashed(0, 600'000) + ends_well(50) +
           Lines{refresh, called(called_ms, "unleashed", 600'000),
                 line(called_ms + 1, R"("start_body":{})")} +
           ends_well(called_ms + 50);
  };
  EXPECT_THAT(broken("modality", second(5'001)), IsEmpty());
  EXPECT_THAT(broken("modality", second(5'100)), IsEmpty());
  EXPECT_THAT(broken("modality", second(5'400)), ElementsAre("MOD-05:9", "MOD-84:11"));
  EXPECT_THAT(broken("modality", Lines{head} + unleashed(0, 600'000) + ends_well(50) +
                                     Lines{refresh} + unleashed(5'001, 600'000) + ends_well(5'050)),
              ElementsAre("MOD-05:9"));
}

TEST(TraceOfReports, ARefusalThatDoesNotComeIsMissedOnce) {
  const auto over =
      Lines{head} + unleashed(0, 1'000) + times_out(1'001) +
      Lines{line(2'000, R"("method_called":{"call":1,"method":{"method":"isModal"}})")};
  const auto refuses = [](int ms) { return Lines{line(ms, R"("refuse":{"call":1})")}; };
  const Lines ends{line(3'000, R"("body_returned":{})"), line(4'000, R"("ended":{})")};
  EXPECT_THAT(broken("modality", over + refuses(2'001) + ends), IsEmpty());
  EXPECT_THAT(broken("modality", over + ends), ElementsAre("MOD-109:12"));
  EXPECT_THAT(broken("modality", over + refuses(2'500) + ends), ElementsAre("MOD-109:12"));
}

// What went may not have been what was acted on: both may have stood, until nothing did.
TEST(TraceOfReports, ADialogAndAProgressMayHaveStoodBeforeTheLog) {
  const auto log = [](const Lines& told) {
    return Lines{head, line(10, R"("called":{"request":{"mode":"raw","raw":{"allow_at_gate":true,)"
                                R"("sync_documents":true,"sync_after":true}}})")} +
           told +
           Lines{line(2'000, R"("body_returned":{})"),
                 line(2'002, R"("warn":{"warning":"post_sync_skipped","reason":"none"})"),
                 line(2'002, R"("decide":{"stage":"post","reason":"none"})"),
                 line(2'002, R"("finish":{"verdict":"ok","stage":"post"})"),
                 line(5'000, R"("dialog_disposed":{"dialog":"d"})")};
  };
  const Lines skips{line(12, R"("warn":{"warning":"sync_skipped","reason":"none"})"),
                    line(12, R"("start_body":{})")},
      goes{line(600, R"("progress_ended":{})")}, comes{line(5, R"("progress_started":{})")},
      next{called(6'000, "smart_non_modal", 600'000), line(6'001, R"("commit":{})")};
  EXPECT_THAT(broken("modality", log(skips + goes)), IsEmpty());
  EXPECT_THAT(broken("modality", log(skips)), IsEmpty());
  // Of what begins in the log the end is known.
  EXPECT_THAT(broken("modality", log(comes + skips + goes)), ElementsAre("MOD-80:8"));
  // Nothing stands when the next call comes; but where the dialog has not gone it does.
  EXPECT_THAT(broken("modality", log(skips) + next), IsEmpty());
  auto stays = log(skips);
  stays.pop_back();
  EXPECT_THAT(broken("modality", stays + next), ElementsAre("MOD-21:10"));
}

// What tells that the caller withdrew may stand behind what is taken back for it.
TEST(TraceOfReports, AScriptIsTakenBackALittleBeforeTheDecisionIsTold) {
  const std::string tells =
      R"({"trace":1,"area":"modality","tells":["called","dialog_opened","dialog_disposed",)"
      R"("progress_started","progress_ended","close_dialog","close_answered","commit","save",)"
      R"("refresh","write_ended","method_called","return","start_body","body_returned",)"
      R"("body_threw","decide","finish","cancel_body","schedule_refresh"]})";
  const auto log = [&](std::string_view reason, int decided_ms) {
    return Lines{tells} + unleashed(0, 600'000) +
           Lines{line(300, R"("cancel_body":{})"),
                 line(decided_ms,
                      fmt::format(R"("decide":{{"stage":"body","reason":"{}"}})", reason))};
  };
  EXPECT_THAT(broken("modality", log("cancelled", 300)), IsEmpty());
  EXPECT_THAT(broken("modality", log("cancelled", 320)), IsEmpty());
  EXPECT_THAT(broken("modality", log("cancelled", 900)), ElementsAre("MOD-05:5"));
  EXPECT_THAT(broken("modality", log("body_threw", 300)), ElementsAre("MOD-05:5"));
}

// ---- Tool calls -----------------------------------------------------------------------------

std::string tools(std::string_view tells = "") {
  return fmt::format(R"({{"trace":1,"area":"ack","revision":"r2"{}{}}})",
                     tells.empty() ? "" : R"(,"tells":)", tells);
}
using tool_lines::answered;
using tool_lines::at;
using tool_lines::ok;
using tool_lines::sent;

std::string asks(int ms, std::string_view call, std::string_view request) {
  return at(ms, "called", fmt::format(R"("call":"{}","request":{{{}}})", call, request));
}
std::string missing(int elapsed_ms, std::string_view signal) {
  return fmt::format(R"("status":"missing","elapsed_ms":{},"signal":{{"kind":{}}})", elapsed_ms,
                     signal);
}

TEST(TraceOfReports, ANoteThatIsNotToldIsNotMissed) {
  const Lines holds{at(0, "tracker_told", R"("dialog":"about","open":true)"),
                    asks(1, "a", R"("tool":"dialog_open","target":"about")"), sent(2, "a"),
                    answered(3, "a", ok)};
  const std::string_view bare = R"(["called","dispatch","respond","tracker_told"])",
                         notes = R"(["called","dispatch","respond","tracker_told","note_held"])";
  EXPECT_THAT(broken("ack", Lines{tools(bare)} + holds), IsEmpty());
  EXPECT_THAT(broken("ack", Lines{tools(notes)} + holds), ElementsAre("ACK-21:5"));
}

// A push may have come behind the last look of one call; that is no earlier for another one.
TEST(TraceOfReports, WhatIsToldALittleEarlierTakesNothingElseAlong) {
  const auto log = [](int ok_ms) {
    return Lines{tools(),
                 asks(0, "a", R"("tool":"tab")"),
                 sent(2, "a"),
                 asks(18, "b", R"("tool":"toggle_hidden")"),
                 sent(20, "b"),
                 at(1'505, "pushed", R"("pane":"right","kind":"state")"),
                 answered(1'506, "a", missing(1'504, R"("GenerationAdvanced")")),
                 answered(ok_ms, "b", ok),
                 at(9'000, "ended", "")};
  };
  EXPECT_THAT(broken("ack", log(1'523)), IsEmpty());
  EXPECT_THAT(broken("ack", log(1'700)), IsEmpty());
  EXPECT_THAT(broken("ack", log(2'300)), Not(IsEmpty()));
}

TEST(TraceOfReports, ACallThatNamesNoToolAndAnAnswerWithoutAStatusAreNotJudged) {
  for (const auto* request : {"", R"(,"request":{})", R"(,"request":{"tool":null})"}) {
    const auto found =
        found_in("ack", {tools(), at(1, "called", fmt::format(R"("call":"a"{})", request)),
                         sent(2, "a"), answered(3, "a", ok), asks(10, "a", R"("tool":"tab")"),
                         sent(11, "a"), answered(12, "a", ok)});
    EXPECT_EQ(found.error, "");
    EXPECT_THAT(found.notes, ElementsAre("2:its request names no tool: this call is not judged"));
    EXPECT_THAT(found.breaches, ElementsAre("ACK-03:7")) << request;
  }
  for (const auto* answer : {R"("call":"a")", R"("call":"a","response":{})"}) {
    const auto found = found_in(
        "ack", {tools(), asks(1, "a", R"("tool":"tab")"), sent(2, "a"), at(3, "respond", answer),
                asks(10, "a", R"("tool":"tab")"), sent(11, "a"), answered(12, "a", ok)});
    EXPECT_EQ(found.error, "");
    EXPECT_THAT(found.notes, ElementsAre("4:its answer tells no status: this is not judged"));
    EXPECT_THAT(found.breaches, ElementsAre("ACK-03:7")) << answer;
  }
}

// That the time ran from the call is told by a time that did.
TEST(TraceOfReports, ATimeThatIsNoCallsAgeIsNotOneThatRanFromTheCall) {
  const auto log = [](int elapsed_ms) {
    return Lines{tools(R"(["called","dispatch","respond","replied","store_ready","pushed"])"),
                 at(0, "store_ready", ""),
                 asks(1, "a", R"("tool":"sort")"),
                 sent(1'001, "a"),
                 answered(2'504, "a", missing(elapsed_ms, R"("GenerationAdvanced")")),
                 at(9'000, "ended", "")};
  };
  EXPECT_THAT(broken("ack", log(1'502)), IsEmpty());
  EXPECT_THAT(broken("ack", log(800)), ElementsAre("ACK-06:5"));
  EXPECT_THAT(broken("ack", log(2'502)), ElementsAre("ACK-29:5"));
}

// Where no line tells how many viewers there were, what a call waited for does.
TEST(TraceOfReports, ViewersMayBeOpenThroughoutALog) {
  const auto log = [](bool one, const Lines& closes, int bound) {
    return Lines{tools(),
                 asks(500, "a",
                      fmt::format(R"("tool":"dialog_close","target":"file-viewer",)"
                                  R"("one":{})",
                                  one)),
                 sent(501, "a")} +
           closes +
           Lines{answered(2'002, "a",
                          missing(1'501,
                                  fmt::format(R"("WindowCountBelow","subject":"viewer","bound":{})",
                                              bound))),
                 at(9'000, "ended", "")};
  };
  const Lines closed{at(700, "window_closed", R"("window":"viewer","number":1)")};
  EXPECT_THAT(broken("ack", log(true, {}, 1)), IsEmpty());
  EXPECT_THAT(broken("ack", log(false, closed, 1)), IsEmpty());
  // One of those that it waited for went.
  EXPECT_THAT(broken("ack", log(true, closed, 1)), Not(IsEmpty()));
  // Where it is told that there were none.
  const auto none = [&](Lines lines) {
    lines.insert(lines.begin() + 1, at(0, "windows_ready", ""));
    return lines;
  };
  EXPECT_THAT(broken("ack", none(log(true, {}, 1))), Not(IsEmpty()));
}

TEST(TraceOfReports, ASoftDialogMayBeOpenWhenTheLogBegins) {
  const auto log = [](const Lines& told) {
    return Lines{R"({"trace":1,"area":"ack","revision":"r3"})"} + told +
           Lines{asks(5, "a", R"("tool":"rename")"),
                 answered(6, "a", R"("status":"refused","refusal":"blocked")"),
                 at(800, "tracker_told", R"("dialog":"mkdir-confirmation","open":false)")};
  };
  const auto told = [](bool open) {
    return at(2, "tracker_told", fmt::format(R"("dialog":"mkdir-confirmation","open":{})", open));
  };
  EXPECT_THAT(broken("ack", log({})), IsEmpty());
  EXPECT_THAT(broken("ack", log({told(true)})), IsEmpty());
  EXPECT_THAT(broken("ack", log({at(0, "tracker_ready", "")})), ElementsAre("ACK-35:4"));
  EXPECT_THAT(broken("ack", log({told(true), told(false)})), ElementsAre("ACK-35:5"));
}

}  // namespace
}  // namespace conformance::reports
