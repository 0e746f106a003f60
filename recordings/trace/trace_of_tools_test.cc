// Traces of tool calls, written by hand: names of their own, several calls at once, lost answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace/tool_lines_testing.h"

namespace conformance::of_tools {
namespace {

using namespace tool_lines;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(TraceOfTools, CallsThingsWhatItLikes) {
  const auto calls =
      with(ready, {opens_about(1, R"("a7f")"), R"({"t_ms":1.4,"dispatch":{"call":"a7f"}})",
                   R"({"t_ms":60.2,"processed":{"call":"a7f"}})",
                   R"({"t_ms":60.9,"by":"a7f","tracker_told":{"dialog":"about","open":true}})",
                   R"({"t_ms":104,"respond":{"call":"a7f","response":{"status":"ok"}}})",
                   R"({"t_ms":104,"ended":{}})"});
  EXPECT_THAT(found_in("ack", calls).all(), "[] [] ");
  auto early = calls;
  std::swap(early[7], early[8]);
  EXPECT_THAT(found_in("ack", early, 0).breaches, ElementsAre("ACK-03:8"));
  EXPECT_THAT(found_in("ack", early).not_judged, testing::Contains("ACK-03"));
}

Lines makes_folder(double ms, std::string_view call, std::string_view tool = "mkdir") {
  const auto its = fmt::format(R"("call":"{}")", call);
  return {at(ms, "called", fmt::format(R"({},"request":{{"tool":"{}"}})", its, tool)),
          at(ms, "dispatch", its)};
}
std::string gives_up(double ms, std::string_view call, std::string_view dialog, int elapsed) {
  return at(ms, "respond",
            fmt::format(
                R"("call":"{}","response":{{"status":"missing","elapsed_ms":{},)"
                R"("doing":"may_happen","signal":{{"kind":"SoftDialogAppeared","subject":"{}"}}}})",
                call, elapsed, dialog));
}
// A log that does not say what becomes of the action accuses nobody; one that says it wrong does.
std::string without_doing(std::string line) {
  const std::string_view doing = R"("doing":"may_happen",)";
  return line.erase(line.find(doing), doing.size());
}
std::string saying(std::string line, std::string_view what) {
  const std::string_view right = "may_happen";
  return line.replace(line.find(right), right.size(), what);
}
TEST(TraceOfTools, NeedNotSayWhatBecomesOfTheAction) {
  const auto line = gives_up(1'501, "a", "mkdir-confirmation", 1'500);
  const auto with_answer = [](const std::string& answer) {
    return with(with(ready, makes_folder(0, "a")), {answer});
  };
  EXPECT_THAT(found_in("ack", with_answer(without_doing(line))).all(), "[] [] ");
  EXPECT_THAT(found_in("ack", with_answer(saying(line, "done"))).breaches, ElementsAre("ACK-33:7"));
}

// What an answer leaves out is as it should be; what it tells is judged.
TEST(TraceOfTools, NeedNotSayAllOfAnError) {
  const auto gives_up_with = [](std::string_view told) {
    const auto answer = fmt::format(R"("call":"a","response":{{"status":"missing"{}}})", told);
    return found_in("ack", with(with(ready, makes_folder(0, "a")), {at(1'501, "respond", answer)}))
        .breaches;
  };
  EXPECT_THAT(gives_up_with(""), IsEmpty());
  EXPECT_THAT(gives_up_with(R"(,"elapsed_ms":1500)"), IsEmpty());
  EXPECT_THAT(gives_up_with(R"(,"elapsed_ms":900)"), ElementsAre("ACK-06:7"));
  EXPECT_THAT(gives_up_with(R"(,"signal":{"kind":"RoundTrip"})"), ElementsAre("ACK-06:7"));
  EXPECT_THAT(gives_up_with(R"(,"signal":{"kind":"SoftDialogAppeared"})"), IsEmpty());
  EXPECT_THAT(gives_up_with(R"(,"signal":{"subject":"about"})"), ElementsAre("ACK-06:7"));

  const auto fails_with = [](std::string_view told) {
    const auto answer = fmt::format(R"("call":"a","response":{{"status":"failed"{}}})", told);
    return found_in("ack",
                    with(ready, {at(0, "called", R"("call":"a","request":{"tool":"move_cursor"})"),
                                 at(1, "dispatch", R"("call":"a","request":7)"),
                                 at(40, "replied",
                                    R"("request":7,"ok":false,"text":"no such file",)"
                                    R"("refusal":"not_there")"),
                                 at(41, "respond", answer)}))
        .breaches;
  };
  EXPECT_THAT(fails_with(""), IsEmpty());
  EXPECT_THAT(fails_with(R"(,"text":"no such file")"), IsEmpty());
  EXPECT_THAT(fails_with(R"(,"text":"an error")"), ElementsAre("ACK-11:8"));
  EXPECT_THAT(fails_with(R"(,"refusal":"blocked")"), ElementsAre("ACK-11:8"));
}

// Nor all of its signal: which generation had to be passed is known without it.
TEST(TraceOfTools, NeedNotSayWhichGenerationDidNotCome) {
  const auto gives_up_with = [](std::string_view told) {
    return found_in(
               "ack",
               with(ready, {at(0, "pushed", R"("pane":"left")"),
                            at(10, "called", R"("call":"a","request":{"tool":"sort"})"),
                            at(11, "capture", R"("call":"a","probe":{"kind":"generation"})"),
                            at(12, "captured", R"("call":"a","reading":{"exists":true,"value":1})"),
                            at(13, "dispatch", R"("call":"a")"),
                            at(1'514, "respond",
                               fmt::format(R"("call":"a","response":{{"status":"missing",)"
                                           R"("signal":{{"kind":"GenerationAdvanced"{}}}}})",
                                           told))}))
        .breaches;
  };
  EXPECT_THAT(gives_up_with(""), IsEmpty());
  EXPECT_THAT(gives_up_with(R"(,"bound":1)"), IsEmpty());
  EXPECT_THAT(gives_up_with(R"(,"bound":0)"), ElementsAre("ACK-06:10"));
}

// The clock of an error's words is that of its lines, within the slack.
TEST(TraceOfTools, MeasuresInItsWordsWhatItWaited) {
  const auto gives_up_with = [](std::string_view words) {
    return found_in("ack", with(with(ready, makes_folder(0, "a")),
                                {at(1'508, "respond",
                                    fmt::format(R"("call":"a","response":{{"status":"missing",)"
                                                R"("elapsed_ms":1507,"message":"{}"}})",
                                                words))}));
  };
  const std::string words =
      "SoftDialogAppeared mkdir-confirmation did not come within {} ms; "
      "look at cmdr://state";
  for (const int ms : {1'500, 1'501, 1'507})
    EXPECT_THAT(gives_up_with(fmt::format(fmt::runtime(words), ms)).breaches, IsEmpty()) << ms;
  const auto wrong = gives_up_with(fmt::format(fmt::runtime(words), 900));
  EXPECT_THAT(wrong.breaches, ElementsAre("ACK-06:7"));
  EXPECT_THAT(wrong.says, ElementsAre(HasSubstr("elapsed=1507ms is wrong here: Respond missing "
                                                "says that tells age its message")));
}

// So is what a reply leaves out; that it was an error is told.
TEST(TraceOfTools, NeedNotSayAllOfAReply) {
  const auto answers = [](std::string_view said, std::string_view response) {
    return found_in("ack",
                    with(ready,
                         {at(0, "called", R"("call":"a","request":{"tool":"move_cursor"})"),
                          at(1, "dispatch", R"("call":"a","request":7)"),
                          at(40, "replied", fmt::format(R"("request":7,"ok":false{})", said)),
                          at(41, "respond", fmt::format(R"("call":"a","response":{})", response))}))
        .breaches;
  };
  const auto fails = R"({"status":"failed","text":"no such file","refusal":"not_there"})";
  EXPECT_THAT(answers("", fails), IsEmpty());
  EXPECT_THAT(answers(R"(,"text":"no such file","refusal":"not_there")", fails), IsEmpty());
  EXPECT_THAT(answers(R"(,"text":"it is locked")", fails), ElementsAre("ACK-11:8"));
  EXPECT_THAT(answers(R"(,"text":"no such file","refusal":"blocked")", fails),
              ElementsAre("ACK-11:8"));
  EXPECT_THAT(answers("", R"({"status":"ok"})"), ElementsAre("ACK-11:8"));
}

// What a call waited for need not be told where it may give up before its time.
TEST(TraceOfTools, MayGiveUpWithoutWordsWhenItsFrontendIsGone) {
  const auto gives_up_with = [](std::string_view between, std::string_view told) {
    return found_in(
               "ack",
               with(ready,
                    {at(0, "called", R"("call":"a","request":{"tool":"move_cursor"})"),
                     at(1, "dispatch", R"("call":"a","request":7)"), at(900, between, ""),
                     at(910, "respond",
                        fmt::format(R"("call":"a","response":{{"status":"missing"{}}})", told))}))
        .breaches;
  };
  EXPECT_THAT(gives_up_with("frontend_restarted", ""), IsEmpty());
  EXPECT_THAT(gives_up_with("frontend_restarted", R"(,"elapsed_ms":909)"), IsEmpty());
  EXPECT_THAT(gives_up_with("frontend_restarted",
                            R"(,"signal":{"kind":"SoftDialogAppeared","subject":"about"})"),
              ElementsAre("ACK-06:8"));
  EXPECT_THAT(gives_up_with("tracker_ready", ""), ElementsAre("ACK-19:8"));
}

const std::string folder_dialog_opens = R"("dialog":"mkdir-confirmation","open":true)";

// Who knows that its frontend is gone may give up at once; whether it is, such a list does not
// tell.
TEST(TraceOfTools, MayGiveUpEarlyWhereNoRestartIsTold) {
  const auto judged = [](std::string_view more, const Lines& calls) {
    const auto head = fmt::format(
        R"({{"trace":1,"area":"ack","revision":"r2","tells":["called","dispatch","respond",)"
        R"("store_ready","pushed","tracker_ready","tracker_told","windows_ready",)"
        R"("window_opened","window_closed","cancelled"{}]}})",
        more);
    auto lines = with(with(with(ready, makes_folder(0, "a")), calls), {at(9'000, "ended", "")});
    lines[0] = head;
    return found_in("ack", lines).breaches;
  };
  const auto early = gives_up(900, "a", "mkdir-confirmation", 900);
  EXPECT_THAT(judged("", {early}), IsEmpty());
  EXPECT_THAT(judged(R"(,"frontend_restarted")", {early}), ElementsAre("ACK-19:7"));
  // It answers all the same, names its signal, and does not give up what is there.
  EXPECT_THAT(judged("", {}), ElementsAre("ACK-19:7"));
  EXPECT_THAT(judged("", {gives_up(900, "a", "about", 900)}), ElementsAre("ACK-06:7"));
  EXPECT_THAT(judged("", {at(100, "tracker_told", folder_dialog_opens), early}),
              ElementsAre("ACK-05:8"));
}

TEST(TraceOfTools, MayAnswerLateBesideAnotherAnswer) {
  const auto lines =
      with(with(with(ready, makes_folder(0, "b", "mkfile")), makes_folder(96, "a")),
           {at(1'490, "processed", R"("call":"a")"),
            R"({"t_ms":1490,"by":"a","tracker_told":{"dialog":"mkdir-confirmation","open":true}})",
            gives_up(1'501, "b", "new-file-confirmation", 1'500),
            at(1'508, "respond", R"("call":"a","response":{"status":"ok"})")});
  EXPECT_THAT(found_in("ack", lines).all(), "[] [] ");
}

TEST(TraceOfTools, NeedNotHaveSeenWhatCameAfterTheDeadline) {
  const auto gave_up = [](double opened) {
    return with(with(ready, makes_folder(0, "a")),
                {at(opened, "tracker_told", folder_dialog_opens),
                 gives_up(1'504, "a", "mkdir-confirmation", 1'501)});
  };
  EXPECT_THAT(found_in("ack", gave_up(1'503)).all(), "[] [] ");
  EXPECT_THAT(found_in("ack", gave_up(1'100)).breaches, ElementsAre("ACK-04:8"));
}

// The dialog was open 10 ms after the last look and 90 ms before the answer: to have missed it is
// wrong, unless the slack is such that nobody can tell which came first.
TEST(TraceOfTools, IsNotJudgedWhereTheSlackHidesTheOrder) {
  auto lines = with(ready, makes_folder(0, "a"));
  lines.push_back(at(1'410, "tracker_told", folder_dialog_opens));
  lines.push_back(gives_up(1'500, "a", "mkdir-confirmation", 1'500));
  for (const int slack : {0, 10, 44})
    EXPECT_THAT(found_in("ack", lines, slack).breaches, ElementsAre("ACK-05:8")) << slack;
  const auto found = found_in("ack", lines, 250);
  EXPECT_THAT(found.breaches, IsEmpty());
  EXPECT_THAT(found.not_judged, ::testing::IsSupersetOf({"ACK-05"}));
}

TEST(TraceOfTools, SaysWhatWasDueSinceWhenInTheNamesOfTheTrace) {
  auto lines = with(ready, makes_folder(0, "req-77"));
  lines.push_back(at(1'000, "tracker_told", folder_dialog_opens));
  lines.push_back(at(9'000, "tracker_told", folder_dialog_opens));
  const auto found = found_in("ack", lines);
  ASSERT_EQ(found.says.size(), 1u);
  EXPECT_THAT(found.says[0], ::testing::HasSubstr("call=\"req-77\""));
  EXPECT_THAT(found.says[0], ::testing::HasSubstr("due since line 7 at 1.000 s"));
}

TEST(TraceOfTools, NotesAToolThatTheTableDoesNotHave) {
  auto lines = with(ready, makes_folder(0, "x", "frobnicate"));
  lines.push_back(at(5, "respond", R"("call":"x","response":{"status":"ok"})"));
  const auto found = found_in("ack", lines);
  EXPECT_EQ(found.error, "");
  EXPECT_THAT(found.notes,
              ElementsAre("5:the table has no tool \"frobnicate\": this call is not judged"));
}

TEST(TraceOfTools, NotesATargetThatTheTableDoesNotHave) {
  const auto found = found_in(
      "ack",
      with(ready, {at(5, "called",
                      R"("call":"x","request":{"tool":"dialog_open",)"
                      R"("target":"preferences"})"),
                   at(6, "respond", R"("call":"x","response":{"status":"invalid_params"})")}));
  EXPECT_EQ(found.error, "");
  EXPECT_THAT(found.breaches, IsEmpty());
  EXPECT_THAT(found.notes,
              ElementsAre("5:the table has no target \"preferences\": this call is not judged"));
}

// A program has more dialogs and windows than its tools open.
TEST(TraceOfTools, DialogsAndWindowsThatTheTableDoesNotHaveAreOpenAllTheSame) {
  const std::string head = R"({"trace":1,"area":"ack","revision":"r3"})";
  const auto opens = [](int ms, bool open) {
    return at(ms, "tracker_told", fmt::format(R"("dialog":"palette","open":{})", open));
  };
  const auto refuses =
      at(300, "respond", R"("call":"a","response":{"status":"refused","refusal":"blocked"})");
  const auto call = at(300, "called", R"("call":"a","request":{"tool":"rename"})");
  const auto found = [&](const Lines& before) {
    auto lines = with(with(ready, before), {call, refuses});
    lines[0] = head;
    return found_in("ack", lines);
  };
  const auto stands = found({opens(10, true)});
  EXPECT_EQ(stands.error, "");
  EXPECT_THAT(stands.breaches, IsEmpty());
  EXPECT_THAT(stands.notes,
              ElementsAre("5:the table has no dialog \"palette\": no call waits for it"));
  EXPECT_THAT(found({opens(10, true), opens(20, false)}).breaches, ElementsAre("ACK-35:8"));
  EXPECT_THAT(found({at(10, "window_opened", R"("window":"main")")}).breaches,
              ElementsAre("ACK-35:7"));
  // The note is of the first time.
  EXPECT_THAT(found({opens(10, true), opens(20, false), opens(30, true)}).notes,
              ElementsAre(HasSubstr("palette")));
  // Of more than can be kept at once those that closed are forgotten.
  Lines many;
  for (int i = 0; i < 200; ++i)
    for (const bool open : {true, false})
      many.push_back(at(10, "tracker_told", fmt::format(R"("dialog":"d{}","open":{})", i, open)));
  EXPECT_THAT(found(with(many, {opens(10, true)})).breaches, IsEmpty());
  EXPECT_THAT(found(many).says, ElementsAre(HasSubstr("refused blocked is wrong here")));
}

// A viewer is one of its family, and its file is known by its number.
TEST(TraceOfTools, AViewerIsKnownByItsLabelItsNumberOrItsFile) {
  const auto closes = [](std::string_view opened, std::string_view closed) {
    return found_in("ack",
                    with(ready,
                         {at(50, "window_opened", opened),
                          at(60, "window_opened", R"("window":"viewer-9","path":"/b")"),
                          at(100, "called",
                             R"("call":"a","request":{"tool":"dialog_close",)"
                             R"("target":"file-viewer","one":true,"path":"/a"})"),
                          at(103, "dispatch", R"("call":"a")"),
                          R"({"t_ms":200,"by":"a","window_closed":{)" + std::string(closed) + "}}",
                          at(300, "respond", R"("call":"a","response":{"status":"ok"})")}))
        .breaches;
  };
  const std::string number = R"("window":"viewer","number":1)", label = R"("window":"viewer-1")",
                    file = R"(,"path":"/a")";
  for (const auto& opened : {number, label})
    for (const auto& closed :
         {number, label, number + file, label + file, std::string(R"("window":"viewer")")})
      EXPECT_THAT(closes(opened + file, closed), IsEmpty()) << opened << closed;
  // Another one went.
  EXPECT_THAT(closes(number + file, R"("window":"viewer-9")"), ElementsAre("ACK-26:10"));
  EXPECT_THAT(closes(number + file, R"("window":"viewer","path":"/b")"), ElementsAre("ACK-26:10"));
}

TEST(TraceOfTools, GoesOnBehindAnAnswerThatNeverCame) {
  auto lines = with(ready, makes_folder(0, "lost"));
  for (int i = 0; i < 3; ++i) {
    lines.push_back(opens_about(10'000 * (i + 1), R"("about")"));
    lines.push_back(
        at(10'000 * (i + 1), "respond", R"("call":"about","response":{"status":"ok"})"));
  }
  const auto found = found_in("ack", lines);
  EXPECT_THAT(found.breaches, ElementsAre("ACK-19:7", "ACK-02:10", "ACK-02:12"));
}

TEST(TraceOfTools, MayBeginAtAnyGeneration) {
  Lines lines = ready;
  lines[0] = R"({"trace":1,"area":"ack","revision":"r1","generation":5000})";
  lines =
      with(lines, {at(1, "called", R"("call":1,"request":{"tool":"select"})"),
                   at(1, "capture", R"("call":1)"),
                   at(1, "captured", R"("call":1,"reading":{"exists":true,"value":5000})"),
                   at(1, "dispatch", R"("call":1)"), at(90, "processed", R"("call":1)"),
                   R"({"t_ms":90,"by":1,"pushed":{"pane":"left"}})", at(251, "look", R"("call":1)"),
                   at(251, "looked", R"("call":1,"reading":{"exists":true,"value":5001})"),
                   at(251, "respond", R"("call":1,"response":{"status":"ok"})")});
  EXPECT_THAT(found_in("ack", lines).all(), "[] [] ");
  lines[0] = ack_head;
  EXPECT_THAT(found_in("ack", lines).breaches, ElementsAre("ACK-16:7"));
}

// Of a call that began before the log does nothing is said; of no call it is something.
TEST(TraceOfTools, AnActOfNoCallIsToldWhereverItStands) {
  const auto dispatched = [](int call) {
    return found_in("ack", {ack_head, at(1, "dispatch", fmt::format(R"("call":{})", call)),
                            opens_about(5, "1")})
        .breaches;
  };
  EXPECT_THAT(dispatched(0), ElementsAre("ACK-02:2"));
  EXPECT_THAT(dispatched(7), IsEmpty());
}

TEST(TraceOfTools, SaysWhichCallItDoesNotFollow) {
  Lines lines = ready;
  for (const auto* call : {"1", "2", "3", "4"}) {
    lines.push_back(opens_about(1, call));
    lines.push_back(fmt::format(R"({{"t_ms":1,"dispatch":{{"call":{}}}}})", call));
  }
  const auto found = found_in("ack", lines);
  EXPECT_THAT(found.notes, ElementsAre("11:more than 3 calls in flight: this one is not judged",
                                       "10:it ends in mid-call"));
  EXPECT_THAT(found.breaches, IsEmpty());
}

}  // namespace
}  // namespace conformance::of_tools
