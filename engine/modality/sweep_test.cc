// The sweep, before the body and as closeModalDialogs.
#include <gtest/gtest.h>

#include "modality/testing.h"

namespace engine::modality {
namespace {

constexpr Capture screen{Artifact::Screenshot, Stage::Sweep};
constexpr Capture dump{Artifact::ThreadDump, Stage::Sweep};
constexpr StopTimer disposed{Timer::Dispose};

// Nothing follows but the body, so the reports stand alone.
Play sweeping(bool await_dispose = true) {
  return Play(
      tuple({.close_on_start = true, .allow_at_gate = true, .await_dispose = await_dispose}));
}

Commands next_is(DialogId dialog) {
  return commands(screen, CloseDialog{main_lane, dialog}, disposal);
}

TEST(PolicySweep, TakesNoArtifactsWhenNothingShows) {
  EXPECT_EQ(sweeping().listed({}), body_starts);
}

TEST(PolicySweep, ClosesTopmostFirstAndWaitsForEachDisposal) {
  Play play = sweeping();
  EXPECT_EQ(play.listed({inner, outer}), commands(dump) + next_is(inner));
  EXPECT_EQ(play.answered(inner, CloseAnswer::Accepted), Commands{});
  EXPECT_EQ(play.on(DialogDisposed{inner}, s(1)), commands(disposed) + next_is(outer));
  EXPECT_EQ(play.answered(outer, CloseAnswer::Accepted), Commands{});
  EXPECT_EQ(play.on(DialogDisposed{outer}, s(1)),
            commands(disposed, ReportDialog{inner, Outcome::Closed},
                     ReportDialog{outer, Outcome::Closed}) +
                body_starts);
  EXPECT_TRUE(play.state().sweep.empty());
}

TEST(PolicySweep, TakesTheTopmostOfMoreDialogsThanAListingHas) {
  Play play(tuple({.close_on_start = true}));
  DialogsListed listed{main_lane, {}};
  for (std::uint8_t id = 1; id <= dialogs_max + 3; ++id) listed.dialogs.push_back({id});
  EXPECT_EQ(play.on(listed), commands(dump) + next_is({1}));
  for (std::uint8_t id = 1; id <= dialogs_max; ++id) {
    EXPECT_EQ(play.state().step, Step::SweepClose);
    play.answered({id}, CloseAnswer::Accepted);
    play.on(DialogDisposed{{id}});
  }
  EXPECT_EQ(play.state().step, Step::GateRead);
  const auto end = play.read(dialog);
  EXPECT_EQ(end.back(), Command{failed(Stage::Gate, Reason::DialogAtGate, dialog)});
}

TEST(PolicySweep, DoesNotWaitForARefusedClose) {
  Play play = sweeping();
  play.listed({inner});
  EXPECT_EQ(play.answered(inner, CloseAnswer::Refused),
            commands(disposed, ReportDialog{inner, Outcome::Refused}) + body_starts);
}

TEST(PolicySweep, LeavesADialogOutThatWasGoneAlready) {
  Play play = sweeping();
  play.listed({inner, outer});
  EXPECT_EQ(play.answered(inner, CloseAnswer::Gone), commands(disposed) + next_is(outer));
  EXPECT_EQ(play.answered(outer, CloseAnswer::Gone), commands(disposed) + body_starts);
}

TEST(PolicySweep, GoesOnWhenADisposalTakesTooLong) {
  Play play = sweeping();
  play.listed({inner, outer});
  play.answered(inner, CloseAnswer::Accepted);
  EXPECT_EQ(play.fired(Timer::Dispose, s(5)), next_is(outer));
  EXPECT_EQ(play.answered(outer, CloseAnswer::Refused),
            commands(disposed, ReportDialog{inner, Outcome::Pending},
                     ReportDialog{outer, Outcome::Refused}) +
                body_starts);
}

TEST(PolicySweep, CancelsACloseThatIsNeverAnswered) {
  Play play = sweeping();
  play.listed({inner});
  EXPECT_EQ(play.fired(Timer::Dispose, s(5)),
            commands(Cancel{main_lane}, ReportDialog{inner, Outcome::Pending}) + body_starts);
}

TEST(PolicySweep, CountsALateDisposalAsClosed) {
  Play play = sweeping();
  play.listed({inner, outer});
  play.answered(inner, CloseAnswer::Accepted);
  play.fired(Timer::Dispose, s(5));
  EXPECT_EQ(play.on(DialogDisposed{inner}), Commands{});
  EXPECT_EQ(play.answered(outer, CloseAnswer::Refused),
            commands(disposed, ReportDialog{inner, Outcome::Closed},
                     ReportDialog{outer, Outcome::Refused}) +
                body_starts);
}

TEST(PolicySweep, WaitsForNothingWhenTheDisposalCameBeforeTheAnswer) {
  Play play = sweeping();
  play.listed({inner});
  EXPECT_EQ(play.on(DialogDisposed{inner}), Commands{});
  EXPECT_EQ(play.answered(inner, CloseAnswer::Accepted),
            commands(disposed, ReportDialog{inner, Outcome::Closed}) + body_starts);
}

TEST(PolicySweep, CountsADisposalWithoutAnAnswerAsClosed) {
  Play play = sweeping();
  play.listed({inner});
  play.on(DialogDisposed{inner});
  EXPECT_EQ(play.fired(Timer::Dispose, s(5)),
            commands(Cancel{main_lane}, ReportDialog{inner, Outcome::Closed}) + body_starts);
}

TEST(PolicySweep, IgnoresTheDisposalOfADialogThatItDoesNotClose) {
  Play play = sweeping();
  play.listed({inner});
  play.answered(inner, CloseAnswer::Accepted);
  const Play twin = play;
  EXPECT_EQ(play.on(DialogDisposed{outer}), Commands{});
  EXPECT_EQ(play.engine(), twin.engine());
}

TEST(PolicySweep, GoesOnWaitingWhenAnotherDialogOfItsListGoes) {
  Play play = sweeping();
  play.listed({inner, outer});
  play.answered(inner, CloseAnswer::Accepted);
  EXPECT_EQ(play.on(DialogDisposed{outer}), Commands{});
  EXPECT_EQ(play.on(DialogDisposed{inner}), commands(disposed) + next_is(outer));
  EXPECT_EQ(play.answered(outer, CloseAnswer::Gone),
            commands(disposed, ReportDialog{inner, Outcome::Closed}) + body_starts);
}

TEST(PolicySweep, KeepsARefusedDialogRefusedWhenItGoesLater) {
  Play play = sweeping();
  play.listed({inner, outer});
  play.answered(inner, CloseAnswer::Refused);
  play.on(DialogDisposed{inner});
  EXPECT_EQ(play.answered(outer, CloseAnswer::Gone),
            commands(disposed, ReportDialog{inner, Outcome::Refused}) + body_starts);
}

TEST(PolicySweep, WaitsForNoDisposalWhenToldSo) {
  Play play = sweeping(false);
  play.listed({inner, outer});
  EXPECT_EQ(play.answered(inner, CloseAnswer::Accepted), commands(disposed) + next_is(outer));
  play.on(DialogDisposed{inner});
  EXPECT_EQ(play.answered(outer, CloseAnswer::Accepted),
            commands(disposed, ReportDialog{inner, Outcome::Closed},
                     ReportDialog{outer, Outcome::Pending}) +
                body_starts);
}

TEST(PolicySweep, BoundsTheAnswerEvenThen) {
  Play play = sweeping(false);
  play.listed({inner});
  EXPECT_EQ(play.fired(Timer::Dispose, s(5)),
            commands(Cancel{main_lane}, ReportDialog{inner, Outcome::Pending}) + body_starts);
}

TEST(PolicySweep, HoldsAsManyDialogsAsThereMayBe) {
  Play play = sweeping(false);
  play.listed({{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}});
  Commands out;
  for (std::uint8_t i = 1; i <= 8; ++i) out = play.answered({i}, CloseAnswer::Refused);
  EXPECT_EQ(out.size(), 1u + 8u + body_starts.size());
}

TEST(PolicySweep, LeavesTheGateToJudgeWhatSurvives) {
  Play play(tuple({.close_on_start = true}));
  play.listed({inner});
  EXPECT_EQ(play.answered(inner, CloseAnswer::Refused),
            commands(disposed, ReportDialog{inner, Outcome::Refused}, ReadModality{main_lane}));
}

TEST(PolicySweep, GivesItsMethodTheNumberOfDialogsClosed) {
  Play play = body_of(Mode::Unleashed);
  EXPECT_EQ(play.calls(Method::CloseModalDialogs), commands(ListDialogs{main_lane}));
  EXPECT_EQ(play.listed({inner, outer}), commands(dump) + next_is(inner));
  play.answered(inner, CloseAnswer::Accepted);
  play.on(DialogDisposed{inner});
  Return gives_one{call, 1};
  gives_one.closed.push_back(inner);
  EXPECT_EQ(play.answered(outer, CloseAnswer::Refused),
            commands(disposed, ReportDialog{inner, Outcome::Closed},
                     ReportDialog{outer, Outcome::Refused}, gives_one));
  State quiet = body_of(Mode::Unleashed).state();
  quiet.result.artifacts = 3;
  EXPECT_EQ(play.state(), quiet);
}

TEST(PolicySweep, ClosesWhenAllThatItCapturesHasCome) {
  Play play = sweeping();
  play.hangs();
  EXPECT_EQ(play.listed({inner}),
            commands(StopTimer{Timer::Look}, StartTimer{Timer::Capture, s(5)}, dump, screen));
  EXPECT_EQ(play.on(Captured{Artifact::Screenshot}, s(4)), Commands{});
  EXPECT_EQ(play.on(Captured{Artifact::ThreadDump}, ms(999)),
            commands(StopTimer{Timer::Capture}, CloseDialog{main_lane, inner}, disposal));
  EXPECT_EQ(play.state().result.artifacts, 2);
}

TEST(PolicySweep, GivesUpWhatDoesNotCome) {
  Play play = sweeping();
  play.hangs();
  play.listed({inner});
  play.on(Captured{Artifact::ThreadDump});
  EXPECT_EQ(play.fired(Timer::Capture, s(5)),
            commands(DropCapture{Artifact::Screenshot}, CloseDialog{main_lane, inner}, disposal));
  EXPECT_EQ(play.state().result.artifacts, 1);
}

TEST(PolicySweep, HearsOfADisposalWhileItCaptures) {
  Play play = sweeping();
  play.hangs();
  play.listed({inner});
  EXPECT_EQ(play.on(DialogDisposed{inner}), Commands{});
  play.on(Captured{Artifact::ThreadDump});
  play.on(Captured{Artifact::Screenshot});
  EXPECT_EQ(play.answered(inner, CloseAnswer::Gone), commands(disposed) + body_starts);
}

TEST(PolicySweep, TakesTheMethodsOwnWordOnDisposal) {
  Play play = body_of(Mode::Unleashed);
  play.calls({.method = Method::CloseModalDialogs, .await_dispose = false});
  play.listed({inner});
  EXPECT_EQ(play.answered(inner, CloseAnswer::Accepted),
            commands(disposed, ReportDialog{inner, Outcome::Pending}, Return{call, 0}));
}

}  // namespace
}  // namespace engine::modality
