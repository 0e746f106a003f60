// What there is to read, when a signal holds, and what the world does to calls that wait.
#include <algorithm>

#include "ack/referee.h"

namespace spec::ack {
namespace {

using namespace call_flags;

constexpr std::int32_t loose_budget_ms = 1500;  // That of every tool that ACK-19 does not name.

std::uint8_t bit(ProbeKind kind) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
}
std::uint8_t bit(SubjectId dialog) { return static_cast<std::uint8_t>(2u << dialog.value); }

std::uint8_t value_of(const JudgeState& s, Probe probe) {
  switch (probe.kind) {
    case ProbeKind::Generation: return s.generation;
    case ProbeKind::SoftDialog: return (s.dialogs & bit(probe.subject)) != 0 ? 1 : 0;
    case ProbeKind::Windows: break;
  }
  if (probe.subject == Subject::Settings) return s.settings;
  return probe.subject == Subject::Viewer ? s.viewers : std::uint8_t{0};
}

bool waits(const CallState& call) {
  return call.phase == Phase::Waiting || call.phase == Phase::Looking;
}

// The generation holds by no cause of its own: only pushes advance it.
bool has_cause(const ToolRow& row) { return row.signal.kind > SignalKind::GenerationAdvanced; }

bool counts(const CallState& call, const ToolRow& row, SubjectId family) {
  if (row.signal != Signal{SignalKind::WindowCountBelow, family}) return false;
  return waits(call) || call.phase == Phase::CaptureRead || call.phase == Phase::Dispatch;
}

}  // namespace

Reading reading_of(const JudgeState& s, Probe probe) {
  if ((s.exists & bit(probe.kind)) == 0) return {};
  return {true, value_of(s, probe)};
}

bool holds(const ToolRow& row, Reading reading, std::uint8_t threshold) {
  switch (row.signal.kind) {
    case SignalKind::None:
    case SignalKind::RoundTrip: return false;
    case SignalKind::GenerationAdvanced: {
      const auto advanced = static_cast<std::uint8_t>(reading.value - threshold);
      return reading.exists && advanced > 0 && advanced < 128;
    }
    case SignalKind::SoftDialogAppeared:
    case SignalKind::WindowAppeared: return reading.exists && reading.value > 0;
    case SignalKind::SoftDialogDisappeared:
    case SignalKind::WindowDisappeared: return !reading.exists || reading.value == 0;
    case SignalKind::WindowCountBelow: return reading.exists && reading.value < threshold;
  }
  return false;
}

std::optional<std::int32_t> time_left(const CallState& call, const ToolRow& row) {
  if (call.phase == Phase::Loose) return call.has(dispatched) ? loose_budget_ms - call.age : 0;
  if (call.phase != Phase::Waiting) return std::nullopt;
  if (row.signal.kind == SignalKind::RoundTrip) return row.budget_ms - call.age;
  return call.left;
}

void Referee::settle(CallId by, bool start_up) {
  for (CallState& call : s_.calls) {
    if (!waits(call) || !has_cause(row(call))) continue;
    const bool now = holds(row(call), reading_of(s_, probe_of(row(call).signal)), call.value);
    if (!now && call.cause != Cause::Nothing) {
      call.cause = Cause::Nothing;
      if (call.has(notified)) call.set(came_went);
    }
    if (!now || call.cause != Cause::Nothing) continue;
    const bool own = by == id_of(call) || call.has(processed);
    call.cause = own ? Cause::Own : start_up ? Cause::StartUp : Cause::Foreign;
  }
}

void Referee::notify(CallId by, SignalKind kind, SubjectId subject) {
  CallState* call = find(by);
  if (call == nullptr || !waits(*call) || row(*call).signal != Signal{kind, subject}) return;
  const bool received = (s_.exists & bit(probe_of({kind, subject}).kind)) != 0;
  call->set(received ? notified : lost);
}

// Foreign windows of the family may hide that the count fell.
void Referee::notify_closed(CallId by, SubjectId family) {
  CallState* call = find(by);
  if (call == nullptr || !waits(*call) || !counts(*call, row(*call), family)) return;
  if (value_of(s_, {ProbeKind::Windows, family}) < call->value + call->foreign_opened)
    call->set(notified);
}

void Referee::on(const StoreReady&, CallId) {
  s_.exists |= bit(ProbeKind::Generation);
  s_.generation = 0;
}

void Referee::on(const TrackerReady&) {
  s_.exists |= bit(ProbeKind::SoftDialog);
  settle(no_call, true);
}

void Referee::on(const WindowsReady&) {
  s_.exists |= bit(ProbeKind::Windows);
  settle(no_call, true);
}

void Referee::on(const Pushed& event, CallId by) {
  if (event.pane == Pane::Unknown) return;
  notify(by, SignalKind::GenerationAdvanced, Subject::None);
  if ((s_.exists & bit(ProbeKind::Generation)) != 0) ++s_.generation;
}

void Referee::on(const TrackerTold& fact) {
  const auto kind = fact.open ? SignalKind::SoftDialogAppeared : SignalKind::SoftDialogDisappeared;
  notify(fact.by, kind, fact.dialog);
  if ((s_.exists & bit(ProbeKind::SoftDialog)) == 0) return;
  const unsigned others = s_.dialogs & ~unsigned{bit(fact.dialog)};
  s_.dialogs = static_cast<std::uint8_t>(others | (fact.open ? bit(fact.dialog) : 0u));
  settle(fact.by, false);
}

void Referee::on(const WindowOpened& fact) {
  ++(fact.window == Subject::Settings ? s_.settings : s_.viewers);
  notify(fact.by, SignalKind::WindowAppeared, fact.window);
  for (CallState& call : s_.calls) {
    if (call.phase == Phase::Free || fact.by == id_of(call)) continue;
    if (counts(call, row(call), fact.window) && call.foreign_opened < 128) ++call.foreign_opened;
  }
  settle(fact.by, false);
}

void Referee::on(const WindowClosed& fact) {
  std::uint8_t& count = fact.window == Subject::Settings ? s_.settings : s_.viewers;
  if (count > 0) --count;
  if (count == 0) notify(fact.by, SignalKind::WindowDisappeared, fact.window);
  notify_closed(fact.by, fact.window);
  settle(fact.by, false);
}

void Referee::on(const Processed& fact) {
  CallState* call = find(fact.call);
  if (call == nullptr || !(waits(*call) || call->has(dispatched))) return;
  call->set(processed);
  if (call->cause != Cause::Nothing) call->cause = Cause::Own;
}

}  // namespace spec::ack
