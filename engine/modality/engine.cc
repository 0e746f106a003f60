#include "engine/modality/engine.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "modality/run.h"
#include "port/visit.h"

namespace engine::modality {

static_assert(std::has_unique_object_representations_v<Engine>);
static_assert(std::is_trivially_copyable_v<Engine>);
static_assert(std::is_trivially_copyable_v<Event>);
static_assert(std::is_trivially_copyable_v<Command>);

namespace {

std::uint8_t bit(auto index) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(index));
}

Options asked_by(const Request& request) {
  Options options = options_of(request.mode);
  if (request.mode == Mode::Raw) {
    options = request.raw;
    options.sync_after = options.sync_documents;
    options.await_progress = false;
  }
  // A=T proceeds under either kind, so the switch has no meaning there.
  if (options.allow_at_gate) options.progress = ProgressAtGate::Tolerate;
  return options;
}

Reason refusal_of(const Request& request) {
  switch (request.defect) {
    case Defect::UnknownMode: return Reason::UnknownMode;
    case Defect::FormerParameter: return Reason::FormerParameter;
    case Defect::BadTimeout: return Reason::BadTimeout;
    case Defect::None: break;
  }
  if (request.body_timeout <= Duration::zero()) return Reason::BadTimeout;
  if (request.from_edt) return Reason::CalledFromEdt;
  return Reason::None;
}

}  // namespace

Options options_of(Mode mode) {
  switch (mode) {
    case Mode::SmartNonModal:
      return {.close_on_start = true,
              .close_while_running = true,
              .sync_documents = true,
              .wait_smart = true,
              .await_progress = true,
              .sync_after = true,
              .progress = ProgressAtGate::Refuse};
    case Mode::NonModal: return {.progress = ProgressAtGate::Refuse};
    case Mode::Unleashed: return {.allow_at_gate = true};
    case Mode::Raw: break;
  }
  return {};
}

Request request_by(Revision revision, Request request) {
  if (revision == Revision::Addendum || request.mode == Mode::Raw) return request;
  request.raw = options_of(request.mode);
  request.raw.progress = ProgressAtGate::Tolerate;
  request.mode = Mode::Raw;
  return request;
}

// Engine.

Engine::Engine(const Limits& limits) : limits_(limits) {
  CHECK(limits.monitor_period > Duration::zero());
  CHECK(limits.sync_bound > Duration::zero());
  CHECK(limits.smart_bound > Duration::zero());
  CHECK(limits.poll_period > Duration::zero());
  CHECK(limits.wait_budget >= Duration::zero());
  CHECK(limits.note_period > Duration::zero());
  CHECK(limits.dispose_bound > Duration::zero());
  CHECK(limits.capture_bound > Duration::zero());
  CHECK(limits.look_bound > Duration::zero());
}

void Engine::step(const Event& event, Commands& out) {
  CHECK(event.at >= state_.now);
  Run run(limits_, state_, out);
  run.grow_older(event.at - state_.now);
  state_.now = event.at;
  port::visit([&run](const auto& happening) { run.on(happening); }, event.what);
  run.check_invariants();
}

Commands Engine::step(const Event& event) {
  Commands out;
  step(event, out);
  return out;
}

void Engine::rebase(Instant now) {
  CHECK(now >= state_.now);
  Commands none;
  Run(limits_, state_, none).grow_older(now - state_.now);
  state_.now = Instant{};
}

// The call.

void Run::on(const Called& called) {
  CHECK(state_.phase == Phase::Idle);
  const Reason refusal = refusal_of(called.request);
  if (refusal != Reason::None) {
    // Nothing was touched, so nothing is refreshed either (MOD-84).
    state_.phase = Phase::Done;
    emit(Decide{Stage::Surface, refusal});
    emit(Finish{Verdict::Failed, Stage::Surface, refusal, Modality::None});
    return;
  }
  state_.phase = Phase::PreFlight;
  state_.options = asked_by(called.request);
  state_.body_timeout = called.request.body_timeout;
  emit(ScheduleRefresh{});
  if (state_.options.close_on_start) {
    state_.options.close_on_start = false;
    begin_sweep(state_.options.await_dispose);
  } else {
    sweep_ended();
  }
}

