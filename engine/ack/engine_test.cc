#include "engine/ack/engine.h"

#include <gmock/gmock.h>

#include "ack/testing.h"

namespace engine::ack {
namespace {

using testing::HasSubstr;

constexpr Respond ok(CallId call) { return {call, {}}; }

Request dialog_request(std::string_view name, std::string_view about, bool one = false) {
  return {.tool = tool(name), .target = target(about), .one = one};
}

TEST(AckEngine, CapturesTheGenerationBeforeItDispatches) {
  Play play;
  play.on(StoreReady{});
  play.on(Pushed{Pane::Left});
  EXPECT_EQ(play.calls(first, "sort"), commands(Capture{first, generation}));
  EXPECT_EQ(play.captured(first, play.engine().panes()),
            commands(Dispatch{first, {}}, Look{first, generation}));
}

TEST(AckEngine, LooksAtOnceThenAtEachPollInterval) {
  Play play;
  play.on(StoreReady{});
  play.calls(first, "sort");
  play.captured(first, reads(3));
  EXPECT_EQ(play.looked(first, reads(3)), commands(SetTimer{first, ms(250)}));
  EXPECT_EQ(play.fired(first, ms(250)), commands(Look{first, generation}));
  EXPECT_EQ(play.looked(first, reads(4)), commands(ok(first)));
  EXPECT_TRUE(play.state().calls.empty());
}

TEST(AckEngine, PollsForDialogsAndWindowsEveryHundredMilliseconds) {
  Play play;
  play.calls(first, "mkdir");
  EXPECT_EQ(play.captured(first, reads(0)),
            commands(Dispatch{first, {}}, Look{first, dialog("mkdir-confirmation")}));
  EXPECT_EQ(play.looked(first, reads(0)), commands(SetTimer{first, ms(100)}));
}

// The last interval before the deadline is a short one.
TEST(AckEngine, LooksOneLastTimeAtTheDeadline) {
  Play play;
  play.on(Called{first, {.tool = tool("copy"), .auto_confirm = true}});
  play.captured(first, reads(0));
  play.looked(first, reads(0));
  for (int poll = 1; poll < 6; ++poll) {
    play.fired(first, ms(250));
    EXPECT_EQ(play.looked(first, reads(0)), commands(SetTimer{first, ms(250)}));
  }
  EXPECT_EQ(play.fired(first, ms(250)), commands(Look{first, generation}));
  EXPECT_EQ(play.looked(first, reads(1)), commands(ok(first)));
}

TEST(AckEngine, GivesUpAfterTheLastLookAndNamesTheMissingSignal) {
  Play play;
  const Request request{.tool = tool("mkdir")};
  play.on(Called{first, request});
  play.captured(first, reads(0));
  play.looked(first, reads(0));
  for (int poll = 1; poll < 15; ++poll) {
    play.fired(first, ms(100));
    play.looked(first, reads(0));
  }
  play.fired(first, ms(100));
  const Response response{
      .status = Status::Missing,
      .signal = {SignalKind::SoftDialogAppeared, subject("mkdir-confirmation"), 0},
      .elapsed = ms(1500),
      .doing = Doing::MayHappen};
  EXPECT_EQ(play.looked(first, reads(0)), commands(Respond{first, response}));
  EXPECT_EQ(message(table_r1(), request, response),
            "mkdir: SoftDialogAppeared{mkdir-confirmation} did not come within 1500 ms after the "
            "dispatch. The action may still happen. Read the list of open dialogs: another one may "
            "be in the way.");
  EXPECT_EQ(error_code(response), -32603);
}

TEST(AckEngine, LooksAgainWhenALookWasAnsweredAfterTheDeadline) {
  Play play;
  play.calls(first, "mkdir");
  play.captured(first, reads(0));
  EXPECT_EQ(play.on(Looked{first, reads(0)}, ms(1600)),
            commands(Look{first, dialog("mkdir-confirmation")}));
  EXPECT_EQ(play.looked(first, reads(1)), commands(ok(first)));
}

TEST(AckEngine, AutoConfirmDecidesTheSignal) {
  for (const auto name : {"copy", "move", "delete"}) {
    const auto* confirmed = find_row(table_r1(), {.tool = tool(name), .auto_confirm = true});
    const auto* asking = find_row(table_r1(), {.tool = tool(name)});
    EXPECT_EQ(confirmed->signal, SignalKind::GenerationAdvanced) << name;
    EXPECT_EQ(asking->signal, SignalKind::SoftDialogAppeared) << name;
  }
}

TEST(AckEngine, NotesASignalThatHeldBeforeDispatch) {
  Play play;
  play.on(Called{first, dialog_request("dialog_open", "settings")});
  const Signal signal{SignalKind::WindowAppeared, subject("settings"), 0};
  EXPECT_EQ(play.captured(first, reads(1)), commands(NoteHeld{first, signal}, Dispatch{first, {}},
                                                     Look{first, windows("settings")}));
}

TEST(AckEngine, NeedsNoCaptureToSeeThatSomethingHasGone) {
  Play play;
  EXPECT_EQ(play.on(Called{first, dialog_request("dialog_close", "about")}),
            commands(Dispatch{first, {}}, Look{first, dialog("about")}));
  EXPECT_EQ(play.looked(first, absent), commands(ok(first)));
}

TEST(AckEngine, RefreshIsSaidToBeDoneAtDispatchInTheFirstRevision) {
  Play play;
  EXPECT_EQ(play.calls(first, "refresh"), commands(Dispatch{first, {}}, ok(first)));
}

TEST(AckEngine, RefusesWhatTheTableDoesNotHave) {
  Play play;
  EXPECT_EQ(play.calls(first, "rename"), commands(Respond{first, {.status = Status::UnknownTool}}));
  EXPECT_EQ(play.on(Called{first, dialog_request("dialog_open", "mkdir-confirmation")}),
            commands(Respond{first, {.status = Status::InvalidParams}}));
}

TEST(AckViewers, ClosingOneWaitsUntilOneHasGone) {
  Play play;
  EXPECT_EQ(play.on(Called{first, dialog_request("dialog_close", "file-viewer", true)}),
            commands(Capture{first, windows("viewer")}));
  play.captured(first, reads(3));
  EXPECT_EQ(play.looked(first, reads(3)), commands(SetTimer{first, ms(100)}));
  play.fired(first, ms(100));
  EXPECT_EQ(play.looked(first, reads(2)), commands(ok(first)));
}

TEST(AckViewers, ClosingAllWaitsUntilNoneIsLeft) {
  Play play;
  play.on(Called{first, dialog_request("dialog_close", "file-viewer")});
  play.captured(first, reads(3));
  EXPECT_EQ(play.looked(first, reads(1)), commands(SetTimer{first, ms(100)}));
  play.fired(first, ms(100));
  EXPECT_EQ(play.looked(first, reads(0)), commands(ok(first)));
}

TEST(AckViewers, ClosingNoneFailsAtOnceWithoutADispatch) {
  Play play;
  const auto request = dialog_request("dialog_close", "file-viewer");
  play.on(Called{first, request});
  EXPECT_EQ(play.captured(first, reads(0)),
            commands(Respond{first, {.status = Status::InvalidParams}}));
  EXPECT_EQ(message(table_r1(), request, {.status = Status::InvalidParams}),
            "dialog_close: no file-viewer is open.");
}

TEST(AckViewers, ClosingBeforeTheWindowListExistsIsAnInternalError) {
  Play play;
  play.on(Called{first, dialog_request("dialog_close", "file-viewer")});
  EXPECT_EQ(play.captured(first, absent), commands(Respond{first, {.status = Status::NotReady}}));
  EXPECT_EQ(error_code({.status = Status::NotReady}), -32603);
}

TEST(AckRoundTrip, EndsWithTheReplyThatCarriesItsRequest) {
  Play play;
  EXPECT_EQ(play.calls(first, "open_under_cursor"),
            commands(Dispatch{first, {1}}, SetTimer{first, ms(5000)}));
  EXPECT_EQ(play.on(Replied{{7}}, ms(10)), commands());
  EXPECT_EQ(play.on(Replied{{1}}, ms(10)), commands(CancelTimer{first}, ok(first)));
  EXPECT_EQ(play.on(Replied{{1}}, ms(10)), commands());
}

TEST(AckRoundTrip, PassesTheErrorOfTheFrontendOn) {
  Play play;
  play.calls(first, "open_under_cursor");
  EXPECT_EQ(play.on(Replied{{1}, false, {9}}),
            commands(CancelTimer{first}, Respond{first, {.status = Status::Failed, .text = {9}}}));
}

TEST(AckRoundTrip, ALateReplyDoesNotEndTheNextCall) {
  Play play;
  play.calls(first, "open_under_cursor");
  const Response missing{.status = Status::Missing,
                         .signal = {SignalKind::RoundTrip, no_subject, 0},
                         .elapsed = ms(5000),
                         .doing = Doing::MayHappen};
  EXPECT_EQ(play.fired(first, ms(5000)), commands(Respond{first, missing}));
  EXPECT_EQ(play.calls(second, "open_under_cursor"),
            commands(Dispatch{second, {2}}, SetTimer{second, ms(5000)}));
  EXPECT_EQ(play.on(Replied{{1}}), commands());
  EXPECT_EQ(play.on(Replied{{2}}), commands(CancelTimer{second}, ok(second)));
}

TEST(AckCalls, AreTrackedIndependently) {
  Play play;
  play.on(StoreReady{});
  play.calls(first, "sort");
  play.calls(second, "mkdir");
  play.captured(second, reads(0));
  play.captured(first, reads(0));
  play.looked(first, reads(0));
  EXPECT_EQ(play.looked(second, reads(1)), commands(ok(second)));
  EXPECT_EQ(play.fired(first, ms(250)), commands(Look{first, generation}));
}

TEST(AckCalls, BeyondTheLimitAreRefusedAndChangeNothing) {
  Play play;
  for (std::uint16_t i = 0; i < calls_max; ++i) play.calls({i}, "sort");
  const State before = play.state();
  EXPECT_EQ(play.calls({99}, "sort"), commands(Respond{{99}, {.status = Status::Busy}}));
  EXPECT_EQ(play.state(), before);
  EXPECT_THAT(message(table_r1(), {.tool = tool("sort")}, {.status = Status::Busy}),
              HasSubstr("8 calls are in flight"));
}

// A number is free again when its call has ended, and a look of that call may be answered later.
TEST(AckCalls, PassOverAnAnswerThatTheyDoNotAwait) {
  Play play;
  play.calls(first, "sort");
  play.captured(first, reads(0));
  play.on(Cancelled{first});
  EXPECT_EQ(play.calls(first, "sort"), commands(Capture{first, generation}));
  EXPECT_EQ(play.looked(first, reads(1)), commands());
  EXPECT_EQ(play.captured(first, reads(1)), commands(Dispatch{first, {}}, Look{first, generation}));
}

// Who has answered the dialog is told of the rest.
TEST(AckConditions, TellOfADialogInTheWayFirst) {
  for (const auto name : {"copy", "move", "delete", "compress"}) {
    for (const bool confirmed : {true, false}) {
      Play play(table_r3());
      const Request request{.tool = tool(name, table_r3()), .auto_confirm = confirmed};
      EXPECT_EQ(play.on(Called{first, request}),
                commands(Capture{first, {ProbeKind::SoftDialog, no_subject}}))
          << name;
      EXPECT_EQ(play.captured(first, reads(1)),
                commands(Respond{first, {.status = Status::Refused, .refusal = Refusal::Blocked}}))
          << name;
    }
  }
}

TEST(AckPanes, EveryPushForAPaneBumpsOnce) {
  Play play;
  play.on(Pushed{Pane::Left});  // Nobody listens yet.
  EXPECT_EQ(play.engine().panes(), absent);
  play.on(StoreReady{});
  EXPECT_EQ(play.engine().panes(), reads(0));
  play.on(Pushed{Pane::Left, PushKind::State});
  play.on(Pushed{Pane::Right, PushKind::Tabs});
  EXPECT_EQ(play.engine().panes(), reads(2));
  play.on(Pushed{Pane::Unknown});
  play.on(FocusMoved{Pane::Right});
  EXPECT_EQ(play.engine().panes(), reads(2));
}

TEST(AckSignals, HoldOfWhatDoesNotExistYetAsStated) {
  const auto holds_absent = [](SignalKind kind) {
    return holds({kind, subject("about"), 1}, absent);
  };
  EXPECT_FALSE(holds_absent(SignalKind::GenerationAdvanced));
  EXPECT_FALSE(holds_absent(SignalKind::SoftDialogAppeared));
  EXPECT_FALSE(holds_absent(SignalKind::WindowAppeared));
  EXPECT_TRUE(holds_absent(SignalKind::SoftDialogDisappeared));
  EXPECT_TRUE(holds_absent(SignalKind::WindowDisappeared));
}

TEST(AckState, IsTheSameWheneverItHappened) {
  Play early, late;
  late.on(StoreReady{});
  late.on(Pushed{Pane::Left}, ms(1000));
  late.on(FocusMoved{Pane::Right}, ms(1000));
  early.on(StoreReady{});
  early.on(Pushed{Pane::Left});
  for (Play* play : {&early, &late}) {
    play->calls(first, "sort");
    play->captured(first, play->engine().panes());
    play->looked(first, play->engine().panes());
    play->rebase();
  }
  EXPECT_EQ(early.state(), late.state());
  for (Play* play : {&early, &late}) {
    play->on(Pushed{Pane::Right});
    play->rebase();
    play->fired(first, ms(250));
  }
  EXPECT_EQ(early.state(), late.state());
  EXPECT_EQ(early.looked(first, early.engine().panes()), commands(ok(first)));
}

TEST(AckEngineDeathTest, ADriversMistakeFailsACheck) {
  Play play;
  play.calls(first, "open_under_cursor");
  EXPECT_DEATH(play.calls(first, "sort"), "CHECK");
  EXPECT_DEATH(play.on(TimerFired{second}), "CHECK");
  EXPECT_DEATH(play.fired(first, ms(10)), "CHECK");
}

}  // namespace
}  // namespace engine::ack
