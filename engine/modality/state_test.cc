// Ways that leave the same future must leave equal engines: a search that recognises
// states by their bytes would otherwise walk the same future many times.
#include <gtest/gtest.h>

#include <string>

#include "modality/testing.h"

namespace engine::modality {
namespace {

// But for the artifacts, which a failure counts in the end.
State but_for_artifacts(const Play& play) {
  State state = play.state();
  state.result.artifacts = 0;
  return state;
}

Play body_after(const Options& options) { return Play(tuple(options)).up_to_body(); }

// At the gate and at the start of the body.

TEST(PolicyState, ForgetsTheSweepAtTheGate) {
  EXPECT_EQ(Play(tuple({.close_on_start = true})).up_to(Step::GateRead).engine(),
            Play(tuple({})).engine());
}

TEST(PolicyState, ForgetsASweepThatClosedSomethingAtTheGate) {
  Play play(tuple({.close_on_start = true}));
  play.listed({inner, outer});
  play.answered(inner, CloseAnswer::Refused);
  play.answered(outer, CloseAnswer::Gone);
  EXPECT_EQ(but_for_artifacts(play), Play(tuple({})).state());
}

TEST(PolicyState, ForgetsTheWaitAtTheGate) {
  Play waited(profile(Mode::SmartNonModal));
  waited.up_to(Step::WaitLook);
  waited.read(progress);
  waited.fired(Timer::Poll);
  waited.read(none);
  EXPECT_EQ(waited.engine(), Play(profile(Mode::SmartNonModal)).up_to(Step::GateRead).engine());
  EXPECT_FALSE(waited.state().options.await_progress);
}

TEST(PolicyState, ForgetsTheSwitchForAProgressWhereItDecidesNothing) {
  for (const bool allow : {false, true}) {
    Options options{.allow_at_gate = allow, .sync_documents = true};
    Play tolerates(tuple(options));
    options.progress = ProgressAtGate::Refuse;
    Play refuses(tuple(options));
    EXPECT_EQ(refuses.engine() == tolerates.engine(), allow);
    EXPECT_EQ(refuses.up_to(Step::SyncAssert).engine(), tolerates.up_to(Step::SyncAssert).engine());
  }
}

struct SameBodyRow {
  std::string name;
  Options options;
};

class SameBody : public testing::TestWithParam<SameBodyRow> {};

TEST_P(SameBody, StartsHoweverItWasPrepared) {
  EXPECT_EQ(body_after(GetParam().options).engine(), body_after({}).engine());
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SameBody,
    testing::Values(SameBodyRow{"Sweep", {.close_on_start = true}},
                    SameBodyRow{"AllowedAtGate", {.allow_at_gate = true}},
                    SameBodyRow{"Smart", {.wait_smart = true}},
                    SameBodyRow{"AllowedAndSmart", {.allow_at_gate = true, .wait_smart = true}},
                    SameBodyRow{"ProgressRefused", {.progress = ProgressAtGate::Refuse}}),
    [](const auto& row) { return row.param.name; });

TEST(PolicyState, StartsTheSameBodyAfterASyncOrASkippedOne) {
  Play skipped(tuple({.allow_at_gate = true, .sync_documents = true, .wait_smart = true}));
  skipped.read(dialog);
  EXPECT_EQ(skipped.engine(), body_after({.sync_documents = true}).engine());
}

TEST(PolicyState, ForgetsTheTimeWaitedForSmartMode) {
  const Request request = tuple({.wait_smart = true});
  Play at_once = Play(request).up_to(Step::SmartWait);
  Play slow = at_once;
  at_once.on(DialogDisposed{outer}, ms(5));
  for (Play* play : {&at_once, &slow}) {
    play->on(SmartReached{main_lane}, play == &slow ? ms(5) : ms(0));
    play->read(none);
  }
  EXPECT_EQ(slow.engine(), at_once.engine());
  EXPECT_EQ(slow.state().waited, ms(0));
}

TEST(PolicyState, LeavesTheTimeoutToItsTimer) {
  const Play brief(Request{.mode = Mode::Unleashed, .body_timeout = ms(1)});
  EXPECT_EQ(brief.engine(), body_of(Mode::Unleashed).engine());
}

TEST(PolicyState, DoesNotTellWhoStartedTheMonitor) {
  Play asked = body_after({});
  asked.calls(Method::MonitorAndCloseModalDialogs);
  EXPECT_EQ(asked.engine(), body_after({.close_while_running = true}).engine());
}

// Methods.

TEST(PolicyState, ForgetsTheProjectOnceItsDocumentsAreBeingRefreshed) {
  Play all = body_of(Mode::Unleashed);
  Play project = all;
  all.calls(Method::SyncDocuments);
  project.calls({.method = Method::SyncDocuments, .project_only = true});
  EXPECT_NE(all.engine(), project.engine());
  EXPECT_EQ(all.up_to(Step::SyncRefresh).engine(), project.up_to(Step::SyncRefresh).engine());
}

TEST(PolicyState, ForgetsEveryMethodThatReturned) {
  const Play before = body_of(Mode::Unleashed);
  for (const Method method :
       {Method::CloseModalDialogs, Method::SyncDocuments, Method::SaveProject,
        Method::WaitForSmartMode, Method::AssertNonModal, Method::IsModal, Method::AwaitProgress}) {
    Play play = before;
    play.calls(method);
    EXPECT_NE(play.engine(), before.engine());
    EXPECT_EQ(play.up_to(Step::None).engine(), before.engine());
  }
}

// Afterwards.

TEST(PolicyState, KeepsNothingForPostFlightButItsStep) {
  Play plain = body_after({.sync_documents = true});
  Play busy =
      body_after({.close_while_running = true, .sync_documents = true, .await_dispose = false});
  busy.calls(Method::EnterModalDialogAllowed);
  busy.calls({.method = Method::SyncDocuments, .project_only = true});
  plain.on(BodyReturned{});
  busy.on(BodyReturned{});
  EXPECT_EQ(busy.engine(), plain.engine());
}

Play tripped(Play play) {
  play.tick(ms(0));
  play.listed({inner}, monitor_lane);
  return play;
}

TEST(PolicyState, KeepsNothingForTheMonitorsSweepButTheList) {
  const Play watched = body_after({.close_while_running = true});
  const Play wanted = tripped(watched);

  EXPECT_EQ(tripped(body_of(Mode::SmartNonModal)).engine(), wanted.engine());

  Play syncs = watched;
  syncs.calls({.method = Method::SyncDocuments, .project_only = true});
  EXPECT_EQ(tripped(syncs).engine(), wanted.engine());

  Play in_block = watched;
  in_block.calls(Method::EnterModalDialogAllowed);
  in_block.calls(Method::MonitorAndCloseModalDialogs);
  EXPECT_EQ(tripped(in_block).engine(), wanted.engine());

  Play sweeps = watched;
  sweeps.calls(Method::CloseModalDialogs);
  sweeps.listed({outer, inner});
  sweeps.answered(outer, CloseAnswer::Refused);
  EXPECT_EQ(but_for_artifacts(tripped(sweeps)), but_for_artifacts(wanted));

  Play waits = watched;
  Play idles = watched;
  waits.calls(Method::AwaitProgress);
  waits.on(ModalityRead{main_lane, progress});
  for (Play* play : {&waits, &idles}) play->on(DialogDisposed{outer}, ms(5));
  EXPECT_EQ(tripped(waits).engine(), tripped(idles).engine());
}

}  // namespace
}  // namespace engine::modality
