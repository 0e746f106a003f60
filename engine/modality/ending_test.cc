// Results that wait for what they capture.
#include <gtest/gtest.h>

#include "modality/testing.h"

namespace engine::modality {
namespace {

constexpr Capture dump_of_body{Artifact::ThreadDump, Stage::Body};

Play timed_out_by_hanging_captures() {
  Play play = body_of(Mode::Unleashed);
  play.hangs();
  play.calls(Method::CloseModalDialogs);
  play.listed({inner});
  play.on(Captured{Artifact::ThreadDump});
  return play;
}

TEST(PolicyEnding, GivesUpWhatASweepCapturesWhenItIsCutShort) {
  Play play = timed_out_by_hanging_captures();
  EXPECT_EQ(play.fired(Timer::Body, s(1)),
            commands(decided(Stage::Body, Reason::BodyTimedOut), DropCapture{Artifact::Screenshot},
                     StopTimer{Timer::Capture}, CancelBody{}, StartTimer{Timer::Capture, s(5)},
                     dump_of_body));
  Finish result = failed(Stage::Body, Reason::BodyTimedOut);
  result.artifacts = 2;
  EXPECT_EQ(play.on(Captured{Artifact::ThreadDump}, s(4)),
            commands(StopTimer{Timer::Capture}, ScheduleRefresh{}, result));
}

// Nobody is told of it but who records the call.
TEST(PolicyEnding, AWithdrawalIsOfTheStageThatItComesIn) {
  const auto stage = [](Play play) { return std::get<Decide>(play.on(Cancelled{})[0]).stage; };
  EXPECT_EQ(stage(Play(profile(Mode::NonModal))), Stage::Gate);
  Play body = body_of(Mode::SmartNonModal);
  EXPECT_EQ(stage(body), Stage::Body);
  body.on(BodyReturned{});
  EXPECT_EQ(stage(body), Stage::Post);
}

TEST(PolicyEnding, RefusesMethodsAndIgnoresTheBodyWhileTheResultWaits) {
  Play play = timed_out_by_hanging_captures();
  play.fired(Timer::Body, s(1));
  EXPECT_EQ(play.calls(Method::IsModal), commands(Refuse{call}));
  EXPECT_EQ(play.on(BodyReturned{}), Commands{});
  Finish result = failed(Stage::Body, Reason::BodyTimedOut);
  result.artifacts = 1;
  EXPECT_EQ(play.fired(Timer::Capture, s(5)),
            commands(DropCapture{Artifact::ThreadDump}, ScheduleRefresh{}, result));
}

}  // namespace
}  // namespace engine::modality
