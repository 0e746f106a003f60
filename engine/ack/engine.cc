#include "engine/ack/engine.h"

#include <algorithm>
#include <type_traits>

#include "port/check.h"
#include "port/visit.h"

namespace engine::ack {

static_assert(std::has_unique_object_representations_v<State>, "a state is hashed as bytes");

namespace {

// What is that long ago is past every budget.
Instant earlier(Instant instant, Duration passed) {
  return std::max(instant - passed, Instant{-clock_span});
}

bool is_so(Found is, const Reading& reading) {
  switch (is) {
    case Found::Missing: return !reading.exists;
    case Found::None: return reading.exists && reading.value == 0;
    case Found::Some: return reading.exists && reading.value > 0;
  }
  return false;
}

// What is read before the dispatch counts.
bool captures(SignalKind kind) {
  return kind == SignalKind::GenerationAdvanced || kind == SignalKind::SoftDialogAppeared ||
         kind == SignalKind::WindowAppeared || kind == SignalKind::WindowCountBelow;
}

// One step: the state, what happened, and where commands go.
class Step {
 public:
  Step(const Table& table, State& state, Commands& out) : table_(table), state_(state), out_(out) {}

  void on(const Called& called) {
    CHECK(find(called.call) == nullptr);
    const Row* row = find_row(table_, called.request);
    if (row == nullptr) {
      const bool known = knows(table_, called.request.tool);
      out_.emplace_back(
          Respond{called.call, {.status = known ? Status::InvalidParams : Status::UnknownTool}});
      return;
    }
    if (state_.calls.full()) {
      out_.emplace_back(Respond{called.call, {.status = Status::Busy}});
      return;
    }
    CHECK(row->budget <= clock_span);
    CHECK(row->poll <= clock_span);
    state_.calls.push_back({.id = called.call,
                            .row = static_cast<std::uint8_t>(row - table_.rows.data()),
                            .path = row->when == When::One ? called.request.path : no_path});
    begin(state_.calls.back());
  }

  void on(const Captured& captured) {
    Call* call = find(captured.call);
    if (call == nullptr) return;
    if (call->phase == Phase::Checking) return checked(*call, captured.reading);
    if (call->phase == Phase::Capturing) capture(*call, captured.reading);
  }

  void on(const Looked& looked) {
    Call* call = find(looked.call);
    const bool asked =
        call != nullptr && (call->phase == Phase::Looking || call->phase == Phase::LookingLast);
    if (!asked) return;
    if (holds(signal_of(*call), looked.reading)) {
      const bool still_open = call->path != no_path && looked.reading.detail > 0;
      if (still_open) out_.emplace_back(NoteStillOpen{call->id, call->path});
      return go_on(*call);
    }
    if (call->phase == Phase::LookingLast) return give_up(*call);
    const Instant deadline = deadline_of(*call);
    // The look was asked before the deadline: what it saw may be older (ACK-05).
    if (state_.now >= deadline) return look(*call);
    call->phase = Phase::Waiting;
    call->looks_at = std::min(state_.now + row_of(*call).poll, deadline);
    out_.emplace_back(SetTimer{call->id, call->looks_at - state_.now});
  }

  void on(const TimerFired& fired) {
    Call* call = find(fired.call);
    CHECK(call != nullptr);
    CHECK(call->phase == Phase::Waiting || call->phase == Phase::Replying ||
          call->phase == Phase::Checking);
    CHECK(state_.now >= call->looks_at);
    if (call->phase == Phase::Replying) return give_up(*call);
    if (call->phase == Phase::Checking)
      return respond(*call, {.status = Status::Refused, .refusal = Refusal::Unchecked});
    look(*call);
  }

  void on(const Replied& replied) {
    Call* call = std::find_if(state_.calls.begin(), state_.calls.end(), [&](const Call& other) {
      return other.phase == Phase::Replying && other.request == replied.request;
    });
    if (call == state_.calls.end()) return;
    out_.emplace_back(CancelTimer{call->id});
    if (replied.ok) return go_on(*call);
    const bool read = replied.refusal != Refusal::Malformed;
    respond(*call, {.status = Status::Failed,
                    .text = replied.text,
                    .refusal = replied.refusal,
                    .doing = read ? Doing::Unsaid : Doing::MayHappen});
  }

