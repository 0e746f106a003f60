// Runs that keep every clause.
#include <gtest/gtest.h>

#include "modality/testing.h"

namespace spec::modality {
namespace {

TEST(PolicyClauses, SmartNonModalWithoutTrouble) {
  expect_right(prepares() + Story{pass(400), returned} + synced_story + ends);
}

TEST(PolicyClauses, ProfilesThatPrepareNothing) {
  expect_right(begins(Mode::NonModal) + Story{start, returned} + ends);
  expect_right(unleashes() + Story{pass(10), returned} + ends);
}

TEST(PolicyClauses, ARefusedCallHasAResultOnly) {
  const auto refused = [](const Request& request, Reason reason) {
    expect_right({Called{request}, decide(Stage::Surface, reason), failed(Stage::Surface, reason)});
  };
  constexpr Duration nothing{0}, something{9};
  refused({Mode::Raw, {}, Defect::UnknownMode, true, nothing}, Reason::UnknownMode);
  refused({Mode::Raw, {}, Defect::FormerParameter, false, something}, Reason::FormerParameter);
  refused({Mode::Raw, {}, Defect::None, true, nothing}, Reason::BadTimeout);
  refused({Mode::Raw, {}, Defect::None, true, something}, Reason::CalledFromEdt);
}

TEST(PolicyClauses, ASweepClosesTopmostFirstAndTellsWhatBecameOfEach) {
  expect_right(Story{opened(1), opened(2), opened(3), opened(4)} + begins(sweeping) +
               Story{thread_dump(Stage::Sweep)} +
               Story{shot(Stage::Sweep), close(4), pass(10), answered(4), pass(10), disposed(4)} +
               Story{shot(Stage::Sweep), close(3), answered(3), pass(1'250)} +
               Story{shot(Stage::Sweep), close(2), answered(2, CloseAnswer::Refused)} +
               Story{shot(Stage::Sweep), close(1), answered(1), disposed(1)} +
               Story{report(4, Outcome::Closed), report(3, Outcome::Pending),
                     report(2, Outcome::Refused), report(1, Outcome::Closed)} +
               gate_fails(Reason::DialogAtGate, dialog));
}

TEST(PolicyClauses, ADialogThatHasGoneMayBeClosedOrSkipped) {
  const Story two =
      Story{opened(1), opened(2)} + begins(sweeping) + Story{thread_dump(Stage::Sweep),
                                                             shot(Stage::Sweep),
                                                             close(2),
                                                             answered(2),
                                                             disposed(1),
                                                             disposed(2)};
  const Story end = Story{report(2, Outcome::Closed), start, returned} + ends;
  expect_right(two + end);
  expect_right(two + Story{shot(Stage::Sweep), close(1), answered(1, CloseAnswer::Gone)} + end);
}

TEST(PolicyClauses, ALateDisposalBeforeTheEndOfTheSweepIsAClose) {
  expect_right(Story{opened(1), opened(2)} + begins(sweeping) +
               Story{thread_dump(Stage::Sweep), shot(Stage::Sweep), close(2), pass(1'250), cancel,
                     shot(Stage::Sweep), close(1), disposed(2), disposed(1), answered(1),
                     report(2, Outcome::Closed), report(1, Outcome::Closed), start, returned} +
               ends);
}

TEST(PolicyClauses, AnAnswerThatComesLateIsNotThatOfTheNextClose) {
  const Story next = Story{opened(1), opened(2)} + begins(sweeping) +
                     Story{thread_dump(Stage::Sweep),
                           shot(Stage::Sweep),
                           close(2),
                           pass(1'250),
                           cancel,
                           shot(Stage::Sweep),
                           close(1)};
  const Story refused{answered(1, CloseAnswer::Refused)};
  const auto reports = [](Outcome first) {
    return Story{report(2, first), report(1, Outcome::Refused)} +
           gate_fails(Reason::DialogAtGate, dialog);
  };
  expect_right(next + Story{answered(2)} + refused + reports(Outcome::Pending));
  expect_right(next + Story{disposed(2), answered(2)} + refused + reports(Outcome::Closed));
}

TEST(PolicyClauses, WithoutAwaitDisposeTheSweepGoesOnAtTheAnswer) {
  expect_right(Story{opened(1)} + begins({.close_on_start = true, .await_dispose = false}) +
               Story{thread_dump(Stage::Sweep), shot(Stage::Sweep), close(1), answered(1),
                     report(1, Outcome::Pending)} +
               gate_fails(Reason::DialogAtGate, dialog));
}

TEST(PolicyClauses, TheWaitEndsAtAPollOrAtItsBudget) {
  const Story frozen = Story{freezes} + begins(Mode::SmartNonModal);
  const Story clear = synced_story + smartens() + Story{start, returned} + synced_story + ends;
  expect_right(frozen + Story{pass(500), thaws} + clear);
  expect_right(frozen + Story{pass(170), thaws} + clear);
  expect_right(frozen + Story{pass(400), thaws, pass(100)} + clear);
  expect_right(frozen + Story{pass(400), opened(1), pass(100)} +
               gate_fails(Reason::DialogAtGate, dialog));
  const Story to_the_end = frozen + Story{pass(1'500), note(1'500), pass(750)};
  expect_right(to_the_end + gate_fails(Reason::ProgressOutlivedBudget, progress));
  expect_right(to_the_end + Story{thaws} + clear);
  auto limits = test_limits;
  limits.wait_budget = Duration{0};
  expect_right(frozen + gate_fails(Reason::ProgressAtGate, progress), limits);
}

TEST(PolicyClauses, AModalThatTheGateLetsPassSkipsAndWarns) {
  const Story skipped{warn(Warning::SyncSkipped), warn(Warning::SmartSkipped), start, returned,
                      warn(Warning::PostSyncSkipped)};
  const Options both{.sync_documents = true, .wait_smart = true};
  expect_right(Story{freezes} + begins(both) + skipped + ends);
  Options permissive = both;
  permissive.allow_at_gate = true;
  expect_right(Story{opened(1)} + begins(permissive) + skipped + ends);
}

TEST(PolicyClauses, ASyncFailsUnderAModalOrAtItsBound) {
  const Story gate = begins(syncing);
  expect_right(gate + Story{freezes} + step_fails(Stage::Sync, Reason::ModalBeforeSync, progress));
  expect_right(gate + Story{commit, opened(1), ended} +
               step_fails(Stage::Sync, Reason::ModalDuringSync, dialog));
  const Story late = gate + Story{commit, pass(1'500), ended, save, pass(500)};
  expect_right(late + Story{decide(Stage::Sync, Reason::SyncTimedOut), cancel,
                            thread_dump(Stage::Sync), schedule,
                            failed(Stage::Sync, Reason::SyncTimedOut)});
  expect_right(late + Story{ended} + step_fails(Stage::Sync, Reason::SyncTimedOut));
  expect_right(late + Story{ended, refresh, ended, start, returned} + synced_story + ends);
}

TEST(PolicyClauses, ASmartWaitFailsUnderAModalOrAtItsBound) {
  const Story gate = begins(smartening);
  expect_right(gate + Story{opened(1)} +
               step_fails(Stage::Smart, Reason::ModalBeforeSmart, dialog));
  expect_right(gate + Story{await_smart, freezes, reached} +
               step_fails(Stage::Smart, Reason::ModalAfterSmart, progress));
  expect_right(gate + Story{await_smart, pass(1'750), decide(Stage::Smart, Reason::SmartTimedOut),
                            cancel, thread_dump(Stage::Smart), schedule,
                            failed(Stage::Smart, Reason::SmartTimedOut)});
  expect_right(gate + smartens(30) + Story{start, returned} + ends);
  expect_right(gate + Story{waited(0), start, returned} + ends);
}

TEST(PolicyClauses, ATripCancelsSweepsAndFails) {
  const Story tripped = starts(watched) + Story{pass(300), opened(2), pass(450)};
  const Story swept = closes_one(2, Stage::Monitor) + Story{report(2, Outcome::Closed)};
  expect_right(tripped + trips + swept + tripped_story);
  // The body returns while its dialogs are swept.
  expect_right(tripped + trips +
               Story{shot(Stage::Monitor), close(2), returned, answered(2), disposed(2),
                     report(2, Outcome::Closed)} +
               tripped_story);
  // A commit of the body is under way.
  expect_right(starts(watched) +
               Story{pass(400), calls(Method::SyncDocuments), commit, opened(2), pass(350),
                     decide(Stage::Monitor, Reason::DialogDuringBody), cancel, cancel_body,
                     thread_dump(Stage::Monitor)} +
               swept + tripped_story);
}

TEST(PolicyClauses, ASweepThatIsCutShortTellsWhatItHasComeTo) {
  const Story cut =
      Story{opened(1), opened(2)} + begins({.allow_at_gate = true, .close_while_running = true}) +
      Story{start, calls(Method::CloseModalDialogs), thread_dump(Stage::Sweep)} +
      closes_one(2, Stage::Sweep) + Story{shot(Stage::Sweep), close(1), answered(1), pass(750)};
  const Story told{report(2, Outcome::Closed), report(1, Outcome::Pending)};
  expect_right(cut + Story{decide(Stage::Monitor, Reason::DialogDuringBody)} + told +
               Story{cancel_body, thread_dump(Stage::Monitor)} + closes_one(1, Stage::Monitor) +
               Story{report(1, Outcome::Closed)} + tripped_story);
  expect_wrong("MOD-13", cut + trips + Story{shot(Stage::Monitor)});
}

TEST(PolicyClauses, TheBodyEndsAtItsTimeoutOrThrows) {
  expect_right(unleashes() + Story{pass(2'750), decide(Stage::Body, Reason::BodyTimedOut),
                                   cancel_body, thread_dump(Stage::Body), schedule,
                                   failed(Stage::Body, Reason::BodyTimedOut)});
  expect_right(unleashes() + Story{pass(2'750), returned} + ends);
  expect_right(starts(watched) + Story{pass(750), threw, decide(Stage::Body, Reason::BodyThrew),
                                       schedule, failed(Stage::Body, Reason::BodyThrew)});
}

TEST(PolicyClauses, TwoBoundsOfOneInstantMayEndTheCallEitherWay) {
  const Story begin =
      unleashes() + Story{pass(750), calls(Method::SyncDocuments), commit, pass(2'000)};
  const auto fails = [&](Reason reason, Stage cause) {
    expect_right(begin + Story{decide(Stage::Body, reason), cancel, cancel_body, thread_dump(cause),
                               schedule, failed(Stage::Body, reason)});
  };
  fails(Reason::SyncTimedOut, Stage::Sync);
  fails(Reason::BodyTimedOut, Stage::Body);
}

TEST(PolicyClauses, MethodsOfTheBody) {
  const auto works = [&](const MethodCall& which, const Story& run) {
    expect_right(unleashes() + Story{calls(which)} + run + Story{returned} + ends);
  };
  works({Method::CloseModalDialogs}, {give(0)});
  works({Method::MonitorAndCloseModalDialogs}, {give()});
  works({Method::SyncDocuments}, synced_story + Story{give()});
  works({Method::SaveProject}, {Save{OperationId::Main, Scope::Settings}, ended, give()});
  works({Method::SyncDocuments, true, true}, forced_story);
  works({Method::SyncDocuments, true, false, true},
        {Commit{OperationId::Main, Scope::Project}, ended, Save{OperationId::Main, Scope::Project},
         ended, refresh, ended, give()});
  works({Method::WaitForSmartMode}, {await_smart, pass(40), reached, give(40)});
  works({Method::WaitForSmartMode}, {await_smart, pass(40), reached, waited(40), give(40)});
  works({Method::AssertNonModal}, {give()});
  works({Method::IsModal}, {freezes, give(1)});
  works({Method::IsModal}, {freezes, give(0)});
  works({Method::IsSmartMode}, {give(1)});
  works({Method::AwaitProgress}, {freezes, pass(500), thaws, give()});
  expect_right(Story{opened(5)} + unleashes() + Story{calls(Method::CloseModalDialogs)} +
               sweeps_one(5) + Story{gives({5}), returned} + ends);
}

TEST(PolicyClauses, AWaitThatWasNoneEndsByALookBeforeItOrBehindIt) {
  const Story no_wait{call(Mode::Raw, smartening), freezes, schedule, waited(0)};
  expect_right(no_wait + Story{start, returned} + ends);
  expect_right(no_wait + step_fails(Stage::Smart, Reason::ModalAfterSmart, progress));
}

TEST(PolicyClauses, AFailedMethodEndsTheRun) {
  const auto fails = [](Method which, Stage cause, Reason reason) {
    expect_right(unleashes() + Story{opened(1), calls(which)} +
                 method_fails(cause, reason, dialog));
  };
  fails(Method::AssertNonModal, Stage::Gate, Reason::ModalAsserted);
  fails(Method::AwaitProgress, Stage::Gate, Reason::DialogAtGate);
  fails(Method::SyncDocuments, Stage::Sync, Reason::ModalBeforeSync);
  fails(Method::WaitForSmartMode, Stage::Smart, Reason::ModalBeforeSmart);
}

const Story trip_and_sweep =
    trips + closes_one(1, Stage::Monitor) + Story{report(1, Outcome::Closed)} + tripped_story;

TEST(PolicyClauses, AllowStopsTheMonitorAndStartingItAgainArmsIt) {
  const Story allowed = starts(watched) + Story{pass(600)} + allow;
  expect_right(allowed + Story{opened(1), pass(2'000), returned} + ends);
  expect_right(allowed + Story{opened(1), pass(100)} + rearm + Story{pass(750)} + trip_and_sweep);
  // The tick and the allowance in one instant.
  expect_right(starts(watched) + Story{opened(1), pass(750)} + allow +
               Story{pass(1'500), returned} + ends);
}

TEST(PolicyClauses, ABlockStopsTheMonitorAndRestoresIt) {
  const Story begin = starts(watched) + Story{pass(600)};
  expect_right(begin + enter + enter + Story{opened(1), pass(900)} + leave + Story{pass(200)} +
               Story{disposed(1)} + leave + Story{pass(400), returned} + ends);
  expect_right(begin + enter + Story{pass(400)} + leave + Story{opened(1), pass(750)} +
               trip_and_sweep);
  expect_right(begin + enter + allow + leave + Story{opened(1), pass(1'900), returned} + ends);
  // A start inside goes on after it.
  expect_right(begin + enter + rearm + Story{pass(300)} + leave + Story{opened(1), pass(450)} +
               trip_and_sweep);
  Story deep = unleashes();
  for (int i = 0; i < 8; ++i) deep = deep + enter;
  expect_right(deep + Story{calls(Method::EnterModalDialogAllowed), Refuse{{7}}, returned} + ends);
  expect_right(unleashes() + Story{calls(Method::LeaveModalDialogAllowed), Refuse{{7}}, returned} +
               ends);
}

TEST(PolicyClauses, ADialogThatShowsForAPartOfATicksInstantMayBeSeenOrNot) {
  const Story at_the_tick = starts(watched) + Story{opened(1), pass(750), disposed(1)};
  expect_right(at_the_tick + Story{pass(10), returned} + ends);
  expect_right(at_the_tick + trips + tripped_story);
}

TEST(PolicyClauses, AFailedPostFlightIsAWarning) {
  const Story body = begins(syncing) + synced_story + Story{start, returned};
  const auto fails = [&](const Story& run, Reason reason) {
    expect_right(body + run +
                 Story{thread_dump(Stage::Sync), warn(Warning::PostSyncFailed, reason)} + ends);
  };
  fails({IndexingStarted{}, freezes}, Reason::ModalBeforeSync);
  fails({commit, opened(1), ended}, Reason::ModalDuringSync);
  fails({commit, pass(2'000), cancel}, Reason::SyncTimedOut);
}

TEST(PolicyClauses, MethodsAreRefusedOnceTheCallEnded) {
  const auto told = judge(unleashes() + Story{returned} + ends +
                          Story{calls(Method::IsModal), Refuse{{7}}, returned, pass(9)});
  EXPECT_FALSE(told.findings.breach) << explain(told);
  EXPECT_TRUE(rules_of(clause_texts(), told.findings.met).has(rule_index("MOD-109")));
}

TEST(PolicyClauses, ADialogThatOpensRightBehindAnothersDisposalLeavesNoMomentBetweenThem) {
  const Story swept =
      Story{opened(1)} + begins(sweeping) +
      Story{thread_dump(Stage::Sweep),  shot(Stage::Sweep), close(1), answered(1), disposed(1),
            report(1, Outcome::Closed), opened(2)};
  expect_right(swept + gate_fails(Reason::DialogAtGate, dialog));
  expect_wrong("MOD-31", swept + Story{start});
}

TEST(PolicyClauses, EqualFuturesHaveEqualSituations) {
  const auto situation = [](const Story& run) {
    const Judge judge(test_limits);
    Told told;
    for (const Seen& seen : with_captures(run))
      std::visit([&](const auto& what) { judge.see(told.state, what, told.findings); }, seen);
    EXPECT_FALSE(told.findings.breach) << explain(told);
    told.state.artifacts = 0;  // But for these: a failure will count them.
    return told.state;
  };
  const Options strict{.close_on_start = true, .close_while_running = true};
  EXPECT_EQ(situation(starts(watched)),
            situation(Story{opened(1)} + begins(strict) + sweeps_one(1) + Story{start}));
  const Options both{.close_while_running = true, .wait_smart = true};
  EXPECT_EQ(situation(starts(watched)), situation(begins(both) + smartens(70) + Story{start}));
}

}  // namespace
}  // namespace spec::modality
