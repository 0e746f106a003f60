// The words of the area, as they stand in JSON and in prints: one row per event, command and
// fact, so that a changed name is seen.
#include <gtest/gtest.h>

#include <iterator>
#include <variant>
#include <vector>

#include "port/json_text.h"
#include "port/modality/show.h"

namespace port::modality {
namespace {

template <class Message>
struct Row {
  Message message;
  const char* json;
  const char* print;
};

// Every alternative has a row of its own or more.
template <class Message, class Rows>
void expect_texts(const Rows& rows) {
  std::vector<bool> met(std::variant_size_v<Message>);
  for (const auto& row : rows) {
    EXPECT_EQ(json_text(row.message), row.json);
    EXPECT_EQ(show(row.message), row.print);
    met[row.message.index()] = true;
  }
  for (std::size_t i = 0; i < met.size(); ++i) EXPECT_TRUE(met[i]) << "no row of kind " << i;
}

constexpr OperationId main_lane = OperationId::Main;
constexpr OperationId monitor_lane = OperationId::Monitor;

DialogList two_dialogs() {
  DialogList out;
  out.push_back({2});
  out.push_back({1});
  return out;
}

TEST(Port, NamesWhatAnEngineHears) {
  const Options raw{
      .close_on_start = true, .await_dispose = false, .progress = ProgressAtGate::Refuse};
  const std::vector<Row<Happening>> rows{
      {Called{{.body_timeout = Duration{3'000}}},
       R"({"called":{"request":{"mode":"smart_non_modal","raw":{"close_on_start":false,)"
       R"("allow_at_gate":false,"close_while_running":false,"sync_documents":false,)"
       R"("wait_smart":false,"await_dispose":true,"await_progress":false,"sync_after":false,)"
       R"("progress":"tolerate"},"defect":"none","from_edt":false,"body_timeout_ms":3000}}})",
       "Called smart_non_modal timeout=3000ms"},
      {Called{{.mode = Mode::Raw, .raw = raw, .defect = Defect::BadTimeout, .from_edt = true}},
       R"({"called":{"request":{"mode":"raw","raw":{"close_on_start":true,)"
       R"("allow_at_gate":false,"close_while_running":false,"sync_documents":false,)"
       R"("wait_smart":false,"await_dispose":false,"await_progress":false,"sync_after":false,)"
       R"("progress":"refuse"},"defect":"bad_timeout","from_edt":true,"body_timeout_ms":0}}})",
       "Called raw TFFFF progress=refuse await_dispose=no timeout=0ms from_edt defect=bad_timeout"},
      {ModalityRead{main_lane, Modality::Progress},
       R"({"modality_read":{"operation":"main","modality":"progress"}})", "ModalityRead progress"},
      {DialogsListed{monitor_lane, two_dialogs()},
       R"({"dialogs_listed":{"operation":"monitor","dialogs":[2,1]}})",
       "DialogsListed d2 d1 operation=monitor"},
      {DialogsListed{main_lane, {}}, R"({"dialogs_listed":{"operation":"main","dialogs":[]}})",
       "DialogsListed none"},
      {SmartRead{main_lane, true}, R"({"smart_read":{"operation":"main","smart":true}})",
       "SmartRead smart"},
      {CloseAnswered{main_lane, {1}, CloseAnswer::Gone},
       R"({"close_answered":{"operation":"main","dialog":1,"answer":"gone"}})",
       "CloseAnswered d1 gone"},
      {WriteEnded{main_lane}, R"({"write_ended":{"operation":"main"}})", "WriteEnded"},
      {SmartReached{main_lane}, R"({"smart_reached":{"operation":"main"}})", "SmartReached"},
      {Captured{Artifact::Screenshot}, R"({"captured":{"artifact":"screenshot"}})",
       "Captured screenshot"},
      {TimerFired{Timer::Tick}, R"({"timer_fired":{"timer":"tick"}})", "TimerFired tick"},
      {MethodCalled{{7}, {.method = Method::SyncDocuments, .await_dispose = false, .force = true}},
       R"({"method_called":{"call":7,"method":{"method":"syncDocuments","await_dispose":false,)"
       R"("force":true,"project_only":false}}})",
       "MethodCalled syncDocuments call=7 force"},
      {BodyReturned{}, R"({"body_returned":{}})", "BodyReturned"},
      {BodyThrew{{3}}, R"({"body_threw":{"text":3,"index_not_ready":false}})", "BodyThrew text=3"},
      {DialogDisposed{{1}}, R"({"dialog_disposed":{"dialog":1}})", "DialogDisposed d1"},
      {Cancelled{}, R"({"cancelled":{}})", "Cancelled"},
  };
  expect_texts<Happening>(rows);
}

std::vector<Row<Command>> results() {
  return {
      {Finish{Verdict::Ok, Stage::Post, Reason::None, Modality::None},
       R"({"finish":{"verdict":"ok","stage":"post","reason":"none","blocked_by":"none",)"
       R"("artifacts":0,"text":0,"retry_later":false}})",
       "Finish ok"},
      {Finish{Verdict::Failed, Stage::Gate, Reason::DialogAtGate, Modality::Dialog, 2},
       R"({"finish":{"verdict":"failed","stage":"gate","reason":"dialog_at_gate",)"
       R"("blocked_by":"dialog","artifacts":2,"text":0,"retry_later":false}})",
       "Finish failed stage=gate reason=dialog_at_gate blocked_by=dialog artifacts=2"},
      {Finish{Verdict::Failed, Stage::Body, Reason::BodyThrew, Modality::None, 0, {3}},
       R"({"finish":{"verdict":"failed","stage":"body","reason":"body_threw",)"
       R"("blocked_by":"none","artifacts":0,"text":3,"retry_later":false}})",
       "Finish failed stage=body reason=body_threw text=3"},
  };
}

TEST(Port, NamesWhatAnEngineSays) {
  std::vector<Row<Command>> rows{
      {ReadModality{main_lane}, R"({"read_modality":{"operation":"main"}})", "ReadModality"},
      {ListDialogs{monitor_lane}, R"({"list_dialogs":{"operation":"monitor"}})",
       "ListDialogs operation=monitor"},
      {ReadSmart{main_lane}, R"({"read_smart":{"operation":"main"}})", "ReadSmart"},
      {CloseDialog{main_lane, {3}}, R"({"close_dialog":{"operation":"main","dialog":3}})",
       "CloseDialog d3"},
      {Commit{main_lane, Scope::Project}, R"({"commit":{"operation":"main","scope":"project"}})",
       "Commit scope=project"},
      {Save{main_lane, Scope::Settings},
       R"({"save":{"operation":"main","scope":"settings","forced":false,"extent":"dirty"}})",
       "Save scope=settings"},
      {Refresh{main_lane, Scope::All},
       R"({"refresh":{"operation":"main","scope":"all","forced":false}})", "Refresh scope=all"},
      {Refresh{main_lane, Scope::Project, true},
       R"({"refresh":{"operation":"main","scope":"project","forced":true}})",
       "Refresh scope=project forced"},
      {AwaitSmart{main_lane}, R"({"await_smart":{"operation":"main"}})", "AwaitSmart"},
      {Cancel{main_lane}, R"({"cancel":{"operation":"main"}})", "Cancel operation=main"},
      {StartTimer{Timer::Bound, Duration{60'000}},
       R"({"start_timer":{"timer":"bound","after_ms":60000}})", "StartTimer bound 60000ms"},
      {StopTimer{Timer::Poll}, R"({"stop_timer":{"timer":"poll"}})", "StopTimer poll"},
      {Capture{Artifact::ThreadDump, Stage::Gate},
       R"({"capture":{"artifact":"thread_dump","cause":"gate"}})",
       "Capture thread_dump cause=gate"},
      {DropCapture{Artifact::Screenshot}, R"({"drop_capture":{"artifact":"screenshot"}})",
       "DropCapture screenshot"},
      {ScheduleRefresh{}, R"({"schedule_refresh":{}})", "ScheduleRefresh"},
      {StartBody{}, R"({"start_body":{}})", "StartBody"},
      {CancelBody{}, R"({"cancel_body":{}})", "CancelBody"},
      {Return{{7}, 2}, R"({"return":{"call":7,"value":2,"closed":[]}})", "Return call=7 value=2"},
      {Refuse{{7}}, R"({"refuse":{"call":7}})", "Refuse call=7"},
      {ReportDialog{{1}, Outcome::Pending}, R"({"report_dialog":{"dialog":1,"outcome":"pending"}})",
       "ReportDialog d1 pending"},
      {ReportSmartWait{Duration{500}}, R"({"report_smart_wait":{"waited_ms":500}})",
       "ReportSmartWait 500ms"},
      {ReportProgress{Duration{20'000}}, R"({"report_progress":{"waited_ms":20000}})",
       "ReportProgress 20000ms"},
      {Warn{Warning::SyncSkipped, Reason::None},
       R"({"warn":{"warning":"sync_skipped","reason":"none"}})", "Warn sync_skipped"},
      {Warn{Warning::PostSyncFailed, Reason::SyncTimedOut},
       R"({"warn":{"warning":"post_sync_failed","reason":"sync_timed_out"}})",
       "Warn post_sync_failed reason=sync_timed_out"},
      {Decide{Stage::Gate, Reason::DialogAtGate},
       R"({"decide":{"stage":"gate","reason":"dialog_at_gate"}})", "Decide gate dialog_at_gate"},
      {Decide{Stage::Post, Reason::None}, R"({"decide":{"stage":"post","reason":"none"}})",
       "Decide ok"},
  };
  std::ranges::move(results(), std::back_inserter(rows));
  expect_texts<Command>(rows);
}

TEST(Port, NamesWhatObserversAreTold) {
  const std::vector<Row<Fact>> rows{
      {TimePassed{Duration{500}}, R"({"time_passed":{"span_ms":500}})", "TimePassed 500ms"},
      {DialogOpened{{1}, true}, R"({"dialog_opened":{"dialog":1,"modal":true}})",
       "DialogOpened d1"},
      {DialogOpened{{2}, false}, R"({"dialog_opened":{"dialog":2,"modal":false}})",
       "DialogOpened d2 non_modal"},
      {ProgressStarted{}, R"({"progress_started":{}})", "ProgressStarted"},
      {ProgressEnded{}, R"({"progress_ended":{}})", "ProgressEnded"},
      {IndexingStarted{}, R"({"indexing_started":{}})", "IndexingStarted"},
      {IndexingEnded{}, R"({"indexing_ended":{}})", "IndexingEnded"},
      {ImportFinished{}, R"({"import_finished":{}})", "ImportFinished"},
      {WriteBegan{monitor_lane}, R"({"write_began":{"operation":"monitor"}})",
       "WriteBegan operation=monitor"},
      {DocumentTouched{DocumentName::Outside, TouchedBy::Edit, true, true, false, true},
       R"({"document_touched":{"document":"outside","by":"edit","uncommitted":true,)"
       R"("modified":true,"stale":false,"lacking":true}})",
       "DocumentTouched outside by=edit uncommitted modified lacking"},
      {StaleRead{DocumentName::Project}, R"({"stale_read":{"document":"project"}})",
       "StaleRead project"},
      {UiTaken{}, R"({"ui_taken":{}})", "UiTaken"},
      {UiFreed{}, R"({"ui_freed":{}})", "UiFreed"},
      {EditWaits{DocumentName::Outside}, R"({"edit_waits":{"document":"outside"}})",
       "EditWaits outside"},
      {TextLost{DocumentName::Project}, R"({"text_lost":{"document":"project"}})",
       "TextLost project"},
  };
  expect_texts<Fact>(rows);
}

TEST(Port, FindsAnEnumeratorByItsWord) {
  EXPECT_EQ(enumerator_of<Mode>("unleashed"), Mode::Unleashed);
  EXPECT_EQ(enumerator_of<Mode>("Unleashed"), std::nullopt);
  EXPECT_EQ(word(Reason{99}), "?");
}

TEST(Port, HidesTimersFromObservers) {
  EXPECT_FALSE(is_observed(Happening{TimerFired{Timer::Tick}}));
  EXPECT_FALSE(is_observed(Command{StopTimer{Timer::Tick}}));
  EXPECT_TRUE(is_observed(Happening{BodyThrew{}}));
  EXPECT_TRUE(is_observed(Command{StartBody{}}));
}

TEST(Port, ShowsAnEventWithItsInstantAndCommandsInOrder) {
  EXPECT_EQ(show(Event{Instant{Duration{1'500}}, BodyReturned{}}), "1.500s BodyReturned");
  const std::vector<Command> commands{StartBody{}, Refresh{main_lane, Scope::All}};
  EXPECT_EQ(show(std::span<const Command>(commands)), "StartBody, Refresh scope=all");
  EXPECT_EQ(show(std::span<const Command>()), "nothing");
}

}  // namespace
}  // namespace port::modality
