// Every rule is broken by a run that is right up to the breach, and is named.
#include <gtest/gtest.h>

#include "ack/oracle_testing.h"

namespace spec::ack {
namespace {

const Story viewers_2 = ready + Story{opened(Subject::Viewer), opened(Subject::Viewer)};

TEST(AckWrong, CaptureComesBeforeTheDispatch) {
  expect_wrong("ACK-01", ready + Story{calls(sort), dispatch(), capture(panes)});
  expect_wrong("ACK-01", ready + sends(sort) + looks(panes, is(0)));
  expect_wrong("ACK-01", ready + Story{calls(sort), capture(soft(Subject::About))});
  expect_wrong("ACK-01", ready + Story{calls(sort), pass(1)});
  expect_wrong("ACK-01", viewers_2 + Story{calls(close_one), dispatch(), capture(viewers)});
}

TEST(AckWrong, OneDispatch) {
  expect_wrong("ACK-02", ready + sends_pane(sort) + Story{dispatch()});
  expect_wrong("ACK-02", ready + Story{calls(mkdir), look(soft(Subject::Folder))});
  expect_wrong("ACK-02", ready + Story{calls(mkdir), pass(1)});
  expect_wrong("ACK-02",
               {calls(open_entry), trip(), pass(5000), missing(trip_signal, 5000), trip()});
  expect_wrong("ACK-02", {calls(refresh), ok()});
}

TEST(AckWrong, OkWithoutItsSignal) {
  expect_wrong("ACK-03", ready + sends_pane(sort) + Story{ok()});
  expect_wrong("ACK-03", ready + sends_pane(sort) + looks(panes, is(0)) + Story{ok()});
  expect_wrong("ACK-03", {calls(open_entry), trip(), ok()});
  expect_wrong("ACK-03", ready + sends(mkdir) + Story{look(soft(Subject::File))});
  expect_wrong("ACK-03",
               ready + sends_pane(sort) + Story{pushed()} + looks(panes, is(1)) + Story{pass(250)});
}

TEST(AckWrong, LooksComeInTime) {
  expect_wrong("ACK-04", ready + sends_pane(sort) + Story{pass(1)});
  expect_wrong("ACK-04", ready + sends_pane(sort) + looks(panes, is(0)) + Story{pass(251)});
  expect_wrong("ACK-04",
               ready + sends_pane(sort) + looks(panes, is(0)) + Story{pass(100), look(panes)});
  expect_wrong("ACK-04", ready + sends_pane(sort) + looks(panes, is(0)));
}

TEST(AckWrong, NoLastLook) {
  const Probe probe = soft(Subject::Folder);
  const Story almost = ready + sends(mkdir) + looks(probe, is(0)) +
                       times(14, Story{pass(100)} + looks(probe, is(0))) + Story{pass(100)};
  expect_wrong("ACK-05", almost + Story{missing(appears(Subject::Folder), 1500)});
  expect_wrong("ACK-05", almost + Story{pass(1)});
  expect_wrong("ACK-05", almost + Story{processed(), told(Subject::Folder, true, one)} +
                             looks(probe, is(1)) + Story{missing(appears(Subject::Folder), 1500)});
}

TEST(AckWrong, TheErrorNamesSignalAndTime) {
  const Story gives_up = ready + sends_pane(sort) + waits(panes, is(0));
  expect_wrong("ACK-06", gives_up + Story{missing(trip_signal, 1500)});
  expect_wrong("ACK-06", gives_up + Story{missing(pane_signal, 1501)});
  expect_wrong("ACK-06", gives_up + Story{says(Status::NotReady)});
}

TEST(AckWrong, InputsAreThoseOfBefore) {
  expect_wrong("ACK-08", {calls(move_cursor), says(Status::InvalidParams)});
  expect_wrong("ACK-08", {calls(move_cursor), dispatch()});
  expect_wrong("ACK-08", ready + Story{calls(mkdir), says(Status::InvalidParams)});
}

TEST(AckWrong, ManyEndsWantARoundTrip) {
  expect_wrong("ACK-09", ready + Story{calls(open_entry), capture(panes)});
  expect_wrong("ACK-09", ready + Story{calls(open_entry), dispatch()});
  expect_wrong("ACK-09", ready + Story{calls(open_entry), trip(), look(viewers)});
  expect_wrong("ACK-09", ready + Story{calls(refresh), capture(panes)}, Revision::R2);
}

TEST(AckWrong, RepliesMatchById) {
  expect_wrong("ACK-10", {calls(open_entry), trip(), replied(no_call), ok()});
  expect_wrong("ACK-10", {calls(open_entry), trip(), calls(open_entry, two), trip(two),
                          processed(two), replied(two), ok(two), replied(no_call), failed(0)});
}

TEST(AckWrong, AnErrorReplyIsTheToolsError) {
  expect_wrong("ACK-11", {calls(open_entry), trip(), refused(7), ok()});
  expect_wrong("ACK-11", {calls(open_entry), trip(), refused(7), failed(8)});
  expect_wrong("ACK-11", {calls(open_entry), trip(), refused(7), pass(1)});
}

TEST(AckWrong, NoViewerFailsFast) {
  const Story counts = ready + Story{calls(close_one)} + captures(viewers, is(0));
  expect_wrong("ACK-12", counts + Story{dispatch()});
  expect_wrong("ACK-12", counts + Story{pass(100)});
  expect_wrong("ACK-12", ready + sends(close_all));
  expect_wrong("ACK-12", ready + sends(close_one));
}

TEST(AckWrong, OneOfSeveralIsEnough) {
  const Story one_goes = looks(viewers, is(2)) +
                         Story{processed(), closed(Subject::Viewer, one), pass(100)} +
                         looks(viewers, is(1)) + Story{pass(100)};
  expect_wrong("ACK-13", viewers_2 + sends_close(close_one, 2) + one_goes);
  expect_wrong("ACK-13", viewers_2 + sends(close_one) + looks(viewers, is(2)));
}

TEST(AckWrong, ACancelDoesNotTouchPanes) {
  const Story before = ready + Story{told(Subject::Delete, true), calls(close(Target::Delete))};
  expect_wrong("ACK-14", before + Story{capture(panes)});
  expect_wrong("ACK-14", before + Story{dispatch(), look(panes)});
}

TEST(AckWrong, ASoftDialogIsNoWindow) {
  const Story before = ready + Story{told(Subject::About, true)};
  expect_wrong("ACK-15",
               before + sends(close(Target::About)) + Story{look(windows(Subject::About))});
  expect_wrong("ACK-15",
               ready + sends(focus(Target::About)) + Story{look(windows(Subject::About))});
  expect_wrong("ACK-15",
               ready + Story{calls(open(Target::About)), capture(windows(Subject::About))});
}

TEST(AckWrong, PushesRaiseTheGenerationByOne) {
  const Story pushes = ready + sends_pane(tab) + Story{processed()};
  expect_wrong("ACK-16", pushes + Story{pushed(one, PushKind::Tabs)} + looks(panes, is(0)));
  expect_wrong("ACK-16", pushes + Story{pushed(one)} + looks(panes, is(2)));
  expect_wrong("ACK-16",
               ready + Story{heard(FocusMoved{Pane::Left}), calls(sort)} + captures(panes, is(1)));
  expect_wrong("ACK-16", ready + Story{pushed(no_call, PushKind::State, Pane::Unknown)} +
                             sends_pane(sort, 1));
}

TEST(AckWrong, NothingOutlivesACall) {
  const Story timed_out{calls(open_entry), trip(), pass(5000), missing(trip_signal, 5000)};
  expect_wrong("ACK-17", timed_out + Story{calls(open_entry), trip(), replied(no_call), ok()});
  expect_wrong("ACK-17", timed_out + Story{pass(1), ok()});
  expect_wrong("ACK-17", ready + sends_pane(sort) + waits(panes, is(0)) +
                             Story{missing(pane_signal, 1500), pass(250), look(panes)});
}

// The first is over, the third was never made, the others no observer gives.
TEST(AckWrong, NothingIsDoneForACallThatIsNotInFlight) {
  const Story runs = ready + sends_pane(sort) + looks(panes, is(0));
  const Story over = runs + Story{pushed(), pass(250)} + looks(panes, is(1)) + Story{ok()};
  for (const CallId id : {one, CallId{3}, no_call, CallId{4}, CallId{257}, CallId{0xffff}}) {
    const Story& before = id == one ? over : runs;
    const port::Duration soon{250};
    for (const Seen& said : {look(panes, id), capture(panes, id), note(id), ok(id),
                             act(SetTimer{id, soon}), act(CancelTimer{id})})
      expect_wrong("ACK-17", before + Story{said});
    for (const Seen& said : {dispatch(id), trip(id)}) expect_wrong("ACK-02", before + Story{said});
  }
}

TEST(AckWrong, CallsDoNotTouchEachOther) {
  const Story first = sends_pane(sort) + looks(panes, is(0));
  const Story second = Story{calls(tab, two)} + captures(panes, is(1), two) + Story{dispatch(two)} +
                       looks(panes, is(1), two);
  // The second capture overwrites the first.
  expect_wrong("ACK-18", ready + first + Story{pushed()} + second + Story{pass(250)} +
                             looks(panes, is(1)) + Story{pass(1)});
  // The second call takes over the timer of the first.
  expect_wrong("ACK-18", ready + first + Story{pass(50), calls(open_entry, two), trip(two)} +
                             Story{pass(250)});
  // The answer goes to the wrong call.
  expect_wrong("ACK-18", ready + first + Story{pushed(), pass(100)} + second + Story{pass(150)} +
                             looks(panes, is(1)) + Story{ok(two)});
  expect_wrong("ACK-18", ready + first + Story{calls(mkdir, two), says(Status::Busy, two)});
}

TEST(AckWrong, BudgetsAreThoseOfTheTable) {
  const Story short_wait = looks(panes, is(0)) + times(6, Story{pass(250)} + looks(panes, is(0)));
  expect_wrong("ACK-19",
               ready + sends_pane(parent) + short_wait + Story{missing(pane_signal, 1500)});
  expect_wrong("ACK-19", ready + sends_pane(sort) + short_wait + Story{pass(250)});
  expect_wrong("ACK-19", {calls(open_entry), trip(), pass(1500), missing(trip_signal, 1500)});
  expect_wrong("ACK-19", {calls(open_entry), trip(), pass(5001)});
  expect_wrong("ACK-19", {calls(open_entry), trip()});
  expect_wrong("ACK-19", {calls(refresh), dispatch(), pass(1501)});
}

TEST(AckWrong, AutoConfirmDecides) {
  expect_wrong("ACK-20", ready + Story{calls(copy_asking), capture(panes)});
  expect_wrong("ACK-20", ready + sends(copy) + Story{look(soft(Subject::Transfer))});
  expect_wrong("ACK-20", ready + sends(copy_asking) + Story{look(soft(Subject::Delete))});
}

TEST(AckWrong, WhatHeldBeforeIsNoted) {
  const Probe probe = windows(Subject::Settings);
  const Story opens = ready + Story{opened(Subject::Settings)} + sends(open(Target::Settings));
  expect_wrong("ACK-21", opens + looks(probe, is(1)) + Story{ok()});
  expect_wrong("ACK-21", opens + Story{note(), note()});
  expect_wrong("ACK-21", ready + sends(open(Target::Settings)) + Story{note()});
}

TEST(AckWrong, StartUpDefaults) {
  const Probe probe = soft(Subject::Folder);
  expect_wrong("ACK-22", sends(mkdir) + looks(probe, absent) + Story{ok()});
  expect_wrong("ACK-22", sends(mkdir) + looks(probe, is(1)));
  expect_wrong("ACK-22", sends(close(Target::About)) + looks(soft(Subject::About), absent) +
                             Story{pass(100)});
  expect_wrong("ACK-22", Story{calls(sort)} + captures(panes, is(0)));
}

TEST(AckWrong, NoWindowListIsAnInternalError) {
  const Story asks = Story{calls(close_all)} + captures(viewers, absent);
  expect_wrong("ACK-23", asks + Story{says(Status::InvalidParams)});
  expect_wrong("ACK-23", asks + Story{dispatch()});
  expect_wrong("ACK-23", sends(close_one));
}

TEST(AckWrong, AFalseTimeoutWithoutAClass) {
  const Story waits_for_panes = ready + sends_pane(refresh) + Story{processed()} +
                                waits(panes, is(0)) + Story{missing(pane_signal, 1500)};
  expect_wrong("ACK-30", waits_for_panes);
}

TEST(AckWrong, AFalseOkWithoutAClass) {
  expect_wrong("ACK-31", ready + sends_pane(sort) + waits(panes, is(0)) + Story{ok()});
  expect_wrong("ACK-03",
               ready + sends_pane(sort) + Story{processed()} + waits(panes, is(0)) + Story{ok()});
}

TEST(AckWrong, ARoundTripDoesNotLie) {
  expect_wrong("ACK-32", {calls(open_entry), trip(), processed(), replied(), pass(1)});
  expect_wrong("ACK-32", {calls(open_entry), trip(), processed(), replied(), failed(0)});
  expect_wrong("ACK-32", {calls(open_entry), trip(), pass(5000), processed(), replied(),
                          missing(trip_signal, 5000)});
  expect_wrong("ACK-32", {calls(open_entry), trip(), pass(5000), ok()});
}

}  // namespace
}  // namespace spec::ack
