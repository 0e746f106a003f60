// Post-flight (MOD-80 to MOD-83) and every way a call may end (MOD-05).
#include "modality/run.h"

namespace engine::modality {

namespace {

// The stage of the rule behind a failure. Where that is a method's, the run fails in
// its body, but the artifacts still say what they are about.
Stage stage_of(Reason reason) {
  switch (reason) {
    case Reason::None: return Stage::Post;
    case Reason::UnknownMode:
    case Reason::FormerParameter:
    case Reason::BadTimeout:
    case Reason::CalledFromEdt: return Stage::Surface;
    case Reason::DialogAtGate:
    case Reason::ProgressAtGate:
    case Reason::ProgressOutlivedBudget:
    case Reason::ModalAsserted: return Stage::Gate;
    case Reason::ModalBeforeSync:
    case Reason::ModalDuringSync:
    case Reason::SyncTimedOut: return Stage::Sync;
    case Reason::ModalBeforeSmart:
    case Reason::ModalAfterSmart:
    case Reason::SmartTimedOut: return Stage::Smart;
    case Reason::DialogDuringBody: return Stage::Monitor;
    case Reason::BodyThrew:
    case Reason::BodyTimedOut: break;
  }
  return Stage::Body;
}

}  // namespace

void Run::post_saw(Modality modality) {
  if (modality == Modality::None) return begin_sync(false);
  emit(Warn{Warning::PostSyncSkipped, Reason::None});
  succeed();
}

// Withheld work must not run after the result, and no timer may fire after it.
void Run::drop_work() {
  cancel(OperationId::Main);
  cancel(OperationId::Monitor);
  drop_captures();
  for (std::uint8_t timer = 0; timer < timer_count; ++timer) stop(Timer{timer});
  report_sweep();  // A method's is cut short.
  state_.step = Step::None;
  state_.waited = Duration::zero();
  state_.noted = Duration::zero();
  state_.blocks = 0;
  state_.blocks_armed = 0;
  state_.call = CallId{};
  state_.project_only = false;
}

void Run::fail(Reason reason, Modality blocked_by) {
  const Stage cause = stage_of(reason);
  const Phase phase = state_.phase;
  const Stage stage = phase == Phase::Body ? Stage::Body : cause;
  // A tripped monitor has told why; what fails post-flight ends no call.
  if (phase == Phase::PreFlight || phase == Phase::Body) emit(Decide{stage, reason});
  drop_work();
  const bool threw = reason == Reason::BodyThrew;
  if (phase == Phase::Body && !threw) emit(CancelBody{});
  if (cause == Stage::Gate) capture(Artifact::Screenshot, cause);
  // The monitor took its dump before it closed anything (MOD-61).
  const bool dumped = phase == Phase::Tripped;
  if (!threw && !dumped) capture(Artifact::ThreadDump, cause);
  if (phase == Phase::PostFlight) {
    // The script is done and what it did stands, so this is not its failure (MOD-81).
    emit(Warn{Warning::PostSyncFailed, reason});
    return succeed();
  }
  finish({Verdict::Failed, stage, reason, blocked_by});
}

void Run::succeed() {
  emit(Decide{Stage::Post, Reason::None});
  finish({Verdict::Ok, Stage::Post, Reason::None, Modality::None});
}

void Run::finish(const Finish& result) {
  const auto artifacts = state_.result.artifacts;
  const auto text = state_.result.text;
  state_ = State{.now = state_.now,
                 .phase = Phase::Ending,
                 .timers = state_.timers,
                 .capturing = state_.capturing,
                 .options = no_options,
                 .result = result};
  state_.result.artifacts = artifacts;
  state_.result.text = text;
  if (state_.capturing == 0) conclude();
}

void Run::conclude() {
  emit(ScheduleRefresh{});
  emit(state_.result);
  state_ = State{.now = state_.now, .phase = Phase::Done};
}

}  // namespace engine::modality
