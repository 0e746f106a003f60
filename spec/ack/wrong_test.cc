// Every rule is broken by a run that is right up to the breach, and named first; beside it a
// right one. What else such an act breaks is named too.
#include <gtest/gtest.h>

#include "ack/testing.h"

namespace spec::ack {
namespace {

const Story viewers_2 = ready + Story{opened(Subject::Viewer), opened(Subject::Viewer)};
const Story looks_once = looks(panes, is(0));
const Probe folder = soft(Subject::Folder);
const Story folder_opens{processed(), told(Subject::Folder, true, one)};
// A call of sort whose push came and that must say so.
const Story pushed_once = ready + sends_pane(sort) + Story{processed(), pushed(one)};

TEST(AckWrong, CaptureComesBeforeTheDispatch) {
  expect_right(pushed_once + Story{ok()});
  expect_wrong("ACK-01", ready + sends(sort));
  expect_wrong("ACK-01", ready + Story{calls(sort), capture(panes), dispatch()});
  expect_wrong("ACK-01",
               ready + Story{calls(sort)} + captures(soft(Subject::About), is(0)) + sends(sort));
  expect_wrong("ACK-01", viewers_2 + Story{calls(close_one), dispatch()});
  expect_right(viewers_2 + Story{calls(close_all), dispatch(), processed(),
                                 closed(Subject::Viewer, one), closed(Subject::Viewer, one), ok()});
}

// However long: the elapsed time is that until the answer.
TEST(AckWrong, ALastLookThatTakesSeconds) {
  const Story asked = ready + sends_pane(sort) + Story{look(panes), pass(1'500)};
  const Story begun = asked + Story{heard(Looked{one, is(0)}), look(panes), pass(20'000)};
  const Story looked = begun + Story{heard(Looked{one, is(0)})};
  expect_right(looked + Story{missing(past(0), 21'500)});
  expect_wrong("ACK-06", looked + Story{missing(past(0), 1'500)});
  expect_wrong("ACK-06", looked + Story{missing(past(0), 21'501)});
}

TEST(AckWrong, OneDispatch) {
  expect_wrong("ACK-02", ready + sends_pane(sort) + Story{dispatch()});
  expect_wrong("ACK-02", ready + Story{calls(mkdir), pass(1)});
  expect_wrong("ACK-02", ready + Story{calls(sort), pass(1)});
  expect_wrong("ACK-02", {calls(refresh), ok()});
  expect_wrong("ACK-02", {calls(mkdir)});
  expect_wrong("ACK-02",
               {calls(open_entry), trip(), pass(5000), missing(trip_signal, 5000), trip()});
  expect_right({calls(refresh), dispatch(), ok()});
}

TEST(AckWrong, OkWithoutItsSignal) {
  expect_wrong("ACK-03", ready + sends_pane(sort) + Story{processed(), ok()});
  expect_wrong("ACK-03", ready + sends_pane(sort) + looks_once + Story{processed(), ok()});
  expect_wrong("ACK-03", {calls(open_entry), trip(), processed(), ok()});
  expect_wrong("ACK-03 ACK-31", ready + sends_pane(sort) + Story{ok()});
  expect_wrong("ACK-03 ACK-32", {calls(open_entry), trip(), ok()});
  expect_right(pushed_once + Story{ok()});
}

TEST(AckWrong, OkComesAtTheFirstPollAtWhichTheSignalHolds) {
  const Story late = ready + sends_pane(sort) + looks_once + Story{pass(30), processed()};
  expect_right(late + Story{pushed(one), pass(220), ok()});
  expect_wrong("ACK-04", late + Story{pushed(one), pass(221)});
  expect_wrong("ACK-04", late + Story{pushed(one), pass(220), pass(1)});
  // It holds at once after the dispatch.
  expect_wrong("ACK-04", ready + Story{opened(Subject::Settings)} + sends(focus(Target::Settings)) +
                             Story{note(), pass(1)});
  // A look at a poll found it; or came before it.
  const Story at_poll = ready + sends_pane(sort) + looks_once + Story{pass(250)};
  expect_wrong("ACK-04",
               at_poll + Story{processed(), pushed(one)} + looks(panes, is(1)) + Story{pass(1)});
  expect_right(at_poll + looks_once + Story{processed(), pushed(one), pass(250)} +
               looks(panes, is(1)) + Story{ok()});
}

TEST(AckWrong, NoLastLook) {
  const Story almost = ready + sends(mkdir) + looks(folder, is(0)) +
                       times(14, Story{pass(100)} + looks(folder, is(0)));
  const Seen gives_up = missing(appears(Subject::Folder), 1500);
  expect_right(almost + Story{pass(100), gives_up});
  expect_right(almost + Story{pass(50)} + folder_opens + Story{pass(50), ok()});
  expect_wrong("ACK-05 ACK-30",
               almost + Story{pass(50)} + folder_opens + Story{pass(50), gives_up});
  expect_wrong("ACK-05", almost + Story{pass(50), told(Subject::Folder, true), pass(50), gives_up});
  expect_wrong("ACK-05 ACK-19", almost + Story{pass(50)} + folder_opens + Story{pass(51)});
  expect_wrong("ACK-05 ACK-30", almost + Story{pass(100)} + folder_opens + Story{gives_up});
}

TEST(AckWrong, TheErrorNamesSignalAndTime) {
  const Story gives_up = ready + sends_pane(sort) + waits(panes, is(0));
  expect_right(gives_up + Story{missing(pane_signal, 1500)});
  expect_wrong("ACK-06", gives_up + Story{missing(trip_signal, 1500)});
  expect_wrong("ACK-06", gives_up + Story{missing(pane_signal, 1501)});
  expect_wrong("ACK-06", gives_up + Story{says(Status::NotReady)});
  expect_wrong("ACK-06", gives_up + Story{says(Status::InvalidParams)});
  expect_wrong("ACK-06", gives_up + Story{missing(past(1), 1500)});
  const Story later = ready + Story{pushed()} + sends_pane(sort, 1) + waits(panes, is(1));
  expect_right(later + Story{missing(past(1), 1500)});
  expect_wrong("ACK-06", later + Story{missing(pane_signal, 1500)});
}

TEST(AckWrong, WhatAwaitsNothingMissesNothing) {
  expect_wrong("ACK-06", {calls(refresh), dispatch(), missing({}, 0)});
  expect_wrong("ACK-06", {calls(refresh), dispatch(), pass(1500), missing(pane_signal, 1500)});
}

// What else a client reads, and when, is its own business.
TEST(AckWrong, APushIsOneStep) {
  const Story both = ready + Story{pushed_as(3), pushed_as(5)};
  expect_right(both + Story{client_reads(is(2, 5))});
  expect_wrong("ACK-24", both + Story{client_reads(is(2, 3))});
  expect_wrong("ACK-24", both + Story{calls(sort), capture(panes), heard(Captured{one, is(2, 3)})});
  expect_wrong("ACK-24", both + sends(mkdir) + looks(panes, is(2, 4)));
  expect_right(both + Story{calls(sort), capture(panes), pushed_as(6),
                            heard(Captured{one, is(2, 5)}), dispatch(), ok()});
  expect_right(both +
               Story{pushed(no_call, PushKind::State, Pane::Unknown, 9), client_reads(is(2, 5))});
}

TEST(AckWrong, AClientReadsWhatItsCallDid) {
  const Story sent = ready + Story{pushed_as(3), calls(sort)} + captures(panes, is(1, 3)) +
                     Story{dispatch(), processed(one, 4)};
  const Story done = sent + Story{pushed_as(4, one), ok()};
  expect_right(done + Story{client_reads(is(2, 4))});
  expect_wrong("ACK-25", done + Story{client_reads(is(1, 3))});
  expect_wrong("ACK-25 ACK-24", done + Story{client_reads(is(2, 3))});
  expect_wrong("ACK-25", done + Story{client_reads(absent)});
  // Not of a push that was another's, and not a second time.
  expect_right(sent + Story{pushed_as(5), ok(), client_reads(is(1, 3))});
  expect_right(done + Story{client_reads(is(2, 4)), client_reads(is(1, 3))});
}

TEST(AckWrong, AViewerOfThePathThatIsStillOpenIsNoted) {
  const auto view = [](std::uint8_t path) { return opened(Subject::Viewer, no_call, {path}); };
  const Story two_of_it = ready + Story{view(1), view(1)} + sends_close(close_one, 2) +
                          Story{processed(), closed(Subject::Viewer, one, {1})};
  expect_right(two_of_it + Story{note_open(), ok()});
  expect_wrong("ACK-26", two_of_it + Story{ok()});
  expect_wrong("ACK-26", two_of_it + Story{note_open(), note_open()});
  expect_wrong("ACK-26", two_of_it + Story{note_open(one, {2}), ok()});
  // It says how it is at OK.
  expect_wrong("ACK-26", two_of_it + Story{note_open(), pass(1), ok()});
  const Story one_of_it = ready + Story{view(1), view(2)} + sends_close(close_one, 2) +
                          Story{processed(), closed(Subject::Viewer, one, {1})};
  expect_right(one_of_it + Story{ok()});
  expect_wrong("ACK-26", one_of_it + Story{note_open(), ok()});
  expect_wrong("ACK-26", ready + sends_pane(sort) + Story{note_open()});
}

TEST(AckWrong, ACallIsOverWhenItsClientGoesAway) {
  const Story sent = ready + sends_pane(sort) + looks_once;
  expect_right(sent + Story{client_leaves(), pass(60'000)});
  expect_wrong("ACK-17", sent + Story{client_leaves(), look(panes)});
  expect_wrong("ACK-17", sent + Story{client_leaves(), processed(), pushed(), ok()});
  expect_wrong("ACK-02", ready + Story{calls(sort), capture(panes), client_leaves(), dispatch()});
  expect_right(ready + Story{calls(sort), client_leaves(), calls(sort)} + captures(panes, is(0)) +
               Story{dispatch(), processed(), pushed(one), ok()});
  // Its reply is a late one for others.
  const Story next = Story{calls(open_entry), trip(),       client_leaves(),
                           calls(open_entry), trip(one, 2), replied(no_call)};
  expect_wrong("ACK-17", next + Story{failed(0)});
}

TEST(AckWrong, InputsAreThoseOfBefore) {
  expect_right({calls(rename_entry), says(Status::UnknownTool)});
  expect_wrong("ACK-08", {calls(rename_entry), says(Status::InvalidParams)});
  expect_wrong("ACK-08", {calls(rename_entry), dispatch()});
  expect_wrong("ACK-08", {calls(rename_entry), pass(1)});
  expect_wrong("ACK-08", {calls(open(Target::Transfer)), says(Status::UnknownTool)});
  expect_wrong("ACK-08", ready + Story{calls(mkdir), says(Status::InvalidParams)});
}

TEST(AckWrong, ManyEndsWantARoundTrip) {
  expect_right({calls(open_entry), trip(), processed(), replied(), ok()});
  expect_wrong("ACK-09", ready + Story{calls(open_entry), dispatch()});
  expect_right({calls(refresh), trip(), processed(), replied(), ok()}, Revision::R2);
  expect_wrong("ACK-09", ready + Story{calls(refresh), dispatch()}, Revision::R2);
}

TEST(AckWrong, RepliesMatchById) {
  const Story astray{calls(open_entry), trip(), replied(no_call)};
  expect_right(astray + Story{processed(), replied(), ok()});
  expect_wrong("ACK-10 ACK-03", astray + Story{processed(), ok()});
  expect_wrong("ACK-10 ACK-03 ACK-32", astray + Story{ok()});
  expect_wrong("ACK-10", astray + Story{failed(0)});
  expect_wrong("ACK-10", {calls(open_entry), trip(), calls(open_entry, two), trip(two),
                          processed(two), replied(two), ok(two), replied(no_call), failed(0)});
}

TEST(AckWrong, AnErrorReplyIsTheToolsError) {
  const Story declined{calls(open_entry), trip(), refused(7)};
  expect_right(declined + Story{failed(7)});
  expect_wrong("ACK-11 ACK-32", declined + Story{ok()});
  expect_wrong("ACK-11", declined + Story{failed(8)});
  expect_wrong("ACK-11", declined + Story{failed(7, one, Refusal::Blocked)});
  const Story garbage{calls(open_entry), trip(), refused(7, one, Refusal::Malformed)};
  expect_right(garbage + Story{failed(7, one, Refusal::Malformed)});
  expect_wrong("ACK-11 ACK-32", garbage + Story{ok()});
  expect_wrong("ACK-11", declined + Story{pass(1)});
  expect_wrong("ACK-11", {calls(open_entry), trip(), failed(0)});
}

TEST(AckWrong, NoViewerFailsFast) {
  const Story counts = ready + Story{calls(close_one)} + captures(viewers, is(0));
  expect_right(counts + Story{says(Status::InvalidParams)});
  expect_wrong("ACK-12", counts + Story{dispatch()});
  expect_wrong("ACK-12", counts + Story{pass(100)});
  expect_wrong("ACK-12", counts + Story{says(Status::UnknownTool)});
  expect_wrong("ACK-12", ready + sends(close_all));
  expect_wrong("ACK-12", viewers_2 + Story{calls(close_all), says(Status::InvalidParams)});
  expect_wrong("ACK-12 ACK-01", ready + sends(close_one));
}

TEST(AckWrong, OneOfSeveralIsEnough) {
  const Story one_goes = viewers_2 + sends_close(close_one, 2) + looks(viewers, is(2)) +
                         Story{processed(), closed(Subject::Viewer, one), pass(100)};
  expect_right(one_goes + looks(viewers, is(1)) + Story{ok()});
  expect_wrong("ACK-13 ACK-04", one_goes + looks(viewers, is(1)) + Story{pass(100)});
  expect_wrong("ACK-03", viewers_2 + sends_close(close_all, 2) +
                             Story{processed(), closed(Subject::Viewer, one), ok()});
}

TEST(AckWrong, ACancelDoesNotTouchPanes) {
  const Story waits_for_panes = ready + Story{told(Subject::Delete, true)} +
                                sends(close(Target::Delete)) + looks_once + Story{processed()};
  const Seen goes_away = told(Subject::Delete, false, one);
  expect_wrong("ACK-14 ACK-03", waits_for_panes + Story{pushed(one), ok()});
  expect_wrong("ACK-14 ACK-04", waits_for_panes + Story{goes_away, pass(101)});
  expect_right(waits_for_panes + Story{goes_away, pass(100), ok()});
}

TEST(AckWrong, ASoftDialogIsNoWindow) {
  const Probe window = windows(Subject::About);
  const Story closes =
      ready + Story{told(Subject::About, true)} + sends(close(Target::About)) + Story{processed()};
  const Seen goes_away = told(Subject::About, false, one);
  expect_wrong("ACK-15 ACK-03", closes + looks(window, is(0)) + Story{ok()});
  expect_wrong("ACK-03", closes + Story{ok()});
  expect_right(closes + looks(window, is(0)) + Story{goes_away, ok()});
  const Story opens = ready + sends(open(Target::About)) + looks(window, is(0)) +
                      Story{processed(), told(Subject::About, true, one)};
  expect_wrong("ACK-15 ACK-04", opens + Story{pass(101)});
  expect_right(opens + Story{pass(100), ok()});
}

TEST(AckWrong, PushesRaiseTheGenerationByOne) {
  const Story pushes = ready + sends_pane(tab) + Story{processed()};
  const Seen of_tabs = pushed(one, PushKind::Tabs);
  expect_right(pushes + Story{of_tabs} + looks(panes, is(1)) + Story{ok()});
  expect_wrong("ACK-16", pushes + Story{of_tabs} + looks(panes, is(0)));
  expect_wrong("ACK-16", pushes + Story{pushed(one)} + looks(panes, is(2)));
  expect_wrong("ACK-16",
               ready + Story{heard(FocusMoved{Pane::Left}), calls(sort)} + captures(panes, is(1)));
  expect_wrong("ACK-16", ready + Story{pushed(no_call, PushKind::State, Pane::Unknown)} +
                             sends_pane(sort, 1));
  // Whoever reads them, and why.
  expect_wrong("ACK-16", ready + sends(mkdir) + Story{pushed()} + looks(panes, is(2)));
  // A capture may be as old as its command.
  const Story asks = ready + Story{calls(sort), capture(panes), pushed()};
  expect_right(asks + Story{heard(Captured{one, is(0)}), dispatch(), ok()});
  expect_right(asks + Story{heard(Captured{one, is(1)}), dispatch(), pushed(), ok()});
  expect_wrong("ACK-16", asks + Story{pushed(), heard(Captured{one, is(1)})});
}

TEST(AckWrong, NothingOutlivesACall) {
  const Story timed_out{calls(open_entry), trip(), pass(5000), missing(trip_signal, 5000)};
  const Story again{calls(open_entry), trip(one, 2)};
  const Story late = timed_out + again + Story{replied(no_call), processed()};
  expect_wrong("ACK-28", timed_out + Story{calls(open_entry), trip()});
  expect_right(late + Story{replied(), ok()});
  expect_wrong("ACK-17 ACK-03", late + Story{ok()});
  expect_wrong("ACK-17", late + Story{failed(0)});
  expect_wrong("ACK-17", timed_out + Story{pass(1), ok()});
  expect_wrong("ACK-17", ready + sends_pane(sort) + waits(panes, is(0)) +
                             Story{missing(pane_signal, 1500), pass(250), look(panes)});
}

// The first is over, the third was never made, the others no observer gives.
TEST(AckWrong, NothingIsDoneForACallThatIsNotInFlight) {
  const Story over = pushed_once + Story{ok()};
  const Story runs = ready + sends_pane(sort) + looks_once;
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
  const Story first = ready + sends_pane(sort) + looks_once;
  const Story second = Story{calls(mkdir, two), dispatch(two)};
  // The answer goes to the wrong call.
  const Story both = first + second + Story{processed(), processed(two), pushed(one)};
  expect_right(both + Story{ok(), told(Subject::Folder, true, two), ok(two)});
  expect_wrong("ACK-18 ACK-03", both + Story{ok(two)});
  const Story expires = first + Story{pass(100)} + second + Story{pass(1400)};
  expect_wrong("ACK-18 ACK-19 ACK-06", expires + Story{missing(pane_signal, 1500, two)});
  expect_right(expires + Story{missing(pane_signal, 1500), pass(100),
                               missing(appears(Subject::Folder), 1500, two)});
  // The capture of the second call takes the place of that of the first.
  const Story another = Story{calls(tab, two)} + captures(panes, is(1), two) + Story{dispatch(two)};
  const Story captures_anew = first + Story{pass(50), pushed(), processed()} + another;
  expect_right(captures_anew + Story{pass(200), ok(), pass(1300), missing(past(1), 1500, two)});
  expect_wrong("ACK-18 ACK-04", captures_anew + Story{pass(201)});
  expect_wrong("ACK-27", first + Story{calls(mkdir, two), says(Status::Busy, two)});
}

TEST(AckWrong, BudgetsAreThoseOfTheTable) {
  const Story asks_parent = ready + sends_pane(parent);
  expect_right(asks_parent + Story{pass(5000), missing(pane_signal, 5000)});
  expect_wrong("ACK-19", asks_parent + Story{pass(1500), missing(pane_signal, 1500)});
  expect_wrong("ACK-19", ready + sends_pane(sort) + Story{pass(1501)});
  expect_wrong("ACK-19", {calls(open_entry), trip(), pass(1500), missing(trip_signal, 1500)});
  expect_wrong("ACK-19", {calls(open_entry), trip(), pass(5001)});
  expect_wrong("ACK-19", {calls(open_entry), trip()});
  expect_wrong("ACK-19", {calls(refresh), dispatch(), pass(1501)});
}

TEST(AckWrong, AutoConfirmDecides) {
  const Story asks = ready + sends(copy_asking) + looks_once + Story{processed()};
  const Seen confirms = told(Subject::Transfer, true, one);
  expect_wrong("ACK-20 ACK-03", asks + Story{pushed(one), ok()});
  expect_wrong("ACK-20 ACK-04", asks + Story{confirms, pass(101)});
  expect_right(asks + Story{confirms, pass(100), ok()});
  expect_wrong("ACK-20 ACK-01", ready + Story{calls(copy)} +
                                    captures(soft(Subject::Transfer), is(0)) + Story{dispatch()});
}

TEST(AckWrong, WhatHeldBeforeIsNoted) {
  const Story opens =
      ready + Story{opened(Subject::Settings)} + sends(open(Target::Settings)) + Story{processed()};
  expect_right(opens + Story{note(), ok()});
  expect_wrong("ACK-21", opens + Story{ok()});
  expect_wrong("ACK-21", opens + Story{note(), note()});
  expect_wrong("ACK-21", ready + sends(open(Target::Settings)) + Story{note()});
  expect_wrong("ACK-21", ready + sends_pane(sort) + Story{note()});
  // What was read before the dispatch counts.
  const Probe probe = windows(Subject::Settings);
  const Story comes =
      ready + Story{calls(open(Target::Settings)), capture(probe), opened(Subject::Settings)};
  expect_wrong("ACK-21", comes + Story{heard(Captured{one, is(1)}), dispatch(), processed(), ok()});
  expect_right(comes + Story{heard(Captured{one, is(0)}), dispatch(), processed(), ok()});
}

TEST(AckWrong, StartUpDefaults) {
  expect_wrong("ACK-22", sends(mkdir) + Story{processed(), ok()});
  expect_wrong("ACK-22 ACK-31", sends(mkdir) + Story{ok()});
  expect_wrong("ACK-22 ACK-04", sends(close(Target::About)) + Story{pass(1)});
  expect_right(sends(close(Target::About)) + Story{ok()});
  expect_wrong("ACK-22", Story{calls(sort)} + captures(panes, is(0)));
  expect_right(Story{calls(sort)} + captures(panes, absent) +
               Story{dispatch(), pass(1500), missing(pane_signal, 1500)});
}

TEST(AckWrong, NoWindowListIsAnInternalError) {
  const Story asks = Story{calls(close_all)} + captures(viewers, absent);
  expect_right(asks + Story{says(Status::NotReady)});
  expect_wrong("ACK-23", asks + Story{says(Status::InvalidParams)});
  expect_wrong("ACK-23", viewers_2 + Story{calls(close_all), says(Status::NotReady)});
  // Of a row that needs no list another rule says what may be refused.
  expect_wrong("ACK-35", ready + Story{calls(mkdir), says(Status::NotReady)});
  expect_wrong("ACK-23", asks + Story{dispatch()});
  expect_wrong("ACK-23", asks + Story{pass(1)});
}

TEST(AckWrong, AFalseTimeoutWithoutAClass) {
  const Story refreshes{calls(refresh), dispatch(), processed()};
  expect_wrong("ACK-30 ACK-06", refreshes + Story{missing(pane_signal, 1500)});
  expect_right(refreshes + Story{ok()});
}

TEST(AckWrong, AFalseOkWithoutAClass) {
  const Story waited = ready + sends_pane(sort) + waits(panes, is(0));
  expect_wrong("ACK-31 ACK-03", waited + Story{ok()});
  expect_right(waited + Story{missing(pane_signal, 1500)});
}

TEST(AckWrong, ARoundTripDoesNotLie) {
  const Story answered{calls(open_entry), trip(), processed(), replied()};
  expect_right(answered + Story{ok()});
  expect_wrong("ACK-32", answered + Story{pass(1)});
  expect_wrong("ACK-32", answered + Story{failed(0)});
  expect_wrong("ACK-32", {calls(open_entry), trip(), pass(5000), processed(), replied(),
                          missing(trip_signal, 5000)});
  expect_wrong("ACK-32 ACK-03", {calls(open_entry), trip(), pass(5000), ok()});
}

}  // namespace
}  // namespace spec::ack
