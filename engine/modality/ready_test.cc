// Sync and smart mode: before the body, as methods, and post-flight.
#include <gtest/gtest.h>

#include <string>

#include "modality/testing.h"

namespace engine::modality {
namespace {

constexpr Capture sync_dump{Artifact::ThreadDump, Stage::Sync};
constexpr Capture smart_dump{Artifact::ThreadDump, Stage::Smart};
constexpr StopTimer unbound{Timer::Bound};

constexpr Options sync_only{.sync_documents = true};
constexpr Options smart_only{.wait_smart = true};

Capture dump_of(Stage stage) { return stage == Stage::Sync ? sync_dump : smart_dump; }

// Each step of either, before the body.

struct StepRow {
  std::string name;
  Step step;
  Reason modal;  // None where the step does not look.
};

class ReadyStep : public testing::TestWithParam<StepRow> {
 protected:
  static bool is_smart() { return GetParam().step >= Step::SmartAssert; }
  static Stage stage() { return is_smart() ? Stage::Smart : Stage::Sync; }
  static Reason timed_out() { return is_smart() ? Reason::SmartTimedOut : Reason::SyncTimedOut; }
  static Play at_step() {
    return Play(tuple(is_smart() ? smart_only : sync_only)).up_to(GetParam().step);
  }
};

TEST_P(ReadyStep, IsCancelledWhenTheBoundExpires) {
  // Before the first write and behind the wait only the look is bounded.
  const auto step = GetParam().step;
  const bool looks =
      step == Step::SyncAssert || step == Step::SmartAssert || step == Step::SmartAfter;
  const auto reason = looks ? Reason::IdeNotResponding : timed_out();
  EXPECT_EQ(looks ? at_step().fired(Timer::Look, s(8)) : at_step().fired(Timer::Bound, s(60)),
            commands(decided(stage(), reason), Cancel{main_lane}, dump_of(stage()),
                     ScheduleRefresh{}, failed(stage(), reason)));
}

TEST_P(ReadyStep, FailsUnderEitherModalThatItSees) {
  if (GetParam().modal == Reason::None) return;
  for (const Modality modality : {progress, dialog}) {
    EXPECT_EQ(at_step().read(modality),
              commands(decided(stage(), GetParam().modal), unbound, dump_of(stage()),
                       ScheduleRefresh{}, failed(stage(), GetParam().modal, modality)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, ReadyStep,
    testing::Values(StepRow{"SyncAssert", Step::SyncAssert, Reason::ModalBeforeSync},
                    StepRow{"SyncCommit", Step::SyncCommit, Reason::None},
                    StepRow{"SyncAfterCommit", Step::SyncAfterCommit, Reason::ModalDuringSync},
                    StepRow{"SyncSave", Step::SyncSave, Reason::None},
                    StepRow{"SyncAfterSave", Step::SyncAfterSave, Reason::ModalDuringSync},
                    StepRow{"SyncRefresh", Step::SyncRefresh, Reason::None},
                    StepRow{"SyncAfterRefresh", Step::SyncAfterRefresh, Reason::ModalDuringSync},
                    StepRow{"SmartAssert", Step::SmartAssert, Reason::ModalBeforeSmart},
                    StepRow{"SmartWait", Step::SmartWait, Reason::None},
                    StepRow{"SmartAfter", Step::SmartAfter, Reason::ModalAfterSmart}),
    [](const auto& row) { return row.param.name; });

TEST(PolicyReady, DoesNotWaitForSmartModeAfterASyncThatFailed) {
  Play play = Play(tuple({.sync_documents = true, .wait_smart = true})).up_to(Step::SyncAssert);
  EXPECT_EQ(play.read(dialog),
            commands(decided(Stage::Sync, Reason::ModalBeforeSync), unbound, sync_dump,
                     ScheduleRefresh{}, failed(Stage::Sync, Reason::ModalBeforeSync, dialog)));
  EXPECT_EQ(play.state().phase, Phase::Done);
}

TEST(PolicyReady, ReportsTheTimeFromAskingToSmartMode) {
  Play play = Play(tuple(smart_only)).up_to(Step::SmartAssert);
  play.on(ModalityRead{main_lane, none}, ms(40));
  EXPECT_EQ(play.on(SmartReached{main_lane}, ms(700)), commands(ReadModality{main_lane}));
  EXPECT_EQ(
      play.on(ModalityRead{main_lane, none}, ms(9)),
      commands(unbound, ReportSmartWait{ms(700)}, StartBody{}, StartTimer{Timer::Body, s(600)}));
}

TEST(PolicyReady, ReportsNoWaitWhenSmartAlready) {
  Play play = Play(tuple(smart_only)).up_to(Step::SmartAfter);
  EXPECT_EQ(play.read(none), commands(unbound, ReportSmartWait{ms(0)}, StartBody{},
                                      StartTimer{Timer::Body, s(600)}));
}

// As methods.

TEST(PolicyReady, SyncsForItsMethodUnderTheSameBound) {
  Play play = body_of(Mode::Unleashed);
  EXPECT_EQ(play.calls(Method::SyncDocuments),
            commands(StartTimer{Timer::Bound, s(60)}, ReadModality{main_lane}));
  EXPECT_EQ(play.read(none), commands(Commit{main_lane, Scope::All}));
  play.up_to(Step::SyncAfterRefresh);
  EXPECT_EQ(play.read(none), commands(unbound, Return{call, 0}));
}

TEST(PolicyReady, SyncsTheProjectAlone) {
  Play play = body_of(Mode::Unleashed);
  play.calls({.method = Method::SyncDocuments, .project_only = true});
  EXPECT_EQ(play.read(none), commands(Commit{main_lane, Scope::Project}));
  play.wrote();
  EXPECT_EQ(play.read(none), commands(Save{main_lane, Scope::Project}));
  play.up_to(Step::SyncAfterRefresh);
  EXPECT_EQ(play.read(none), commands(unbound, Return{call, 0}));
}

TEST(PolicyReady, ForcesASyncWithoutLookingOrCommitting) {
  Play play = body_of(Mode::Unleashed);
  EXPECT_EQ(play.calls({.method = Method::SyncDocuments, .force = true}),
            commands(StartTimer{Timer::Bound, s(60)}, Save{main_lane, Scope::All, true}));
  EXPECT_EQ(play.wrote(), commands(Refresh{main_lane, Scope::All, true}));
  EXPECT_EQ(play.wrote(), commands(unbound, Return{call, 0}));
}

TEST(PolicyReady, ForcesASyncOfTheProjectAlone) {
  Play play = body_of(Mode::Unleashed);
  EXPECT_EQ(play.calls({.method = Method::SyncDocuments, .force = true, .project_only = true}),
            commands(StartTimer{Timer::Bound, s(60)}, Save{main_lane, Scope::Project, true}));
}

TEST(PolicyReady, SavesTheSettingsAlone) {
  Play play = body_of(Mode::Unleashed);
  EXPECT_EQ(play.calls(Method::SaveProject),
            commands(StartTimer{Timer::Bound, s(60)}, ReadModality{main_lane}));
  EXPECT_EQ(play.read(none), commands(Save{main_lane, Scope::Settings}));
  EXPECT_EQ(play.wrote(), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(none), commands(unbound, Return{call, 0}));
}

TEST(PolicyReady, GivesItsMethodTheMillisecondsWaited) {
  Play play = body_of(Mode::Unleashed);
  play.calls(Method::WaitForSmartMode);
  play.read(none);
  play.on(SmartReached{main_lane}, ms(1'234));
  EXPECT_EQ(play.read(none), commands(unbound, Return{call, 1'234}));
}

struct MethodRow {
  std::string name;
  MethodCall method;
  Step step;     // Where it is stopped,
  bool expires;  // by its bound, else by a dialog.
  Stage cause;
  Reason reason;
};

class FailedMethod : public testing::TestWithParam<MethodRow> {};

TEST_P(FailedMethod, EndsTheRunWithTheReasonOfItsStep) {
  const MethodRow& row = GetParam();
  Play play = body_of(Mode::Unleashed);
  play.calls(row.method);
  play.up_to(row.step);
  const Commands decision = commands(decided(Stage::Body, row.reason));
  const Commands ending = commands(CancelBody{}, dump_of(row.cause), ScheduleRefresh{},
                                   failed(Stage::Body, row.reason, row.expires ? none : dialog));
  if (row.expires) {
    EXPECT_EQ(play.fired(Timer::Bound, s(60)),
              decision + commands(Cancel{main_lane}, StopTimer{Timer::Body}) + ending);
  } else {
    EXPECT_EQ(play.read(dialog), decision + commands(unbound, StopTimer{Timer::Body}) + ending);
  }
}

constexpr MethodCall sync{.method = Method::SyncDocuments};
constexpr MethodCall force{.method = Method::SyncDocuments, .force = true};
constexpr MethodCall settings{.method = Method::SaveProject};
constexpr MethodCall smart{.method = Method::WaitForSmartMode};

INSTANTIATE_TEST_SUITE_P(
    Rows, FailedMethod,
    testing::Values(
        MethodRow{"SyncUnderDialog", sync, Step::SyncAssert, false, Stage::Sync,
                  Reason::ModalBeforeSync},
        MethodRow{"SyncRaisesDialog", sync, Step::SyncAfterSave, false, Stage::Sync,
                  Reason::ModalDuringSync},
        MethodRow{"SyncHangs", sync, Step::SyncCommit, true, Stage::Sync, Reason::SyncTimedOut},
        MethodRow{"ForcedSaveHangs", force, Step::ForcedSave, true, Stage::Sync,
                  Reason::SyncTimedOut},
        MethodRow{"ForcedRefreshHangs", force, Step::ForcedRefresh, true, Stage::Sync,
                  Reason::SyncTimedOut},
        MethodRow{"SettingsUnderDialog", settings, Step::SettingsAssert, false, Stage::Sync,
                  Reason::ModalBeforeSync},
        MethodRow{"SettingsRaiseDialog", settings, Step::SettingsAfterSave, false, Stage::Sync,
                  Reason::ModalDuringSync},
        MethodRow{"SettingsHang", settings, Step::SettingsSave, true, Stage::Sync,
                  Reason::SyncTimedOut},
        MethodRow{"SmartUnderDialog", smart, Step::SmartAssert, false, Stage::Smart,
                  Reason::ModalBeforeSmart},
        MethodRow{"SmartThenDialog", smart, Step::SmartAfter, false, Stage::Smart,
                  Reason::ModalAfterSmart},
        MethodRow{"SmartHangs", smart, Step::SmartWait, true, Stage::Smart, Reason::SmartTimedOut}),
    [](const auto& row) { return row.param.name; });

// Post-flight.

Play after_body() {
  Play play = Play(tuple(sync_only)).up_to_body();
  play.on(BodyReturned{}, s(2));
  return play;
}

TEST(PolicyReady, LooksAfreshBeforeItSyncsAgain) {
  Play play(tuple({.allow_at_gate = true, .sync_documents = true}));
  play.read(dialog);  // The body closes it.
  EXPECT_EQ(play.on(BodyReturned{}), commands(StopTimer{Timer::Body}, ReadModality{main_lane}));
  EXPECT_EQ(play.read(none), commands(StartTimer{Timer::Bound, s(60)}, ReadModality{main_lane}));
}

TEST(PolicyReady, SkipsPostFlightUnderEitherModal) {
  for (const Modality modality : {progress, dialog}) {
    EXPECT_EQ(after_body().read(modality), commands(Warn{Warning::PostSyncSkipped, Reason::None},
                                                    decided_well, ScheduleRefresh{}, succeeded));
  }
}

TEST(PolicyReady, WarnsWhenPostFlightFailsUnderADialog) {
  Play play = after_body().up_to(Step::SyncAfterSave);
  EXPECT_EQ(play.read(dialog),
            commands(unbound, sync_dump, Warn{Warning::PostSyncFailed, Reason::ModalDuringSync},
                     decided_well, ScheduleRefresh{}, succeeded));
}

TEST(PolicyReady, WarnsWhenPostFlightHangs) {
  Play play = after_body().up_to(Step::SyncCommit);
  EXPECT_EQ(
      play.fired(Timer::Bound, s(60)),
      commands(Cancel{main_lane}, sync_dump, Warn{Warning::PostSyncFailed, Reason::SyncTimedOut},
               decided_well, ScheduleRefresh{}, succeeded));
}

TEST(PolicyReady, HasNoPostFlightInTheOtherProfiles) {
  for (const Mode mode : {Mode::NonModal, Mode::Unleashed}) {
    EXPECT_EQ(body_of(mode).on(BodyReturned{}),
              commands(StopTimer{Timer::Body}, decided_well, ScheduleRefresh{}, succeeded));
  }
}

}  // namespace
}  // namespace engine::modality
