#include "modality/second_subject_testing.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>

#include "port/modality/show.h"
#include "sim/modality/plan.h"

namespace conformance::modality::second {
namespace {

constexpr auto main_lane = OperationId::Main;
constexpr auto monitor_lane = OperationId::Monitor;

DialogList dialogs(std::initializer_list<std::uint8_t> ids) {
  DialogList out;
  for (const auto id : ids) out.push_back(DialogId{id});
  return out;
}

// A call that is told one event after the other, and what is said to each. Captures come at once.
class Call {
 public:
  std::string at(std::int32_t at_ms, const Happening& what, bool with_timers = false) {
    Commands said;
    engine_.step(state_, {port::Instant{Duration{at_ms}}, what}, said);
    for (std::size_t i = 0; i < said.size(); ++i) {
      const auto* capture = std::get_if<Capture>(&said[i]);
      if (capture == nullptr) continue;
      const Captured captured{capture->artifact};
      engine_.step(state_, {port::Instant{Duration{at_ms}}, captured}, said);
    }
    std::string text;
    for (const auto& command : said)
      if (with_timers || is_observed(command)) text += (text.empty() ? "" : ", ") + show(command);
    return text.empty() ? "nothing" : text;
  }
  std::string called(Mode mode) {
    return at(0, Called{{.mode = mode, .body_timeout = Duration{3'000}}});
  }
  // Up to the body.
  void running(const Options& raw = {.allow_at_gate = true}) {
    at(0, Called{{.mode = Mode::Raw, .raw = raw, .body_timeout = Duration{9'000}}});
    ASSERT_EQ(at(0, ModalityRead{main_lane, Modality::None}), "StartBody");
  }
  std::string method(std::int32_t at_ms, const MethodCall& what) {
    return at(at_ms, MethodCalled{CallId{1}, what});
  }
  std::string fires(std::int32_t at_ms) { return at(at_ms, TimerFired{Timer::Poll}); }
  std::string read(std::int32_t at_ms, Modality modality) {
    return at(at_ms, ModalityRead{main_lane, modality});
  }

 private:
  Engine engine_{sim::modality::short_limits()};
  sim::modality::SubjectState state_ = engine_.initial();
};

TEST(SecondEngine, LooksBeforeABodyForWhichNothingDependsOnIt) {
  Call call;
  EXPECT_EQ(call.called(Mode::Unleashed), "ScheduleRefresh, ReadModality");
  EXPECT_EQ(call.read(0, Modality::Dialog), "StartBody");
  EXPECT_EQ(call.at(700, BodyReturned{}), "Decide ok, ScheduleRefresh, Finish ok");
  EXPECT_EQ(call.method(700, {}), "Refuse call=1");
  EXPECT_EQ(call.at(700, BodyThrew{}), "nothing");
}

TEST(SecondEngine, ListsDialogsBeforeEachClose) {
  Call call;
  EXPECT_EQ(call.called(Mode::SmartNonModal), "ScheduleRefresh, ListDialogs");
  EXPECT_EQ(call.at(0, DialogsListed{main_lane, dialogs({3, 2, 1})}),
            "Capture thread_dump cause=sweep, Capture screenshot cause=sweep, CloseDialog d3");
  EXPECT_EQ(call.at(0, CloseAnswered{main_lane, DialogId{3}, CloseAnswer::Accepted}), "nothing");
  EXPECT_EQ(call.at(100, DialogDisposed{DialogId{3}}), "ListDialogs");
  EXPECT_EQ(call.at(100, DialogDisposed{DialogId{2}}), "nothing");
  EXPECT_EQ(call.at(100, DialogsListed{main_lane, dialogs({4, 1})}),
            "Capture screenshot cause=sweep, CloseDialog d1");
  EXPECT_EQ(call.at(100, CloseAnswered{main_lane, DialogId{1}, CloseAnswer::Refused}),
            "ReportDialog d3 closed, ReportDialog d1 refused, ReadModality");
}

TEST(SecondEngine, SweepsByTheListOfTheTick) {
  Call call;
  call.running({.allow_at_gate = true, .close_while_running = true});
  EXPECT_EQ(call.method(400, {.method = Method::WaitForSmartMode}), "ReadModality");
  EXPECT_EQ(call.read(400, Modality::None), "AwaitSmart");
  EXPECT_EQ(call.fires(1'000), "ListDialogs operation=monitor");
  EXPECT_EQ(call.at(1'000, DialogsListed{monitor_lane, dialogs({7})}),
            "Decide monitor dialog_during_body, CancelBody, Cancel operation=main, "
            "Capture thread_dump cause=monitor, Capture screenshot cause=monitor, CloseDialog d7");
  EXPECT_EQ(call.at(1'000, BodyReturned{}), "nothing");
  EXPECT_EQ(call.fires(2'000),
            "Cancel operation=main, ReportDialog d7 pending, ScheduleRefresh, "
            "Finish failed stage=monitor reason=dialog_during_body blocked_by=dialog artifacts=2");
}

TEST(SecondEngine, NamesWhatASweepClosedThatIsCutShort) {
  Call call;
  call.running();
  call.method(0, {.method = Method::CloseModalDialogs});
  call.at(0, DialogsListed{main_lane, dialogs({3, 2, 1})});
  call.at(0, CloseAnswered{main_lane, DialogId{3}, CloseAnswer::Accepted});
  call.at(8'900, DialogDisposed{DialogId{3}});
  call.at(8'900, DialogsListed{main_lane, dialogs({2, 1})});
  EXPECT_EQ(
      call.fires(9'000),
      "Decide body body_timed_out, CancelBody, Cancel operation=main, ReportDialog d3 closed, "
      "ReportDialog d2 pending, Capture thread_dump cause=body, ScheduleRefresh, "
      "Finish failed stage=body reason=body_timed_out artifacts=4");
}

TEST(SecondEngine, HasOneTimerThatRunsToTheNearestDeadline) {
  Call call;
  call.running({.allow_at_gate = true, .close_while_running = true});
  const auto sync = MethodCalled{CallId{1}, {.method = Method::SyncDocuments}};
  EXPECT_EQ(call.at(300, sync, true), "ReadModality");
  EXPECT_EQ(call.at(1'000, TimerFired{Timer::Poll}, true),
            "ListDialogs operation=monitor, StartTimer poll 1000ms");
  EXPECT_EQ(call.at(1'000, DialogsListed{monitor_lane, {}}, true), "nothing");
  EXPECT_EQ(call.at(1'000, BodyReturned{}, true),
            "Cancel operation=main, Decide ok, StopTimer poll, ScheduleRefresh, Finish ok");
}

TEST(SecondEngine, LeavesAMonitorRunningThatWasStartedInsideABlock) {
  constexpr MethodCall enter{.method = Method::EnterModalDialogAllowed},
      leave{.method = Method::LeaveModalDialogAllowed},
      start{.method = Method::MonitorAndCloseModalDialogs};
  Call call;
  call.running();
  EXPECT_EQ(call.method(0, enter), "Return call=1 value=0");
  EXPECT_EQ(call.method(100, start), "Return call=1 value=0");
  EXPECT_EQ(call.method(200, leave), "Return call=1 value=0");
  EXPECT_EQ(call.method(200, leave), "Refuse call=1");
  EXPECT_EQ(call.fires(1'100), "ListDialogs operation=monitor");
}

TEST(SecondEngine, SyncsAfterTheBodyByOneLookAndWarnsOfAFailure) {
  Call call;
  call.at(0, Called{{.mode = Mode::Raw,
                     .raw = {.allow_at_gate = true, .sync_documents = true, .wait_smart = true},
                     .body_timeout = Duration{9'000}}});
  EXPECT_EQ(call.read(0, Modality::Progress), "Warn smart_skipped, Warn sync_skipped, StartBody");
  EXPECT_EQ(call.at(50, BodyReturned{}), "ReadModality");
  EXPECT_EQ(call.read(50, Modality::None), "Commit scope=all");
  EXPECT_EQ(call.fires(2'050),
            "Cancel operation=main, Warn post_sync_failed reason=sync_timed_out, "
            "Capture thread_dump cause=sync, Decide ok, ScheduleRefresh, Finish ok");
}

}  // namespace
}  // namespace conformance::modality::second
