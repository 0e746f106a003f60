// Logs of tool calls as docs/TRACES.md says that a backend keeps them, which tell neither looks nor
// what became of an action, of calls that are never answered, answered too early, or for another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

#include "trace/tool_lines_testing.h"

namespace conformance::backends {
namespace {

using namespace tool_lines;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string gives_up(double ms, std::string_view call, std::string_view kind, int elapsed) {
  return answered(
      ms, call,
      fmt::format(R"("status":"missing","signal":{{"kind":"{}"}},"elapsed_ms":{})", kind, elapsed));
}

FoundInTrace found(Lines lines, double end, const std::string& head = head_of_the_page("ack")) {
  lines.insert(lines.begin(), {head, R"({"t_ms":0,"store_ready":{}})",
                               R"({"t_ms":0,"tracker_ready":{}})", at(0, "windows_ready")});
  if (end > 0) lines.push_back(at(end, "ended"));
  return found_in("ack", lines);
}

TEST(TraceOfBackends, SaysWhichCallIsNeverAnswered) {
  const Lines trip{called(0, "a"), sent(5, "a", "r1")};
  const Lines opens{called(0, "a", "mkdir"), sent(5, "a")};
  auto told = trip;
  told.push_back(replied(100, "r1"));
  EXPECT_THAT(found(told, 20'000).breaches, ElementsAre("ACK-32:8"));
  EXPECT_THAT(found(trip, 20'000).breaches, ElementsAre("ACK-19:7"));
  EXPECT_THAT(found(opens, 20'000).breaches, ElementsAre("ACK-19:7"));
  // Of a log that was cut off nobody knows.
  EXPECT_THAT(found(opens, 0).breaches, IsEmpty());
  told.push_back(answered(101, "a", ok));
  EXPECT_THAT(found(told, 20'000).breaches, IsEmpty());
}
TEST(TraceOfBackends, SaysWhichRoundTripIsAnsweredLongAfterItsBudget) {
  const Lines trip{called(0, "a"), sent(5, "a", "r1")};
  auto late = trip, right = trip;
  late.push_back(gives_up(20'000, "a", "RoundTrip", 5'000));
  right.push_back(gives_up(5'010, "a", "RoundTrip", 5'000));
  EXPECT_THAT(found(late, 21'000).breaches, ElementsAre("ACK-19:7"));
  EXPECT_THAT(found(right, 21'000).breaches, IsEmpty());
}
TEST(TraceOfBackends, BlamesACaptureForAShortWaitOnlyWhereItTookAsLong) {
  const auto waits = [](double sent_ms, double until_ms) {
    const auto elapsed = static_cast<int>(until_ms - sent_ms);
    return found({called(0, "a", "sort"), sent(sent_ms, "a"),
                  gives_up(until_ms, "a", "GenerationAdvanced", elapsed)},
                 9'000)
        .breaches;
  };
  EXPECT_THAT(waits(5, 600), ElementsAre("ACK-19:7"));
  EXPECT_THAT(waits(1'000, 1'505), ElementsAre("ACK-29:7"));
  EXPECT_THAT(waits(1'000, 2'505), IsEmpty());
}
TEST(TraceOfBackends, NotesNoLieWhereNothingTellsWhatWasCarriedOut) {
  const Lines trip{called(0, "a"), sent(5, "a", "r1"), replied(90, "r1"), answered(91, "a", ok)};
  EXPECT_THAT(found(trip, 100).notes, IsEmpty());
  auto head = head_of_the_page("ack");
  head.insert(head.find(R"("called")"), R"("processed",)");
  EXPECT_THAT(found(trip, 100, head).notes, ElementsAre(HasSubstr("EarlyReply")));
}
TEST(TraceOfBackends, SaysWhichTwoRequestsUnderWayHaveOneId) {
  const auto two = [](std::string_view other, double when) {
    Lines out{called(0, "a"), sent(5, "a", "r1")};
    if (when > 100) out.insert(out.end(), {replied(20, "r1"), answered(21, "a", ok)});
    out.insert(out.end(), {called(when, "b"), sent(when + 5, "b", other)});
    if (when < 100) out.insert(out.end(), {replied(90, "r1"), answered(91, "a", ok)});
    out.insert(out.end(), {replied(when + 95, other), answered(when + 96, "b", ok)});
    return found(out, when + 100).breaches;
  };
  EXPECT_THAT(two("r1", 10), ElementsAre("ACK-28:8"));
  EXPECT_THAT(two("r2", 10), IsEmpty());
  // What a log calls a request once its call has ended is its own affair.
  EXPECT_THAT(two("r1", 1'000), IsEmpty());
}
TEST(TraceOfBackends, SpeaksOfTextsAsTheLogDoes) {
  const auto of = [](std::string_view text) {
    return found({called(0, "a"), sent(5, "a", "r1"),
                  at(90, "replied", R"("request":"r1","ok":false,"text":"no such file")"),
                  answered(91, "a", fmt::format(R"("status":"failed","text":"{}")", text))},
                 100);
  };
  EXPECT_THAT(of("no such file").breaches, IsEmpty());
  EXPECT_THAT(of("it failed").says,
              ElementsAre(testing::AllOf(HasSubstr(R"(text="it failed")"),
                                         HasSubstr(R"(text="no such file")"))));
}

// What stands when a log begins and is not told has been there, and who tells no capture may have
// captured: nobody is accused of it, and what the log does show is judged.
struct Untold {
  const char* name;
  std::string tells;  // Of the head.
  Lines begins;
  const char *ok, *nothing_came, *unseen, *at_start_up;  // What is broken.
};
const std::string bare = R"({"trace":1,"area":"ack","revision":"r2"})";
const std::string all = R"({"trace":1,"area":"ack","revision":"r2","tells":"all"})";
const std::string with_captures =
    R"({"trace":1,"area":"ack","revision":"r2","tells":["called","dispatch","respond","captured",)"
    R"("pushed","store_ready","capture"]})";

class UntoldInBackends : public ::testing::TestWithParam<Untold> {};
INSTANTIATE_TEST_SUITE_P(
    Of, UntoldInBackends,
    testing::Values(Untold{"the_page",
                           head_of_the_page("ack"),
                           {at(0, "store_ready", "")},
                           "",
                           "ACK-03",
                           "ACK-05",
                           ""},
                    Untold{"no_store", head_of_the_page("ack"), {}, "", "ACK-03", "ACK-05", ""},
                    Untold{"no_head", bare, {}, "", "ACK-03", "ACK-04", ""},
                    Untold{"store_behind_a_restart",
                           bare,
                           {at(0, "frontend_restarted", ""), at(0, "store_ready", "")},
                           "",
                           "ACK-03",
                           "ACK-04",
                           ""},
                    Untold{"captures_are_told",
                           with_captures,
                           {at(0, "store_ready", "")},
                           "ACK-01",
                           "ACK-01",
                           "ACK-01",
                           "ACK-01"},
                    Untold{"all_is_told",
                           all,
                           {at(0, "store_ready", "")},
                           "ACK-01",
                           "ACK-01",
                           "ACK-01",
                           "ACK-01"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_P(UntoldInBackends, AccuseNobody) {
  const auto broken = [&](const Lines& more) {
    Lines lines{GetParam().tells};
    lines.insert(lines.end(), GetParam().begins.begin(), GetParam().begins.end());
    lines.insert(lines.end(), {called(10, "a", "sort"), sent(15, "a")});
    lines.insert(lines.end(), more.begin(), more.end());
    const auto found = found_in("ack", lines).breaches;
    return found.empty() ? "" : found[0].substr(0, 6);
  };
  const auto pushed = at(300, "pushed", R"("pane":"left","kind":"state")");
  const auto missing = gives_up(1'520, "a", "GenerationAdvanced", 1'505);
  EXPECT_EQ(broken({pushed, answered(310, "a", ok)}), GetParam().ok);
  EXPECT_EQ(broken({answered(310, "a", ok)}), GetParam().nothing_came);
  EXPECT_EQ(broken({pushed, missing}), GetParam().unseen);
  EXPECT_EQ(broken({missing}), GetParam().at_start_up);
}
// Of signals that are told the answer is judged, whatever becomes of the others.
TEST(TraceOfBackends, JudgesEachCallByWhatIsToldOfItsOwnSignal) {
  const std::string panes = R"("pushed")", dialogs = R"("tracker_told")",
                    windows = R"("window_opened","window_closed")";
  const auto broken = [&](const std::string& signals, const Lines& more) {
    Lines lines{fmt::format(R"({{"trace":1,"area":"ack","revision":"r2","tells":["called",)"
                            R"("dispatch","respond","store_ready","tracker_ready",)"
                            R"("windows_ready",{}]}})",
                            signals)};
    for (const auto* kind : {"store_ready", "tracker_ready", "windows_ready"})
      lines.push_back(at(0, kind, ""));
    lines.insert(lines.end(), more.begin(), more.end());
    return found_in("ack", lines).breaches;
  };
  const auto sort = called(10, "a", "sort"), folder = called(10, "a", "mkdir"),
             viewer = at(10, "called",
                         R"("call":"a","request":{"tool":"dialog_open","target":"file-viewer"})"),
             sends = sent(15, "a"), well = answered(310, "a", ok);
  const auto pushed = at(300, "pushed", R"("pane":"left","kind":"state")");
  const auto missing = gives_up(1'520, "a", "GenerationAdvanced", 1'505);
  for (const auto& signals : {panes, panes + "," + dialogs, panes + "," + windows,
                              panes + "," + dialogs + "," + windows}) {
    EXPECT_THAT(broken(signals, {sort, sends, well}), ElementsAre("ACK-03:7")) << signals;
    EXPECT_THAT(broken(signals, {sort, sends, pushed, well}), IsEmpty()) << signals;
    EXPECT_THAT(broken(signals, {sort, sends, pushed, missing}), ElementsAre("ACK-05:8"))
        << signals;
    EXPECT_THAT(broken(signals, {sort, sends, missing}), IsEmpty()) << signals;
  }
  EXPECT_THAT(broken(dialogs, {folder, sends, well}), ElementsAre("ACK-03:7"));
  EXPECT_THAT(broken(windows, {viewer, sends, well}), ElementsAre("ACK-03:7"));
  EXPECT_THAT(broken(dialogs + "," + windows, {sort, sends, well}), IsEmpty());
  EXPECT_THAT(broken(panes + "," + windows, {folder, sends, well}), IsEmpty());
  EXPECT_THAT(broken(panes + "," + dialogs, {viewer, sends, well}), IsEmpty());
  for (const std::string half : {R"("window_opened")", R"("window_closed")"})
    EXPECT_THAT(broken(half, {viewer, sends, well}), IsEmpty());
  EXPECT_THAT(broken(panes, {called(10, "a"), sent(15, "a", "r"), well}), IsEmpty());
}
// Told at its time, or not found by a read, it was not there before.
TEST(TraceOfBackends, AStoreThatIsReadyLaterWasNotThereBefore) {
  const Lines early{bare, called(10, "a", "sort"), sent(15, "a"),
                    at(300, "pushed", R"("pane":"left","kind":"state")")};
  const auto broken = [&](const std::string& answer, const Lines& more) {
    auto lines = early;
    lines.push_back(answer);
    lines.insert(lines.end(), more.begin(), more.end());
    return found_in("ack", lines).breaches;
  };
  const auto missing = gives_up(1'520, "a", "GenerationAdvanced", 1'505);
  const Lines ready{at(2'000, "store_ready", "")};
  EXPECT_THAT(broken(missing, ready), IsEmpty());
  EXPECT_THAT(broken(answered(310, "a", ok), ready), ElementsAre("ACK-22:5"));
  const auto finds = [](bool exists) {
    return Lines{called(3'000, "b", "sort"), at(3'000, "capture", R"("call":"b")"),
                 at(3'000, "captured",
                    fmt::format(R"("call":"b","reading":{{"exists":{},"value":{}}})", exists,
                                exists ? 1 : 0))};
  };
  EXPECT_THAT(broken(answered(310, "a", ok), finds(false)), ElementsAre("ACK-01:3"));
  EXPECT_THAT(broken(missing, finds(true)), ElementsAre("ACK-01:3"));
}
// Who tells no windows does not say that there are none.
TEST(TraceOfBackends, OfWindowsThatAreNotToldNobodyKnowsHowManyThereAre) {
  const auto broken = [](const std::string& windows) {
    return found_in(
               "ack",
               {R"({"trace":1,"area":"ack","revision":"r2","tells":["called","dispatch","respond",)"
                R"("store_ready","pushed")" +
                    windows + "]}",
                at(0, "store_ready", ""),
                at(10, "called",
                   R"("call":"a","request":{"tool":"dialog_close","target":"file-viewer"})"),
                sent(15, "a"), answered(20, "a", ok)})
        .breaches;
  };
  EXPECT_THAT(broken(""), IsEmpty());
  EXPECT_THAT(broken(R"(,"window_opened","window_closed")"), ElementsAre("ACK-12:4"));
}
// Nor does a head that tells all, before a line that is about windows; a line that is says that the
// log tells them, and one that closes what none opened that it was there.
TEST(TraceOfBackends, WhatWindowsThereWereIsKnownWhereALineIsAboutThem) {
  const auto about = [](std::string_view tool, std::string_view target) {
    return at(10, "called",
              fmt::format(R"("call":"a","request":{{"tool":"{}","target":"{}"}})", tool, target));
  };
  const auto broken = [&](Lines before, const std::string& call, const Lines& answer) {
    before.insert(before.begin(), {bare, at(0, "store_ready", "")});
    before.insert(before.end(), {call, sent(15, "a")});
    before.insert(before.end(), answer.begin(), answer.end());
    return found_in("ack", before).breaches;
  };
  const auto closes = about("dialog_close", "file-viewer"),
             opens = about("dialog_open", "settings"), well = answered(20, "a", ok);
  const auto window = [](double ms, std::string_view kind, std::string_view label) {
    return at(ms, kind, fmt::format(R"("window":"{}","number":1)", label));
  };
  const auto missing = [](std::string_view kind, std::string_view subject) {
    return answered(1'520, "a",
                    fmt::format(R"("status":"missing","signal":{{"kind":"{}","subject":"{}",)"
                                R"("bound":{}}},"elapsed_ms":1505)",
                                kind, subject, kind == "WindowCountBelow" ? 1 : 0));
  };
  const auto still_there = missing("WindowCountBelow", "viewer"),
             never_came = missing("WindowAppeared", "settings");
  EXPECT_THAT(broken({}, closes, {well}), IsEmpty());
  EXPECT_THAT(broken({}, closes, {still_there}), IsEmpty());
  EXPECT_THAT(broken({}, opens, {well}), IsEmpty());
  EXPECT_THAT(broken({}, opens, {never_came}), IsEmpty());
  EXPECT_THAT(broken({}, opens, {at(20'000, "ended")}), ElementsAre("ACK-19:5"));
  const Lines empty{at(0, "windows_ready")}, other{window(5, "window_opened", "settings")};
  const Lines read{about("dialog_open", "settings"),
                   at(10, "capture", R"("call":"a","probe":{"kind":"windows"})"),
                   at(10, "captured", R"("call":"a","reading":{"exists":true,"value":0})"),
                   at(10, "cancelled", R"("call":"a")")};
  for (const auto& before : {empty, other, read}) {
    const auto line = fmt::format(":{}", before.size() + 4);
    EXPECT_THAT(broken(before, closes, {well}), ElementsAre("ACK-12" + line));
  }
  EXPECT_THAT(broken(empty, opens, {well}), ElementsAre("ACK-03:6"));
  const auto closed = window(18, "window_closed", "viewer");
  EXPECT_THAT(broken({}, closes, {closed, well}), IsEmpty());
  EXPECT_THAT(broken(other, closes, {closed, well}), IsEmpty());
  EXPECT_THAT(broken(empty, closes, {closed, well}), ElementsAre("ACK-12:5"));
  EXPECT_THAT(broken({}, closes, {well, window(900, "window_closed", "viewer")}),
              ElementsAre("ACK-03:5"));
}
std::string about(double ms, std::string_view call, std::string_view tool,
                  std::string_view target) {
  return at(
      ms, "called",
      fmt::format(R"("call":"{}","request":{{"tool":"{}","target":"{}"}})", call, tool, target));
}
Lines not_ready() {
  return {about(0, "a", "dialog_close", "file-viewer"),
          answered(1, "a", R"("status":"not_ready")")};
}
// Nothing says when they are there, so that any answer of a call that waits for a window is right.
TEST(TraceOfBackends, OfWindowsThatAreNotReadyNobodyKnowsWhenTheyAre) {
  const auto settings = [&](const std::string& answer) {
    auto lines = not_ready();
    lines.insert(lines.begin(), {bare, at(0, "store_ready", "")});
    lines.insert(lines.end(),
                 {at(100, "window_opened", R"("window":"settings","number":1)"),
                  about(200, "b", "dialog_close", "settings"), sent(201, "b"), answer});
    return found_in("ack", lines);
  };
  const auto stays =
      answered(1'706, "b",
               R"("status":"missing","signal":{"kind":"WindowDisappeared","subject":"settings"},)"
               R"("elapsed_ms":1505)");
  EXPECT_THAT(settings(stays).breaches, IsEmpty());
  EXPECT_THAT(settings(answered(300, "b", ok)).breaches, IsEmpty());
  EXPECT_THAT(settings(at(20'000, "ended")).breaches, ElementsAre("ACK-19:8"));
}
// A read and an answer say of the list of windows that it is not there; the tracker is all the
// same.
TEST(TraceOfBackends, OfOneStoreThatIsNotThereTheOthersAreNotDenied) {
  const auto finds_nothing = [&](std::string_view target, std::string_view kind) {
    return Lines{about(0, "a", "dialog_open", target),
                 at(0, "capture", fmt::format(R"("call":"a","probe":{{"kind":"{}"}})", kind)),
                 at(0, "captured", R"("call":"a","reading":{"exists":false,"value":0})"),
                 at(1, "cancelled", R"("call":"a")")};
  };
  const auto broken = [&](const Lines& before, const std::string& answer) {
    Lines lines{bare};
    lines.insert(lines.end(), before.begin(), before.end());
    const Lines more{at(100, "tracker_told", R"("dialog":"about","open":true)"),
                     about(200, "b", "dialog_close", "about"), sent(201, "b"), answer};
    lines.insert(lines.end(), more.begin(), more.end());
    return found_in("ack", lines).breaches;
  };
  const auto missing =
      answered(1'706, "b",
               R"("status":"missing","signal":{"kind":"SoftDialogDisappeared","subject":"about"},)"
               R"("elapsed_ms":1505)");
  const auto well = answered(300, "b", ok);
  EXPECT_THAT(broken(not_ready(), missing), IsEmpty());
  EXPECT_THAT(broken(not_ready(), well), ElementsAre("ACK-03:7"));
  const auto viewer = [](double ms, const char* kind) {
    return at(ms, kind, R"("window":"viewer","number":1,"path":"f")");
  };
  auto came = not_ready();
  came.insert(came.end(),
              {viewer(50, "window_opened"), about(60, "c", "dialog_close", "file-viewer"),
               sent(61, "c"), viewer(65, "window_closed"), answered(70, "c", ok)});
  EXPECT_THAT(broken(came, missing), IsEmpty());
  EXPECT_THAT(broken(finds_nothing("settings", "windows"), missing), IsEmpty());
  EXPECT_THAT(broken(finds_nothing("settings", "windows"), well), ElementsAre("ACK-03:9"));
  EXPECT_THAT(broken(finds_nothing("about", "soft_dialog"), missing), ElementsAre("ACK-22:9"));
  EXPECT_THAT(broken(finds_nothing("about", "soft_dialog"), well), IsEmpty());
  // What a read was about that does not say so is not known.
  auto of_any = finds_nothing("settings", "windows");
  of_any[1] = at(0, "capture", R"("call":"a")");
  EXPECT_THAT(broken(of_any, missing), ElementsAre("ACK-22:9"));
  EXPECT_THAT(broken(of_any, well), IsEmpty());
  const Lines closes{about(60, "c", "dialog_close", "file-viewer"), sent(61, "c"),
                     answered(70, "c", ok)};
  const auto of = [&](Lines before) {
    before.insert(before.begin(), bare);
    before.insert(before.end(), closes.begin(), closes.end());
    return found_in("ack", before).breaches;
  };
  EXPECT_THAT(of({}), IsEmpty());
  EXPECT_THAT(of(of_any), IsEmpty());
  EXPECT_THAT(of({at(0, "windows_ready")}), ElementsAre("ACK-12:4"));
}

}  // namespace
}  // namespace conformance::backends
