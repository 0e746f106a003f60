// Which rule an act breaks, or the lack of one, and what was wanted instead.
#include <algorithm>

#include "ack/referee.h"

namespace spec::ack {
namespace {

using namespace call_flags;
using namespace judge_flags;

// Stands for any, since a rule does not say which.
constexpr RequestId some_request{1};

Command answer(CallId id, Status status) { return Respond{id, {.status = status}}; }
Command give_up(CallId id, Signal missing, std::int32_t elapsed_ms) {
  return Respond{
      id, {.status = Status::Missing, .signal = missing, .elapsed = port::Duration{elapsed_ms}}};
}

// The act as one about this call, without what its kind leaves to the subject.
Command comparable(Command act, CallId id) {
  std::visit([&](auto& what) { what.call = id; }, act);
  if (auto* dispatch = std::get_if<Dispatch>(&act); dispatch != nullptr)
    dispatch->request = dispatch->request == RequestId{} ? RequestId{} : some_request;
  if (auto* note = std::get_if<NoteHeld>(&act); note != nullptr) note->signal = {};
  if (auto* respond = std::get_if<Respond>(&act); respond != nullptr)
    respond->response.signal.bound = 0;
  return act;
}

}  // namespace

void Referee::break_rule(std::uint8_t rule, std::optional<Seen> want, std::optional<Seen> got) {
  findings_.breach = Breach{rule, want, got};
  s_ = JudgeState{};
  s_.set(broken);
}

Signal Referee::signal_of(const CallState& call) const {
  Signal signal = row(call).signal;
  if (signal.kind == SignalKind::GenerationAdvanced || signal.kind == SignalKind::WindowCountBelow)
    signal.bound = call.value;
  return signal;
}

std::optional<Seen> Referee::wanted(const CallState& call) const {
  const CallId id = id_of(call);
  const ToolRow& its = row(call);
  switch (call.phase) {
    case Phase::Free:
    case Phase::CaptureRead:
    case Phase::Looking: return std::nullopt;
    case Phase::Unknown: return answer(id, Status::UnknownTool);
    case Phase::Invalid:
    case Phase::NoViewer: return answer(id, Status::InvalidParams);
    case Phase::NoList: return answer(id, Status::NotReady);
    case Phase::Uncaptured:
    case Phase::Capture: return Command(Capture{id, probe_of(its.signal)});
    case Phase::Dispatch: return Command(Dispatch{id, is_trip(its) ? some_request : RequestId{}});
    case Phase::Waiting:
      if (!is_trip(its)) return Command(Look{id, probe_of(its.signal)});
      return give_up(id, signal_of(call), its.budget_ms);
    case Phase::Expired: return give_up(id, signal_of(call), call.age);
    case Phase::Holding: return answer(id, Status::Ok);
    case Phase::Refused:
      return Command(Respond{id, {.status = Status::Failed, .text = {call.value}}});
    case Phase::Loose:
      if (!call.has(dispatched)) return Command(Dispatch{id, {}});
      return answer(id, Status::Ok);
  }
  return std::nullopt;
}

// What this call does would be right of another one, now.
bool Referee::takes_for_another(const CallState& call, const Command& act) const {
  return std::ranges::any_of(s_.calls, [&](const CallState& other) {
    if (&other == &call || other.phase == Phase::Free) return false;
    if (other.phase == Phase::Loose || time_left(other, row(other)).value_or(0) > 0) return false;
    const auto want = wanted(other);
    if (!want) return false;
    const CallId id = id_of(other);
    return comparable(std::get<Command>(*want), id) == comparable(act, id);
  });
}

// With what another call captured, the signal would hold, or would not, as this call seems to
// think.
bool Referee::takes_value_of_another(const CallState& call) const {
  const ToolRow& its = row(call);
  if (its.signal.kind <= SignalKind::RoundTrip) return false;
  const Reading now = reading_of(s_, probe_of(its.signal));
  const bool own = holds(its, now, call.value);
  return std::ranges::any_of(s_.calls, [&](const CallState& other) {
    const bool alike =
        &other != &call && other.phase >= Phase::Waiting && row(other).signal == its.signal;
    return alike && holds(its, now, other.value) != own;
  });
}

std::uint8_t Referee::rule_of_probe(const CallState& call, Probe probe) const {
  const bool window = probe.kind == ProbeKind::Windows;
  if (window && !is_window(probe.subject)) return rule_index("ACK-15");
  return row(call).rule;
}

// The signal holds, or the reply is there, and OK is not said.
std::uint8_t Referee::rule_of_silence(const CallState& call) const {
  const ToolRow& its = row(call);
  if (is_trip(its)) return rule_index("ACK-32");
  const Reading now = reading_of(s_, probe_of(its.signal));
  if (takes_value_of_another(call)) return rule_index("ACK-18");
  if (!now.exists) return rule_index("ACK-22");
  if (its.when == When::One && now.value > 0) return rule_index("ACK-13");
  return call.age >= its.budget_ms ? rule_index("ACK-05") : rule_index("ACK-03");
}

// OK is said, and the last look did not find the signal, or there was no look.
std::uint8_t Referee::rule_of_early_ok(const CallState& call) const {
  const ToolRow& its = row(call);
  if (is_trip(its) || call.left == 0) return rule_index("ACK-03");
  if (takes_value_of_another(call)) return rule_index("ACK-18");
  const bool exists = reading_of(s_, probe_of(its.signal)).exists;
  return exists ? rule_index("ACK-03") : rule_index("ACK-22");
}

std::uint8_t Referee::rule_of_owed(const CallState& call) const {
  switch (call.phase) {
    case Phase::Unknown:
    case Phase::Invalid: return rule_index("ACK-08");
    case Phase::Capture:
    case Phase::CaptureRead: return rule_index("ACK-01");
    case Phase::Uncaptured: {
      const bool several = row(call).when == When::One && call.value > 1;
      return several ? rule_index("ACK-13") : rule_index("ACK-01");
    }
    case Phase::Dispatch: return rule_index("ACK-02");
    case Phase::NoViewer: return rule_index("ACK-12");
    case Phase::NoList: return rule_index("ACK-23");
    case Phase::Holding: return rule_of_silence(call);
    case Phase::Expired: return rule_index("ACK-19");
    case Phase::Refused: return rule_index("ACK-11");
    case Phase::Free:
    case Phase::Waiting:
    case Phase::Looking:
    case Phase::Loose: break;
  }
  return rule_of_wait(call);
}

// The time to look or to give up goes by.
std::uint8_t Referee::rule_of_wait(const CallState& call) const {
  const ToolRow& its = row(call);
  if (call.phase == Phase::Loose && !call.has(dispatched)) return rule_index("ACK-02");
  if (call.disturbed != 0) return rule_index("ACK-18");
  if (call.phase == Phase::Loose || is_trip(its)) return rule_index("ACK-19");
  return call.age + call.left >= its.budget_ms ? rule_index("ACK-05") : rule_index("ACK-04");
}

void Referee::break_owed(const CallState& call, const Command& act) {
  const bool mixed = takes_for_another(call, act);
  break_rule(mixed ? rule_index("ACK-18") : rule_of_owed(call), wanted(call), act);
}

bool Referee::miss_owed() {
  for (CallState& call : s_.calls) {
    switch (call.phase) {
      case Phase::Free:
      case Phase::CaptureRead:
      case Phase::Waiting:
      case Phase::Looking:
      case Phase::Loose: continue;
      case Phase::Uncaptured:
        if (row(call).signal.kind == SignalKind::WindowCountBelow && call.value == 1) {
          call.phase = Phase::Waiting;
          continue;
        }
        break;
      case Phase::Unknown:
      case Phase::Invalid:
      case Phase::Capture:
      case Phase::Dispatch:
      case Phase::NoViewer:
      case Phase::NoList:
      case Phase::Holding:
      case Phase::Expired:
      case Phase::Refused: break;
    }
    break_rule(rule_of_owed(call), wanted(call), std::nullopt);
    return true;
  }
  return false;
}

void Referee::stop() {
  for (const CallState& call : s_.calls) {
    if (call.phase != Phase::Waiting && call.phase != Phase::Loose) continue;
    return break_rule(rule_of_wait(call), wanted(call), std::nullopt);
  }
}

}  // namespace spec::ack
