// The body, the monitor, and the methods that touch neither documents nor dialogs.
#include <gtest/gtest.h>

#include "modality/testing.h"

namespace engine::modality {
namespace {

constexpr StopTimer no_tick{Timer::Tick};
constexpr StopTimer no_timeout{Timer::Body};
constexpr StartTimer first_tick{Timer::Tick, Duration{1'000}};
constexpr Capture trip_dump{Artifact::ThreadDump, Stage::Monitor};
constexpr Capture trip_screen{Artifact::Screenshot, Stage::Monitor};
constexpr Capture body_dump{Artifact::ThreadDump, Stage::Body};
const Commands nothing{};
const Commands returned = commands(Return{call, 0});

Play watched(bool await_dispose = true) {
  return Play(
      tuple({.allow_at_gate = true, .close_while_running = true, .await_dispose = await_dispose}));
}

// The monitor.

TEST(PolicyMonitor, StartsRightBeforeTheBodyAndSweepsNothing) {
  Play play;
  EXPECT_EQ(play.on(Called{tuple({.allow_at_gate = true, .close_while_running = true})}),
            commands(ScheduleRefresh{}, first_tick, StartBody{}, StartTimer{Timer::Body, s(600)}));
}

TEST(PolicyMonitor, LooksOncePerPeriod) {
  Play play = watched();
  EXPECT_EQ(play.tick(), commands(first_tick, ListDialogs{monitor_lane}));
  const Play twin = play;
  EXPECT_EQ(play.listed({}, monitor_lane), nothing);
  EXPECT_EQ(play.tick(), commands(first_tick, ListDialogs{monitor_lane}));
  EXPECT_EQ(play.state().asked, twin.state().asked);
}

TEST(PolicyMonitor, DoesNotLookTwiceAtATime) {
  Play play = watched();
  play.tick();
  EXPECT_EQ(play.tick(), commands(first_tick));
}

TEST(PolicyMonitor, TripsOverADialogAndSweepsTheListThatTrippedIt) {
  Play play = watched();
  play.tick();
  EXPECT_EQ(
      play.listed({inner, outer}, monitor_lane),
      commands(decided(Stage::Monitor, Reason::DialogDuringBody), no_tick, no_timeout, CancelBody{},
               trip_dump, trip_screen, CloseDialog{main_lane, inner}, disposal));
  play.answered(inner, CloseAnswer::Accepted);
  EXPECT_EQ(play.on(DialogDisposed{inner}), commands(StopTimer{Timer::Dispose}, trip_screen,
                                                     CloseDialog{main_lane, outer}, disposal));
  EXPECT_EQ(play.answered(outer, CloseAnswer::Refused),
            commands(StopTimer{Timer::Dispose}, ReportDialog{inner, Outcome::Closed},
                     ReportDialog{outer, Outcome::Refused}, ScheduleRefresh{},
                     failed(Stage::Monitor, Reason::DialogDuringBody, dialog)));
}

TEST(PolicyMonitor, WaitsForNoDisposalWhenToldSo) {
  Play play = watched(false);
  play.tick();
  play.listed({inner}, monitor_lane);
  EXPECT_EQ(play.answered(inner, CloseAnswer::Accepted),
            commands(StopTimer{Timer::Dispose}, ReportDialog{inner, Outcome::Pending},
                     ScheduleRefresh{}, failed(Stage::Monitor, Reason::DialogDuringBody, dialog)));
}

TEST(PolicyMonitor, CancelsTheMethodThatIsUnderWay) {
  Play play = watched();
  play.calls(Method::SyncDocuments);
  play.up_to(Step::SyncSave);
  play.tick();
  EXPECT_EQ(play.listed({inner}, monitor_lane),
            commands(decided(Stage::Monitor, Reason::DialogDuringBody), Cancel{main_lane},
                     StopTimer{Timer::Bound}, no_tick, no_timeout, CancelBody{}, trip_dump,
                     trip_screen, CloseDialog{main_lane, inner}, disposal));
}

TEST(PolicyMonitor, OnceTrippedIgnoresWhateverTheBodyDoes) {
  Play play = watched();
  play.tick();
  play.listed({inner}, monitor_lane);
  const Play twin = play;
  EXPECT_EQ(play.on(BodyReturned{}), nothing);
  EXPECT_EQ(play.on(BodyThrew{}), nothing);
  EXPECT_EQ(play.calls(Method::AllowModalDialog), commands(Refuse{call}));
  EXPECT_EQ(play.engine(), twin.engine());
}

TEST(PolicyMonitor, IsCancelledWhenTheBodyEndsWhileItLooks) {
  const Commands stopped = commands(Cancel{monitor_lane}, no_tick, no_timeout);
  Play play = watched();
  play.tick();
  Play twin = play;
  EXPECT_EQ(play.on(BodyReturned{}),
            stopped + commands(decided_well, ScheduleRefresh{}, succeeded));
  EXPECT_EQ(twin.on(BodyThrew{}),
            commands(decided(Stage::Body, Reason::BodyThrew)) + stopped +
                commands(ScheduleRefresh{}, failed(Stage::Body, Reason::BodyThrew)));
}

// Its methods.

TEST(PolicyMonitor, StartsOnceHoweverOftenItIsStarted) {
  Play play = body_of(Mode::Unleashed);
  EXPECT_EQ(play.calls(Method::MonitorAndCloseModalDialogs), commands(first_tick) + returned);
  const Play twin = play;
  EXPECT_EQ(play.calls(Method::MonitorAndCloseModalDialogs), returned);
  EXPECT_EQ(play.engine(), twin.engine());
}

TEST(PolicyMonitor, StopsForTheRestOfTheRunWhenDialogsAreAllowed) {
  Play play = watched();
  play.tick();
  EXPECT_EQ(play.calls(Method::AllowModalDialog),
            commands(Cancel{monitor_lane}, no_tick) + returned);
  EXPECT_EQ(play.calls(Method::AllowModalDialog), returned);
}

TEST(PolicyMonitor, TicksOnePeriodAfterItIsStartedAgain) {
  Play play = watched();
  play.calls(Method::AllowModalDialog);
  EXPECT_EQ(play.calls(Method::MonitorAndCloseModalDialogs), commands(first_tick) + returned);
}

TEST(PolicyMonitor, RestsForABlockAndStartsAnewAfterIt) {
  Play play = watched();
  EXPECT_EQ(play.calls(Method::EnterModalDialogAllowed), commands(no_tick) + returned);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), commands(first_tick) + returned);
  EXPECT_EQ(play.engine(), watched().engine());
}

TEST(PolicyMonitor, StaysAsleepAfterABlockThatBeganAsleep) {
  Play play = body_of(Mode::Unleashed);
  play.calls(Method::EnterModalDialogAllowed);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
}

TEST(PolicyMonitor, IsRestoredByTheOutermostBlockAlone) {
  Play play = watched();
  play.calls(Method::EnterModalDialogAllowed);
  EXPECT_EQ(play.calls(Method::EnterModalDialogAllowed), returned);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), commands(first_tick) + returned);
}

