// Wrong runs of the body, its monitor and its methods, and of endings; and all there are.
#pragma once
#include "modality/wrong_runs_testing.h"
#include "modality/wrong_thread_runs_testing.h"

namespace spec::modality {

inline std::vector<Wrong> monitor_runs() {
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

inline const Fact edit_waits = EditWaits{};

inline std::vector<Wrong> body_runs() {
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
      {"MOD-96", "AWaitingEditIsLeftBehind",
       starts() + Story{edit_waits, pass(2'750), decide(Stage::Body, Reason::BodyTimedOut),
                        thread_dump(Stage::Body), schedule},
       starts() + Story{edit_waits, pass(2'750)} + body_times_out()},
      {"MOD-72", "AScriptErrorTakesAnArtifact",
       starts() + Story{threw, decide(Stage::Body, Reason::BodyThrew), thread_dump(Stage::Body)},
       starts() + Story{threw} + body_throws()},
      {"MOD-72", "AScriptErrorSucceeds", starts() + Story{threw, succeed},
       starts() + Story{threw} + body_throws()},
      {"MOD-72", "TheTextOfAScriptErrorIsLost",
       starts() + Story{Happening{BodyThrew{{3}}}} + body_throws(),
       starts() + Story{Happening{BodyThrew{{3}}}} + body_throws({3})},
      {"MOD-73", "APreFlightFailureSaysBody",
       one_shows(plain) + Story{decide(Stage::Body, Reason::DialogAtGate)},
       one_shows(plain) + gate_fails(Reason::DialogAtGate, dialog)},
  };
}

inline std::vector<Wrong> end_runs() {
  const Story second_close =
      two_show() +
      Story{thread_dump(Stage::Sweep), shot(Stage::Sweep), close(2), pass(1'250), cancel,
            shot(Stage::Sweep),        close(1),           pass(100)};
  const Story both_pending = Story{report(2, Outcome::Pending), report(1, Outcome::Pending)} +
                             gate_fails(Reason::DialogAtGate, dialog);
  const Story post_fails = post() + Story{commit, opened(1), ended};
  const Story warned{warn(Warning::PostSyncFailed, Reason::ModalDuringSync)};
  const Story dumped{thread_dump(Stage::Sync)};
  return {
      {"MOD-80", "NoPostFlight", post() + Story{succeed}, post() + synced_story + ends},
      {"MOD-80", "PostFlightUnderAModal",
       begins(syncing) + synced_story + Story{start, opened(1), returned, commit},
       begins(syncing) + synced_story +
           Story{start, opened(1), returned, warn(Warning::PostSyncSkipped)} + ends},
      {"MOD-81", "ItsFailureFailsTheRun",
       post_fails + Story{decide(Stage::Sync, Reason::ModalDuringSync)},
       post_fails + dumped + warned + ends},
      {"MOD-81", "ItsFailureIsSilent", post_fails + dumped + Story{succeed},
       post_fails + dumped + warned + ends},
      {"MOD-81", "ItsFailureHasNoDump", post_fails + warned + Story{succeed},
       post_fails + warned + dumped + ends},
      {"MOD-82", "ASkippedOneIsSilent",
       begins(syncing) + synced_story + Story{start, opened(1), returned, succeed},
       begins(syncing) + synced_story +
           Story{start, opened(1), returned, warn(Warning::PostSyncSkipped)} + ends},
      {"MOD-83", "AProfileWithoutOneSyncs", unleashes() + Story{returned, commit},
       unleashes() + return_ends},
      {"MOD-84", "NoRefreshAtTheStart", Story{call(Mode::Unleashed), start},
       unleashes() + return_ends},
      {"MOD-84", "NoRefreshBeforeASync", Story{call(Mode::SmartNonModal), commit},
       begins(Mode::SmartNonModal) + synced_story + smartens() + Story{start, returned} +
           synced_story + ends},
      {"MOD-84", "NoRefreshBeforeADecision",
       Story{opened(1), call(Mode::NonModal), decide(Stage::Gate, Reason::DialogAtGate)},
       Story{opened(1)} + begins(Mode::NonModal) + gate_fails(Reason::DialogAtGate, dialog)},
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
      // It is of the close before.
      {"MOD-91", "ALateAnswerIsTakenForAnother", second_close + Story{answered(2), pass(1'151)},
       second_close + Story{answered(2), pass(1'150), cancel} + both_pending},
      {"MOD-91", "AnAnswerThatItIsGoneIsTakenForAnother",
       second_close + Story{answered(2, CloseAnswer::Gone), pass(1'151)},
       second_close + Story{answered(2, CloseAnswer::Gone), pass(1'150), cancel} + both_pending},
  };
}

inline std::vector<Wrong> methods_runs() {
  const auto right = [](Method which, const Story& run) {
    return in_body({which}) + run + return_ends;
  };
  constexpr MethodCall forced{Method::SyncDocuments, true, true};
  return {
      {"MOD-101", "NothingIsReturned",
       in_body({Method::MonitorAndCloseModalDialogs}) + Story{pass(1)},
       right(Method::MonitorAndCloseModalDialogs, {give()})},
      {"MOD-102", "NothingIsReturned", in_body({Method::AllowModalDialog}) + Story{pass(1)},
       right(Method::AllowModalDialog, {give()})},
      {"MOD-103", "Skipped", in_body({Method::SyncDocuments}) + Story{give()},
       right(Method::SyncDocuments, synced_story + Story{give()})},
      {"MOD-103", "SaveBeforeCommit", in_body({Method::SyncDocuments}) + Story{save, ended, commit},
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
       in_body(forced) + forced_story + return_ends},
      {"MOD-107", "ADialogWithholdsIt", in_body(forced) + Story{save},
       in_body(forced) + forced_story + return_ends},
      {"MOD-107", "ForceAsserts",
       unleashes() + Story{opened(1), calls(forced), decide(Stage::Body, Reason::ModalBeforeSync)},
       unleashes() + Story{opened(1), calls(forced)} + forced_story + return_ends},
      {"MOD-108", "TheSettingsAreNotSaved",
       Story{touched(DocumentName::Settings, TouchedBy::Other, unsaved)} +
           in_body({Method::SaveProject}) +
           Story{Save{OperationId::Main, Scope::Project}, ended, give()},
       in_body({Method::SaveProject}) +
           Story{Save{OperationId::Main, Scope::Settings}, ended, give()} + return_ends},
      {"MOD-109", "ALateCallIsAnswered",
       unleashes() + Story{pass(2'750)} + body_times_out() + Story{calls(Method::IsModal), pass(1)},
       unleashes() + Story{pass(2'750)} + body_times_out()},
  };
}

inline std::vector<Wrong> sweep_method_runs() {
  const auto closed_none = in_body({Method::CloseModalDialogs}) + Story{give(0)} + return_ends;
  return {
      {"MOD-100", "NothingIsReturned", in_body({Method::CloseModalDialogs}) + Story{pass(1)},
       closed_none},
      {"MOD-15", "ACountAlone",
       Story{opened(5)} + in_body({Method::CloseModalDialogs}) + sweeps_one(5) + Story{give(1)},
       Story{opened(5)} + in_body({Method::CloseModalDialogs}) + sweeps_one(5) + Story{gives({5})} +
           return_ends},
      {"MOD-100", "AnotherCountIsReturned", in_body({Method::CloseModalDialogs}) + Story{give(1)},
       closed_none},
  };
}

// Calls during calls, and returns during them.
inline std::vector<Wrong> launched_runs() {
  return {
      {"MOD-75", "ACallDuringASyncIsAnswered",
       in_body({Method::SyncDocuments}) + Story{commit, during(Method::IsModal), Return{{8}, 0}},
       in_body({Method::SyncDocuments}) +
           Story{commit, during(Method::IsModal), Refuse{{8}}, pass(1), ended, save, ended, refresh,
                 ended, give()} +
           return_ends},
      {"MOD-75", "ACallDuringASyncIsPassedOver",
       in_body({Method::SyncDocuments}) + Story{commit, during(Method::IsModal), pass(1)},
       in_body({Method::SyncDocuments}) + Story{commit, returned, cancel} + ends},
      {"MOD-75", "ASyncOutlivesItsScript",
       in_body({Method::SyncDocuments}) + Story{commit, returned, succeed},
       in_body({Method::SyncDocuments}) + Story{commit, returned, cancel} + ends},
  };
}

// All of them.
inline std::vector<Wrong> wrong_runs() {
  std::vector<Wrong> out;
  for (auto part :
       {surface_runs(), sweep_runs(), capture_runs(), wait_and_gate_runs(), sync_runs(),
        document_runs(), smart_runs(), monitor_runs(), body_runs(), end_runs(), methods_runs(),
        sweep_method_runs(), launched_runs(), look_runs(), close_runs(), withdrawal_runs()})
    for (auto& row : part) out.push_back(std::move(row));
  return out;
}

}  // namespace spec::modality
