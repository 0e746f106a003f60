// Each class of lie, by a run of a right subject.
#include <gtest/gtest.h>

#include "ack/testing.h"

namespace spec::ack {
namespace {

using namespace classes;

TEST(AckClasses, FireAndForgetSaysOkAtDispatch) {
  const Story run{calls(refresh), dispatch(), ok(), pass(100)};
  expect_end(run, Kind::FalseOk, fire_and_forget);
}

TEST(AckClasses, ALooseCallThatWaitedIsATrueOk) {
  expect_end({calls(refresh), dispatch(), pass(100), processed(), ok()}, Kind::TrueOk);
}

TEST(AckClasses, AnUnrelatedPushBeforeTheFirstLook) {
  expect_end(ready + sends_pane(sort) + Story{pushed()} + looks(panes, is(1)) + Story{ok()},
             Kind::FalseOk, foreign_push);
}

TEST(AckClasses, AnUnrelatedPushBetweenCaptureAndDispatch) {
  expect_end(
      ready +
          Story{calls(sort), capture(panes), pushed(), heard(Captured{one, is(0)}), dispatch()} +
          looks(panes, is(1)) + Story{ok()},
      Kind::FalseOk, foreign_push);
}

TEST(AckClasses, APushOfAnotherCall) {
  const Story first = sends_pane(sort) + looks(panes, is(0));
  const Story second = Story{calls(tab, two)} + captures(panes, is(0), two) + Story{dispatch(two)} +
                       looks(panes, is(0), two);
  const Story rest = Story{processed(), pushed(one), pass(250)} + looks(panes, is(1)) +
                     Story{ok()} + looks(panes, is(1), two) + Story{ok(two)};
  expect_ends(ready + first + second + rest,
              {{one, Kind::TrueOk, 0}, {two, Kind::FalseOk, foreign_push}});
}

TEST(AckClasses, AForeignPushForAProcessedActionIsNoLie) {
  expect_end(ready + sends_pane(sort) + looks(panes, is(0)) +
                 Story{processed(), pushed(), pass(250)} + looks(panes, is(1)) + Story{ok()},
             Kind::TrueOk);
}

TEST(AckClasses, WhatHeldBefore) {
  const Probe probe = soft(Subject::Folder);
  expect_end(ready + Story{told(Subject::Folder, true), calls(mkdir), note()} + Story{dispatch()} +
                 looks(probe, is(1)) + Story{ok()},
             Kind::FalseOk, already_held);
  expect_end(ready + sends(close(Target::Settings)) + looks(windows(Subject::Settings), is(0)) +
                 Story{ok()},
             Kind::FalseOk, already_held);
}

TEST(AckClasses, NoTrackerYet) {
  expect_end(sends(close(Target::About)) + looks(soft(Subject::About), absent) + Story{ok()},
             Kind::FalseOk, start_up_default);
}

TEST(AckClasses, AWindowListThatArrives) {
  const Probe probe = windows(Subject::Settings);
  expect_end(Story{opened(Subject::Settings)} + sends(open(Target::Settings)) +
                 looks(probe, absent) + Story{windows_ready, pass(100)} + looks(probe, is(1)) +
                 Story{ok()},
             Kind::FalseOk, start_up_default);
}

TEST(AckClasses, ANotificationThatNothingReceives) {
  const Probe probe = soft(Subject::Folder);
  expect_end(sends(mkdir) + Story{processed(), told(Subject::Folder, true, one)} +
                 waits(probe, absent) + Story{missing(appears(Subject::Folder), 1500)},
             Kind::FalseTimeout, start_up_default);
  expect_end(Story{calls(sort)} + captures(panes, absent) +
                 Story{dispatch(), processed(), pushed(one), store_ready} + waits(panes, is(0)) +
                 Story{missing(pane_signal, 1500)},
             Kind::FalseTimeout, start_up_default);
}

TEST(AckClasses, AViewerThatOpensWhileOneCloses) {
  expect_end(
      ready + Story{opened(Subject::Viewer)} + sends_close(close_one, 1) + looks(viewers, is(1)) +
          Story{opened(Subject::Viewer), processed(), closed(Subject::Viewer, one)} +
          times(15, Story{pass(100)} + looks(viewers, is(1))) + Story{missing(fewer_than(1), 1500)},
      Kind::FalseTimeout, foreign_window);
}

TEST(AckClasses, AViewerThatClosesByItself) {
  expect_end(ready + Story{opened(Subject::Viewer), opened(Subject::Viewer)} +
                 sends_close(close_one, 2) + looks(viewers, is(2)) +
                 Story{closed(Subject::Viewer), pass(100)} + looks(viewers, is(1)) + Story{ok()},
             Kind::FalseOk, foreign_window);
}

// The one that was asked for shows path 1, and another goes.
TEST(AckClasses, AViewerThatIsClosedInThePlaceOfTheOneAskedFor) {
  const Story both =
      ready + Story{opened(Subject::Viewer, no_call, {1}), opened(Subject::Viewer, no_call, {2})};
  expect_end(both + sends_close(close_one, 2) + looks(viewers, is(2, 1)) +
                 Story{closed(Subject::Viewer, no_call, {2}), pass(100)} +
                 looks(viewers, is(1, 1)) + Story{note_open(), ok()},
             Kind::FalseOk, foreign_window);
}

TEST(AckClasses, ADialogThatAnotherCallOpened) {
  const Probe probe = soft(Subject::Folder);
  expect_end(ready + sends(mkdir) + looks(probe, is(0)) +
                 Story{told(Subject::Folder, true), pass(100)} + looks(probe, is(1)) + Story{ok()},
             Kind::FalseOk, foreign_window);
}

TEST(AckClasses, ADialogThatCameAndWentBetweenTwoLooks) {
  const Probe probe = soft(Subject::Folder);
  expect_end(ready + sends(mkdir) + looks(probe, is(0)) +
                 Story{pass(30), processed(), told(Subject::Folder, true, one), pass(30),
                       told(Subject::Folder, false), pass(40)} +
                 looks(probe, is(0)) + times(14, Story{pass(100)} + looks(probe, is(0))) +
                 Story{missing(appears(Subject::Folder), 1500)},
             Kind::FalseTimeout, transient);
}

TEST(AckClasses, AWindowThatCameBack) {
  const Probe probe = windows(Subject::Settings);
  expect_end(ready + Story{opened(Subject::Settings)} + sends(close(Target::Settings)) +
                 looks(probe, is(1)) +
                 Story{pass(30), processed(), closed(Subject::Settings, one), pass(30),
                       opened(Subject::Settings), pass(40)} +
                 looks(probe, is(1)) + times(14, Story{pass(100)} + looks(probe, is(1))) +
                 Story{missing(goes(Subject::Settings), 1500)},
             Kind::FalseTimeout, transient);
}

TEST(AckClasses, AReplyBeforeTheActionOrWithoutIt) {
  expect_end({calls(open_entry), trip(), replied(), ok()}, Kind::FalseOk, early_reply);
  expect_end({calls(open_entry), trip(), pass(10), replied(), ok(), pass(100)}, Kind::FalseOk,
             early_reply);
}

TEST(AckClasses, WhatIsProcessedAndShowsNothingIsAnUnseenSuccess) {
  expect_end(ready + sends_pane(sort) + Story{processed()} + waits(panes, is(0)) +
                 Story{missing(pane_signal, 1500)},
             Kind::UnseenSuccess);
  expect_end({calls(open_entry), trip(), processed(), pass(5000), missing(trip_signal, 5000)},
             Kind::UnseenSuccess);
}

TEST(AckClasses, AReplyThatCannotBeReadIsAnUnseenSuccessOfWhatWasDone) {
  const Story garbage{refused(7, one, Refusal::Malformed), failed(7, one, Refusal::Malformed)};
  expect_end(Story{calls(open_entry), trip(), processed()} + garbage, Kind::UnseenSuccess);
  expect_end(Story{calls(open_entry), trip()} + garbage, Kind::TrueError);
}

TEST(AckClasses, WhatIsProcessedAfterTheAnswerIsATrueError) {
  expect_end(ready + sends_pane(sort) + waits(panes, is(0)) +
                 Story{missing(pane_signal, 1500), processed()},
             Kind::TrueError);
}

TEST(AckClasses, ANotificationAfterTheLastLookComesTooLate) {
  expect_end(
      ready + sends_pane(sort) + waits(panes, is(0)) + Story{missing(pane_signal, 1500), pushed()},
      Kind::TrueError);
}

TEST(AckClasses, TheListedFrontendsThatNotifyNothing) {
  const Probe about = soft(Subject::About);
  expect_end(ready + Story{told(Subject::About, true)} + sends(close(Target::About)) +
                 Story{processed()} + waits(about, is(1)) +
                 Story{missing(goes(Subject::About), 1500)},
             Kind::UnseenSuccess);
  const Probe folder = soft(Subject::Folder);
  expect_end(ready + sends(mkdir) + Story{told(Subject::File, true, one)} + waits(folder, is(0)) +
                 Story{missing(appears(Subject::Folder), 1500)},
             Kind::TrueError);
}

}  // namespace
}  // namespace spec::ack