void Run::on(const ModalityRead& read) {
  answered(read.operation);
  if (read.operation == OperationId::Monitor) {
    CHECK(std::exchange(state_.looks_beside, false));
    if (read.modality == Modality::Dialog) fail(Reason::ModalDuringSync, read.modality);
    return;
  }
  switch (state_.step) {
    case Step::WaitLook: return wait_saw(read.modality);
    case Step::GateRead: return gate_saw(read.modality);
    case Step::SyncAssert:
    case Step::SyncAfterCommit:
    case Step::SyncAfterSave:
    case Step::SyncAfterRefresh:
    case Step::SettingsAssert:
    case Step::SettingsAfterSave: return sync_saw(read.modality);
    case Step::SmartAssert:
    case Step::SmartAfter: return smart_saw(read.modality);
    case Step::AssertRead: return assert_saw(read.modality);
    case Step::ModalRead: return give_back(read.modality != Modality::None);
    case Step::PostRead: return post_saw(read.modality);
    case Step::None:
    case Step::SweepList:
    case Step::SweepShot:
    case Step::SweepClose:
    case Step::SweepDispose:
    case Step::WaitPoll:
    case Step::SyncCommit:
    case Step::SyncSave:
    case Step::SyncRefresh:
    case Step::ForcedSave:
    case Step::ForcedRefresh:
    case Step::SettingsSave:
    case Step::SmartWait:
    case Step::SmartModeRead: break;
  }
  const bool some_step_awaits_it = false;
  CHECK(some_step_awaits_it);
}

void Run::on(const TimerFired& fired) {
  CHECK(is_running(fired.timer));
  set_running(fired.timer, false);
  switch (fired.timer) {
    case Timer::Dispose:
      // Slow or stuck: the sweep goes on, and whoever looks next judges what is left.
      cancel(OperationId::Main);
      return closing_ended(Fate::Pending);
    case Timer::Poll: return state_.step == Step::WaitPoll ? poll_ended() : look_beside_write();
    case Timer::Bound: return bound_expired();
    case Timer::Tick: return tick();
    case Timer::Body: return fail(Reason::BodyTimedOut, Modality::None);
    case Timer::Capture: drop_captures(); return captures_ended();
    case Timer::Look: return fail(Reason::IdeNotResponding, Modality::None);
  }
}

void Run::grow_older(Duration elapsed) {
  const bool waits = state_.step == Step::WaitLook || state_.step == Step::WaitPoll;
  if (waits || state_.step == Step::SmartWait) state_.waited += elapsed;
  if (waits) state_.noted += elapsed;
  if (is_asked(OperationId::Monitor))
    state_.watched = std::min(state_.watched + elapsed, limits_.look_bound);
}

// Operations and timers.

bool Run::is_asked(OperationId operation) const { return (state_.asked & bit(operation)) != 0; }

void Run::set_asked(OperationId operation, bool asked) {
  const unsigned others = state_.asked & ~unsigned{bit(operation)};
  state_.asked = static_cast<std::uint8_t>(others | (asked ? bit(operation) : 0u));
}

bool Run::is_running(Timer timer) const { return (state_.timers & bit(timer)) != 0; }

void Run::set_running(Timer timer, bool running) {
  const unsigned others = state_.timers & ~unsigned{bit(timer)};
  state_.timers = static_cast<std::uint8_t>(others | (running ? bit(timer) : 0u));
}

void Run::answered(OperationId operation) {
  CHECK(is_asked(operation));
  set_asked(operation, false);
  if (operation == OperationId::Main) return stop(Timer::Look);
  state_.watched = Duration::zero();
}

void Run::cancel(OperationId operation) {
  if (!is_asked(operation)) return;
  answered(operation);
  state_.looks_beside = state_.looks_beside && operation != OperationId::Monitor;
  emit(Cancel{operation});
}

