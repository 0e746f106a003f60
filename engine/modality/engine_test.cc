// From the call to the start of the body: refusals, options, the wait, the gate.
#include "engine/modality/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "modality/testing.h"

namespace engine::modality {
namespace {

// Refusals.

struct RefusedRow {
  std::string name;
  Request request;
  Reason reason;
};

Request fine(Request request) {
  request.body_timeout = default_body_timeout;
  return request;
}

class RefusedCall : public testing::TestWithParam<RefusedRow> {};

TEST_P(RefusedCall, EndsAtOnceAndTouchesNothing) {
  Play play;
  EXPECT_EQ(play.on(Called{GetParam().request}),
            commands(decided(Stage::Surface, GetParam().reason),
                     failed(Stage::Surface, GetParam().reason)));
  const Play twin = play;
  EXPECT_EQ(play.calls(Method::CloseModalDialogs), commands(Refuse{call}));
  EXPECT_EQ(play.engine(), twin.engine());
}

INSTANTIATE_TEST_SUITE_P(
    Rows, RefusedCall,
    testing::Values(
        RefusedRow{"UnknownMode", fine({.defect = Defect::UnknownMode}), Reason::UnknownMode},
        RefusedRow{"FormerParameter", fine({.defect = Defect::FormerParameter}),
                   Reason::FormerParameter},
        RefusedRow{"BadTimeout", fine({.defect = Defect::BadTimeout}), Reason::BadTimeout},
        RefusedRow{"NoTimeLeft", {.body_timeout = ms(0)}, Reason::BadTimeout},
        RefusedRow{"TimeBelowZero", {.body_timeout = ms(-1)}, Reason::BadTimeout},
        RefusedRow{"FromEdt", fine({.from_edt = true}), Reason::CalledFromEdt},
        RefusedRow{"DefectBeforeTimeout",
                   {.defect = Defect::UnknownMode, .from_edt = true, .body_timeout = ms(0)},
                   Reason::UnknownMode},
        RefusedRow{
            "TimeoutBeforeEdt", {.from_edt = true, .body_timeout = ms(0)}, Reason::BadTimeout}),
    [](const auto& row) { return row.param.name; });

// What each mode begins with.

TEST(Policy, ByDefaultSweepsFirst) {
  Play play;
  EXPECT_EQ(play.on(Called{profile(Mode::SmartNonModal)}),
            commands(ScheduleRefresh{}, ListDialogs{main_lane}));
}

TEST(Policy, NonModalReadsTheGateFirst) {
  Play play;
  EXPECT_EQ(play.on(Called{profile(Mode::NonModal)}),
            commands(ScheduleRefresh{}, ReadModality{main_lane}));
}

TEST(Policy, UnleashedReadsNothing) {
  Play play;
  EXPECT_EQ(play.on(Called{profile(Mode::Unleashed)}),
            commands(ScheduleRefresh{}, StartBody{}, StartTimer{Timer::Body, s(600)}));
}

TEST(Policy, RunsAQuietCallFromSweepToPostFlight) {
  Play play;
  play.on(Called{profile(Mode::SmartNonModal)});
  EXPECT_EQ(play.listed({}), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(Modality::None), commands(ReadModality{main_lane}));  // The gate's own.
  EXPECT_EQ(play.read(Modality::None),
            commands(StartTimer{Timer::Bound, s(60)}, ReadModality{main_lane}));
  EXPECT_EQ(play.read(Modality::None), commands(Commit{main_lane, Scope::All}));
  EXPECT_EQ(play.wrote(), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(Modality::None), commands(Save{main_lane, Scope::All}));
  EXPECT_EQ(play.wrote(), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(Modality::None), commands(Refresh{main_lane, Scope::All}));
  EXPECT_EQ(play.wrote(), commands(ReadModality{main_lane}));
  EXPECT_EQ(
      play.read(Modality::None),
      commands(StopTimer{Timer::Bound}, StartTimer{Timer::Bound, s(60)}, ReadModality{main_lane}));
  EXPECT_EQ(play.read(Modality::None), commands(AwaitSmart{main_lane}));
  EXPECT_EQ(play.on(SmartReached{main_lane}, ms(300)), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(Modality::None),
            commands(StopTimer{Timer::Bound}, ReportSmartWait{ms(300)},
                     StartTimer{Timer::Tick, s(1)}, StartBody{}, StartTimer{Timer::Body, s(600)}));
  EXPECT_EQ(play.on(BodyReturned{}),
            commands(StopTimer{Timer::Tick}, StopTimer{Timer::Body}, ReadModality{main_lane}));
  play.up_to(Step::SyncAfterRefresh);
  EXPECT_EQ(play.read(Modality::None),
            commands(StopTimer{Timer::Bound}, decided_well, ScheduleRefresh{}, succeeded));
}

TEST(Policy, CoversTheBodyAloneWithTheTimeoutOfTheRequest) {
  Play play;
  EXPECT_THAT(play.on(Called{{.mode = Mode::Unleashed, .body_timeout = ms(1)}}),
              testing::Contains(Command{StartTimer{Timer::Body, ms(1)}}));
}

TEST(Policy, TakesPostFlightAndTheWaitOfATupleFromItsRow) {
  const Play play(tuple({.sync_documents = true, .await_progress = true, .sync_after = false}));
  EXPECT_EQ(play.state().step, Step::GateRead);
  EXPECT_TRUE(play.state().options.sync_after);
  const Play other(tuple({.wait_smart = true, .sync_after = true}));
  EXPECT_FALSE(other.state().options.sync_after);
}

// The gate.

struct GateRow {
  std::string name;
  Options options;
  Modality modality;
  Commands wanted;
};

class Gate : public testing::TestWithParam<GateRow> {};

TEST_P(Gate, DecidesOnWhatItReads) {
  Play play(tuple(GetParam().options));
  EXPECT_EQ(play.read(GetParam().modality), GetParam().wanted);
}

const Commands refused_for_dialog =
    commands(decided(Stage::Gate, Reason::DialogAtGate), screen_at_gate, dump_at_gate,
             ScheduleRefresh{}, failed(Stage::Gate, Reason::DialogAtGate, Modality::Dialog));
const Commands refused_for_progress =
    commands(decided(Stage::Gate, Reason::ProgressAtGate), screen_at_gate, dump_at_gate,
             ScheduleRefresh{}, failed(Stage::Gate, Reason::ProgressAtGate, Modality::Progress));
const Commands sync_begins =
    commands(StartTimer{Timer::Bound, s(60)}, ReadModality{OperationId::Main});
constexpr Warn no_sync{Warning::SyncSkipped, Reason::None};
constexpr Warn no_smart{Warning::SmartSkipped, Reason::None};
constexpr Options all_three{.allow_at_gate = true, .sync_documents = true, .wait_smart = true};
constexpr Options both{.sync_documents = true, .wait_smart = true};
constexpr Options strict{.progress = ProgressAtGate::Refuse};

INSTANTIATE_TEST_SUITE_P(
    Rows, Gate,
    testing::Values(GateRow{"NothingModal", {}, none, body_starts},
                    GateRow{"NothingModalThenSync", both, none, sync_begins},
                    GateRow{"NothingModalThenSmart", {.wait_smart = true}, none, sync_begins},
                    GateRow{"NothingModalThenSyncThoughAllowed", all_three, none, sync_begins},
                    GateRow{"DialogFails", {}, dialog, refused_for_dialog},
                    GateRow{"DialogFailsBeforeWarnings", both, dialog, refused_for_dialog},
                    GateRow{"DialogDecidesWhateverProgressMay", strict, dialog, refused_for_dialog},
                    GateRow{"AllowedDialogSkipsBoth", all_three, dialog,
                            commands(no_sync, no_smart) + body_starts},
                    GateRow{"AllowedProgressSkipsBoth", all_three, progress,
                            commands(no_sync, no_smart) + body_starts},
                    GateRow{"AllowedDialogSkipsSync",
                            {.allow_at_gate = true, .sync_documents = true},
                            dialog,
                            commands(no_sync) + body_starts},
                    GateRow{"AllowedDialogSkipsSmart",
                            {.allow_at_gate = true, .wait_smart = true},
                            dialog,
                            commands(no_smart) + body_starts},
                    GateRow{"ToleratedProgress", {}, progress, body_starts},
                    GateRow{"ToleratedProgressSkipsBoth", both, progress,
                            commands(no_sync, no_smart) + body_starts},
                    GateRow{"RefusedProgress", strict, progress, refused_for_progress}),
    [](const auto& row) { return row.param.name; });

TEST(Policy, WatchesTheBodyAfterASurvivorWasAllowed) {
  Play play(tuple({.allow_at_gate = true, .close_while_running = true, .wait_smart = true}));
  EXPECT_EQ(play.read(dialog), commands(no_smart, StartTimer{Timer::Tick, s(1)}) + body_starts);
}

// The dialog-less wait.

Limits short_wait() {
  Limits limits = real_limits();
  limits.wait_budget = ms(1'200);
  limits.note_period = ms(1'000);
  return limits;
}

Play waiting(const Limits& limits) {
  return Play(profile(Mode::SmartNonModal), limits).up_to(Step::WaitLook);
}

TEST(Policy, LooksAtEachPollAndALastTimeAtTheBudget) {
  Play play = waiting(short_wait());
  EXPECT_EQ(play.read(progress), commands(StartTimer{Timer::Poll, ms(500)}));
  EXPECT_EQ(play.fired(Timer::Poll, ms(500)), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(progress), commands(StartTimer{Timer::Poll, ms(500)}));
  EXPECT_EQ(play.fired(Timer::Poll, ms(500)),
            commands(ReportProgress{ms(1'000)}, ReadModality{main_lane}));
  EXPECT_EQ(play.read(progress), commands(StartTimer{Timer::Poll, ms(200)}));
  EXPECT_EQ(play.fired(Timer::Poll, ms(200)), commands(ReadModality{main_lane}));
  EXPECT_EQ(
      play.read(progress),
      commands(decided(Stage::Gate, Reason::ProgressOutlivedBudget), screen_at_gate, dump_at_gate,
               ScheduleRefresh{}, failed(Stage::Gate, Reason::ProgressOutlivedBudget, progress)));
}

TEST(Policy, NotesTheWaitAboutEveryNotePeriod) {
  Play play = waiting(real_limits());
  int notes = 0;
  for (play.read(progress); play.state().phase != Phase::Done; play.read(progress)) {
    const Commands out = play.fired(Timer::Poll, ms(500));
    if (out.size() == 1) continue;
    ++notes;
    EXPECT_EQ(out, commands(ReportProgress{s(20 * notes)}, ReadModality{main_lane}));
  }
  EXPECT_EQ(notes, 6);
}

TEST(Policy, ReadsTheGateAfreshOnceTheProgressIsGone) {
  Play play = waiting(real_limits());
  play.read(progress);
  play.fired(Timer::Poll, ms(500));
  EXPECT_EQ(play.read(none), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.state().step, Step::GateRead);
  EXPECT_EQ(play.read(progress), refused_for_progress);
}

TEST(Policy, LetsADialogSeenInTheWaitDecideWithoutASecondRead) {
  Play play = waiting(real_limits());
  play.read(progress);
  play.fired(Timer::Poll, ms(500));
  EXPECT_EQ(play.read(dialog), refused_for_dialog);
}

TEST(Policy, SkipsTheWaitWithoutABudget) {
  Limits limits = real_limits();
  limits.wait_budget = ms(0);
  Play play(profile(Mode::SmartNonModal), limits);
  EXPECT_EQ(play.listed({}), commands(ReadModality{main_lane}));
  EXPECT_EQ(play.read(progress), refused_for_progress);
}

TEST(Policy, DoesNotWaitInOtherModes) {
  Play play(profile(Mode::NonModal));
  EXPECT_EQ(play.read(progress), refused_for_progress);
}

// Mistakes of the driver.

TEST(PolicyDeath, RefusesTimeThatRunsBackwards) {
  Engine engine;
  EXPECT_TRUE(engine.step({Instant{ms(5)}, DialogDisposed{outer}}).empty());
  EXPECT_DEATH(static_cast<void>(engine.step({Instant{ms(4)}, DialogDisposed{outer}})),
               "event.at >= state_.now");
}

TEST(PolicyDeath, RefusesACompletionThatNothingWaitsFor) {
  Play play(profile(Mode::NonModal));
  EXPECT_DEATH(play.wrote(), "CHECK");
  EXPECT_DEATH(play.listed({}, monitor_lane), "CHECK");
  EXPECT_DEATH(play.fired(Timer::Tick), "CHECK");
  EXPECT_DEATH(play.on(BodyReturned{}), "CHECK");
  EXPECT_DEATH(play.on(Called{profile(Mode::SmartNonModal)}), "CHECK");
}

TEST(PolicyDeath, RefusesLimitsOfNothing) {
  Limits idle = real_limits();
  idle.monitor_period = ms(0);
  EXPECT_DEATH(Engine{idle}, "monitor_period");
  Limits early = real_limits();
  early.wait_budget = ms(-1);
  EXPECT_DEATH(Engine{early}, "wait_budget");
}

// State.

TEST(Policy, ComparesEqualAfterEqualWaysAtDifferentTimes) {
  Engine early;
  Engine late;
  EXPECT_EQ(early.step({Instant{ms(1)}, Called{profile(Mode::SmartNonModal)}}),
            late.step({Instant{ms(9)}, Called{profile(Mode::SmartNonModal)}}));
  EXPECT_NE(early, late);
  early.rebase(Instant{ms(1)});
  late.rebase(Instant{ms(9)});
  EXPECT_EQ(early, late);
}

TEST(Policy, IgnoresADisposalThatIsNotItsBusiness) {
  Play play = Play(profile(Mode::SmartNonModal)).up_to(Step::SmartWait);
  const Play twin = play;
  EXPECT_EQ(play.on(DialogDisposed{outer}), Commands{});
  EXPECT_EQ(play.engine(), twin.engine());
}

}  // namespace
}  // namespace engine::modality
