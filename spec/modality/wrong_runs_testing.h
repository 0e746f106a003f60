// Of each rule that a run can break: a run that breaks it, told by that rule first, and the right
// run beside it. Here those of the pre-flight.
#pragma once
#include <string_view>
#include <vector>

#include "modality/testing.h"

namespace spec::modality {

struct Wrong {
  std::string_view rule, name;
  Story run, right;
};

inline Story one_shows(const Options& raw) { return Story{opened(1)} + begins(raw); }
inline Story two_show() { return Story{opened(1), opened(2)} + begins(sweeping); }
inline const Story sweep_begins{thread_dump(Stage::Sweep), shot(Stage::Sweep), close(1)};
inline Story frozen() { return Story{freezes} + begins(Mode::SmartNonModal); }
inline const Story at_the_budget{pass(1'500), note(1'500), pass(750)};
inline Story dialog_shows_in_body() { return starts(watched) + Story{opened(1)}; }
inline Story post() { return begins(syncing) + synced_story + Story{start, returned}; }
inline Story in_body(const MethodCall& which) { return unleashes() + Story{calls(which)}; }
inline const Story swept_by_monitor =
    closes_one(1, Stage::Monitor) + Story{report(1, Outcome::Closed)} + tripped_story;
inline const Story trip_ends = trips + swept_by_monitor;
inline const Story return_ends = Story{returned} + ends;
inline Story bad_call(const Request& request) { return {Called{request}}; }
inline constexpr Request from_edt{.from_edt = true, .body_timeout = Duration{9}};
inline Story surface_fails(Reason reason) {
  return {decide(Stage::Surface, reason), failed(Stage::Surface, reason)};
}
inline Story body_times_out() {
  return {decide(Stage::Body, Reason::BodyTimedOut), cancel_body, thread_dump(Stage::Body),
          schedule, failed(Stage::Body, Reason::BodyTimedOut)};
}
inline Story body_throws(TextId text = {}) {
  return {decide(Stage::Body, Reason::BodyThrew), schedule,
          Command{Finish{Verdict::Failed, Stage::Body, Reason::BodyThrew, none, 0, text}}};
}

inline std::vector<Wrong> surface_runs() {
  return {
      {"MOD-01", "UnknownModeRuns", bad_call({.defect = Defect::UnknownMode}) + Story{schedule},
       bad_call({.defect = Defect::UnknownMode}) + surface_fails(Reason::UnknownMode)},
      {"MOD-01", "UnknownModeIsRefusedAndRuns",
       bad_call({.defect = Defect::UnknownMode}) +
           Story{decide(Stage::Surface, Reason::UnknownMode), start},
       bad_call({.defect = Defect::UnknownMode}) + surface_fails(Reason::UnknownMode)},
      {"MOD-01", "UnknownModeIsSynced", bad_call({.defect = Defect::UnknownMode}) + Story{refresh},
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
  };
}

inline std::vector<Wrong> sweep_runs() {
  return {
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

inline const Seen shot_comes = Happening{Captured{Artifact::Screenshot}};
inline const Seen dump_comes = Happening{Captured{Artifact::ThreadDump}};
inline const Seen shot_lost = Command{DropCapture{Artifact::Screenshot}};
inline Command gate_result(std::uint8_t artifacts) {
  return Finish{Verdict::Failed, Stage::Gate, Reason::DialogAtGate, Modality::Dialog, artifacts};
}
inline Story gate_captures() {
  return one_shows(plain) + Story{decide(Stage::Gate, Reason::DialogAtGate), shot(Stage::Gate)};
}

inline std::vector<Wrong> capture_runs() {
  const Story both = gate_captures() + Story{thread_dump(Stage::Gate)};
  const Story lost = both + Story{dump_comes, pass(1'000), shot_lost, schedule, gate_result(1)};
  const Story sweep = one_shows(sweeping) + Story{thread_dump(Stage::Sweep), shot(Stage::Sweep)};
  const Story closed =
      Story{close(1), answered(1), disposed(1), report(1, Outcome::Closed), start} + return_ends;
  return {
      {"MOD-11", "ACloseBeforeItsScreenshot", sweep + Story{dump_comes, close(1)},
       sweep + Story{pass(500), dump_comes, shot_comes} + closed},
      {"MOD-74", "ALostArtifactIsCounted",
       both + Story{dump_comes, pass(1'000), shot_lost, schedule, gate_result(2)}, lost},
      {"MOD-74", "AnArtifactIsNotCounted",
       both + Story{dump_comes, shot_comes, schedule, gate_result(1)},
       both + Story{dump_comes, shot_comes, schedule, gate_result(2)}},
      {"MOD-93", "ACaptureIsWaitedForTooLong", both + Story{dump_comes, pass(1'001)}, lost},
      {"MOD-93", "ACaptureIsGivenUpTooEarly", both + Story{dump_comes, pass(999), shot_lost}, lost},
      {"MOD-93", "ACaptureThatCameIsGivenUp", both + Story{shot_comes, shot_lost}, lost},
      {"MOD-93", "TheResultDoesNotWait", both + Story{dump_comes, schedule}, lost},
      {"MOD-93", "OneCaptureAfterTheOther", gate_captures() + Story{pass(1), dump_comes}, lost},
      {"MOD-93", "ASweepWaitsTooLong", sweep + Story{dump_comes, pass(1'001)},
       sweep + Story{dump_comes, pass(1'000), shot_lost} + closed},
  };
}

inline std::vector<Wrong> wait_and_gate_runs() {
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

inline std::vector<Wrong> sync_runs() {
  const Story sync_times_out{decide(Stage::Sync, Reason::SyncTimedOut), cancel,
                             thread_dump(Stage::Sync), schedule,
                             failed(Stage::Sync, Reason::SyncTimedOut)};
  const Story right = begins(syncing) + synced_story + Story{start, returned} + synced_story + ends;
  return {
      {"MOD-40", "SaveBeforeCommit", begins(syncing) + Story{save, ended, commit}, right},
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
  };
}

// What a sync does to documents.
inline std::vector<Wrong> document_runs() {
  const auto is = [](std::uint8_t differs) { return touched(outside, TouchedBy::Other, differs); };
  const auto becomes = [](std::uint8_t differs) {
    return touched(outside, TouchedBy::Write, differs);
  };
  const Story dirty = Story{is(unparsed)} + begins(syncing);
  const Story cleaned{commit, becomes(unsaved), ended, save, becomes(0), ended, refresh, ended};
  const Story finishes = Story{start, returned} + synced_story + ends;
  const Story edits = begins(syncing) + synced_story +
                      Story{start,  touched(of_project, TouchedBy::Edit, unparsed), returned,
                            commit, touched(of_project, TouchedBy::Write, unsaved), ended};
  constexpr MethodCall of_the_project{Method::SyncDocuments, true, false, true};
  const auto of = [](Scope scope) -> Command { return Save{OperationId::Main, scope}; };
  const Story committed = Story{is(unsaved)} + in_body(of_the_project) +
                          Story{Commit{OperationId::Main, Scope::Project}, ended};
  return {
      {"MOD-46", "NothingIsCommitted",
       dirty + Story{save, becomes(document::uncommitted), ended, refresh, ended, start},
       dirty + cleaned + finishes},
      {"MOD-46", "TheSaveLeavesItOut",
       dirty +
           Story{commit, becomes(unsaved), ended, of(Scope::Project), ended, refresh, ended, start},
       dirty + cleaned + finishes},
      {"MOD-46", "TheRefreshLeavesItOut",
       Story{is(document::stale | document::lacking)} + begins(syncing) +
           Story{commit, ended, save, ended, Refresh{OperationId::Main, Scope::Settings}, ended,
                 start},
       Story{is(document::stale | document::lacking)} + begins(syncing) +
           Story{commit, ended, save, ended, refresh, becomes(0), ended} + finishes},
      {"MOD-47", "ASaveOfAllWhereNothingIsDirty",
       begins(syncing) +
           Story{commit, ended, Save{OperationId::Main, Scope::All, false, Extent::All}},
       dirty + cleaned + finishes},
      {"MOD-47", "ItTakesTime", begins(syncing) + Story{commit, ended, pass(1)},
       dirty +
           Story{commit, becomes(unsaved), ended, pass(1), save, becomes(0), ended, refresh,
                 ended} +
           finishes},
      {"MOD-48", "TheProjectsSyncSavesAll", committed + Story{of(Scope::All)},
       committed +
           Story{of(Scope::Project), ended, Refresh{OperationId::Main, Scope::Project}, ended,
                 give()} +
           return_ends},
      {"MOD-85", "TheEditIsNotSaved",
       edits + Story{of(Scope::Settings), ended, refresh, ended, succeed},
       edits + Story{save, touched(of_project, TouchedBy::Write, 0), ended, refresh, ended} + ends},
  };
}

inline std::vector<Wrong> smart_runs() {
  const Story smart_times_out{decide(Stage::Smart, Reason::SmartTimedOut), cancel,
                              thread_dump(Stage::Smart), schedule,
                              failed(Stage::Smart, Reason::SmartTimedOut)};
  const Story smart = begins(smartening) + smartens(40) + Story{start} + return_ends;
  return {
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

}  // namespace spec::modality