TEST(PolicyMonitor, StaysAsleepAfterABlockWhoseInsideAllowedDialogs) {
  Play play = watched();
  play.calls(Method::EnterModalDialogAllowed);
  play.calls(Method::EnterModalDialogAllowed);
  play.calls(Method::AllowModalDialog);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
}

TEST(PolicyMonitor, KeepsTickingWhenABlockStartedItAgain) {
  Play play = watched();
  play.calls(Method::EnterModalDialogAllowed);
  play.calls(Method::MonitorAndCloseModalDialogs);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
  EXPECT_EQ(play.engine(), watched().engine());
}

TEST(PolicyMonitor, GoesOnTickingAfterABlockThatBeganAsleepAndStartedIt) {
  Play play = body_of(Mode::Unleashed);
  play.calls(Method::EnterModalDialogAllowed);
  play.calls(Method::EnterModalDialogAllowed);
  EXPECT_EQ(play.calls(Method::MonitorAndCloseModalDialogs), commands(first_tick) + returned);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
}

TEST(PolicyMonitor, StartedInABlockGoesOnAfterItThoughDialogsWereAllowedBefore) {
  Play play = watched();
  play.calls(Method::EnterModalDialogAllowed);
  play.calls(Method::AllowModalDialog);
  play.calls(Method::MonitorAndCloseModalDialogs);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
  play.calls(Method::EnterModalDialogAllowed);
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), commands(first_tick) + returned);
}

TEST(PolicyMonitor, RefusesBlocksThatNeverBeganOrGoTooDeep) {
  Play play = watched();
  Play twin = play;
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), commands(Refuse{call}));
  EXPECT_EQ(play.engine(), twin.engine());
  for (int depth = 0; depth < 8; ++depth) play.calls(Method::EnterModalDialogAllowed);
  twin = play;
  EXPECT_EQ(play.calls(Method::EnterModalDialogAllowed), commands(Refuse{call}));
  EXPECT_EQ(play.engine(), twin.engine());
  for (int depth = 0; depth < 7; ++depth) {
    EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), returned);
  }
  EXPECT_EQ(play.calls(Method::LeaveModalDialogAllowed), commands(first_tick) + returned);
}

