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
  return same && needs_capture(left) == needs_capture(right) && left.unless == right.unless &&
         left.part == right.part;
}

// The first row that waits like this one, so that equal futures have equal bytes.
std::uint8_t alike(ToolTable table, const ToolRow& row) {
  const auto is_last = [&](const ToolRow& each) {
    return next_part(table, static_cast<std::size_t>(&each - table.data())) == nullptr;
  };
  const auto found = std::ranges::find_if(table, [&](const ToolRow& other) {
    return &other == &row || (wait_alike(other, row) && is_last(other) && is_last(row));
  });
  return static_cast<std::uint8_t>(found - table.begin());
}

bool is_poll(const CallSituation& call, const ToolRow& row) {
  return call.age >= budget_ms(row) || call.age % poll_ms(row) == 0;
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
  if (s_.done_late == row_number(*found)) call.set(Repeats);
  look_at_conditions(call);
  if (found->when == When::One) {
    CHECK(event.request.path.value <= paths_max);
    call.path = event.request.path.value;
  }
  if (appears(*found) || disappears(*found)) call.set(holds(call) ? Held : Unheld);
}

std::uint8_t Follower::row_number(const ToolRow& row) const {
  return static_cast<std::uint8_t>(&row - table_.data() + 1);
}

// How the conditions of its row stand now.
void Follower::look_at_conditions(CallSituation& call) {
  if (call.stage != Stage::Called) return;
  const Obstacles& unless = row(call).unless;
  for (unsigned i = 0; i < unless.count; ++i) {
    const Obstacle& each = unless.all[i];
    const bool held = is_so(each.is, reading_of(s_, {each.of, each.subject}));
    call.conditions =
        static_cast<std::uint8_t>(call.conditions | 1u << (held ? i : i + obstacles_max));
  }
}
void Follower::look_at_conditions() {
  for (CallSituation& call : s_.calls) look_at_conditions(call);
}

// Its signal was seen: the other part of the row begins, if there is one.
void Follower::go_on(CallSituation& call) {
  const ToolRow* next = next_part(table_, call.row);
  if (next == nullptr) return;
  const Standing standing(s_, call, table_);
  const auto lies = standing.false_ok() ? standing.classes_of_ok() : std::uint16_t{0};
  CallSituation after{.row = static_cast<std::uint8_t>(next - table_.data()),
                      .stage = Stage::Called,
                      .path = call.path};
  after.flags |= static_cast<std::uint32_t>(lies) << first_lies;
  after.set(Repeats, call.has(Repeats));
  if (next->part == Part::Signal) {
    after.stage = Stage::Sent;
    for (const CallFlag kept : {CarriedOut, Misplaced, RolledBack}) after.set(kept, call.has(kept));
    after.set(SaidDone, is_trip(row(call)));
    after.flags &= (std::uint32_t{1} << first_lies) - 1;  // The action is one: its truth is told.
    call = after;
    if (!holds(call)) return;
    call.set(Polled);
    call.cause = call.has(CarriedOut) ? Cause::Own : Cause::Before;
    return;
  }
  call = after;
  if (appears(*next) || disappears(*next)) call.set(holds(call) ? Held : Unheld);
  look_at_conditions(call);
}

void Follower::advance(CallId id) {
  CallSituation* call = find(id);
  if (call == nullptr || call->stage != Stage::Sent || !looks(row(*call))) return;
  if (holds(*call)) go_on(*call);
}

void Follower::on(const TimePassed& fact) {
  for (CallSituation& call : s_.calls) {
    if (call.stage == Stage::Called) call.set(Slow);
    if (call.stage == Stage::Called && call.pending == Pending::Check) {
      const auto most = Standing(s_, call, table_).check_bound() + 1;
      call.age = static_cast<std::uint16_t>(std::min(call.age + fact.time.count(), most));
    }
    if (call.stage != Stage::Sent) continue;
    const ToolRow& its = row(call);
    // Looks that take time may end long after the budget.
    if (call.pending == Pending::Signal) call.set(SlowLook);
    const std::int32_t most = call.has(SlowLook) ? uncounted_ms : budget_ms(its) + 1;
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
                 : probe.kind == ProbeKind::Path       ? Pending::Check
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
  if (call->pending == Pending::Check) call->age = 0;
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

void Follower::on(const Look& act) {
  CallSituation& call = *find(act.call);
  read(call, act.probe);
  if (call.stage != Stage::Sent || call.pending != Pending::Signal) return;
  if (call.age >= budget_ms(row(call))) call.set(LookedLast);
}

void Follower::on(const Looked& event, CallId) {
  CallSituation* call = find(event.call);
  if (call == nullptr) return;
  const bool own = call->pending == Pending::Signal;
  call->pending = Pending::Nothing;
  if (call->stage != Stage::Sent || !own) return;
  if (!ack::holds(row(*call), event.reading, call->value)) return;
  if (is_poll(*call, row(*call))) call->set(Polled);
  go_on(*call);
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
  call.conditions = 0;
  call.age = 0;
  call.set(HeldBefore, before);
  if (is_loose(its)) return go_on(call);
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

// Its versions are counted anew: what was read before tells nothing of what comes.
void Follower::on(const FrontendRestarted&) {
  s_.reads_own = false;
  s_.least = 0;
  for (CallSituation& call : s_.calls) {
    call.version = 0;
    if (call.stage == Stage::Sent) call.set(Deserted);
  }
}

void Follower::on(const ListenersLeft&) {}

void Follower::on(const ProcessedLate& fact) {
  const ToolRow* found = find_row(table_, fact.request);
  if (found == nullptr) return;
  s_.done_late = row_number(*found);
  for (CallSituation& call : s_.calls)
    if (call.stage == Stage::Sent && call.row == alike(table_, *found)) call.set(Repeats);
}

void Follower::on(const Stands& fact) {
  (fact.of == ProbeKind::Items ? s_.no_items : s_.no_path) = fact.value == 0;
  look_at_conditions();
}

void Follower::end(CallSituation& call, bool replied) {
  if (call.stage == Stage::Sent && is_trip(row(call)) && !replied) s_.reply_due = true;
  call = {};
}

}  // namespace spec::ack
