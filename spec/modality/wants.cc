// What is owed in each step, and when the timers act.
#include <algorithm>
#include <limits>

#include "modality/oracle.h"

namespace spec::modality {
namespace {

constexpr std::int32_t never = std::numeric_limits<std::int32_t>::max();

Scope scope(const JudgeState& s) { return s.has(method_project) ? Scope::Project : Scope::All; }

bool saves_project(const JudgeState& s) {
  return s.owner == Owner::Body && s.method == Method::SaveProject;
}

// `cursor` counts commit, save and refresh from one.
Command sync_operation(const JudgeState& s) {
  if (s.cursor == 1) return Commit{OperationId::Main, scope(s)};
  if (s.cursor == 3) return Refresh{OperationId::Main};
  return Save{OperationId::Main, saves_project(s) ? Scope::Settings : scope(s)};
}

Outcome told(DialogOutcome value) {
  if (value == DialogOutcome::Refused) return Outcome::Refused;
  return value == DialogOutcome::Closed ? Outcome::Closed : Outcome::Pending;
}

Warn post_warning(const JudgeState& s) {
  if (s.reason == Reason::None) return {Warning::PostSyncSkipped, Reason::None};
  return {Warning::PostSyncFailed, s.reason};
}

Stage stage(const JudgeState& s) {
  if (s.owner == Owner::Body) return Stage::Body;
  if (s.owner == Owner::Trip) return Stage::Monitor;
  if (s.owner == Owner::PostFlight) return Stage::Post;
  switch (s.reason) {
    case Reason::UnknownMode:
    case Reason::FormerParameter:
    case Reason::BadTimeout:
    case Reason::CalledFromEdt: return Stage::Surface;
    case Reason::ModalBeforeSync:
    case Reason::ModalDuringSync:
    case Reason::SyncTimedOut: return Stage::Sync;
    case Reason::ModalBeforeSmart:
    case Reason::ModalAfterSmart:
    case Reason::SmartTimedOut: return Stage::Smart;
    case Reason::DialogAtGate:
    case Reason::ProgressAtGate:
    case Reason::ProgressOutlivedBudget:
    case Reason::None:
    case Reason::ModalAsserted:
    case Reason::DialogDuringBody:
    case Reason::BodyThrew:
    case Reason::BodyTimedOut: break;
  }
  return Stage::Gate;
}

// What the thread dump of an ending is about.
Stage dump_cause(const JudgeState& s) {
  if (s.reason == Reason::BodyTimedOut) return Stage::Body;
  if (s.reason == Reason::ModalAsserted) return Stage::Gate;
  const JudgeState as_pre_flight{.reason = s.reason};
  return stage(as_pre_flight);
}

Command result(const JudgeState& s) {
  if (s.owner == Owner::PostFlight)
    return Finish{Verdict::Ok, Stage::Post, Reason::None, Modality::None};
  return Finish{Verdict::Failed, stage(s), s.reason, s.read};
}

std::optional<Command> report(const JudgeState& s) {
  return ReportDialog{s.dialogs[s.cursor % 8u], told(outcome(s, s.cursor))};
}

std::optional<Command> wanted_of_preparation(const JudgeState& s, const Limits& limits) {
  constexpr OperationId lane = OperationId::Main;
  const bool tripped = s.owner == Owner::Trip;
  const Stage cause = tripped ? Stage::Monitor : Stage::Sweep;
  switch (code(s.step)) {
    case code(Step::Opening): return ScheduleRefresh{};
    case code(Step::SweepAsk): return ListDialogs{lane};
    case code(Step::SweepDump): return Capture{Artifact::ThreadDump, cause};
    case code(Step::SweepShot): return Capture{Artifact::Screenshot, cause};
    case code(Step::SweepClose):
      return CloseDialog{tripped ? OperationId::Monitor : lane, s.dialogs[s.cursor % 8u]};
    case code(Step::SweepReport): return report(s);
    case code(Step::WaitAsk):
      if (s.aside >= limits.note_period.count()) return ReportProgress{Duration{s.age}};
      return ReadModality{lane};
    case code(Step::SyncOp): return sync_operation(s);
    case code(Step::SmartOp): return AwaitSmart{lane};
    case code(Step::SmartReport): return ReportSmartWait{Duration{s.aside}};
    case code(Step::SkipSync): return Warn{Warning::SyncSkipped, Reason::None};
    case code(Step::SkipSmart): return Warn{Warning::SmartSkipped, Reason::None};
    case code(Step::BodyStart): return StartBody{};
    case code(Step::GateAsk):
    case code(Step::SyncAsk):
    case code(Step::SmartAsk):
    case code(Step::SmartAskAgain): return ReadModality{lane};
    default: return std::nullopt;
  }
}

std::int32_t time_to_look(const JudgeState& s, const Limits& limits) {
  const std::int32_t poll = std::max(limits.poll_period.count(), 1);
  const bool instant = s.age > 0 && (s.age % poll == 0 || s.age >= limits.wait_budget.count());
  if (instant && !s.has(looked)) return 0;
  return std::min(limits.wait_budget.count() - s.age, poll - s.age % poll);
}

}  // namespace

std::optional<Command> wanted(const JudgeState& s, const Limits& limits) {
  constexpr OperationId lane = OperationId::Main;
  if (s.has(owe_refusal)) return Refuse{CallId{s.refused}};
  if (s.has(owe_cancel_main)) return Cancel{lane};
  if (s.has(owe_cancel_monitor)) return Cancel{OperationId::Monitor};
  if (s.has(owe_reports)) return report(s);
  if (s.has(owe_cancel_body)) return CancelBody{};
  switch (code(s.step)) {
    case code(Step::Surface):
      return Finish{Verdict::Failed, Stage::Surface, s.reason, Modality::None};
    case code(Step::ProbeAsk):
    case code(Step::PostAsk): return ReadModality{lane};
    case code(Step::ProbeSmartAsk): return ReadSmart{lane};
    case code(Step::Return): return Return{CallId{s.call}, s.aside};
    case code(Step::PostWarn): return post_warning(s);
    case code(Step::EndShot): return Capture{Artifact::Screenshot, dump_cause(s)};
    case code(Step::EndDump): return Capture{Artifact::ThreadDump, dump_cause(s)};
    case code(Step::EndRefresh): return ScheduleRefresh{};
    case code(Step::EndFinish): return result(s);
    default: return wanted_of_preparation(s, limits);
  }
}

bool same(const JudgeState& s, const Command& want, const Command& got) {
  if (want.index() != got.index()) return false;
  if (s.owner == Owner::Trip) {
    if (const auto* close = std::get_if<CloseDialog>(&want))
      return close->dialog == std::get<CloseDialog>(got).dialog;
    if (std::holds_alternative<Cancel>(want) && s.step != Step::SweepDump) return true;
  }
  return want == got;
}

std::int32_t time_left(const JudgeState& s, const Limits& limits, Timer timer) {
  if (timer == Timer::Tick)
    return s.has(armed) && s.has(in_body) ? limits.monitor_period.count() - s.tick_age : never;
  if (timer == Timer::Body) return s.has(in_body) ? s.body_left : never;
  switch (code(s.step)) {
    case code(Step::SweepAnswer):
    case code(Step::SweepDisposal): return limits.dispose_bound.count() - s.age;
    case code(Step::WaitIdle): return time_to_look(s, limits);
    case code(Step::SyncRead):
    case code(Step::SyncRun): return limits.sync_bound.count() - s.age;
    case code(Step::SmartRead):
    case code(Step::SmartRun):
    case code(Step::SmartReadAgain): return limits.smart_bound.count() - s.age;
    default: return never;
  }
}

bool awaits_answer(Step step) {
  switch (code(step)) {
    case code(Step::SweepListed):
    case code(Step::SweepAnswer):
    case code(Step::WaitRead):
    case code(Step::GateRead):
    case code(Step::SyncRead):
    case code(Step::SyncRun):
    case code(Step::SmartRead):
    case code(Step::SmartRun):
    case code(Step::SmartReadAgain):
    case code(Step::ProbeRead):
    case code(Step::ProbeSmartRead):
    case code(Step::PostRead): return true;
    default: return false;
  }
}

DialogOutcome outcome(const JudgeState& s, unsigned index) {
  return static_cast<DialogOutcome>((s.outcomes >> (2 * index)) & 3u);
}

}  // namespace spec::modality