// The body.

TEST(PolicyBody, IsCancelledAtItsTimeout) {
  Play play = watched();
  EXPECT_EQ(play.fired(Timer::Body, s(600)),
            commands(decided(Stage::Body, Reason::BodyTimedOut), no_tick, CancelBody{}, body_dump,
                     ScheduleRefresh{}, failed(Stage::Body, Reason::BodyTimedOut)));
}

TEST(PolicyBody, TakesEverythingUnderWayWithItAtItsTimeout) {
  Play play = watched();
  play.calls(Method::WaitForSmartMode);
  play.up_to(Step::SmartWait);
  play.tick();
  EXPECT_EQ(play.fired(Timer::Body),
            commands(decided(Stage::Body, Reason::BodyTimedOut), Cancel{main_lane},
                     Cancel{monitor_lane}, StopTimer{Timer::Bound}, no_tick, CancelBody{},
                     body_dump, ScheduleRefresh{}, failed(Stage::Body, Reason::BodyTimedOut)));
}

TEST(PolicyBody, FailsWithoutArtifactsWhenTheScriptThrows) {
  EXPECT_EQ(body_of(Mode::Unleashed).on(BodyThrew{}),
            commands(decided(Stage::Body, Reason::BodyThrew), no_timeout, ScheduleRefresh{},
                     failed(Stage::Body, Reason::BodyThrew)));
}

TEST(PolicyBody, HasNoPostFlightAfterAThrow) {
  Play play = body_of(Mode::SmartNonModal);
  EXPECT_EQ(play.on(BodyThrew{}),
            commands(decided(Stage::Body, Reason::BodyThrew), StopTimer{Timer::Tick}, no_timeout,
                     ScheduleRefresh{}, failed(Stage::Body, Reason::BodyThrew)));
}

TEST(PolicyBody, DropsAMethodThatOutlivesIt) {
  Play play = body_of(Mode::Unleashed);
  play.calls(Method::SaveProject);
  play.up_to(Step::SettingsSave);
  EXPECT_EQ(play.on(BodyReturned{}),
            commands(Cancel{main_lane}, StopTimer{Timer::Bound}, no_timeout, decided_well,
                     ScheduleRefresh{}, succeeded));
}

// A body whose sweep has closed one dialog, and asked the next of three to close.
Play half_swept(const Options& options = {}) {
  Play play = Play(tuple(options)).up_to_body();
  play.calls(Method::CloseModalDialogs);
  play.listed({DialogId{3}, inner, outer});
  play.answered(DialogId{3}, CloseAnswer::Accepted);
  play.on(DialogDisposed{DialogId{3}});
  play.answered(inner, CloseAnswer::Accepted);
  return play;
}
const Commands reported =
    commands(ReportDialog{DialogId{3}, Outcome::Closed}, ReportDialog{inner, Outcome::Pending});

TEST(PolicyBody, ReportsWhatItsSweepHadClosedWhenItEnds) {
  EXPECT_EQ(half_swept().on(BodyReturned{}),
            commands(StopTimer{Timer::Dispose}, no_timeout) + reported +
                commands(decided_well, ScheduleRefresh{}, succeeded));
}

TEST(PolicyBody, ReportsWhatItsSweepHadClosedAtItsTimeout) {
  EXPECT_EQ(half_swept().fired(Timer::Body, s(600)),
            commands(decided(Stage::Body, Reason::BodyTimedOut), StopTimer{Timer::Dispose}) +
                reported +
                commands(CancelBody{}, body_dump, ScheduleRefresh{},
                         failed(Stage::Body, Reason::BodyTimedOut)));
}

TEST(PolicyMonitor, ReportsWhatTheSweepOfTheBodyHadClosed) {
  Play play = half_swept({.close_while_running = true});
  play.tick();
  EXPECT_EQ(
      play.listed({outer}, monitor_lane),
      commands(decided(Stage::Monitor, Reason::DialogDuringBody), StopTimer{Timer::Dispose},
               no_tick, no_timeout) +
          reported +
          commands(CancelBody{}, trip_dump, trip_screen, CloseDialog{main_lane, outer}, disposal));
}

