// Of each rule that a run can break: a run that breaks it, told by that rule first, and the right
// run beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "modality/testing.h"

namespace spec::modality {
namespace {

struct Wrong {
  std::string_view rule, name;
  Story run, right;
};
void PrintTo(const Wrong& row, std::ostream* out) { *out << row.name; }

Story one_shows(const Options& raw) { return Story{opened(1)} + begins(raw); }
Story two_show() { return Story{opened(1), opened(2)} + begins(sweeping); }
const Story sweep_begins{thread_dump(Stage::Sweep), shot(Stage::Sweep), close(1)};
Story frozen() { return Story{freezes} + begins(Mode::SmartNonModal); }
const Story at_the_budget{pass(1'500), note(1'500), pass(750)};
Story dialog_shows_in_body() { return starts(watched) + Story{opened(1)}; }
Story post() { return begins(syncing) + synced_story + Story{start, returned}; }
Story in_body(const MethodCall& which) { return unleashes() + Story{calls(which)}; }
const Story swept_by_monitor =
    closes_one(1, Stage::Monitor) + Story{report(1, Outcome::Closed)} + tripped_story;
const Story trip_ends = trips + swept_by_monitor;
const Story return_ends = Story{returned} + ends;
Story bad_call(const Request& request) { return {Called{request}}; }
constexpr Request from_edt{.from_edt = true, .body_timeout = Duration{9}};
Story surface_fails(Reason reason) {
  return {decide(Stage::Surface, reason), failed(Stage::Surface, reason)};
}
Story body_times_out() {
  return {decide(Stage::Body, Reason::BodyTimedOut), cancel_body, thread_dump(Stage::Body),
          schedule, failed(Stage::Body, Reason::BodyTimedOut)};
}
Story body_throws() {
  return {decide(Stage::Body, Reason::BodyThrew), schedule, failed(Stage::Body, Reason::BodyThrew)};
}

std::vector<Wrong> surface_and_sweep() {
  return {
      {"MOD-01", "UnknownModeRuns", bad_call({.defect = Defect::UnknownMode}) + Story{schedule},
       bad_call({.defect = Defect::UnknownMode}) + surface_fails(Reason::UnknownMode)},
      {"MOD-02", "AProfileDoesNotSweep",
       Story{opened(1)} + begins(Mode::SmartNonModal) + gate_fails(Reason::DialogAtGate, dialog),
       Story{opened(1)} + begins(Mode::SmartNonModal) + sweeps_one(1) + synced_story + smartens() +
           Story{start, returned} + synced_story + ends},
      {"MOD-05", "TwoResults", unleashes() + return_ends + Story{ok}, unleashes() + return_ends},
      {"MOD-05", "ARefreshAfterTheResult", unleashes() + return_ends + Story{schedule},
       unleashes() + return_ends},
      {"MOD-05", "AnArtifactBeforeItsDecision", one_shows(plain) + Story{shot(Stage::Gate)},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-06", "ATupleSweepsThatShouldNot", one_shows(plain) + Story{thread_dump(Stage::Sweep)},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-06", "TheContradictionDoesNotTrip",
       one_shows({.allow_at_gate = true, .close_while_running = true}) + Story{start, pass(751)},
       one_shows({.allow_at_gate = true, .close_while_running = true}) + Story{start, pass(750)} +
           trip_ends},
      {"MOD-08", "AnArtifactThatNothingCallsFor",
       starts() + Story{returned, succeed, shot(Stage::Gate)}, starts() + return_ends},
      {"MOD-08", "AnAnswerToAnotherCall", in_body({Method::IsModal}) + Story{Return{{8}, 0}},
       in_body({Method::IsModal}) + Story{give(0)} + return_ends},
      {"MOD-10", "ShallowFirst",
       two_show() + Story{thread_dump(Stage::Sweep), shot(Stage::Sweep), close(1)},
       two_show() + Story{thread_dump(Stage::Sweep)} + closes_one(2, Stage::Sweep) +
           closes_one(1, Stage::Sweep) +
           Story{report(2, Outcome::Closed), report(1, Outcome::Closed), start} + return_ends},
      {"MOD-10", "OneIsLeftOut",
       two_show() + Story{thread_dump(Stage::Sweep)} + closes_one(2, Stage::Sweep) +
           Story{report(2, Outcome::Closed), decide(Stage::Gate, Reason::DialogAtGate)},
       two_show() + Story{thread_dump(Stage::Sweep)} + closes_one(2, Stage::Sweep) +
           Story{shot(Stage::Sweep), close(1), answered(1, CloseAnswer::Refused),
                 report(2, Outcome::Closed), report(1, Outcome::Refused)} +
           gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-11", "NoThreadDump", one_shows(sweeping) + Story{shot(Stage::Sweep), close(1)},
       one_shows(sweeping) + sweeps_one(1) + Story{start} + return_ends},
      {"MOD-11", "NoScreenshot", one_shows(sweeping) + Story{thread_dump(Stage::Sweep), close(1)},
       one_shows(sweeping) + sweeps_one(1) + Story{start} + return_ends},
      {"MOD-11", "AnEmptySweepTakesOne", begins(sweeping) + Story{thread_dump(Stage::Sweep)},
       begins(sweeping) + Story{start} + return_ends},
      {"MOD-12", "ADisposalIsNotWaitedFor",
       one_shows(sweeping) + sweep_begins + Story{answered(1), report(1, Outcome::Pending)},
       one_shows(sweeping) + sweep_begins +
           Story{answered(1), pass(1'250), report(1, Outcome::Pending)} +
           gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-12", "ADialogThatOpenedMeanwhileIsClosed",
       one_shows(sweeping) + sweep_begins +
           Story{opened(2), answered(1), disposed(1), shot(Stage::Sweep), close(2)},
       one_shows(sweeping) + sweep_begins +
           Story{opened(2), answered(1), disposed(1), report(1, Outcome::Closed)} +
           gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-13", "ARefusedOneIsToldAsClosed",
       one_shows(sweeping) + sweep_begins +
           Story{answered(1, CloseAnswer::Refused), report(1, Outcome::Closed)},
       one_shows(sweeping) + sweep_begins +
           Story{answered(1, CloseAnswer::Refused), report(1, Outcome::Refused)} +
           gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-13", "NothingIsTold",
       one_shows(sweeping) + sweep_begins + Story{answered(1), disposed(1), start},
       one_shows(sweeping) + sweep_begins +
           Story{answered(1), disposed(1), report(1, Outcome::Closed), start} + return_ends},
      {"MOD-13", "OneIsToldTwice",
       two_show() + Story{thread_dump(Stage::Sweep)} + closes_one(2, Stage::Sweep) +
           closes_one(1, Stage::Sweep) +
           Story{report(2, Outcome::Closed), report(2, Outcome::Closed)},
       two_show() + Story{thread_dump(Stage::Sweep)} + closes_one(2, Stage::Sweep) +
           closes_one(1, Stage::Sweep) +
           Story{report(2, Outcome::Closed), report(1, Outcome::Closed), start} + return_ends},
  };
}

std::vector<Wrong> wait_and_gate() {
  return {
      {"MOD-20", "TheWaitIsLeftUnderAProgress", frozen() + Story{commit},
       frozen() + Story{pass(500), thaws} + synced_story + smartens() + Story{start, returned} +
           synced_story + ends},
      {"MOD-20", "AClearIdeIsNotSeenForAWholePoll", frozen() + Story{pass(500), thaws, pass(501)},
       frozen() + Story{pass(500), thaws, pass(500)} + synced_story + smartens() +
           Story{start, returned} + synced_story + ends},
      {"MOD-21", "ADialogIsNotSeenForAWholePoll", frozen() + Story{pass(400), opened(1), pass(601)},
       frozen() + Story{pass(400), opened(1), pass(600)} +
           gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-21", "TheWaitSweeps",
       frozen() + Story{pass(400), opened(1), pass(100), thread_dump(Stage::Sweep)},
       frozen() + Story{pass(400), opened(1), pass(100)} +
           gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-22", "APassedBudgetIsCalledADialog",
       frozen() + at_the_budget + Story{decide(Stage::Gate, Reason::DialogAtGate)},
       frozen() + at_the_budget + gate_fails(Reason::ProgressOutlivedBudget, progress)},
      {"MOD-22", "ThePassedBudgetIsIgnored", frozen() + at_the_budget + Story{pass(1)},
       frozen() + at_the_budget + gate_fails(Reason::ProgressOutlivedBudget, progress)},
      {"MOD-23", "NoNote", frozen() + Story{pass(1'500), pass(500)},
       frozen() + at_the_budget + gate_fails(Reason::ProgressOutlivedBudget, progress)},
      {"MOD-23", "ANoteAtEachPoll", frozen() + Story{pass(500), note(500)},
       frozen() + Story{pass(500), thaws} + synced_story + smartens() + Story{start, returned} +
           synced_story + ends},
      {"MOD-30", "TheGateIsPassedAndNothingFollows", begins(plain) + Story{pass(1)},
       starts() + return_ends},
      {"MOD-31", "TheBodyStartsUnderADialog", one_shows(plain) + Story{start},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-31", "TheGateFailsWithoutADump",
       one_shows(plain) +
           Story{decide(Stage::Gate, Reason::DialogAtGate), shot(Stage::Gate), schedule},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-31", "TheGateDumpsFirst",
       one_shows(plain) +
           Story{decide(Stage::Gate, Reason::DialogAtGate), thread_dump(Stage::Gate)},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-31", "TheGateFailsOverNothing",
       begins(plain) + Story{decide(Stage::Gate, Reason::DialogAtGate)}, starts() + return_ends},
      {"MOD-32", "AnAllowedDialogFails",
       one_shows({.allow_at_gate = true}) + Story{decide(Stage::Gate, Reason::DialogAtGate)},
       one_shows({.allow_at_gate = true}) + Story{start} + return_ends},
      {"MOD-33", "ARefusedProgressPasses",
       Story{freezes} + begins({.progress = ProgressAtGate::Refuse}) + Story{start},
       Story{freezes} + begins({.progress = ProgressAtGate::Refuse}) +
           gate_fails(Reason::ProgressAtGate, progress)},
      {"MOD-33", "AToleratedProgressFails",
       Story{freezes} + begins(plain) + Story{decide(Stage::Gate, Reason::ProgressAtGate)},
       Story{freezes} + starts() + return_ends},
      {"MOD-34", "ANonModalDialogCounts",
       Story{DialogOpened{{1}, false}} + begins(plain) +
           Story{decide(Stage::Gate, Reason::DialogAtGate)},
       Story{DialogOpened{{1}, false}} + starts() + return_ends},
      {"MOD-35", "TheResultDoesNotNameWhatBlocks",
       one_shows(plain) + Story{decide(Stage::Gate, Reason::DialogAtGate), shot(Stage::Gate),
                                thread_dump(Stage::Gate), schedule,
                                failed(Stage::Gate, Reason::DialogAtGate)},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
  };
}

std::vector<Wrong> sync_and_smart() {
  const Story sync_times_out{decide(Stage::Sync, Reason::SyncTimedOut), cancel,
                             thread_dump(Stage::Sync), schedule,
                             failed(Stage::Sync, Reason::SyncTimedOut)};
  const Story smart_times_out{decide(Stage::Smart, Reason::SmartTimedOut), cancel,
                              thread_dump(Stage::Smart), schedule,
                              failed(Stage::Smart, Reason::SmartTimedOut)};
  const Story right = begins(syncing) + synced_story + Story{start, returned} + synced_story + ends;
  const Story smart = begins(smartening) + smartens(40) + Story{start} + return_ends;
  return {
      {"MOD-40", "SaveBeforeCommit", begins(syncing) + Story{save}, right},
      {"MOD-40", "NoSync", begins(syncing) + Story{start}, right},
      {"MOD-40", "TheRefreshIsNotAwaited", begins(syncing) + Story{commit, ended, save, refresh},
       right},
      {"MOD-41", "TheAssertHasNoDump",
       begins(syncing) + Story{freezes, decide(Stage::Sync, Reason::ModalBeforeSync), schedule},
       begins(syncing) + Story{freezes} +
           step_fails(Stage::Sync, Reason::ModalBeforeSync, progress)},
      {"MOD-42", "TheBoundPasses", begins(syncing) + Story{commit, pass(2'001)},
       begins(syncing) + Story{commit, pass(2'000)} + sync_times_out},
      {"MOD-42", "OneBoundForEach",
       begins(syncing) + Story{commit, pass(1'500), ended, save, pass(501)},
       begins(syncing) + Story{commit, pass(1'500), ended, save, pass(500)} + sync_times_out},
      {"MOD-42", "GivenUpEarly",
       begins(syncing) + Story{commit, pass(1'750), decide(Stage::Sync, Reason::SyncTimedOut)},
       begins(syncing) + Story{commit, pass(2'000)} + sync_times_out},
      {"MOD-42", "TheWithheldIsNotCancelled",
       begins(syncing) + Story{commit, pass(2'000), decide(Stage::Sync, Reason::SyncTimedOut),
                               thread_dump(Stage::Sync), schedule},
       begins(syncing) + Story{commit, pass(2'000)} + sync_times_out},
      {"MOD-42", "ItRunsAfterTheResult",
       begins(syncing) + Story{commit, pass(2'000)} + sync_times_out +
           Story{WriteBegan{OperationId::Main}},
       begins(syncing) + Story{commit, pass(2'000)} + sync_times_out},
      {"MOD-43", "GoesOnUnderADialog",
       begins(syncing) + Story{commit, ended, save, opened(1), ended, refresh},
       begins(syncing) + Story{commit, ended, save, opened(1), ended} +
           step_fails(Stage::Sync, Reason::ModalDuringSync, dialog)},
      {"MOD-43", "StartsUnderADialogThatTheRefreshMet",
       begins(syncing) + Story{commit, ended, save, ended, refresh, opened(1), ended, start},
       begins(syncing) + Story{commit, ended, save, ended, refresh, opened(1), ended} +
           step_fails(Stage::Sync, Reason::ModalDuringSync, dialog)},
      {"MOD-44", "ASkippedSyncIsNotWarnedOf", Story{freezes} + begins(syncing) + Story{start},
       Story{freezes} + begins(syncing) +
           Story{warn(Warning::SyncSkipped), start, returned, warn(Warning::PostSyncSkipped)} +
           ends},
      {"MOD-44", "WarnedTwice",
       Story{freezes} + begins(syncing) +
           Story{warn(Warning::SyncSkipped), warn(Warning::SyncSkipped)},
       Story{freezes} + begins(syncing) +
           Story{warn(Warning::SyncSkipped), start, returned, warn(Warning::PostSyncSkipped)} +
           ends},
      {"MOD-45", "AWriteOfNobodyUnderAModal",
       starts() + Story{opened(1), Commit{OperationId::Main, Scope::All}},
       starts() + Story{opened(1)} + return_ends},
      {"MOD-50", "NoSmartWait", begins(smartening) + Story{start}, smart},
      {"MOD-51", "TheAssertHasNoDump",
       begins(smartening) +
           Story{freezes, decide(Stage::Smart, Reason::ModalBeforeSmart), schedule},
       begins(smartening) + Story{freezes} +
           step_fails(Stage::Smart, Reason::ModalBeforeSmart, progress)},
      {"MOD-52", "TheBoundPasses", begins(smartening) + Story{await_smart, pass(1'751)},
       begins(smartening) + Story{await_smart, pass(1'750)} + smart_times_out},
      {"MOD-52", "GivenUpEarly",
       begins(smartening) +
           Story{await_smart, pass(1'000), decide(Stage::Smart, Reason::SmartTimedOut)},
       begins(smartening) + Story{await_smart, pass(1'750)} + smart_times_out},
      {"MOD-53", "NotReported", begins(smartening) + Story{await_smart, reached, start}, smart},
      {"MOD-53", "AnotherTimeIsReported",
       begins(smartening) + Story{await_smart, pass(40), reached, waited(0)}, smart},
      {"MOD-54", "ItWaitsAgain",
       begins(smartening) + Story{await_smart, reached, IndexingStarted{}, pass(1)},
       begins(smartening) + Story{await_smart, reached, IndexingStarted{}, waited(0), start} +
           return_ends},
      {"MOD-55", "ItWaitsForTheImport", begins(smartening) + Story{await_smart, reached, pass(1)},
       begins(smartening) + Story{await_smart, reached, waited(0), start} + return_ends},
      {"MOD-56", "NoLookAfterIt",
       begins(smartening) + Story{await_smart, opened(1), reached, waited(0), start},
       begins(smartening) + Story{await_smart, opened(1), reached} +
           step_fails(Stage::Smart, Reason::ModalAfterSmart, dialog)},
      {"MOD-57", "ASkippedWaitIsNotWarnedOf", Story{freezes} + begins(smartening) + Story{start},
       Story{freezes} + begins(smartening) + Story{warn(Warning::SmartSkipped), start} +
           return_ends},
  };
}

std::vector<Wrong> monitor() {
  const auto decides = decide(Stage::Monitor, Reason::DialogDuringBody);
  const Story allowed = starts(watched) + Story{pass(300)} + allow + Story{opened(1)};
  return {
      {"MOD-60", "ATickIsMissed", dialog_shows_in_body() + Story{pass(751)},
       dialog_shows_in_body() + Story{pass(750)} + trip_ends},
      {"MOD-60", "PostFlightIsWatched",
       begins({.close_while_running = true, .sync_documents = true}) + synced_story +
           Story{start, pass(750), returned, opened(1), decides},
       starts(watched) + Story{pass(750)} + return_ends},
      {"MOD-61", "TheBodyIsNotCancelled",
       dialog_shows_in_body() + Story{pass(750), decides, thread_dump(Stage::Monitor)},
       dialog_shows_in_body() + Story{pass(750)} + trip_ends},
      {"MOD-61", "TwoDumps",
       dialog_shows_in_body() + Story{pass(750)} + trips + Story{thread_dump(Stage::Monitor)},
       dialog_shows_in_body() + Story{pass(750)} + trip_ends},
      {"MOD-61", "TheTimeoutWins",
       dialog_shows_in_body() + Story{pass(750)} + trips +
           Story{decide(Stage::Body, Reason::BodyTimedOut)},
       dialog_shows_in_body() + Story{pass(750)} + trip_ends},
      {"MOD-10", "NothingIsSwept",
       dialog_shows_in_body() + Story{pass(750)} + trips + Story{schedule},
       dialog_shows_in_body() + Story{pass(750)} + trip_ends},
      {"MOD-62", "AProgressTrips", starts(watched) + Story{freezes, pass(750), decides},
       starts(watched) + Story{freezes, pass(750)} + return_ends},
      {"MOD-63", "ADialogBetweenTwoTicksTrips",
       dialog_shows_in_body() + Story{pass(100), disposed(1), pass(650), decides},
       dialog_shows_in_body() + Story{pass(100), disposed(1), pass(650)} + return_ends},
      {"MOD-64", "TwoWatchers",
       starts(watched) + Story{pass(300)} + rearm + Story{opened(1), pass(300), decides},
       starts(watched) + Story{pass(300)} + rearm + Story{opened(1), pass(450)} + trip_ends},
      {"MOD-64", "StartingItAgainMovesItsTicks",
       starts(watched) + Story{pass(300)} + rearm + Story{opened(1), pass(451)},
       starts(watched) + Story{pass(300)} + rearm + Story{opened(1), pass(450)} + trip_ends},
      {"MOD-65", "StartingItSweeps",
       Story{opened(1)} + in_body({Method::MonitorAndCloseModalDialogs}) +
           Story{thread_dump(Stage::Sweep)},
       Story{opened(1)} + in_body({Method::MonitorAndCloseModalDialogs}) + Story{give()} +
           return_ends},
      {"MOD-66", "AllowDoesNotStopIt", allowed + Story{pass(450), decides},
       allowed + Story{pass(450)} + return_ends},
      {"MOD-66", "StartedAgainItKeepsItsTicks", allowed + rearm + Story{pass(450), decides},
       allowed + rearm + Story{pass(750)} + trip_ends},
      {"MOD-67", "ALateReturnOverturns",
       dialog_shows_in_body() + Story{pass(750)} + trips + Story{returned} +
           closes_one(1, Stage::Monitor) + Story{report(1, Outcome::Closed), schedule, ok},
       dialog_shows_in_body() + Story{pass(750)} + trips + Story{returned} + swept_by_monitor},
      {"MOD-69", "ABlockIsWatched", starts(watched) + enter + Story{opened(1), pass(750), decides},
       starts(watched) + enter + Story{opened(1), pass(750)} + return_ends},
      {"MOD-69", "ItIsNotRestored", starts(watched) + enter + leave + Story{opened(1), pass(751)},
       starts(watched) + enter + leave + Story{opened(1), pass(750)} + trip_ends},
      {"MOD-101", "StartedByAMethodItDoesNotTick",
       unleashes() + rearm + Story{opened(1), pass(751)},
       unleashes() + rearm + Story{opened(1), pass(750)} + trip_ends},
      {"MOD-06", "ATupleWatchesThatShouldNot", starts() + Story{opened(1), pass(750), decides},
       starts() + Story{opened(1), pass(750)} + return_ends},
      {"MOD-02", "AProfileWatchesThatShouldNot", unleashes() + Story{opened(1), pass(750), decides},
       unleashes() + Story{opened(1), pass(750)} + return_ends},
  };
}

std::vector<Wrong> body_and_end() {
  const Story right = starts() + return_ends;
  return {
      {"MOD-70", "TheBodyStartsTwice", starts() + Story{start}, right},
      {"MOD-70", "TheBodyStartsAfterAFailure",
       one_shows(plain) + Story{decide(Stage::Gate, Reason::DialogAtGate), start},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-71", "TheTimeoutPasses", starts() + Story{pass(2'751)},
       starts() + Story{pass(2'750)} + body_times_out()},
      {"MOD-71", "ItComesEarly",
       starts() + Story{pass(2'000), decide(Stage::Body, Reason::BodyTimedOut)},
       starts() + Story{pass(2'750)} + body_times_out()},
      {"MOD-71", "TheBodyIsNotCancelled",
       starts() + Story{pass(2'750), decide(Stage::Body, Reason::BodyTimedOut),
                        thread_dump(Stage::Body), schedule},
       starts() + Story{pass(2'750)} + body_times_out()},
      {"MOD-71", "ABadTimeoutRuns", bad_call({}) + Story{schedule},
       bad_call({}) + surface_fails(Reason::BadTimeout)},
      {"MOD-72", "AScriptErrorTakesAnArtifact",
       starts() + Story{threw, decide(Stage::Body, Reason::BodyThrew), thread_dump(Stage::Body)},
       starts() + Story{threw} + body_throws()},
      {"MOD-72", "AScriptErrorSucceeds", starts() + Story{threw, succeed},
       starts() + Story{threw} + body_throws()},
      {"MOD-73", "APreFlightFailureSaysBody",
       one_shows(plain) + Story{decide(Stage::Body, Reason::DialogAtGate)},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-80", "NoPostFlight", post() + Story{succeed}, post() + synced_story + ends},
      {"MOD-80", "PostFlightUnderAModal",
       begins(syncing) + synced_story + Story{start, opened(1), returned, commit},
       begins(syncing) + synced_story +
           Story{start, opened(1), returned, warn(Warning::PostSyncSkipped)} + ends},
      {"MOD-81", "ItsFailureFailsTheRun",
       post() + Story{commit, opened(1), ended, decide(Stage::Sync, Reason::ModalDuringSync)},
       post() +
           Story{commit, opened(1), ended, thread_dump(Stage::Sync),
                 warn(Warning::PostSyncFailed, Reason::ModalDuringSync)} +
           ends},
      {"MOD-81", "ItsFailureIsSilent",
       post() + Story{commit, opened(1), ended, thread_dump(Stage::Sync), succeed},
       post() +
           Story{commit, opened(1), ended, thread_dump(Stage::Sync),
                 warn(Warning::PostSyncFailed, Reason::ModalDuringSync)} +
           ends},
      {"MOD-82", "ASkippedOneIsSilent",
       begins(syncing) + synced_story + Story{start, opened(1), returned, succeed},
       begins(syncing) + synced_story +
           Story{start, opened(1), returned, warn(Warning::PostSyncSkipped)} + ends},
      {"MOD-83", "AProfileWithoutOneSyncs", unleashes() + Story{returned, commit},
       unleashes() + return_ends},
      {"MOD-84", "NoRefreshAtTheStart", Story{call(Mode::Unleashed), start},
       unleashes() + return_ends},
      {"MOD-84", "NoRefreshBeforeTheResult", unleashes() + Story{returned, succeed, ok},
       unleashes() + return_ends},
      {"MOD-84", "TwoRefreshes", unleashes() + Story{returned, succeed, schedule, schedule},
       unleashes() + return_ends},
      {"MOD-84", "ARefusedCallIsRefreshed",
       bad_call(from_edt) + Story{decide(Stage::Surface, Reason::CalledFromEdt), schedule},
       bad_call(from_edt) + surface_fails(Reason::CalledFromEdt)},
      {"MOD-90", "ACallFromTheEdtRuns", bad_call(from_edt) + Story{schedule},
       bad_call(from_edt) + surface_fails(Reason::CalledFromEdt)},
      {"MOD-91", "AnAnswerIsAwaitedForEver",
       one_shows(sweeping) + sweep_begins + Story{pass(1'251)},
       one_shows(sweeping) + sweep_begins +
           Story{pass(1'250), cancel, report(1, Outcome::Pending)} +
           gate_fails(Reason::DialogAtGate, dialog)},
  };
}

std::vector<Wrong> methods() {
  const auto right = [](Method which, const Story& run) {
    return in_body({which}) + run + return_ends;
  };
  constexpr MethodCall forced{Method::SyncDocuments, true, true};
  return {
      {"MOD-100", "NothingIsReturned", in_body({Method::CloseModalDialogs}) + Story{pass(1)},
       right(Method::CloseModalDialogs, {give(0)})},
      {"MOD-100", "AnotherCountIsReturned", in_body({Method::CloseModalDialogs}) + Story{give(1)},
       right(Method::CloseModalDialogs, {give(0)})},
      {"MOD-101", "NothingIsReturned",
       in_body({Method::MonitorAndCloseModalDialogs}) + Story{pass(1)},
       right(Method::MonitorAndCloseModalDialogs, {give()})},
      {"MOD-102", "NothingIsReturned", in_body({Method::AllowModalDialog}) + Story{pass(1)},
       right(Method::AllowModalDialog, {give()})},
      {"MOD-103", "Skipped", in_body({Method::SyncDocuments}) + Story{give()},
       right(Method::SyncDocuments, synced_story + Story{give()})},
      {"MOD-103", "AnotherScope",
       in_body({Method::SyncDocuments}) + Story{Commit{OperationId::Main, Scope::Project}},
       right(Method::SyncDocuments, synced_story + Story{give()})},
      {"MOD-104", "Skipped",
       Story{IndexingStarted{}} + in_body({Method::WaitForSmartMode}) + Story{give()},
       right(Method::WaitForSmartMode, {await_smart, pass(40), reached, give(40)})},
      {"MOD-104", "AnotherTimeIsReturned",
       in_body({Method::WaitForSmartMode}) + Story{await_smart, pass(40), reached, give(0)},
       right(Method::WaitForSmartMode, {await_smart, pass(40), reached, give(40)})},
      {"MOD-105", "AModalIsNotSeen",
       unleashes() + Story{opened(1), calls(Method::AssertNonModal), give()},
       unleashes() + Story{opened(1), calls(Method::AssertNonModal)} +
           method_fails(Stage::Gate, Reason::ModalAsserted, dialog)},
      {"MOD-105", "FailsOverNothing",
       in_body({Method::AssertNonModal}) + Story{decide(Stage::Body, Reason::ModalAsserted)},
       right(Method::AssertNonModal, {give()})},
      {"MOD-105", "NoScreenshot",
       unleashes() + Story{opened(1), calls(Method::AssertNonModal),
                           decide(Stage::Body, Reason::ModalAsserted), cancel_body,
                           thread_dump(Stage::Gate), schedule},
       unleashes() + Story{opened(1), calls(Method::AssertNonModal)} +
           method_fails(Stage::Gate, Reason::ModalAsserted, dialog)},
      {"MOD-106", "TheWrongModality", in_body({Method::IsModal}) + Story{give(1)},
       right(Method::IsModal, {give(0)})},
      {"MOD-106", "TheWrongIndex", in_body({Method::IsSmartMode}) + Story{give(0)},
       right(Method::IsSmartMode, {give(1)})},
      {"MOD-107", "ForceCommits", in_body(forced) + Story{commit},
       in_body(forced) + Story{save, ended, refresh, ended, give()} + return_ends},
      {"MOD-107", "ForceAsserts",
       unleashes() + Story{opened(1), calls(forced), decide(Stage::Body, Reason::ModalBeforeSync)},
       unleashes() + Story{opened(1), calls(forced), save, ended, refresh, ended, give()} +
           return_ends},
      {"MOD-108", "TheProjectsScopeIsIgnored",
       in_body({Method::SyncDocuments, true, false, true}) + Story{commit},
       in_body({Method::SaveProject}) +
           Story{Save{OperationId::Main, Scope::Settings}, ended, give()} + return_ends},
      {"MOD-109", "ALateCallIsAnswered",
       unleashes() + Story{pass(2'750)} + body_times_out() + Story{calls(Method::IsModal), pass(1)},
       unleashes() + Story{pass(2'750)} + body_times_out()},
  };
}

std::vector<Wrong> all() {
  std::vector<Wrong> out;
  for (auto part : {surface_and_sweep(), wait_and_gate(), sync_and_smart(), monitor(),
                    body_and_end(), methods()})
    for (auto& row : part) out.push_back(std::move(row));
  return out;
}

class PolicyWrong : public testing::TestWithParam<Wrong> {};

TEST_P(PolicyWrong, IsToldByItsRule) { expect_wrong(GetParam().rule, GetParam().run); }
TEST_P(PolicyWrong, HasARightRunBesideIt) { expect_right(GetParam().right); }

INSTANTIATE_TEST_SUITE_P(EachRule, PolicyWrong, testing::ValuesIn(all()), [](const auto& row) {
  auto name = std::string(row.param.rule) + std::string(row.param.name);
  std::erase(name, '-');
  return name;
});

TEST(PolicyWrongTable, HasARowForEachRuleThatARunCanBreak) {
  // Tables, pairs of runs, what a dialog saves, and what no subject does.
  const std::set<std::string_view> others{"MOD-03", "MOD-04", "MOD-14", "MOD-92"};
  const auto rows = all();
  for (const auto& rule : policy_rules)
    EXPECT_TRUE(others.contains(rule.id) ||
                std::ranges::any_of(rows, [&](const Wrong& row) { return row.rule == rule.id; }))
        << rule.id;
}

}  // namespace
}  // namespace spec::modality