void Run::start(Timer timer, Duration after) {
  set_running(timer, true);
  emit(StartTimer{timer, after});
}

void Run::stop(Timer timer) {
  if (!is_running(timer)) return;
  set_running(timer, false);
  emit(StopTimer{timer});
}

// Captures.

void Run::capture(Artifact artifact, Stage cause) {
  if (state_.capturing == 0) start(Timer::Capture, limits_.capture_bound);
  state_.capturing = static_cast<std::uint8_t>(state_.capturing | bit(artifact));
  emit(Capture{artifact, cause});
}

void Run::on(const Captured& captured) {
  CHECK((state_.capturing & bit(captured.artifact)) != 0);
  state_.capturing =
      static_cast<std::uint8_t>(state_.capturing & ~unsigned{bit(captured.artifact)});
  auto& count = state_.result.artifacts;
  if (state_.result.reason != Reason::None || state_.phase != Phase::Ending)
    count = static_cast<std::uint8_t>(std::min(count + 1, 255));
  if (state_.capturing == 0) captures_ended();
}

// A frozen UI gives no screenshot: the call goes on without it, and its result says so (MOD-93).
void Run::drop_captures() {
  for (std::uint8_t artifact = 0; artifact < artifact_kinds; ++artifact)
    if ((state_.capturing & bit(artifact)) != 0) emit(DropCapture{Artifact{artifact}});
  state_.capturing = 0;
}

void Run::captures_ended() {
  stop(Timer::Capture);
  if (state_.phase == Phase::Ending) return conclude();
  CHECK(state_.step == Step::SweepShot);
  close_now();
}

// Invariants.

// Above all: whatever is not over waits for something that will come (MOD-91).
void Run::check_invariants() const {
  const State& s = state_;
  const bool over = s.phase == Phase::Idle || s.phase == Phase::Done;
  const bool between = s.step == Step::None || s.step == Step::WaitPoll ||
                       s.step == Step::SweepShot || s.step == Step::SweepDispose;
  CHECK(is_asked(OperationId::Main) != between);
  CHECK(s.step != Step::None || over || s.phase == Phase::Body || s.phase == Phase::Ending);
  CHECK(!over || (s.step == Step::None && s.timers == 0 && s.asked == 0));
  CHECK(is_running(Timer::Body) == (s.phase == Phase::Body));
  const bool writes = s.step == Step::SyncCommit || s.step == Step::SyncSave ||
                      s.step == Step::SyncRefresh || s.step == Step::SettingsSave;
  CHECK(is_running(Timer::Poll) == (s.step == Step::WaitPoll || writes));
  CHECK(!is_running(Timer::Look) || is_asked(OperationId::Main));
  CHECK(!s.looks_beside || (writes && is_asked(OperationId::Monitor)));
  const bool closing = s.step == Step::SweepClose || s.step == Step::SweepDispose;
  CHECK(is_running(Timer::Dispose) == closing);
  const bool sweeping = closing || s.step == Step::SweepShot;
  CHECK(sweeping ? s.sweep_next < s.sweep.size() : s.sweep.empty());
  CHECK(is_running(Timer::Capture) == (s.capturing != 0));
  CHECK((s.capturing != 0) == (s.step == Step::SweepShot || s.phase == Phase::Ending));
  const bool asserts = s.step == Step::SyncAssert || s.step == Step::SettingsAssert ||
                       s.step == Step::SmartAssert || s.step == Step::SmartAfter;
  const bool bounded = s.step >= Step::SyncAssert && s.step <= Step::SmartAfter && !asserts;
  CHECK(is_running(Timer::Bound) == bounded);
  CHECK(!is_running(Timer::Tick) || s.phase == Phase::Body);
  CHECK(!is_asked(OperationId::Monitor) || is_running(Timer::Tick) || s.looks_beside);
  CHECK(s.blocks == 0 || s.phase == Phase::Body);
}

}  // namespace engine::modality
