// Each reported defect as an observer would see it, and the rule that must catch it.
#include <gtest/gtest.h>

#include "modality/testing.h"
#include "spec/modality/judge.h"

namespace spec::modality {
namespace {

constexpr Options contradiction{
    .close_on_start = true, .allow_at_gate = true, .close_while_running = true};

const Story empty_tick{tick, listed({}, OperationId::Monitor)};
const Story allow{method(Method::AllowModalDialog), give(0)};
const Story rearm{method(Method::MonitorAndCloseModalDialogs), give(0)};
const Story gate_failure{shot(Stage::Gate), dump(Stage::Gate), schedule,
                         failed(Stage::Gate, Reason::DialogAtGate, dialog)};

Story smart_call() { return calls(Mode::SmartNonModal) + Story{list, listed({})}; }
Story freeze() { return Story{ProgressStarted{}} + smart_call() + looks(progress); }

// The dialog stays under the body, by permission of the gate.
Story survives() {
  const CloseAnswered refuses{OperationId::Main, {1}, CloseAnswer::Refused};
  return Story{opened(1)} + calls(Mode::Raw, contradiction) +
         Story{list,     listed({1}), dump(Stage::Sweep),         shot(Stage::Sweep),
               close(1), refuses,     report(1, Outcome::Refused)};
}

TEST(PolicyRaces, HiddenPostSync) {
  const Story body = calls(Mode::NonModal) + looks(none) + Story{start, returned};
  expect_wrong("MOD-83", body + Story{look});
  expect_wrong("MOD-83", body + Story{commit});
  expect_wrong("MOD-83", body + Story{save});
  expect_wrong("MOD-83", unleashes() + Story{returned, look});
}

TEST(PolicyRaces, UnboundedSmartWait) {
  const Story waits =
      calls(Mode::Raw, {.wait_smart = true}) + looks(none) + looks(none) + Story{await_smart};
  expect_wrong("MOD-52", waits + Story{pass(2'000), pass(1)});
  expect_wrong("MOD-52", waits + Story{pass(2'001)});
  expect_wrong("MOD-91", waits + Story{pass(1'000)});
  expect_wrong("MOD-52", waits + Story{pass(1'000), cancel});
}

TEST(PolicyRaces, UnboundedSync) {
  const Story waits =
      calls(Mode::Raw, {.sync_documents = true}) + looks(none) + looks(none) + Story{commit};
  expect_wrong("MOD-42", waits + Story{pass(2'000), pass(1)});
  expect_wrong("MOD-42", waits + Story{pass(2'000)});
  expect_wrong("MOD-91", waits);
  expect_wrong("MOD-42", waits + Story{pass(1'999), cancel});
  // One bound over all three, not one for each.
  expect_wrong("MOD-42",
               waits + Story{pass(1'500), ended} + looks(none) + Story{save, pass(1'500), ended});
}

TEST(PolicyRaces, AWithheldWriteIsCancelledAndNeverRunsAfterTheResult) {
  const Story waits =
      calls(Mode::Raw, {.sync_documents = true}) + looks(none) + looks(none) + Story{commit};
  const Command late = failed(Stage::Sync, Reason::SyncTimedOut);
  expect_wrong("MOD-42", waits + Story{pass(2'000), dump(Stage::Sync)});
  expect_wrong("MOD-42", waits + Story{pass(2'000), late});
  expect_wrong("MOD-42", waits + Story{pass(2'000), cancel, dump(Stage::Sync), schedule, late,
                                       WriteBegan{OperationId::Main}});
}

TEST(PolicyRaces, EmptySweepDump) {
  expect_wrong("MOD-11", smart_call() + Story{dump(Stage::Sweep)});
  expect_wrong("MOD-11", calls(Mode::SmartNonModal) + Story{dump(Stage::Sweep)});
  expect_wrong("MOD-11", calls(Mode::SmartNonModal) + Story{list, dump(Stage::Sweep)});
  expect_wrong("MOD-11", smart_call() + Story{shot(Stage::Sweep)});
  expect_wrong("MOD-11", smart_call() + Story{close(1)});
  expect_wrong("MOD-11", unleashes() + Story{method(Method::CloseModalDialogs), list, listed({}),
                                             dump(Stage::Sweep)});
}

TEST(PolicyRaces, SlowDisposeSurvivor) {
  const Story accepted =
      calls(Mode::SmartNonModal) +
      Story{list, listed({2, 1}), dump(Stage::Sweep), shot(Stage::Sweep), close(2), closed(2)};
  expect_wrong("MOD-12", accepted + Story{shot(Stage::Sweep)});
  expect_wrong("MOD-12", accepted + Story{pass(1'001)});
  expect_wrong("MOD-12", accepted + Story{disposed(2), pass(1)});
  const Story last = accepted + Story{disposed(2), shot(Stage::Sweep), close(1), closed(1)};
  expect_wrong("MOD-12", last + Story{report(2, Outcome::Closed)});
  expect_wrong("MOD-12", last + Story{look});
}

TEST(PolicyRaces, BlinkDialog) {
  const Story blink = starts(watched) + Story{pass(200), opened(1)};
  expect_wrong("MOD-63", blink + Story{tick});
  expect_wrong("MOD-63", blink + Story{cancel_body});
  expect_wrong("MOD-63", blink + Story{dump(Stage::Monitor)});
  const Story gone = blink + Story{pass(200), disposed(1), pass(600)};
  expect_wrong("MOD-63", gone + empty_tick + Story{cancel_body});
  expect_wrong("MOD-63", gone + empty_tick + Story{dump(Stage::Monitor)});
  expect_right(gone + empty_tick + Story{returned} + ends);
}

TEST(PolicyRaces, TickRacesReturn) {
  const Story trip = starts(watched) + Story{opened(1),
                                             pass(1'000),
                                             tick,
                                             listed({1}, OperationId::Monitor),
                                             cancel_body,
                                             dump(Stage::Monitor),
                                             shot(Stage::Monitor),
                                             close(1),
                                             returned};
  expect_wrong("MOD-67", trip + Story{schedule});
  expect_wrong("MOD-67", trip + Story{look});
  expect_wrong("MOD-67", trip + Story{ok});
  expect_wrong("MOD-61", trip + Story{failed(Stage::Body, Reason::BodyTimedOut)});
  const Story result = trip + Story{closed(1), disposed(1), report(1, Outcome::Closed), schedule,
                                    failed(Stage::Monitor, Reason::DialogDuringBody, dialog)};
  expect_right(result + Story{returned});
  expect_wrong("MOD-05", result + Story{returned, ok});
  expect_wrong("MOD-05", result + Story{schedule});
  expect_wrong("MOD-05", unleashes() + Story{returned} + ends + Story{tick});
}

TEST(PolicyRaces, OwnDialogAfterAllow) {
  const Story allowed = starts(watched) + Story{pass(900)} + allow + Story{opened(1), pass(100)};
  expect_wrong("MOD-66", allowed + Story{tick});
  expect_wrong("MOD-66", allowed + Story{cancel_body});
  expect_wrong("MOD-66", starts(watched) +
                             Story{pass(1'000), tick, method(Method::AllowModalDialog), give(0)});
}

TEST(PolicyRaces, SecondDialogAfterAllow) {
  expect_wrong("MOD-66",
               starts(watched) + allow +
                   Story{opened(1), pass(1'000), disposed(1), opened(2), pass(1'000), tick});
}

TEST(PolicyRaces, RearmedMonitor) {
  const Story again = starts(watched) + Story{pass(300)} + rearm;
  expect_wrong("MOD-64", again + Story{pass(700)} + empty_tick + Story{pass(300), tick});
  const Story after_allow = starts(watched) + Story{pass(300)} + allow + rearm;
  expect_wrong("MOD-66", after_allow + Story{pass(700), tick});
  expect_wrong("MOD-64", after_allow + Story{pass(1'000)} + empty_tick + Story{pass(700), tick});
  expect_wrong("MOD-66", after_allow + Story{pass(1'001)});
}

TEST(PolicyRaces, LeftoverUnderNonModal) {
  const Story leftover = Story{opened(1)} + calls(Mode::NonModal);
  expect_wrong("MOD-31", leftover + Story{start});
  expect_wrong("MOD-31", leftover + looks(dialog) + Story{start});
  expect_wrong("MOD-70", calls(Mode::NonModal) + Story{start});
  expect_wrong("MOD-70", starts({}) + Story{start});
}

TEST(PolicyRaces, ContradictionRow) {
  expect_wrong("MOD-06", survives() + Story{start, pass(1'001)});
  // Nothing tells of a survivor, and still the row is watched.
  expect_wrong("MOD-06", calls(Mode::Raw, {.allow_at_gate = true, .close_while_running = true}) +
                             Story{start, pass(1'001)});
  const Story seen =
      survives() + Story{start, pass(1'000), tick, listed({1}, OperationId::Monitor)};
  expect_wrong("MOD-06", seen + Story{pass(1)});
  expect_wrong("MOD-06", seen + Story{returned});
  const Story row8 = Story{opened(1)} +
                     calls(Mode::Raw, {.allow_at_gate = true, .close_while_running = true}) +
                     Story{start};
  expect_wrong("MOD-06", row8 + Story{pass(1'001)});
}

TEST(PolicyRaces, DialoglessFreeze) {
  expect_wrong("MOD-20", freeze() + Story{shot(Stage::Gate)});
  expect_wrong("MOD-20", freeze() + Story{pass(501)});
  expect_wrong("MOD-20", freeze() + Story{pass(100), look});
  expect_wrong("MOD-20", smart_call() + looks(none) + looks(none) + Story{commit});
}

TEST(PolicyRaces, DialogDuringFreezeWait) {
  const Story seen = freeze() + Story{pass(200), opened(1), pass(300)} + looks(dialog);
  expect_wrong("MOD-21", seen + Story{list});
  expect_wrong("MOD-21", seen + Story{dump(Stage::Sweep)});
  expect_wrong("MOD-21", seen + Story{look});
  expect_wrong("MOD-21", seen + Story{pass(500)});
  expect_wrong("MOD-20", freeze() + Story{pass(500), list});
}

TEST(PolicyRaces, FreezeOutlivesBudget) {
  const Limits& limits = short_limits;
  Story frozen = freeze();
  for (std::int32_t waited = 500; waited <= limits.wait_budget.count(); waited += 500) {
    frozen.emplace_back(pass(500));
    if (waited % limits.note_period.count() == 0)
      frozen.emplace_back(Command{ReportProgress{Duration{waited}}});
    frozen = frozen + looks(progress);
  }
  const Story artifacts{shot(Stage::Gate), dump(Stage::Gate), schedule};
  expect_right(frozen + artifacts +
               Story{failed(Stage::Gate, Reason::ProgressOutlivedBudget, progress)});
  expect_wrong("MOD-22",
               frozen + artifacts + Story{failed(Stage::Gate, Reason::DialogAtGate, dialog)});
  expect_wrong("MOD-35", frozen + artifacts +
                             Story{failed(Stage::Gate, Reason::ProgressOutlivedBudget, dialog)});
  expect_wrong("MOD-22", frozen + Story{pass(500)});
}

TEST(PolicyRaces, SyncOpensDialog) {
  const Story saved = calls(Mode::Raw, {.sync_documents = true}) + looks(none) + looks(none) +
                      Story{commit, ended} + looks(none) + Story{save, opened(1), ended};
  expect_wrong("MOD-43", saved + Story{refresh});
  expect_wrong("MOD-43", saved + looks(dialog) + Story{refresh});
  expect_wrong("MOD-43", saved + looks(dialog) + Story{pass(1)});
}

TEST(PolicyRaces, StaleGateSnapshot) {
  const Story under = Story{opened(1)} +
                      calls(Mode::Raw, {.allow_at_gate = true, .sync_documents = true}) +
                      looks(dialog) + Story{warn(Warning::SyncSkipped), start, returned};
  expect_wrong("MOD-80", under + Story{warn(Warning::PostSyncSkipped)});
  expect_wrong("MOD-80", under + Story{schedule});
  const Story clear = calls(Mode::Raw, {.sync_documents = true}) + looks(none) + syncs() +
                      Story{start, returned} + looks(none);
  expect_wrong("MOD-80", clear + Story{commit});
}

TEST(PolicyRaces, IndexingRestarts) {
  const Story dumb_again = prepares() + Story{pass(1), IndexingStarted{}};
  expect_wrong("MOD-54", dumb_again + Story{cancel_body});
  expect_wrong("MOD-54", dumb_again + Story{dump(Stage::Smart)});
  expect_wrong("MOD-54", dumb_again + Story{failed(Stage::Smart, Reason::SmartTimedOut)});
  EXPECT_TRUE(judge(dumb_again).findings.exercised.has(rule_index("MOD-54")));
}

TEST(PolicyRaces, ImportStillRunning) {
  const Story smart = calls(Mode::Raw, {.wait_smart = true}) + looks(none) + looks(none) +
                      Story{await_smart, pass(100), reached};
  expect_wrong("MOD-55", smart + Story{pass(100)});
  expect_wrong("MOD-55", smart + Story{ImportFinished{}});
  EXPECT_TRUE(judge(smart).findings.exercised.has(rule_index("MOD-55")));
  EXPECT_FALSE(judge(Story{ImportFinished{}} + smart).findings.exercised.has(rule_index("MOD-55")));
}

TEST(PolicyRaces, CalledFromEdt) {
  const Called called{{.from_edt = true, .body_timeout = Duration{3'000}}};
  expect_wrong("MOD-90", {called, schedule});
  expect_wrong("MOD-90", {called});
  expect_wrong("MOD-90", {called, pass(10)});
}

TEST(PolicyRaces, ShallowFirstSweep) {
  const Story shows = calls(Mode::SmartNonModal) +
                      Story{list, listed({4, 3, 2, 1}), dump(Stage::Sweep), shot(Stage::Sweep)};
  expect_wrong("MOD-10", shows + Story{close(1)});
  expect_wrong("MOD-11",
               calls(Mode::SmartNonModal) + Story{list, listed({4}), dump(Stage::Sweep), close(4)});
}

TEST(PolicyRaces, PreflightBlamedOnScript) {
  expect_wrong("MOD-73", calls(Mode::NonModal) + looks(dialog) +
                             Story{shot(Stage::Gate), dump(Stage::Gate), schedule,
                                   failed(Stage::Body, Reason::DialogAtGate, dialog)});
  expect_wrong("MOD-73", calls(Mode::Raw, {.sync_documents = true}) + looks(none) + looks(dialog) +
                             Story{dump(Stage::Sync), schedule,
                                   failed(Stage::Body, Reason::ModalBeforeSync, dialog)});
}

TEST(PolicyRaces, ProgressTripsMonitor) {
  const Story freezes = starts(watched) + Story{pass(200), ProgressStarted{}, pass(800)};
  expect_wrong("MOD-62", freezes + empty_tick + Story{cancel_body});
  expect_wrong("MOD-62", freezes + empty_tick + Story{dump(Stage::Monitor)});
}

TEST(PolicyRaces, MonitorSweepsAtStart) {
  expect_wrong("MOD-65", survives() + Story{list});
  expect_wrong("MOD-65", survives() + Story{start, tick});
  expect_wrong("MOD-65", survives() + Story{start, list});
  expect_wrong("MOD-65", survives() + Story{start, close(1)});
  expect_wrong("MOD-65", Story{opened(1)} + unleashes() +
                             Story{method(Method::MonitorAndCloseModalDialogs), list});
}

TEST(PolicyRaces, GateWithoutDump) {
  const Story at_gate = calls(Mode::NonModal) + looks(dialog);
  expect_wrong("MOD-31", at_gate + Story{shot(Stage::Gate), schedule});
  expect_wrong("MOD-31", at_gate + Story{dump(Stage::Gate)});
  expect_wrong("MOD-31", smart_call() + looks(dialog) + Story{shot(Stage::Gate), schedule});
  expect_right(at_gate + gate_failure);
}

TEST(PolicyRaces, EditsLostAfterOk) {
  const Story edited = prepares() + Story{EditMade{}, returned};
  expect_wrong("MOD-80", edited + Story{schedule});
  expect_wrong("MOD-80", edited + looks(none) + syncs() + ends);
  expect_right(edited + looks(none) + looks(none) + Story{commit, ended} + looks(none) +
               Story{save, EditsReachedDisk{}, ended} + looks(none) + Story{refresh, ended} +
               looks(none) + ends);
}

TEST(PolicyRaces, AWriteUnderAModal) {
  const Story modal = calls(Mode::Raw, prepared) + looks(progress);
  expect_wrong("MOD-45", modal + Story{commit});
  expect_wrong("MOD-45", calls(Mode::Raw, prepared) + looks(none) + looks(dialog) + Story{commit});
  expect_wrong("MOD-44", modal + Story{start});
  expect_wrong("MOD-57", modal + Story{warn(Warning::SyncSkipped), start});
}

TEST(PolicyRaces, AScriptErrorTakesNoArtifacts) {
  expect_wrong("MOD-72", unleashes() + Story{threw, dump(Stage::Body)});
  expect_wrong("MOD-84", unleashes() + Story{threw, failed(Stage::Body, Reason::BodyThrew)});
}

TEST(PolicyRaces, AGateThatNothingDependsOnIsNotRead) {
  expect_wrong("MOD-30", calls(Mode::Unleashed) + Story{look});
  expect_wrong("MOD-30", calls(Mode::SmartNonModal) + Story{look});
  expect_wrong("MOD-32", calls(Mode::Raw, {.allow_at_gate = true, .sync_documents = true}) +
                             looks(dialog) + Story{warn(Warning::SyncSkipped), shot(Stage::Gate)});
  expect_wrong("MOD-34", Story{DialogOpened{{1}, false}} + calls(Mode::NonModal) + looks(none) +
                             Story{shot(Stage::Gate)});
}

TEST(PolicyRaces, AMissedInstantNamesItsRule) {
  expect_wrong("MOD-60", starts(watched) + Story{pass(1'001)});
  expect_wrong("MOD-60", starts(watched) + Story{pass(999), tick});
  expect_wrong("MOD-71", unleashes() + Story{pass(3'001)});
  expect_wrong("MOD-71", unleashes() + Story{pass(2'000), cancel_body});
  expect_wrong("MOD-69", starts(watched) + Story{method(Method::EnterModalDialogAllowed), give(0),
                                                 pass(1'000), tick});
  expect_wrong("MOD-101", unleashes() + rearm + Story{pass(1'001)});
}

}  // namespace
}  // namespace spec::modality
