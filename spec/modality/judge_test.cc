#include "spec/modality/judge.h"

#include <gtest/gtest.h>

#include "modality/testing.h"

namespace spec::modality {
namespace {

constexpr Options strict{.close_on_start = true, .close_while_running = true};

TEST(PolicyJudge, SmartNonModalWithoutTrouble) {
  expect_right(prepares() + Story{pass(400), returned} + looks(none) + syncs() + ends);
}

TEST(PolicyJudge, NonModalReadsOnceAndNothingElse) {
  expect_right(calls(Mode::NonModal) + looks(none) + Story{start, returned} + ends);
}

TEST(PolicyJudge, UnleashedReadsNothing) {
  expect_right(unleashes() + Story{pass(10), returned} + ends);
}

TEST(PolicyJudge, ARefusedCallHasAResultOnly) {
  const auto refused = [](const Request& request, Reason reason) {
    expect_right({Called{request}, failed(Stage::Surface, reason)});
  };
  constexpr Duration nothing{0}, something{9};
  refused({Mode::Raw, {}, Defect::UnknownMode, true, nothing}, Reason::UnknownMode);
  refused({Mode::Raw, {}, Defect::FormerParameter, false, something}, Reason::FormerParameter);
  refused({Mode::Raw, {}, Defect::None, true, nothing}, Reason::BadTimeout);
  refused({Mode::Raw, {}, Defect::None, true, something}, Reason::CalledFromEdt);
}

TEST(PolicyJudge, ASweepClosesTopmostFirstAndTellsWhatBecameOfEach) {
  const CloseAnswered refuses{OperationId::Main, {2}, CloseAnswer::Refused};
  const CloseAnswered gone{OperationId::Main, {1}, CloseAnswer::Gone};
  expect_right(calls(Mode::Raw, strict) +
               Story{list,
                     listed({4, 3, 2, 1}),
                     dump(Stage::Sweep),
                     shot(Stage::Sweep),
                     close(4),
                     pass(10),
                     closed(4),
                     pass(10),
                     disposed(4),  // Closed.
                     shot(Stage::Sweep),
                     close(3),
                     closed(3),
                     pass(1'000),  // Pending.
                     shot(Stage::Sweep),
                     close(2),
                     refuses,  //
                     shot(Stage::Sweep),
                     close(1),
                     gone,  //
                     report(4, Outcome::Closed),
                     report(3, Outcome::Pending),  //
                     report(2, Outcome::Refused)} +
               looks(none) + Story{start, returned} + ends);
}

TEST(PolicyJudge, ALateDisposalBeforeTheEndOfTheSweepIsAClose) {
  expect_right(calls(Mode::Raw, strict) +
               Story{list, listed({2, 1}), dump(Stage::Sweep), shot(Stage::Sweep), close(2),
                     pass(1'000), cancel, shot(Stage::Sweep), close(1), disposed(2), disposed(1),
                     closed(1), report(2, Outcome::Closed), report(1, Outcome::Closed)} +
               looks(none) + Story{start, returned} + ends);
}

TEST(PolicyJudge, WithoutAwaitDisposeTheSweepGoesOnAtTheAnswer) {
  Options tuple = strict;
  tuple.await_dispose = false;
  expect_right(calls(Mode::Raw, tuple) +
               Story{list, listed({1}), dump(Stage::Sweep), shot(Stage::Sweep), close(1), closed(1),
                     report(1, Outcome::Pending)} +
               looks(dialog) +
               Story{shot(Stage::Gate), dump(Stage::Gate), schedule,
                     failed(Stage::Gate, Reason::DialogAtGate, dialog)});
}

TEST(PolicyJudge, TheWaitLooksAtOnceAtEachPollAndAtTheBudget) {
  Limits limits = short_limits;
  limits.poll_period = Duration{800};
  const Story begin = calls(Mode::SmartNonModal) + Story{list, listed({})} + looks(progress);
  expect_right(begin + Story{pass(800)} + looks(progress) +
                   Story{pass(800), ReportProgress{Duration{1'600}}} + looks(progress) +
                   Story{pass(400)} + looks(progress) +
                   Story{shot(Stage::Gate), dump(Stage::Gate), schedule,
                         failed(Stage::Gate, Reason::ProgressOutlivedBudget, progress)},
               limits);
  expect_right(begin + Story{pass(800)} + looks(dialog) +
                   Story{shot(Stage::Gate), dump(Stage::Gate), schedule,
                         failed(Stage::Gate, Reason::DialogAtGate, dialog)},
               limits);
  expect_right(begin + Story{pass(800)} + looks(none) + looks(progress) +
                   Story{shot(Stage::Gate), dump(Stage::Gate), schedule,
                         failed(Stage::Gate, Reason::ProgressAtGate, progress)},
               limits);
  limits.wait_budget = Duration{0};
  expect_right(begin + Story{shot(Stage::Gate), dump(Stage::Gate), schedule,
                             failed(Stage::Gate, Reason::ProgressAtGate, progress)},
               limits);
}

TEST(PolicyJudge, AModalThatTheGateLetsPassSkipsAndWarns) {
  const Story skipped =
      Story{warn(Warning::SyncSkipped), warn(Warning::SmartSkipped), start, returned} +
      looks(dialog) + Story{warn(Warning::PostSyncSkipped)} + ends;
  expect_right(calls(Mode::Raw, prepared) + looks(progress) + skipped);
  Options permissive = prepared;
  permissive.allow_at_gate = true;
  expect_right(calls(Mode::Raw, permissive) + looks(dialog) + skipped);
}

TEST(PolicyJudge, ASyncFailsUnderAModalOrAtItsBound) {
  const Story gate = calls(Mode::Raw, prepared) + looks(none);
  const auto fails = [](Reason reason, Modality blocked_by) {
    return Story{dump(Stage::Sync), schedule, failed(Stage::Sync, reason, blocked_by)};
  };
  expect_right(gate + looks(progress) + fails(Reason::ModalBeforeSync, progress));
  expect_right(gate + looks(none) + Story{commit, ended} + looks(dialog) +
               fails(Reason::ModalDuringSync, dialog));
  const Story late = gate + looks(none) + Story{commit, pass(1'500), ended} + looks(none);
  expect_right(late + Story{save, pass(500), cancel} + fails(Reason::SyncTimedOut, none));
  expect_right(late + Story{save, pass(500), ended, look, cancel} +
               fails(Reason::SyncTimedOut, none));
  expect_right(late + Story{save, pass(500), ended} + looks(none) + Story{refresh, ended} +
               looks(none) + smartens(30) + Story{ReportSmartWait{Duration{30}}, start, returned} +
               looks(none) + syncs() + ends);
}

TEST(PolicyJudge, ASmartWaitFailsUnderAModalOrAtItsBound) {
  const Story gate = calls(Mode::Raw, {.wait_smart = true}) + looks(none);
  const auto fails = [](Reason reason, Modality blocked_by) {
    return Story{dump(Stage::Smart), schedule, failed(Stage::Smart, reason, blocked_by)};
  };
  expect_right(gate + looks(dialog) + fails(Reason::ModalBeforeSmart, dialog));
  expect_right(gate + looks(none) + Story{await_smart, reached} + looks(progress) +
               fails(Reason::ModalAfterSmart, progress));
  expect_right(gate + looks(none) + Story{await_smart, pass(2'000), cancel} +
               fails(Reason::SmartTimedOut, none));
}

TEST(PolicyJudge, ATripCancelsSweepsAndFails) {
  const Story end{schedule, failed(Stage::Monitor, Reason::DialogDuringBody, dialog)};
  const Story tripped{pass(300), opened(2), pass(700), tick, listed({2}, OperationId::Monitor)};
  const Story swept{
      cancel_body, dump(Stage::Monitor), shot(Stage::Monitor),      close(2), returned,
      closed(2),   disposed(2),          report(2, Outcome::Closed)};
  expect_right(prepares() + tripped + swept + end);
  // The commit of the body is under way.
  expect_right(prepares() + Story{method(Method::SyncDocuments)} + looks(none) + Story{commit} +
               tripped + Story{cancel} + swept + end);
}

TEST(PolicyJudge, TheBodyMayReturnInTheInstantOfATickBeforeOrAfterIt) {
  const Story end = looks(none) + syncs() + ends;
  expect_right(prepares() + Story{pass(1'000), returned} + end);
  expect_right(prepares() + Story{pass(1'000), tick, returned, cancel_tick} + end);
  expect_right(prepares() + Story{pass(1'000), tick, listed({}, OperationId::Monitor), returned} +
               end);
}

TEST(PolicyJudge, TheBodyEndsAtItsTimeoutOrThrows) {
  expect_right(unleashes() + Story{pass(3'000), cancel_body, dump(Stage::Body), schedule,
                                   failed(Stage::Body, Reason::BodyTimedOut)});
  expect_right(unleashes() + Story{pass(3'000), returned} + ends);
  expect_right(starts(watched) + Story{pass(1'000), tick, threw, cancel_tick, schedule,
                                       failed(Stage::Body, Reason::BodyThrew)});
}

TEST(PolicyJudge, TwoBoundsOfOneInstantMayEndTheCallEitherWay) {
  const Story begin = unleashes() + Story{pass(1'000), method(Method::SyncDocuments)} +
                      looks(none) + Story{commit, pass(2'000), cancel, cancel_body};
  expect_right(begin +
               Story{dump(Stage::Sync), schedule, failed(Stage::Body, Reason::SyncTimedOut)});
  expect_right(begin +
               Story{dump(Stage::Body), schedule, failed(Stage::Body, Reason::BodyTimedOut)});
  const Story sweep = unleashes() + Story{pass(2'000),
                                          method(Method::CloseModalDialogs),
                                          list,
                                          listed({2}),
                                          dump(Stage::Sweep),
                                          shot(Stage::Sweep),
                                          close(2),
                                          pass(1'000),
                                          cancel};
  const Story end{cancel_body, dump(Stage::Body), schedule,
                  failed(Stage::Body, Reason::BodyTimedOut)};
  expect_right(sweep + end);
  expect_right(sweep + Story{report(2, Outcome::Pending), give(0)} + end);
}

TEST(PolicyJudge, MethodsOfTheBody) {
  const Story end = Story{returned} + ends;
  const auto works = [&](Method which, const Story& run) {
    expect_right(unleashes() + Story{method(which)} + run + end);
  };
  works(Method::CloseModalDialogs,
        {list, listed({5}), dump(Stage::Sweep), shot(Stage::Sweep), close(5), closed(5),
         disposed(5), report(5, Outcome::Closed), give(1)});
  works(Method::CloseModalDialogs, {list, listed({}), give(0)});
  works(Method::SyncDocuments, syncs() + Story{give(0)});
  works(Method::SaveProject, looks(none) + Story{Save{OperationId::Main, Scope::Settings}, ended} +
                                 looks(none) + Story{give(0)});
  works(Method::WaitForSmartMode, smartens(40) + Story{give(40)});
  works(Method::AssertNonModal, looks(none) + Story{give(0)});
  works(Method::IsModal, looks(progress) + Story{give(1)});
  works(Method::IsSmartMode,
        {ReadSmart{OperationId::Main}, SmartRead{OperationId::Main, true}, give(1)});
  works(Method::AwaitProgress, looks(progress) + Story{pass(500)} + looks(none) + Story{give(0)});
  const MethodCalled force{{7}, {Method::SyncDocuments, true, true, false}};
  expect_right(unleashes() + Story{force, save, ended, refresh, ended, give(0)} + end);
  const MethodCalled project{{7}, {Method::SyncDocuments, true, false, true}};
  expect_right(unleashes() + Story{project} + looks(none) +
               Story{Commit{OperationId::Main, Scope::Project}, ended} + looks(none) +
               Story{Save{OperationId::Main, Scope::Project}, ended} + looks(none) +
               Story{refresh, ended} + looks(none) + Story{give(0)} + end);
}

TEST(PolicyJudge, AFailedMethodEndsTheRun) {
  const auto fails = [](Method which, const Story& run, Stage cause, Reason reason) {
    Story end{cancel_body};
    if (cause == Stage::Gate) end.push_back(shot(cause));
    expect_right(unleashes() + Story{method(which)} + run + end +
                 Story{dump(cause), schedule, failed(Stage::Body, reason, dialog)});
  };
  fails(Method::AssertNonModal, looks(dialog), Stage::Gate, Reason::ModalAsserted);
  fails(Method::AwaitProgress, looks(dialog), Stage::Gate, Reason::DialogAtGate);
  fails(Method::SyncDocuments, looks(dialog), Stage::Sync, Reason::ModalBeforeSync);
  fails(Method::WaitForSmartMode, looks(dialog), Stage::Smart, Reason::ModalBeforeSmart);
}

TEST(PolicyJudge, AllowStopsTheMonitorAndStartingItAgainArmsIt) {
  const Story allowed =
      starts(watched) + Story{pass(600), method(Method::AllowModalDialog), give(0)};
  expect_right(allowed + Story{opened(1), pass(2'000), returned} + ends);
  expect_right(allowed +
               Story{pass(100), method(Method::MonitorAndCloseModalDialogs), give(0), pass(1'000),
                     tick, listed({}, OperationId::Monitor), returned} +
               ends);
  expect_right(starts(watched) +
               Story{pass(1'000), tick, method(Method::AllowModalDialog), cancel_tick, give(0),
                     pass(1'500), returned} +
               ends);
}

TEST(PolicyJudge, ABlockStopsTheMonitorAndRestoresIt) {
  const Story enter{method(Method::EnterModalDialogAllowed), give(0)};
  const Story leave{method(Method::LeaveModalDialogAllowed), give(0)};
  const Story begin = starts(watched) + Story{pass(600)};
  expect_right(begin + enter + enter + Story{pass(900)} + leave + Story{pass(900)} + leave +
               Story{pass(400), returned} + ends);
  expect_right(begin + enter + Story{pass(400)} + leave +
               Story{pass(1'000), tick, listed({}, OperationId::Monitor), returned} + ends);
  expect_right(begin + enter + Story{method(Method::AllowModalDialog), give(0)} + leave +
               Story{pass(1'900), returned} + ends);
  Story deep = unleashes();
  for (int i = 0; i < 8; ++i) deep = deep + enter;
  expect_right(deep + Story{method(Method::EnterModalDialogAllowed), Refuse{7}, returned} + ends);
  expect_right(unleashes() + Story{method(Method::LeaveModalDialogAllowed), Refuse{7}, returned} +
               ends);
}

TEST(PolicyJudge, AMonitorThatABlockStartsGoesOnAfterIt) {
  const Story enter{method(Method::EnterModalDialogAllowed), give(0)};
  const Story leave{method(Method::LeaveModalDialogAllowed), give(0)};
  const Story again{method(Method::MonitorAndCloseModalDialogs), give(0)};
  const Story ticks{tick, listed({}, OperationId::Monitor), returned};
  expect_right(unleashes() + enter + again + Story{pass(300)} + leave + Story{pass(700)} + ticks +
               ends);
  expect_right(starts(watched) + enter + Story{method(Method::AllowModalDialog), give(0)} + again +
               leave + Story{pass(1'000)} + ticks + ends);
  expect_right(unleashes() + enter + enter + again + leave + leave + enter + Story{pass(300)} +
               leave + Story{pass(1'000)} + ticks + ends);
  expect_wrong("MOD-69", unleashes() + enter + again + leave + Story{pass(1'001)});
}

TEST(PolicyJudge, ASweepThatIsCutShortNamesWhatItClosed) {
  const Story sweep{method(Method::CloseModalDialogs),
                    list,
                    listed({2, 1}),
                    dump(Stage::Sweep),
                    shot(Stage::Sweep),
                    close(2),
                    closed(2)};
  const Story reports{report(2, Outcome::Pending)};
  expect_right(starts(watched) + Story{pass(600)} + sweep + Story{pass(400), tick} +
               Story{listed({1}, OperationId::Monitor)} + reports +
               Story{cancel_body, dump(Stage::Monitor), shot(Stage::Monitor), close(1),
                     CloseAnswered{OperationId::Main, {1}, CloseAnswer::Refused},
                     report(1, Outcome::Refused), schedule,
                     failed(Stage::Monitor, Reason::DialogDuringBody, dialog)});
  const Story timed_out{cancel_body, dump(Stage::Body), schedule,
                        failed(Stage::Body, Reason::BodyTimedOut)};
  const Story late = unleashes() + Story{pass(2'500)} + sweep + Story{pass(500)};
  expect_right(late + reports + timed_out);
  expect_right(unleashes() + Story{pass(2'000)} + sweep + Story{pass(500), disposed(2)} +
               Story{shot(Stage::Sweep), close(1), pass(500), cancel, report(2, Outcome::Closed),
                     report(1, Outcome::Pending)} +
               timed_out);
  expect_wrong("MOD-13", late + Story{Decide{Stage::Body, Reason::BodyTimedOut}} + timed_out);
}

TEST(PolicyJudge, AFailedPostFlightIsAWarning) {
  const Story body = starts({.sync_documents = true});
  const Story begin = calls(Mode::Raw, {.sync_documents = true}) + looks(none) + syncs() +
                      Story{start, EditMade{}, returned} + looks(none);
  expect_right(begin + looks(progress) +
               Story{dump(Stage::Sync), warn(Warning::PostSyncFailed, Reason::ModalBeforeSync)} +
               ends);
  expect_right(begin + looks(none) +
               Story{commit, pass(2'000), cancel, dump(Stage::Sync),
                     warn(Warning::PostSyncFailed, Reason::SyncTimedOut)} +
               ends);
}

TEST(PolicyJudge, MethodsAreRefusedOnceTheBodyIsCancelledOrTheCallEnded) {
  const Judged judged = judge(unleashes() + Story{returned} + ends +
                              Story{method(Method::IsModal), Refuse{7}, returned, pass(9)});
  EXPECT_FALSE(judged.findings.breach) << explain(judged);
  EXPECT_TRUE(judged.findings.exercised.has(rule_index("MOD-109")));
}

TEST(PolicyJudge, EqualFuturesHaveEqualStates) {
  const auto state = [](const Story& run) {
    const Judge judge(short_limits);
    Judged judged;
    for (const Seen& seen : run)
      std::visit([&](const auto& what) { judge.see(judged.state, what, judged.findings); }, seen);
    return judged.state;
  };
  const Story swept =
      calls(Mode::Raw, strict) +
      Story{list,     listed({1}), dump(Stage::Sweep), shot(Stage::Sweep),        close(1),
            pass(10), closed(1),   disposed(1),        report(1, Outcome::Closed)} +
      looks(none) + Story{start};
  EXPECT_EQ(state(starts(watched)), state(swept));
  const Story waited = calls(Mode::Raw, {.close_while_running = true, .wait_smart = true}) +
                       looks(none) + smartens(70) + Story{ReportSmartWait{Duration{70}}, start};
  EXPECT_EQ(state(starts(watched)), state(waited));
}

TEST(PolicyJudge, MarksOnlyWhatARunMet) {
  const auto met = [](const Story& run, auto rule) {
    return judge(run).findings.exercised.has(rule);
  };
  const Story quiet = starts(watched) + Story{pass(1'000), tick, listed({}, OperationId::Monitor)};
  const Story end = Story{returned} + ends;
  EXPECT_FALSE(met(quiet + end, rule_index("MOD-62")));
  EXPECT_FALSE(met(quiet + end, rule_index("MOD-63")));
  EXPECT_TRUE(met(quiet + Story{opened(3), pass(9), disposed(3)} + end, rule_index("MOD-63")));
  EXPECT_TRUE(
      met(starts(watched) +
              Story{ProgressStarted{}, pass(1'000), tick, listed({}, OperationId::Monitor)} + end,
          rule_index("MOD-62")));
  EXPECT_FALSE(met(quiet + end, rule_index("MOD-45")));
  EXPECT_TRUE(met(calls(Mode::Raw, prepared) + looks(progress) +
                      Story{warn(Warning::SyncSkipped), warn(Warning::SmartSkipped), start},
                  rule_index("MOD-45")));
}

}  // namespace
}  // namespace spec::modality
