// What makes the IDE ready: documents in sync (MOD-40 to MOD-45) and indexes built
// (MOD-50 to MOD-57), before the body, in its methods, and post-flight.
#include "modality/run.h"

namespace engine::modality {

void Run::begin_sync(bool project_only) {
  state_.options.sync_documents = false;
  state_.project_only = project_only;
  look(Step::SyncAssert);
}

// Saves and refreshes under any modality, under the same bound (MOD-107).
void Run::begin_forced_sync(bool project_only) {
  state_.project_only = project_only;
  save_documents(Step::ForcedSave);
}

void Run::begin_settings_save() { look(Step::SettingsAssert); }

// One bound covers the writes of a sync together, from the first on (MOD-42). Somebody may have to
// answer a question before a write can end: a look beside it tells (MOD-49).
void Run::write(Step step, const auto& operation) {
  if (!is_running(Timer::Bound)) start(Timer::Bound, limits_.sync_bound);
  ask(step, operation);
  if (step != Step::ForcedSave && step != Step::ForcedRefresh)
    start(Timer::Poll, limits_.poll_period);
}

void Run::look_beside_write() {
  start(Timer::Poll, limits_.poll_period);
  if (is_asked(OperationId::Monitor)) return;
  state_.looks_beside = true;
  set_asked(OperationId::Monitor, true);
  emit(ReadModality{OperationId::Monitor});
}

void Run::leave_write() {
  stop(Timer::Poll);
  if (state_.looks_beside) cancel(OperationId::Monitor);
}

// Every look stands before a write-intent operation or right after one: under a modal
// none may start (MOD-45), and one that raised a modal failed (MOD-43).
void Run::sync_saw(Modality modality) {
  const Step step = state_.step;
  const bool first = step == Step::SyncAssert || step == Step::SettingsAssert;
  if (modality != Modality::None) {
    return fail(first ? Reason::ModalBeforeSync : Reason::ModalDuringSync, modality);
  }
  if (step == Step::SyncAssert) {
    return write(Step::SyncCommit, Commit{OperationId::Main, scope()});
  }
  if (step == Step::SyncAfterCommit) return save_documents(Step::SyncSave);
  if (step == Step::SyncAfterSave) return refresh_documents(Step::SyncRefresh);
  if (step == Step::SettingsAssert) {
    return write(Step::SettingsSave, Save{OperationId::Main, Scope::Settings});
  }
  CHECK(step == Step::SyncAfterRefresh || step == Step::SettingsAfterSave);
  sync_ended();
}

Scope Run::scope() const { return state_.project_only ? Scope::Project : Scope::All; }

void Run::save_documents(Step step) {
  write(step, Save{OperationId::Main, scope(), step == Step::ForcedSave});
}

void Run::refresh_documents(Step step) {
  write(step, Refresh{OperationId::Main, scope(), step == Step::ForcedRefresh});
  state_.project_only = false;
}

void Run::on(const WriteEnded& ended) {
  answered(ended.operation);
  leave_write();
  const Step step = state_.step;
  if (step == Step::SyncCommit) return look(Step::SyncAfterCommit);
  if (step == Step::SyncSave) return look(Step::SyncAfterSave);
  if (step == Step::SyncRefresh) return look(Step::SyncAfterRefresh);
  if (step == Step::SettingsSave) return look(Step::SettingsAfterSave);
  if (step == Step::ForcedSave) return refresh_documents(Step::ForcedRefresh);
  CHECK(step == Step::ForcedRefresh);
  sync_ended();
}

void Run::sync_ended() {
  stop(Timer::Bound);
  if (state_.phase == Phase::PostFlight) return succeed();
  if (state_.phase == Phase::Body) return give_back(0);
  CHECK(state_.phase == Phase::PreFlight);
  if (state_.options.wait_smart) return begin_smart();
  begin_body();
}

void Run::begin_smart() {
  state_.options.wait_smart = false;
  look(Step::SmartAssert);
}

void Run::smart_saw(Modality modality) {
  const bool first = state_.step == Step::SmartAssert;
  if (modality != Modality::None) {
    return fail(first ? Reason::ModalBeforeSmart : Reason::ModalAfterSmart, modality);
  }
  if (!first) return smart_ended();
  start(Timer::Bound, limits_.smart_bound);
  ask(Step::SmartWait, AwaitSmart{OperationId::Main});
}

void Run::on(const SmartReached& reached) {
  answered(reached.operation);
  CHECK(state_.step == Step::SmartWait);
  stop(Timer::Bound);
  look(Step::SmartAfter);
}

void Run::smart_ended() {
  const Duration waited = state_.waited;
  state_.waited = Duration::zero();
  if (state_.phase == Phase::Body) return give_back(waited.count());
  CHECK(state_.phase == Phase::PreFlight);
  emit(ReportSmartWait{waited});
  begin_body();
}

void Run::bound_expired() {
  fail(state_.step == Step::SmartWait ? Reason::SmartTimedOut : Reason::SyncTimedOut,
       Modality::None);
}

}  // namespace engine::modality
