// What follows for calls from requests, time, replies and readings.
#include <algorithm>

#include "ack/referee.h"
#include "port/check.h"

namespace spec::ack {
namespace {

using namespace call_flags;
using namespace judge_flags;

bool waits_alike(const ToolRow& left, const ToolRow& right) {
  const bool same =
      left.signal == right.signal && left.budget_ms == right.budget_ms && left.rule == right.rule;
  return same && needs_capture(left) == needs_capture(right);
}

// The first row that waits like this one, so that equal futures have equal bytes.
std::uint8_t row_index(ToolTable table, const ToolRow& row) {
  const auto found =
      std::ranges::find_if(table, [&](const ToolRow& other) { return waits_alike(other, row); });
  return static_cast<std::uint8_t>(found - table.begin());
}

Phase first_phase(const ToolRow& row) {
  if (row.signal.kind == SignalKind::None) return Phase::Loose;
  return needs_capture(row) ? Phase::Capture : Phase::Dispatch;
}

// Generations are counted modulo 256.
Reading as_counted(Probe probe, Reading reading) {
  if (probe.kind == ProbeKind::Generation) reading.value = static_cast<std::uint8_t>(reading.value);
  return reading;
}

bool appears(const ToolRow& row) {
  return row.signal.kind == SignalKind::SoftDialogAppeared ||
         row.signal.kind == SignalKind::WindowAppeared;
}

}  // namespace

CallState* Referee::find(CallId id) {
  if (id == no_call || id.value > calls_max) return nullptr;
  return &s_.calls[id.value - 1u];
}

CallId Referee::id_of(const CallState& call) const {
  return {static_cast<std::uint16_t>(&call - s_.calls.data() + 1)};
}

void Referee::disturb_others(const CallState& call) {
  for (CallState& other : s_.calls)
    if (&other != &call && other.phase != Phase::Free) other.disturbed = 1;
}

void Referee::on(const Called& event, CallId) {
  CallState* call = find(event.call);
  CHECK(call != nullptr);
  *call = CallState{};
  disturb_others(*call);
  const ToolRow* found = find_row(table_, event.request);
  if (found == nullptr) {
    call->phase = has_tool(table_, event.request.tool) ? Phase::Invalid : Phase::Unknown;
    return;
  }
  call->row = row_index(table_, *found);
  call->phase = first_phase(*found);
}

void Referee::on(const TimePassed& fact) {
  const CallState* late = nullptr;
  std::int32_t least = fact.time.count();
  for (const CallState& call : s_.calls) {
    if (call.phase == Phase::Free) continue;
    const auto left = time_left(call, row(call));
    if (!left || *left >= least) continue;
    least = *left;
    late = &call;
  }
  if (late != nullptr) return break_rule(rule_of_wait(*late), wanted(*late), std::nullopt);
  for (CallState& call : s_.calls) {
    const bool ages = call.phase == Phase::Waiting || call.phase == Phase::Looking ||
                      (call.phase == Phase::Loose && call.has(dispatched));
    if (!ages) continue;
    call.age = static_cast<std::uint16_t>(std::min(call.age + fact.time.count(), 0xFFFF));
    if (call.phase == Phase::Waiting && !is_trip(row(call)))
      call.left = static_cast<std::uint8_t>(call.left - fact.time.count());
  }
}

void Referee::on(const Replied& event, CallId by) {
  CallState* call = find(by);
  if (call != nullptr && call->phase == Phase::Waiting && is_trip(row(*call))) {
    call->phase = event.ok ? Phase::Holding : Phase::Refused;
    if (!event.ok) call->value = static_cast<std::uint8_t>(event.text.value);
    return;
  }
  const bool late = s_.has(reply_due) && by == no_call;
  if (late) s_.clear(reply_due);
  const bool tempts = std::ranges::any_of(s_.calls, [&](const CallState& other) {
    return other.phase == Phase::Waiting && is_trip(row(other));
  });
  if (!tempts) return;
  s_.set(reply_stray);
  if (late) s_.set(reply_late);
  mark(late ? rule_index("ACK-17") : rule_index("ACK-10"));
}

bool Referee::reading_is_right(const CallState& call, Probe probe, Reading reading,
                               const Happening& got) {
  const Reading now = reading_of(s_, probe);
  if (reading == now) return true;
  const Reading before{call.left != 0, call.value};
  if (call.phase == Phase::CaptureRead && reading == before) return true;
  const bool generation = probe.kind == ProbeKind::Generation;
  const std::uint8_t rule = reading.exists != now.exists ? rule_index("ACK-22")
                            : generation                 ? rule_index("ACK-16")
                                                         : rule_index("ACK-03");
  Happening right = Looked{id_of(call), now};
  if (std::holds_alternative<Captured>(got)) right = Captured{id_of(call), now};
  break_rule(rule, Heard{no_call, right}, Heard{no_call, got});
  return false;
}

void Referee::on(const Captured& event, CallId) {
  CallState* call = find(event.call);
  if (call == nullptr || call->phase != Phase::CaptureRead) return;
  const Probe probe = probe_of(row(*call).signal);
  const Reading reading = as_counted(probe, event.reading);
  if (!reading_is_right(*call, probe, reading, event)) return;
  if (reading == reading_of(s_, probe)) call->foreign_opened = 0;
  if (!reading.exists) mark(rule_index("ACK-22"));
  if (s_.generation > 0 && probe.kind == ProbeKind::Generation) mark(rule_index("ACK-16"));
  take_capture(*call, reading);
}

void Referee::take_capture(CallState& call, Reading reading) {
  call.phase = Phase::Dispatch;
  call.left = 0;
  call.set(captured);
  call.value = static_cast<std::uint8_t>(reading.value);
  if (needs_capture(row(call))) mark(rule_index("ACK-01"));
  if (row(call).signal.kind != SignalKind::WindowCountBelow) return;
  if (!reading.exists) call.phase = Phase::NoList;
  if (reading.exists && reading.value == 0) call.phase = Phase::NoViewer;
  if (row(call).when == When::All) call.value = 1;
}

// The call is in its waiting phase from here on: what held before is known.
void Referee::start_waiting(CallState& call) {
  const ToolRow& its = row(call);
  const bool read = call.has(captured);
  const bool read_there = call.value > 0;
  const bool told = call.has(noted);
  call.flags = 0;
  call.disturbed = 0;
  call.phase = Phase::Waiting;
  mark(rule_index("ACK-02"));
  if (its.rule == rule_index("ACK-20")) mark(rule_index("ACK-20"));
  if (its.signal.kind <= SignalKind::GenerationAdvanced) return;
  if (its.signal.kind != SignalKind::WindowCountBelow) call.value = 0;
  if (its.when == When::All) call.value = 1;
  if (!read) call.foreign_opened = 0;
  const Reading now = reading_of(s_, probe_of(its.signal));
  if (!holds(its, now, call.value)) return;
  call.cause = now.exists ? Cause::Before : Cause::StartUp;
  if (appears(its) && !told && (!read || read_there)) call.set(owes_note);
}

void Referee::on(const Looked& event, CallId) {
  CallState* call = find(event.call);
  if (call == nullptr || call->phase != Phase::Looking) return;
  const ToolRow& its = row(*call);
  const Probe probe = probe_of(its.signal);
  const Reading reading = as_counted(probe, event.reading);
  if (!reading_is_right(*call, probe, reading, event)) return;
  const bool last = call->age >= its.budget_ms;
  mark(last ? rule_index("ACK-05") : rule_index("ACK-04"));
  if (!reading.exists) mark(rule_index("ACK-22"));
  if (s_.generation > 0 && probe.kind == ProbeKind::Generation) mark(rule_index("ACK-16"));
  if (its.rule == rule_index("ACK-15")) mark(its.rule);
  if (call->disturbed != 0) mark(rule_index("ACK-18"));
  call->disturbed = 0;
  call->phase = last ? Phase::Expired : Phase::Waiting;
  if (holds(its, reading, call->value)) {
    call->phase = Phase::Holding;
  } else if (!last) {
    const std::int32_t rest = its.budget_ms - call->age;
    call->left = static_cast<std::uint8_t>(std::min(poll_ms(its.signal.kind), rest));
  }
}

}  // namespace spec::ack
