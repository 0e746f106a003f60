// Right calls, and the truth about how they end.
#include "spec/ack/judge.h"

#include <gtest/gtest.h>

#include "ack/testing.h"

namespace spec::ack {
namespace {

TEST(AckJudge, APushOfTheActionIsATrueOk) {
  expect_end(ready + sends_pane(copy) + looks(panes, is(0)) +
                 Story{pass(200), processed(), pushed(one), pass(50)} + looks(panes, is(1)) +
                 Story{ok()},
             Kind::TrueOk);
}

TEST(AckJudge, APushOfTabsCountsToo) {
  expect_end(ready + Story{pushed()} + sends_pane(tab, 1) +
                 Story{processed(), pushed(one, PushKind::Tabs)} + looks(panes, is(2)) +
                 Story{ok()},
             Kind::TrueOk);
}

TEST(AckJudge, AnUnknownPaneAndFocusRaiseNothing) {
  expect_end(ready + sends_pane(sort) + looks(panes, is(0)) +
                 Story{pushed(no_call, PushKind::State, Pane::Unknown),
                       heard(FocusMoved{Pane::Right}), pass(250)} +
                 looks(panes, is(0)) + times(5, Story{pass(250)} + looks(panes, is(0))) +
                 Story{missing(pane_signal, 1500)},
             Kind::TrueError);
}

TEST(AckJudge, ADialogThatOpensAtTheDeadlineIsATrueOk) {
  const Probe probe = soft(Subject::Folder);
  expect_end(ready + sends(mkdir) + looks(probe, is(0)) +
                 times(14, Story{pass(100)} + looks(probe, is(0))) +
                 Story{pass(100), processed(), told(Subject::Folder, true, one)} +
                 looks(probe, is(1)) + Story{ok()},
             Kind::TrueOk);
}

TEST(AckJudge, ANavigationWaitsForASlowListing) {
  expect_end(ready + sends_pane(parent) + looks(panes, is(0)) +
                 times(11, Story{pass(250)} + looks(panes, is(0))) +
                 Story{pass(250), processed(), pushed(one)} + looks(panes, is(1)) + Story{ok()},
             Kind::TrueOk);
  expect_end(
      ready + sends_pane(parent) + waits(panes, is(0), 5000) + Story{missing(pane_signal, 5000)},
      Kind::TrueError);
}

TEST(AckJudge, WindowsAppearAndDisappear) {
  const Probe probe = windows(Subject::Settings);
  const Story opens = sends(open(Target::Settings)) + looks(probe, is(0)) +
                      Story{processed(), opened(Subject::Settings, one), pass(100)} +
                      looks(probe, is(1)) + Story{ok()};
  const Story closes = sends(close(Target::Settings)) + looks(probe, is(1)) +
                       Story{processed(), closed(Subject::Settings, one), pass(100)} +
                       looks(probe, is(0)) + Story{ok()};
  expect_ends(ready + opens + closes, {{one, Kind::TrueOk, 0}, {one, Kind::TrueOk, 0}});
}

TEST(AckJudge, AboutIsAwaitedAsASoftDialog) {
  const Probe probe = soft(Subject::About);
  expect_end(ready + Story{told(Subject::About, true)} + sends(close(Target::About)) +
                 looks(probe, is(1)) +
                 Story{processed(), told(Subject::About, false, one), pass(100)} +
                 looks(probe, is(0)) + Story{ok()},
             Kind::TrueOk);
  expect_end(ready + sends(focus(Target::About)) + waits(probe, is(0)) +
                 Story{missing(appears(Subject::About), 1500)},
             Kind::TrueError);
}

TEST(AckJudge, OneOfTwoViewersGoes) {
  expect_end(ready + Story{opened(Subject::Viewer), opened(Subject::Viewer)} +
                 sends_close(close_one, 2) + looks(viewers, is(2)) +
                 Story{processed(), closed(Subject::Viewer, one), pass(100)} +
                 looks(viewers, is(1)) + Story{ok()},
             Kind::TrueOk);
}

TEST(AckJudge, AllViewersGo) {
  const Story two_open{opened(Subject::Viewer), opened(Subject::Viewer)};
  const Story one_goes{processed(), closed(Subject::Viewer, one), pass(100)};
  const Story rest = looks(viewers, is(2)) + one_goes + looks(viewers, is(1)) +
                     Story{closed(Subject::Viewer, one), pass(100)} + looks(viewers, is(0)) +
                     Story{ok()};
  expect_end(ready + two_open + sends_close(close_all, 2) + rest, Kind::TrueOk);
  expect_end(ready + two_open + sends(close_all) + rest, Kind::TrueOk);
}

TEST(AckJudge, ClosingNoViewerFailsFast) {
  expect_end(ready + Story{calls(close_one)} + captures(viewers, is(0)) +
                 Story{says(Status::InvalidParams)},
             Kind::TrueError);
  expect_end(ready + Story{calls(close_all), says(Status::InvalidParams)}, Kind::TrueError);
  expect_end(Story{calls(close_all)} + captures(viewers, absent) + Story{says(Status::NotReady)},
             Kind::TrueError);
}

TEST(AckJudge, ARoundTripEndsWithItsReply) {
  expect_end({calls(open_entry), trip(), pass(4999), processed(), replied(), ok()}, Kind::TrueOk);
  expect_end({calls(open_entry), trip(), pass(5000), processed(), replied(), ok()}, Kind::TrueOk);
  expect_end({calls(open_entry), trip(), pass(10), refused(7), failed(7)}, Kind::TrueError);
  expect_end({calls(open_entry), trip(), pass(5000), missing(trip_signal, 5000), replied(no_call)},
             Kind::TrueError);
}

TEST(AckJudge, AStrayReplyChangesNothing) {
  const Judged judged =
      judge({calls(open_entry), trip(), replied(no_call), pass(1), processed(), replied(), ok()});
  EXPECT_FALSE(judged.findings.breach) << explain(judged);
  EXPECT_TRUE(rules_met(judged).has(rule_index("ACK-10")));
}

TEST(AckJudge, TheSecondRevisionMakesRefreshARoundTrip) {
  const Story run{calls(refresh), trip(), pass(100), processed(), replied(), ok()};
  expect_end(run, Kind::TrueOk, 0, Revision::R2);
  expect_end({calls(move_cursor), trip(), processed(), replied(), ok()}, Kind::TrueOk, 0,
             Revision::R2);
}

TEST(AckJudge, UnknownToolsAndRequestsAreRefused) {
  expect_end({calls(rename_entry), says(Status::UnknownTool)}, Kind::TrueError);
  expect_end({calls(open(Target::Transfer)), says(Status::InvalidParams)}, Kind::TrueError);
}

TEST(AckJudge, WhatWasOpenBeforeIsNoted) {
  const Probe probe = windows(Subject::Settings);
  const Story before = ready + Story{opened(Subject::Settings)};
  const Story asks = before + Story{calls(open(Target::Settings))} + captures(probe, is(1));
  const Story rest = looks(probe, is(1)) + Story{ok()};
  expect_end(asks + Story{note(), dispatch(), processed()} + rest, Kind::TrueOk);
  expect_end(asks + Story{dispatch(), note(), processed()} + rest, Kind::TrueOk);
}

TEST(AckJudge, CallsInFlightAreIndependent) {
  const Story run = ready + sends_pane(sort) + looks(panes, is(0)) + Story{pass(100)} +
                    Story{calls(open_entry, two), trip(two),    processed(), pushed(one), pass(50),
                          processed(two),         replied(two), ok(two),     pass(100)} +
                    looks(panes, is(1)) + Story{ok()};
  expect_ends(run, {{two, Kind::TrueOk, 0}, {one, Kind::TrueOk, 0}});
  EXPECT_TRUE(rules_met(judge(run)).has(rule_index("ACK-18")));
}

TEST(AckJudge, RequestsThatWaitAlikeAreOneState) {
  const Story to_look = captures(panes, is(0)) + Story{dispatch()} + looks(panes, is(0));
  const auto state_of = [&](const Request& request) {
    Situation state;
    Findings findings;
    const Judge referee(Revision::R1);
    for (const Seen& seen : ready + Story{calls(request)} + to_look)
      std::visit([&](const auto& what) { referee.see(state, what, findings); }, seen);
    return state;
  };
  EXPECT_EQ(state_of(sort), state_of(tab));
  EXPECT_NE(state_of(sort), state_of(parent));
}

TEST(AckJudge, AnotherTableIsJudgedAlike) {
  const std::array table{ToolRow{Tool::Sort, Target::None, When::Always, pane_signal, 600}};
  const Judge referee{ToolTable(table)};
  Judged judged;
  for (const Seen& seen : ready + sends_pane(sort) + looks(panes, is(0)) +
                              times(2, Story{pass(250)} + looks(panes, is(0))) + Story{pass(100)} +
                              looks(panes, is(0)) + Story{missing(pane_signal, 600)})
    std::visit([&](const auto& what) { referee.see(judged.state, what, judged.findings); }, seen);
  EXPECT_FALSE(judged.findings.breach) << explain(judged);
  EXPECT_EQ(judged.findings.verdicts.size(), 1u);
}

TEST(AckJudge, WhatIsOffIsNotDemanded) {
  const Story opens =
      ready + Story{opened(Subject::Settings)} + sends(open(Target::Settings)) + Story{processed()};
  const auto broken_by = [](const Story& run, const RuleScope& scope) {
    const Judge referee(Revision::R1, clauses_of(scope));
    const auto judged = judge_run<Judged>(referee, run);
    return judged.findings.breach ? rules_of(*judged.findings.breach) : "";
  };
  const RuleScope must{.weakest = Level::Must};
  EXPECT_EQ(broken_by(opens + Story{ok()}, {}), "ACK-21");
  EXPECT_EQ(broken_by(opens + Story{ok()}, must), "");
  EXPECT_EQ(broken_by(opens + Story{note(), note(), ok()}, must), "");
  const Story early = ready + sends_pane(sort) + Story{ok()};
  EXPECT_EQ(broken_by(early, {}), "ACK-03 ACK-31");
  EXPECT_EQ(broken_by(early, {.only = "ACK-31"}), "ACK-31");
  EXPECT_EQ(broken_by(early, {.only = "ACK-19"}), "");
}

TEST(AckJudge, TellsItsClausesAsTheyAreWritten) {
  const auto clause = clause_texts()[0];
  EXPECT_EQ(ack_rules[clause.rule].id, "ACK-08");
  EXPECT_EQ(clause.act, "Dispatch");
  EXPECT_EQ(clause.when, "s.unknown() || s.invalid()");
  const Judged judged = judge(ready + sends_pane(sort) + Story{processed(), pushed(one), ok()});
  EXPECT_TRUE(rules_met(judged).has(rule_index("ACK-04")));
  EXPECT_FALSE(rules_met(judged).has(rule_index("ACK-06")));
}

TEST(AckShow, SaysWhatAPersonWouldSay) {
  EXPECT_EQ(show(calls(close_one, two)), "Called call=2 dialog_close file-viewer one path=1");
  EXPECT_EQ(show(calls(copy)), "Called call=1 copy auto_confirm");
  EXPECT_EQ(show(looks(viewers, is(2)).back()), "Looked call=1 value=2");
  EXPECT_EQ(show(looks(panes, absent).back()), "Looked call=1 absent");
  EXPECT_EQ(show(missing(appears(Subject::About), 1500)),
            "Respond call=1 missing=SoftDialogAppeared{about} elapsed=1500ms doing=may_happen");
  EXPECT_EQ(show(failed(3)), "Respond call=1 failed text=3");
  EXPECT_EQ(show(pushed(one, PushKind::Tabs)), "Pushed tabs left by=1");
  EXPECT_EQ(show(Kind::FalseTimeout), "false timeout");
  EXPECT_EQ(show_classes(classes::foreign_push | classes::transient), "ForeignPush Transient");
  EXPECT_EQ(show_classes(0), "none");
}

}  // namespace
}  // namespace spec::ack
