#include "ack/follow.h"

#include <algorithm>

#include "ack/standing.h"
#include "port/check.h"

namespace spec::ack {
namespace {

using enum CallFlag;

bool wait_alike(const ToolRow& left, const ToolRow& right) {
  const bool same = left.signal == right.signal && left.budget_ms == right.budget_ms &&
                    left.rule == right.rule && poll_ms(left) == poll_ms(right);
  return same && needs_capture(left) == needs_capture(right);
}

// The first row that waits like this one, so that equal futures have equal bytes.
std::uint8_t alike(ToolTable table, const ToolRow& row) {
  const auto found =
      std::ranges::find_if(table, [&](const ToolRow& other) { return wait_alike(other, row); });
  return static_cast<std::uint8_t>(found - table.begin());
}

// Only pushes advance the generation: it holds by no cause of its own.
bool has_cause(const ToolRow& row) { return row.signal.kind > SignalKind::GenerationAdvanced; }

bool is_poll(const CallSituation& call, const ToolRow& row) {
  return call.age >= budget_ms(row) || call.age % poll_ms(row) == 0;
}

// What opens in the family, from the time of the reading that counts it on.
bool counts(const CallSituation& call, const ToolRow& row, SubjectId family) {
  if (row.signal != Signal{SignalKind::WindowCountBelow, family}) return false;
  return call.stage == Stage::Sent || call.has(Known) || call.pending == Pending::Signal;
}

}  // namespace

CallSituation* Follower::find(CallId id) {
  if (id == no_call || id.value > calls_max) return nullptr;
  CallSituation& call = s_.calls[id.value - 1u];
  return call.stage == Stage::Free ? nullptr : &call;
}

CallId Follower::id_of(const CallSituation& call) const {
  return {static_cast<std::uint16_t>(&call - s_.calls.data() + 1)};
}

const ToolRow& Follower::row(const CallSituation& call) const { return row_of(call, table_); }

bool Follower::holds(const CallSituation& call) const {
  return ack::holds(row(call), reading_of(s_, probe_of(row(call).signal)), call.value);
}

void Follower::on(const Called& event, CallId) {
  CHECK(event.call != no_call);
  CHECK(event.call.value <= calls_max);
  CallSituation& call = s_.calls[event.call.value - 1u];
  call = {};
  const ToolRow* found = find_row(table_, event.request);
  if (found == nullptr) {
    call.stage = has_tool(table_, event.request.tool) ? Stage::Invalid : Stage::Unknown;
    return;
  }
  call.stage = Stage::Called;
  call.row = alike(table_, *found);
  if (found->when == When::One) {
    CHECK(event.request.path.value <= paths_max);
    call.path = event.request.path.value;
  }
  if (appears(*found) || disappears(*found)) call.set(holds(call) ? Held : Unheld);
}

void Follower::on(const TimePassed& fact) {
  for (CallSituation& call : s_.calls) {
    if (call.stage == Stage::Called) call.set(Slow);
    if (call.stage != Stage::Sent) continue;
    const ToolRow& its = row(call);
    const auto most = budget_ms(its) + 1;
    call.age = static_cast<std::uint16_t>(std::min(call.age + fact.time.count(), most));
    call.set(Noted, false);
    call.set(NotedOpen, false);
    call.set(Polled, looks(its) && is_poll(call, its) && holds(call));
  }
}

// Reads.

void Follower::read(CallSituation& call, Probe probe) {
  const ToolRow& its = row(call);
  const Probe wanted = probe_of(its.signal);
  const bool own = looks(its) && probe.kind == wanted.kind && probe.subject == wanted.subject;
  call.pending = own                                   ? Pending::Signal
                 : probe.kind == ProbeKind::Generation ? Pending::Panes
                                                       : Pending::Another;
  call.set(Elsewhere, !own);
}

void Follower::on(const Capture& act) {
  CallSituation& call = *find(act.call);
  read(call, act.probe);
  if (call.stage != Stage::Called || call.pending != Pending::Signal) return;
  const Reading now = reading_of(s_, act.probe);
  call.value = static_cast<std::uint8_t>(now.value);
  call.set(Absent, !now.exists);
}

void Follower::on(const Captured& event, CallId) {
  CallSituation* call = find(event.call);
  if (call == nullptr) return;
  const bool counted = call->stage == Stage::Called && call->pending == Pending::Signal;
  call->pending = Pending::Nothing;
  if (!counted) return;
  // Generations are counted modulo 256.
  call->value = static_cast<std::uint8_t>(event.reading.value);
  call->set(Absent, !event.reading.exists);
  call->set(Known);
  if (call->has(Held) || call->has(Unheld)) {
    const bool held = ack::holds(row(*call), event.reading, 0);
    call->set(Held, held);
    call->set(Unheld, !held);
  }
  const Reading now = reading_of(s_, probe_of(row(*call).signal));
  if (now.exists == event.reading.exists && now.value == call->value) call->foreign_opened = 0;
}

void Follower::on(const Look& act) { read(*find(act.call), act.probe); }

void Follower::on(const Looked& event, CallId) {
  CallSituation* call = find(event.call);
  if (call == nullptr) return;
  const bool own = call->pending == Pending::Signal;
  call->pending = Pending::Nothing;
  if (call->stage != Stage::Sent || !own || !is_poll(*call, row(*call))) return;
  if (ack::holds(row(*call), event.reading, call->value)) call->set(Polled);
}

// Acts.

void Follower::on(const Dispatch& act) {
  CallSituation& call = *find(act.call);
  if (call.stage != Stage::Called) return;
  const ToolRow& its = row(call);
  if (is_trip(its) && act.request != RequestId{}) {
    s_.requests[s_.requests_next] = act.request;
    s_.requests_next = static_cast<std::uint8_t>((s_.requests_next + 1) % requests_kept);
  }
  const bool read = call.has(Known);
  const bool before = appears(its) && !call.has(Unheld) && !call.has(Noted);
  if (!read) call.value = static_cast<std::uint8_t>(reading_of(s_, probe_of(its.signal)).value);
  if (counts_windows(its) && its.when == When::All) call.value = 1;
  if (!needs_capture(its) && !counts_windows(its)) call.value = 0;
  if (!read) call.foreign_opened = 0;
  for (const CallFlag over : {Known, Absent, Held, Unheld}) call.set(over, false);
  call.stage = Stage::Sent;
  call.set(HeldBefore, before);
  if (!looks(its) || !holds(call)) return;
  call.set(Polled);
  if (!has_cause(its)) return;
  call.cause = exists(s_, probe_of(its.signal).kind) ? Cause::Before : Cause::StartUp;
}

void Follower::on(const NoteHeld& act) {
  CallSituation& call = *find(act.call);
  call.set(HeldBefore, false);
  call.set(Noted, call.age == 0);
}

void Follower::on(const NoteStillOpen& act) { find(act.call)->set(NotedOpen); }

void Follower::on(const Respond& act) {
  CallSituation& call = *find(act.call);
  // Its own push made the signal hold, in a store that is there: no class is about that.
  if (act.response.status == Status::Ok &&
      row(call).signal.kind == SignalKind::GenerationAdvanced && call.has(Notified) &&
      call.version != 0) {
    s_.reads_own = true;
    s_.least = call.version;
  }
  end(call, act.response.status != Status::Missing);
}

void Follower::on(const Cancelled& event, CallId) {
  CallSituation* call = find(event.call);
  if (call != nullptr) end(*call, call->has(RepliedOk) || call->has(RepliedError));
}

void Follower::end(CallSituation& call, bool replied) {
  if (call.stage == Stage::Sent && is_trip(row(call)) && !replied) s_.reply_due = true;
  call = {};
}

// The frontend.

void Follower::on(const Replied& event, CallId by) {
  CallSituation* call = find(by);
  const auto waits = [&](const CallSituation& each) {
    return each.stage == Stage::Sent && is_trip(row(each)) && !each.has(RepliedOk) &&
           !each.has(RepliedError);
  };
  if (call != nullptr && waits(*call)) {
    call->set(event.ok ? RepliedOk : RepliedError);
    if (event.ok) return;
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
  s_.exists |= bit(ProbeKind::Generation);
  s_.generation = 0;
  s_.version = 0;
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
  const unsigned others = s_.dialogs & ~unsigned{bit(fact.dialog)};
  s_.dialogs = static_cast<std::uint8_t>(others | (fact.open ? bit(fact.dialog) : 0u));
  settle(fact.by, false);
}

std::uint8_t* Follower::showing(PathId path) {
  CHECK(path.value <= paths_max);
  return path == no_path ? nullptr : &s_.showing[path.value - 1u];
}

void Follower::on(const WindowOpened& fact) {
  if (auto* count = showing(fact.path)) ++*count;
  ++(fact.window == Subject::Settings ? s_.settings : s_.viewers);
  notify(fact.by, SignalKind::WindowAppeared, fact.window);
  for (CallSituation& call : s_.calls) {
    if (call.stage == Stage::Free || fact.by == id_of(call)) continue;
    if (counts(call, row(call), fact.window) && call.foreign_opened < 128) ++call.foreign_opened;
  }
  settle(fact.by, false);
}

void Follower::on(const WindowClosed& fact) {
  std::uint8_t& count = fact.window == Subject::Settings ? s_.settings : s_.viewers;
  if (count > 0) --count;
  if (auto* shown = showing(fact.path); shown != nullptr && *shown > 0) --*shown;
  if (count == 0) notify(fact.by, SignalKind::WindowDisappeared, fact.window);
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
