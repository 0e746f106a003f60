// What calls do, against what they owe.
#include "ack/referee.h"

namespace spec::ack {
namespace {

using namespace call_flags;
using namespace judge_flags;

bool asks_for_reply(const Dispatch& act) { return act.request != RequestId{}; }

bool counts_windows(const ToolRow& row) { return row.signal.kind == SignalKind::WindowCountBelow; }

}  // namespace

CallState* Referee::acting(CallId id, const Command& act) {
  CallState* call = find(id);
  if (call != nullptr && call->phase != Phase::Free) return call;
  // Over, or never made: who may give a number again cannot tell the two apart.
  const bool second = std::holds_alternative<Dispatch>(act);
  break_rule(second ? rule_index("ACK-02") : rule_index("ACK-17"), std::nullopt, act);
  return nullptr;
}

void Referee::on(const Capture& act) {
  CallState* call = acting(act.call, act);
  if (call == nullptr || call->phase == Phase::Loose) return;
  const bool before = call->phase == Phase::Capture || call->phase == Phase::Dispatch;
  const bool after = call->phase == Phase::Uncaptured || call->phase == Phase::Waiting ||
                     call->phase == Phase::Looking;
  if (!before && !after) return break_owed(*call, act);
  std::uint8_t rule = rule_of_probe(*call, act.probe);
  const bool wrong = is_trip(row(*call)) || act.probe != probe_of(row(*call).signal);
  if (!wrong || rule == rule_index("ACK-03")) rule = rule_index("ACK-01");
  if (wrong || after || call->has(captured)) {
    if (takes_for_another(*call, act)) rule = rule_index("ACK-18");
    return break_rule(rule, wanted(*call), act);
  }
  const Reading now = reading_of(s_, act.probe);
  call->phase = Phase::CaptureRead;
  call->left = now.exists ? 1 : 0;
  call->value = static_cast<std::uint8_t>(now.value);
}

void Referee::on(const Dispatch& act) {
  CallState* call = acting(act.call, act);
  if (call == nullptr) return;
  const ToolRow& its = row(*call);
  if (call->phase == Phase::Loose && !call->has(dispatched)) {
    mark(rule_index("ACK-02"));
    return call->set(dispatched);
  }
  if (call->phase == Phase::Capture) return dispatch_uncaptured(*call, act);
  if (call->phase == Phase::NoViewer || call->phase == Phase::NoList ||
      call->phase == Phase::Unknown || call->phase == Phase::Invalid ||
      call->phase == Phase::CaptureRead)
    return break_owed(*call, act);
  if (call->phase != Phase::Dispatch) return break_rule(rule_index("ACK-02"), wanted(*call), act);
  if (asks_for_reply(act) != is_trip(its)) return break_rule(its.rule, wanted(*call), act);
  if (counts_windows(its) && !call->has(captured)) return dispatch_uncaptured(*call, act);
  if (is_trip(its)) mark(rule_index("ACK-09"));
  start_waiting(*call);
}

// Without a capture, "no viewer is open" can only be known by chance.
void Referee::dispatch_uncaptured(CallState& call, const Dispatch& act) {
  const ToolRow& its = row(call);
  const bool early = call.phase == Phase::Capture;
  if (early && takes_for_another(call, act))
    return break_rule(rule_index("ACK-18"), wanted(call), act);
  if (asks_for_reply(act)) return break_rule(its.rule, wanted(call), act);
  if (!counts_windows(its)) {
    call.phase = Phase::Uncaptured;
    return;
  }
  const Reading now = reading_of(s_, probe_of(its.signal));
  const Status fast = now.exists ? Status::InvalidParams : Status::NotReady;
  if (!now.exists || now.value == 0)
    return break_rule(now.exists ? rule_index("ACK-12") : rule_index("ACK-23"),
                      Command(Respond{act.call, {.status = fast}}), act);
  call.value = static_cast<std::uint8_t>(now.value);
  start_waiting(call);
  if (its.when == When::One) call.phase = Phase::Uncaptured;
}

void Referee::on(const Look& act) {
  CallState* call = acting(act.call, act);
  if (call == nullptr || call->phase == Phase::Loose) return;
  const bool waiting = call->phase == Phase::Waiting || call->phase == Phase::Looking ||
                       call->phase == Phase::Uncaptured;
  if (!waiting) return break_owed(*call, act);
  const ToolRow& its = row(*call);
  const bool mixed = takes_for_another(*call, act);
  if (is_trip(its) || act.probe != probe_of(its.signal)) {
    const std::uint8_t rule = rule_of_probe(*call, act.probe);
    return break_rule(mixed ? rule_index("ACK-18") : rule, wanted(*call), act);
  }
  // With one viewer open, "one less" and "none" are the same.
  const bool same = counts_windows(its) && call->value == 1;
  if (call->phase == Phase::Uncaptured && !same) return break_owed(*call, act);
  if (call->phase == Phase::Looking || call->left > 0)
    return break_rule(mixed ? rule_index("ACK-18") : rule_index("ACK-04"), std::nullopt, act);
  call->phase = Phase::Looking;
}

void Referee::on(const SetTimer& act) { acting(act.call, act); }

void Referee::on(const CancelTimer& act) { acting(act.call, act); }

void Referee::on(const NoteHeld& act) {
  CallState* call = acting(act.call, act);
  if (call == nullptr) return;
  const ToolRow& its = row(*call);
  const bool appears = its.signal.kind == SignalKind::SoftDialogAppeared ||
                       its.signal.kind == SignalKind::WindowAppeared;
  const bool disappears = its.signal.kind == SignalKind::SoftDialogDisappeared ||
                          its.signal.kind == SignalKind::WindowDisappeared;
  if (call->has(owes_note)) {
    call->clear(owes_note);
    return mark(rule_index("ACK-21"));
  }
  const Reading now = reading_of(s_, probe_of(its.signal));
  const bool held = call->has(captured) ? call->value > 0 : holds(its, now, 0);
  const bool early = call->phase == Phase::Dispatch && appears && !call->has(noted);
  if (early && held) {
    call->set(noted);
    return mark(rule_index("ACK-21"));
  }
  // A note beyond what the rule asks for does no harm where it is true.
  const bool still = call->cause == Cause::Before || call->cause == Cause::StartUp;
  if (disappears && (still || (call->phase == Phase::Dispatch && holds(its, now, 0)))) return;
  break_rule(rule_index("ACK-21"), wanted(*call), act);
}

}  // namespace spec::ack