TEST(PolicyBody, RunsOneMethodAtATime) {
  Play play = body_of(Mode::Unleashed);
  play.calls(Method::IsModal);
  const Play twin = play;
  EXPECT_EQ(play.on(MethodCalled{CallId{8}, {.method = Method::AllowModalDialog}}),
            commands(Refuse{CallId{8}}));
  EXPECT_EQ(play.engine(), twin.engine());
}

TEST(PolicyBody, RefusesEveryMethodAfterIt) {
  for (const Mode mode : {Mode::SmartNonModal, Mode::NonModal, Mode::Unleashed}) {
    Play play = body_of(mode);
    play.on(BodyReturned{});
    const Play twin = play;
    for (int method = 0; method <= static_cast<int>(Method::AwaitProgress); ++method) {
      EXPECT_EQ(play.calls(Method(method)), commands(Refuse{call}));
    }
    EXPECT_EQ(play.engine(), twin.engine());
  }
}

TEST(PolicyBody, LeavesNothingBehindButItsEnd) {
  Play finished = body_of(Mode::Unleashed);
  finished.on(BodyReturned{});
  Play tripped = watched();
  tripped.tick(ms(0));
  tripped.listed({inner}, monitor_lane);
  tripped.answered(inner, CloseAnswer::Gone);
  const Play refused(Request{.from_edt = true, .body_timeout = ms(1)});
  EXPECT_EQ(finished.engine(), tripped.engine());
  EXPECT_EQ(finished.engine(), refused.engine());
  EXPECT_EQ(finished.on(BodyReturned{}), nothing);
  EXPECT_EQ(finished.on(BodyThrew{}), nothing);
}

// Methods that read.

TEST(PolicyMethod, AssertsThatNothingIsModal) {
  Play play = body_of(Mode::Unleashed);
  EXPECT_EQ(play.calls(Method::AssertNonModal), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(none), returned);
}

TEST(PolicyMethod, FailsTheRunWhenWhatItAssertsIsNotSo) {
  for (const Modality modality : {progress, dialog}) {
    Play play = body_of(Mode::Unleashed);
    play.calls(Method::AssertNonModal);
    EXPECT_EQ(play.read(modality),
              commands(decided(Stage::Body, Reason::ModalAsserted), no_timeout, CancelBody{},
                       screen_at_gate, dump_at_gate, ScheduleRefresh{},
                       failed(Stage::Body, Reason::ModalAsserted, modality)));
  }
}

TEST(PolicyMethod, ReadsWithoutEverFailing) {
  Play play = body_of(Mode::Unleashed);
  for (const Modality modality : {none, progress, dialog}) {
    EXPECT_EQ(play.calls(Method::IsModal), commands(ReadModality{main_lane}));
    EXPECT_EQ(play.read(modality), commands(Return{call, modality != none}));
  }
  for (const bool smart : {false, true}) {
    EXPECT_EQ(play.calls(Method::IsSmartMode), commands(ReadSmart{main_lane}));
    EXPECT_EQ(play.on(SmartRead{main_lane, smart}), commands(Return{call, smart}));
  }
}

TEST(PolicyMethod, WaitsOutAProgress) {
  Play play = body_of(Mode::Unleashed);
  EXPECT_EQ(play.calls(Method::AwaitProgress), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(progress), commands(StartTimer{Timer::Poll, ms(500)}));
  EXPECT_EQ(play.fired(Timer::Poll, ms(500)), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(none), returned);
  EXPECT_EQ(play.state().waited, ms(0));
}

TEST(PolicyMethod, FailsTheRunOverADialogOrAnEndlessProgress) {
  const auto ending = [](Reason reason, Modality modality) {
    return commands(decided(Stage::Body, reason), no_timeout, CancelBody{}, screen_at_gate,
                    dump_at_gate, ScheduleRefresh{}, failed(Stage::Body, reason, modality));
  };
  Play play = body_of(Mode::Unleashed);
  play.calls(Method::AwaitProgress);
  Play twin = play;
  EXPECT_EQ(play.read(dialog), ending(Reason::DialogAtGate, dialog));
  twin.read(progress);
  twin.fired(Timer::Poll, s(120));
  EXPECT_EQ(twin.read(progress), ending(Reason::ProgressOutlivedBudget, progress));
}

TEST(PolicyMethod, DoesNotWaitWithoutABudget) {
  Limits limits = real_limits();
  limits.wait_budget = ms(0);
  Play play(profile(Mode::Unleashed), limits);
  EXPECT_EQ(play.calls(Method::AwaitProgress), returned);
}

}  // namespace
}  // namespace engine::modality
