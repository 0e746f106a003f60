// Post-flight (MOD-80 to MOD-83) and every way a call may end (MOD-05, MOD-94, MOD-110).
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
    case Reason::BodyTimedOut:
    case Reason::IdeNotResponding:  // These two are of no stage: they may come in any.
    case Reason::Cancelled: break;
  }
  return Stage::Body;
}

// Without anybody's doing (MOD-114).
bool mends_later(Reason reason) {
  return reason == Reason::ProgressOutlivedBudget || reason == Reason::SmartTimedOut ||
         reason == Reason::IdeNotResponding;
}

}  // namespace

void Run::post_saw(Modality modality) {
  if (modality == Modality::None) return begin_sync(false);
  emit(Warn{Warning::PostSyncSkipped, Reason::None});
  succeed();
}

// Where a call stands that ends for no reason of a step.
Stage Run::stage_of_step() const {
  if (state_.step >= Step::SmartAssert && state_.step <= Step::SmartAfter) return Stage::Smart;
  const bool syncs = state_.step >= Step::SyncAssert && state_.step <= Step::SettingsAfterSave;
  return syncs || state_.step == Step::PostRead ? Stage::Sync : Stage::Gate;
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
  const bool silent = reason == Reason::IdeNotResponding;
  const Stage cause = silent ? stage_of_step() : stage_of(reason);
  const Phase phase = state_.phase;
  const Stage stage = phase == Phase::Body ? Stage::Body : cause;
  // A screenshot shows the question that a write waits for (MOD-49).
  const bool asks =
      reason == Reason::ModalDuringSync && is_running(Timer::Poll) && phase != Phase::PostFlight;
  // A tripped monitor has told why; what fails post-flight ends no call.
  if (phase == Phase::PreFlight || phase == Phase::Body) emit(Decide{stage, reason});
  drop_work();
  const bool threw = reason == Reason::BodyThrew;
  if (phase == Phase::Body && !threw) emit(CancelBody{});
  // An event thread that does not answer a look takes no screenshot either (MOD-94).
  if ((cause == Stage::Gate && !silent) || asks) capture(Artifact::Screenshot, cause);
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

// Nobody waits any more: nothing is begun, captured or told to anybody (MOD-110).
void Run::on(const Cancelled&) {
  CHECK(state_.phase != Phase::Idle);
  if (is_ending()) return;  // MOD-111
  const Phase phase = state_.phase;
  Stage stage = stage_of_step();
  if (phase == Phase::Body) stage = Stage::Body;
  if (phase == Phase::PostFlight) stage = Stage::Post;
  emit(Decide{stage, Reason::Cancelled});
  state_.sweep.clear();
  drop_work();
  if (phase == Phase::Body) emit(CancelBody{});
  emit(Finish{Verdict::Failed, stage, Reason::Cancelled, Modality::None});
  state_ = State{.now = state_.now, .phase = Phase::Done};
}

void Run::succeed() {
  emit(Decide{Stage::Post, Reason::None});
  finish({Verdict::Ok, Stage::Post, Reason::None, Modality::None});
}

void Run::finish(const Ending& result) {
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
  const auto& [verdict, stage, reason, blocked_by, artifacts, text] = state_.result;
  emit(Finish{verdict, stage, reason, blocked_by, artifacts, text,
              index_not_ready_ || mends_later(reason)});
  state_ = State{.now = state_.now, .phase = Phase::Done};
}

}  // namespace engine::modality