  void on(const StoreReady&) { state_.panes.exists = true; }
  void on(const Pushed& pushed) {
    if (!state_.panes.exists || pushed.pane == Pane::Unknown) return;
    ++state_.panes.generation;
    state_.panes.version = pushed.version;
  }
  void on(const FocusMoved&) {}

  void on(const Cancelled& cancelled) {
    if (Call* call = find(cancelled.call)) forget(*call);
  }

 private:
  Call* find(CallId id) {
    const auto found = std::find_if(state_.calls.begin(), state_.calls.end(),
                                    [&](const Call& call) { return call.id == id; });
    return found == state_.calls.end() ? nullptr : found;
  }
  const Row& row_of(const Call& call) const { return table_.rows[call.row]; }
  Signal signal_of(const Call& call) const {
    const Row& row = row_of(call);
    return {row.signal, row.subject, call.bound};
  }
  Probe probe_of(const Call& call) const {
    auto out = ack::probe_of(signal_of(call));
    out.path = call.path;
    return out;
  }
  Instant deadline_of(const Call& call) const { return call.dispatched + row_of(call).budget; }

  // What a condition of the row reads.
  Probe probe_of(const Call& call, const Obstacle& condition) const {
    const bool windows = condition.of == ProbeKind::Windows;
    return {condition.of, condition.subject, windows ? call.path : no_path};
  }
  const Obstacle* condition_of(const Call& call) const {
    const auto& unless = row_of(call).unless;
    return call.condition < unless.count ? unless.begin() + call.condition : nullptr;
  }

  // Nothing is dispatched unless each condition of the row was looked at (ACK-35).
  void begin(Call& call) {
    const Obstacle* condition = condition_of(call);
    if (condition == nullptr) return prepare(call);
    call.phase = Phase::Checking;
    const bool takes_time = condition->within > Duration::zero();
    call.looks_at = takes_time ? state_.now + condition->within : Instant{};
    out_.emplace_back(Capture{call.id, probe_of(call, *condition)});
    if (takes_time) out_.emplace_back(SetTimer{call.id, condition->within});
  }

  void checked(Call& call, const Reading& reading) {
    const Obstacle* condition = condition_of(call);
    const Probe asked = probe_of(call, *condition);
    if (condition->within > Duration::zero()) out_.emplace_back(CancelTimer{call.id});
    for (; condition != nullptr && probe_of(call, *condition) == asked;
         condition = condition_of(call)) {
      if (is_so(condition->is, reading))
        return respond(call, {.status = condition->then, .refusal = condition->kind});
      ++call.condition;
    }
    if (condition != nullptr) return begin(call);
    const bool same = captures(row_of(call).signal) && probe_of(call) == asked;
    same ? capture(call, reading) : prepare(call);
  }

  void capture(Call& call, const Reading& reading) {
    switch (row_of(call).signal) {
      case SignalKind::GenerationAdvanced: call.bound = reading.value; break;
      case SignalKind::WindowCountBelow:
        call.bound = row_of(call).below_captured ? reading.value : 1;
        break;
      case SignalKind::SoftDialogAppeared:
      case SignalKind::WindowAppeared:
        if (holds(signal_of(call), reading)) out_.emplace_back(NoteHeld{call.id, signal_of(call)});
        break;
      case SignalKind::None:
      case SignalKind::RoundTrip:
      case SignalKind::SoftDialogDisappeared:
      case SignalKind::WindowDisappeared: break;
    }
    dispatch(call);
  }

  // Captures what the signal needs, before anything is dispatched (ACK-01).
  void prepare(Call& call) {
    call.phase = Phase::Capturing;
    call.looks_at = {};
    switch (row_of(call).signal) {
      case SignalKind::None: out_.emplace_back(Dispatch{call.id, {}}); return go_on(call);
      case SignalKind::RoundTrip:
      case SignalKind::SoftDialogDisappeared:
      case SignalKind::WindowDisappeared: return dispatch(call);
      case SignalKind::GenerationAdvanced:
      case SignalKind::SoftDialogAppeared:
      case SignalKind::WindowAppeared:
      case SignalKind::WindowCountBelow: out_.emplace_back(Capture{call.id, probe_of(call)});
    }
  }

