// What is followed of the frontend: replies, pushes, dialogs and windows, and the truth.
#include "ack/follow.h"
#include "ack/standing.h"
#include "port/check.h"

namespace spec::ack {
namespace {

using enum CallFlag;

// What opens in the family, from the time of the reading that counts it on.
bool counts(const CallSituation& call, const ToolRow& row, SubjectId family) {
  if (row.signal != Signal{SignalKind::WindowCountBelow, family}) return false;
  return call.stage == Stage::Sent || call.has(Known) || call.pending == Pending::Signal;
}

}  // namespace

void Follower::on(const Replied& event, CallId by) {
  CallSituation* call = find(by);
  const auto waits = [&](const CallSituation& each) {
    return each.stage == Stage::Sent && is_trip(row(each)) && !each.has(RepliedOk) &&
           !each.has(RepliedError);
  };
  if (call != nullptr && waits(*call)) {
    call->set(event.ok ? RepliedOk : RepliedError);
    if (event.ok) return go_on(*call);
    call->value = static_cast<std::uint8_t>(event.text.value);
    call->refusal = event.refusal;
    return;
  }
  const bool late = s_.reply_due && by == no_call;
  if (late) s_.reply_due = false;
  for (CallSituation& each : s_.calls)
    if (waits(each)) each.set(late ? AstrayLate : Astray);
}

void Follower::settle(CallId by, bool start_up) {
  look_at_conditions();
  for (CallSituation& call : s_.calls) {
    if (call.stage != Stage::Called && call.stage != Stage::Sent) continue;
    const ToolRow& its = row(call);
    if (!has_cause(its)) continue;
    const bool now = holds(call);
    if (call.stage == Stage::Called) {
      if (appears(its) || disappears(its)) call.set(now ? Held : Unheld);
      continue;
    }
    if (!now && call.cause != Cause::Nothing) {
      call.set(Polled, false);
      call.cause = Cause::Nothing;
      if (call.has(Notified)) call.set(CameWent);
    }
    if (!now || call.cause != Cause::Nothing) continue;
    const bool own = by == id_of(call) || call.has(CarriedOut);
    call.cause = own ? Cause::Own : start_up ? Cause::StartUp : Cause::Foreign;
  }
}

void Follower::notify(CallId by, SignalKind kind, SubjectId subject) {
  CallSituation* call = find(by);
  if (call == nullptr || call->stage != Stage::Sent) return;
  if (row(*call).signal != Signal{kind, subject}) return;
  call->set(exists(s_, probe_of({kind, subject}).kind) ? Notified : Lost);
}

// Foreign windows of the family may hide that the count fell.
void Follower::notify_closed(CallId by, SubjectId family) {
  CallSituation* call = find(by);
  if (call == nullptr || call->stage != Stage::Sent || !counts(*call, row(*call), family)) return;
  if (value_of(s_, {ProbeKind::Windows, family}) < call->value + call->foreign_opened)
    call->set(Notified);
}

void Follower::on(const StoreReady&, CallId) {
  // A frontend that registers its store again does not count anew (ACK-28).
  s_.exists |= bit(ProbeKind::Generation);
  look_at_conditions();
}

void Follower::on(const TrackerReady&) {
  s_.exists |= bit(ProbeKind::SoftDialog);
  settle(no_call, true);
}

void Follower::on(const WindowsReady&) {
  s_.exists |= bit(ProbeKind::Windows);
  settle(no_call, true);
}

void Follower::on(const Pushed& event, CallId by) {
  if (event.pane == Pane::Unknown) return;
  notify(by, SignalKind::GenerationAdvanced, Subject::None);
  if (!exists(s_, ProbeKind::Generation)) return;
  ++s_.generation;
  s_.version = static_cast<std::uint8_t>(event.version);
}

void Follower::on(const TrackerTold& fact) {
  const auto kind = fact.open ? SignalKind::SoftDialogAppeared : SignalKind::SoftDialogDisappeared;
  notify(fact.by, kind, fact.dialog);
  if (!exists(s_, ProbeKind::SoftDialog)) return;
  const bool was = s_.open.has(fact.dialog);
  s_.open.put(fact.dialog, fact.open);
  if (was != fact.open) fact.open ? ++s_.dialogs : --s_.dialogs;
  settle(fact.by, false);
}

std::uint8_t* Follower::showing(PathId path) {
  CHECK(path.value <= paths_max);
  return path == no_path ? nullptr : &s_.showing[path.value - 1u];
}

void Follower::on(const WindowOpened& fact) {
  if (auto* count = showing(fact.path)) ++*count;
  if (fact.window == Subject::Viewer)
    ++s_.viewers;
  else
    s_.open.put(fact.window, true);
  notify(fact.by, SignalKind::WindowAppeared, fact.window);
  for (CallSituation& call : s_.calls) {
    if (call.stage == Stage::Free || fact.by == id_of(call)) continue;
    if (counts(call, row(call), fact.window) && call.foreign_opened < 128) ++call.foreign_opened;
  }
  settle(fact.by, false);
}

void Follower::on(const WindowClosed& fact) {
  const bool one = fact.window != Subject::Viewer;
  if (one) s_.open.put(fact.window, false);
  if (!one && s_.viewers > 0) --s_.viewers;
  if (auto* shown = showing(fact.path); shown != nullptr && *shown > 0) --*shown;
  if (one || s_.viewers == 0) notify(fact.by, SignalKind::WindowDisappeared, fact.window);
  notify_closed(fact.by, fact.window);
  settle(fact.by, false);
}

void Follower::on(const PanesRead&) {
  s_.reads_own = false;
  s_.least = 0;
}

void Follower::on(const Processed& fact) {
  CallSituation* call = find(fact.call);
  if (call == nullptr || call->stage != Stage::Sent) return;
  call->set(CarriedOut);
  if (row(*call).signal.kind == SignalKind::GenerationAdvanced)
    call->version = static_cast<std::uint8_t>(fact.version);
  if (call->cause != Cause::Nothing) call->cause = Cause::Own;
}

void Follower::on(const ProcessedElsewhere& fact) {
  CallSituation* call = find(fact.call);
  if (call == nullptr || call->stage != Stage::Sent) return;
  call->set(Misplaced);
  if (call->cause != Cause::Nothing) call->cause = Cause::Own;
}

void Follower::on(const TakenBack& fact) {
  CallSituation* call = find(fact.call);
  if (call == nullptr || call->stage != Stage::Sent) return;
  call->set(RolledBack);
  call->set(CarriedOut, false);
  call->version = 0;
}

}  // namespace spec::ack
