// The body, the context methods that it calls, and the monitor that watches it
// (MOD-60 to MOD-73, MOD-94, MOD-95, MOD-100 to MOD-109).
#include "modality/run.h"

namespace engine::modality {

namespace {
constexpr std::uint8_t blocks_max = 8;
}

void Run::begin_body() {
  const Duration timeout = state_.body_timeout;
  const bool watched = state_.options.close_while_running;
  state_.options.sync_documents = false;
  state_.options.wait_smart = false;
  state_.options.close_while_running = false;
  state_.body_timeout = Duration::zero();
  state_.phase = Phase::Body;
  state_.step = Step::None;
  if (watched) arm();
  emit(StartBody{});
  start(Timer::Body, timeout);
}

bool Run::is_ending() const {
  return state_.phase == Phase::Tripped || state_.phase == Phase::Ending ||
         state_.phase == Phase::Done;
}

void Run::on(const BodyReturned&) {
  if (is_ending()) return;  // MOD-67
  CHECK(state_.phase == Phase::Body);
  drop_work();
  state_.result.artifacts = 0;  // No failure will count them.
  const bool sync_after = state_.options.sync_after;
  state_.options = no_options;
  if (!sync_after) return succeed();
  state_.phase = Phase::PostFlight;
  look(Step::PostRead);  // The gate's read is stale by now (MOD-80).
}

void Run::on(const BodyThrew& threw) {
  if (is_ending()) return;
  CHECK(state_.phase == Phase::Body);
  state_.result.text = threw.text;
  index_not_ready_ = threw.index_not_ready;
  fail(Reason::BodyThrew, Modality::None);
}

// Context methods.

void Run::on(const MethodCalled& called) {
  CHECK(state_.phase != Phase::Idle && state_.phase != Phase::PreFlight);
  const bool busy = state_.step != Step::None;
  if (state_.phase != Phase::Body || busy) return emit(Refuse{called.call});
  const MethodCall& method = called.method;
  state_.call = called.call;
  switch (method.method) {
    case Method::CloseModalDialogs: return begin_sweep(method.await_dispose);
    case Method::MonitorAndCloseModalDialogs:
      // It wins over every block around it: nothing but an allowModalDialog stops it (MOD-69).
      if (!is_running(Timer::Tick)) arm();
      return give_back(0);
    case Method::AllowModalDialog:
      // Leaving a block will not arm again.
      state_.blocks_armed = 0;
      disarm();
      return give_back(0);
    case Method::EnterModalDialogAllowed: return enter_block();
    case Method::LeaveModalDialogAllowed: return leave_block();
    case Method::SyncDocuments:
      if (method.force) return begin_forced_sync(method.project_only);
      return begin_sync(method.project_only);
    case Method::SaveProject: return begin_settings_save();
    case Method::WaitForSmartMode: return begin_smart();
    case Method::AssertNonModal: return look(Step::AssertRead);
    case Method::IsModal: return look(Step::ModalRead);
    case Method::IsSmartMode: return look(Step::SmartModeRead, ReadSmart{OperationId::Main});
    case Method::AwaitProgress: return begin_wait();
  }
}

void Run::give_back(std::int32_t value, const DialogList& closed) {
  const CallId call = state_.call;
  state_.call = CallId{};
  state_.step = Step::None;
  emit(Return{call, value, closed});
}

void Run::enter_block() {
  if (state_.blocks == blocks_max) {
    emit(Refuse{state_.call});
    state_.call = CallId{};
    return;
  }
  const unsigned armed = is_running(Timer::Tick) ? 1u << state_.blocks : 0u;
  state_.blocks_armed = static_cast<std::uint8_t>(state_.blocks_armed | armed);
  ++state_.blocks;
  disarm();
  give_back(0);
}

void Run::leave_block() {
  if (state_.blocks == 0) {
    emit(Refuse{state_.call});
    state_.call = CallId{};
    return;
  }
  --state_.blocks;
  const unsigned bit = 1u << state_.blocks;
  const bool was_armed = (state_.blocks_armed & bit) != 0;
  state_.blocks_armed = static_cast<std::uint8_t>(state_.blocks_armed & ~bit);
  if (was_armed && !is_running(Timer::Tick)) arm();
  give_back(0);
}

void Run::on(const SmartRead& read) {
  answered(read.operation);
  CHECK(state_.step == Step::SmartModeRead);
  give_back(read.smart);
}

void Run::assert_saw(Modality modality) {
  if (modality != Modality::None) return fail(Reason::ModalAsserted, modality);
  give_back(0);
}

// The monitor.

void Run::arm() { start(Timer::Tick, limits_.monitor_period); }

void Run::disarm() {
  if (!state_.looks_beside) cancel(OperationId::Monitor);
  stop(Timer::Tick);
}

void Run::tick() {
  start(Timer::Tick, limits_.monitor_period);
  // One look at a time (MOD-95). What is not answered within its bound is taken back, and the
  // script goes on: its timeout bounds it (MOD-94). So is the look beside a write: this one sees
  // what it would.
  const bool waits = is_asked(OperationId::Monitor) && !state_.looks_beside;
  if (waits && state_.watched < limits_.look_bound) return;
  cancel(OperationId::Monitor);
  set_asked(OperationId::Monitor, true);
  emit(ListDialogs{OperationId::Monitor});
}

void Run::tick_saw(const DialogList& dialogs) {
  if (dialogs.empty()) return;
  // Whatever the body or its timeout does from here on changes nothing.
  emit(Decide{Stage::Monitor, Reason::DialogDuringBody});
  drop_work();
  emit(CancelBody{});
  state_.phase = Phase::Tripped;
  state_.awaits_dispose = state_.options.await_dispose;
  state_.options = no_options;
  begin_closing(dialogs);
}

}  // namespace engine::modality