  // Its signal came: the other part of the row is next, if there is one.
  void go_on(Call& call) {
    const auto next = call.row + 1u;
    const bool goes_on = next < table_.rows.size() && table_.rows[next].part != Part::First;
    if (!goes_on) return respond(call, {});
    call.done = row_of(call).signal == SignalKind::RoundTrip;
    call.request = {};
    call.bound = 0;
    ++call.row;
    call.condition = 0;
    if (row_of(call).part == Part::Event) return begin(call);
    call.dispatched = state_.now;
    look(call);
  }

  void dispatch(Call& call) {
    call.dispatched = state_.now;
    call.condition = 0;
    if (row_of(call).signal != SignalKind::RoundTrip) {
      out_.emplace_back(Dispatch{call.id, {}});
      return look(call);
    }
    call.phase = Phase::Replying;
    call.request = {++state_.requests};
    call.looks_at = deadline_of(call);
    out_.emplace_back(Dispatch{call.id, call.request});
    out_.emplace_back(SetTimer{call.id, row_of(call).budget});
  }

  // From the deadline on it is the last look (ACK-05).
  void look(Call& call) {
    call.phase = state_.now >= deadline_of(call) ? Phase::LookingLast : Phase::Looking;
    call.looks_at = {};
    out_.emplace_back(Look{call.id, probe_of(call)});
  }

  void give_up(Call& call) {
    // The reply said that it was carried out (ACK-34); else it may still happen (ACK-33).
    const bool known = call.done && row_of(call).part == Part::Signal;
    respond(call, {.status = Status::Missing,
                   .signal = signal_of(call),
                   .elapsed = state_.now - call.dispatched,
                   .doing = known ? Doing::Done : Doing::MayHappen});
  }

  void respond(Call& call, const Response& response) {
    out_.emplace_back(Respond{call.id, response});
    forget(call);
  }
  void forget(Call& call) {
    state_.calls.erase(static_cast<std::size_t>(&call - state_.calls.begin()));
  }

  const Table& table_;
  State& state_;
  Commands& out_;
};

}  // namespace

void Engine::step(const Event& event, Commands& out) {
  CHECK(event.at >= state_.now);
  CHECK(event.at.time_since_epoch() <= clock_span);
  state_.now = event.at;
  Step step(*table_, state_, out);
  port::visit([&](const auto& what) { step.on(what); }, event.what);
}

Commands Engine::step(const Event& event) {
  Commands out;
  step(event, out);
  return out;
}

void Engine::rebase(Instant now) {
  CHECK(now >= state_.now);
  const Duration passed = now.time_since_epoch();
  CHECK(passed <= clock_span);
  state_.now = {};
  for (Call& call : state_.calls) {
    const bool waits = call.phase == Phase::Waiting || call.phase == Phase::Replying;
    if (call.phase != Phase::Capturing && call.phase != Phase::Checking)
      call.dispatched = earlier(call.dispatched, passed);
    const bool checks = call.phase == Phase::Checking && call.looks_at != Instant{};
    if (waits || checks) call.looks_at = earlier(call.looks_at, passed);
  }
}

std::uint8_t Engine::listening(const State& state) {
  const auto replying = [](const Call& call) { return call.phase == Phase::Replying; };
  return static_cast<std::uint8_t>(std::count_if(state.calls.begin(), state.calls.end(), replying));
}

bool holds(const Signal& signal, const Reading& reading) {
  switch (signal.kind) {
    case SignalKind::None:
    case SignalKind::RoundTrip: return false;
    case SignalKind::GenerationAdvanced: return reading.exists && reading.value > signal.bound;
    case SignalKind::SoftDialogAppeared:
    case SignalKind::WindowAppeared: return reading.exists && reading.value > 0;
    case SignalKind::SoftDialogDisappeared:
    case SignalKind::WindowDisappeared: return !reading.exists || reading.value == 0;
    case SignalKind::WindowCountBelow: return reading.exists && reading.value < signal.bound;
  }
  return false;
}

Probe probe_of(const Signal& signal) {
  switch (signal.kind) {
    case SignalKind::SoftDialogAppeared:
    case SignalKind::SoftDialogDisappeared: return {ProbeKind::SoftDialog, signal.subject};
    case SignalKind::WindowAppeared:
    case SignalKind::WindowDisappeared:
    case SignalKind::WindowCountBelow: return {ProbeKind::Windows, signal.subject};
    case SignalKind::None:
    case SignalKind::RoundTrip:
    case SignalKind::GenerationAdvanced: break;
  }
  return {ProbeKind::Generation, no_subject};
}

}  // namespace engine::ack
