#include <algorithm>
#include <type_traits>
#include <variant>

#include "ack/second_engine_testing.h"
#include "port/check.h"
#include "spec/ack/names.h"
#include "spec/ack/tools.h"

namespace conformance::ack {

using namespace port::ack;
using port::Instant;

namespace {

bool is_for(const Row& row, const Request& request) {
  if (row.tool != request.tool || row.part != Part::First) return false;
  if (row.target != no_target && row.target != request.target) return false;
  switch (row.when) {
    case When::Always: break;
    case When::AutoConfirm: return request.auto_confirm;
    case When::Asking: return !request.auto_confirm;
    case When::One: return request.one;
    case When::All: return !request.one;
  }
  return true;
}

bool appears(SignalKind signal) {
  return signal == SignalKind::SoftDialogAppeared || signal == SignalKind::WindowAppeared;
}

// What a look for the signal of a row reads.
Probe probe_of(const Row& row) {
  if (row.subject == no_subject) return {};
  const bool dialog = row.signal == SignalKind::SoftDialogAppeared ||
                      row.signal == SignalKind::SoftDialogDisappeared;
  return {dialog ? ProbeKind::SoftDialog : ProbeKind::Windows, row.subject};
}

Probe probe_of_stage(SecondEngine::Stage stage, SubjectId subject) {
  if (stage == SecondEngine::Stage::Windows) return {ProbeKind::Windows, subject};
  if (stage == SecondEngine::Stage::SoftDialog) return {ProbeKind::SoftDialog, subject};
  return {};
}

static_assert(std::has_unique_object_representations_v<SecondEngine::State>);

// One event being handled.
struct SecondTurn {
  using Stage = SecondEngine::Stage;
  using Ticket = SecondEngine::Ticket;
  const Table& table;
  SecondEngine::State& state;
  const Instant now;
  Commands& out;

  const Row& row_of(const Ticket& ticket) const { return table.rows[ticket.row]; }
  bool is_trip(const Ticket& ticket) const {
    return row_of(ticket).signal == SignalKind::RoundTrip;
  }
  Instant deadline_of(const Ticket& ticket) const {
    return ticket.dispatched + row_of(ticket).budget;
  }
  Signal signal_of(const Ticket& ticket) const {
    return {row_of(ticket).signal, row_of(ticket).subject, ticket.bound};
  }
  // What is to go is bound by zero or the count that it must fall below.
  bool holds(const Ticket& ticket, const Reading& reading) const {
    const auto signal = row_of(ticket).signal;
    if (signal == SignalKind::GenerationAdvanced || appears(signal))
      return reading.value > ticket.bound;
    return reading.value < std::max(ticket.bound, 1u);
  }
  Ticket* find(CallId call) const {
    auto* found = std::ranges::find(state.tickets, call, &Ticket::call);
    return found == state.tickets.end() ? nullptr : found;
  }

  void on(const Called& event) {
    CHECK(find(event.call) == nullptr);
    const auto rows = table.rows;
    const auto refuse = [&](Status status) { out.push_back(Respond{event.call, {status}}); };
    if (std::ranges::find(rows, event.request.tool, &Row::tool) == rows.end())
      return refuse(Status::UnknownTool);
    const auto row =
        std::ranges::find_if(rows, [&](const Row& each) { return is_for(each, event.request); });
    if (row == rows.end()) return refuse(Status::InvalidParams);
    if (state.tickets.full()) return refuse(Status::Busy);
    Ticket ticket{.call = event.call, .row = static_cast<std::uint8_t>(row - rows.begin())};
    if (row->when == When::One) ticket.path = event.request.path;
    state.tickets.push_back(ticket);
    begin(state.tickets.back());
  }

  // What may stand in the way is read one after the other, then all that there is to read.
  void begin(Ticket& ticket) {
    ticket.stage = Stage::Obstacles;
    ticket.obstacle = 0;
    ticket.bound = 0;
    if (row_of(ticket).unless.count > 0) return check(ticket);
    gather(ticket);
  }
  void gather(Ticket& ticket) {
    const bool about = row_of(ticket).subject != no_subject;
    ticket.stage = about ? Stage::Windows : Stage::Generation;
    capture(ticket);
  }
  void check(Ticket& ticket) {
    const Obstacle& each = row_of(ticket).unless.all[ticket.obstacle];
    out.push_back(Capture{ticket.call, {each.of, each.subject}});
    ticket.wake = each.within > port::Duration::zero() ? now + each.within : Instant::max();
  }
  void on_check(Ticket& ticket, const Reading& reading) {
    const auto& unless = row_of(ticket).unless;
    const Obstacle& each = unless.all[ticket.obstacle];
    ticket.wake = Instant::max();
    const Found found = !reading.exists      ? Found::Missing
                        : reading.value == 0 ? Found::None
                                             : Found::Some;
    if (found == each.is) return respond(ticket, {.status = each.then, .refusal = each.kind});
    ++ticket.obstacle < unless.count ? check(ticket) : gather(ticket);
  }

  // The second part of its row, or the end.
  void acknowledged(Ticket& ticket) {
    const auto next = ticket.row + 1u;
    if (next >= table.rows.size() || table.rows[next].part == Part::First)
      return respond(ticket, {});
    ticket.said_done = is_trip(ticket) && table.rows[next].part == Part::Signal;
    ++ticket.row;
    ticket.request = {};
    ticket.looks = 0;
    ticket.dispatched = {};
    if (row_of(ticket).part == Part::Event) return begin(ticket);
    ticket.dispatched = now;
    ticket.wake = now + std::min(row_of(ticket).poll, row_of(ticket).budget);
    ticket.looks = 1;
    look(ticket);
  }

  void capture(const Ticket& ticket) {
    out.push_back(Capture{ticket.call, probe_of_stage(ticket.stage, row_of(ticket).subject)});
  }

  void on(const Captured& event) {
    auto* ticket = find(event.call);
    if (ticket == nullptr || ticket->stage == Stage::Signal) return;
    if (ticket->stage == Stage::Obstacles) return on_check(*ticket, event.reading);
    const auto& row = row_of(*ticket);
    const bool its_own = probe_of_stage(ticket->stage, row.subject) == probe_of(row);
    if (its_own && !keep(*ticket, event.reading)) return;
    ticket->stage = static_cast<Stage>(static_cast<std::uint8_t>(ticket->stage) + 1);
    ticket->stage == Stage::Signal ? dispatch(*ticket) : capture(*ticket);
  }

  // False: what it is about went while all was read, and the call is over.
  bool keep(Ticket& ticket, const Reading& reading) {
    const auto& row = row_of(ticket);
    if (row.signal == SignalKind::GenerationAdvanced) ticket.bound = reading.value;
    if (appears(row.signal) && holds(ticket, reading))
      out.push_back(NoteHeld{ticket.call, signal_of(ticket)});
    if (row.signal != SignalKind::WindowCountBelow) return true;
    ticket.bound = row.below_captured ? reading.value : 1;
    if (reading.value > 0) return true;
    respond(ticket, {reading.exists ? Status::InvalidParams : Status::NotReady});
    return false;
  }

  void dispatch(Ticket& ticket) {
    const auto& row = row_of(ticket);
    if (is_trip(ticket)) ticket.request = {++state.last_request.value};
    out.push_back(Dispatch{ticket.call, ticket.request});
    if (row.signal == SignalKind::None) return acknowledged(ticket);
    ticket.dispatched = now;
    ticket.wake = deadline_of(ticket);
    if (is_trip(ticket)) return;
    ticket.wake = std::min(ticket.wake, now + row.poll);
    ticket.looks = 1;
    look(ticket);
  }

  void look(Ticket& ticket) {
    ticket.last_look = now >= deadline_of(ticket);
    auto probe = probe_of(row_of(ticket));
    probe.path = ticket.path;
    out.push_back(Look{ticket.call, probe});
  }

  void on(const Looked& event) {
    auto* ticket = find(event.call);
    if (ticket == nullptr || ticket->looks == 0) return;
    --ticket->looks;
    if (holds(*ticket, event.reading)) {
      if (ticket->path != no_path && event.reading.detail != 0)
        out.push_back(NoteStillOpen{ticket->call, ticket->path});
      acknowledged(*ticket);
    } else if (ticket->looks > 0) {
      look(*ticket);
    } else if (ticket->last_look) {
      give_up(*ticket);
    }
    attend();
  }

  void on(const TimerFired& event) {
    if (event.call == state.alarm_of) drop_alarm();
    attend();
  }
  void on(const Replied& event) {
    const auto asks = [&](const Ticket& ticket) {
      return ticket.request != RequestId{} && ticket.request == event.request;
    };
    auto* ticket = std::ranges::find_if(state.tickets, asks);
    if (ticket != state.tickets.end() && event.ok) {
      acknowledged(*ticket);
    } else if (ticket != state.tickets.end()) {
      const bool read = event.refusal != Refusal::Malformed;
      respond(*ticket, Response{Status::Failed,
                                {},
                                {},
                                event.text,
                                event.refusal,
                                read ? Doing::Unsaid : Doing::MayHappen});
    }
    look_for_all();
  }
  void on(const StoreReady&) {
    state.store = true;
    look_for_all();
  }
  void on(const Pushed& event) {
    if (state.store && event.pane != Pane::Unknown) {
      ++state.generation;
      state.version = event.version;
    }
    look_for_all();
  }
  void on(const FocusMoved&) { look_for_all(); }
  void on(const Cancelled& event) {
    const auto* ticket = find(event.call);
    if (ticket != nullptr)
      state.tickets.erase(static_cast<std::size_t>(ticket - state.tickets.begin()));
  }

  void look_for_all() {
    for (auto& ticket : state.tickets) {
      const bool looks = ticket.stage == Stage::Signal && !is_trip(ticket);
      if (!looks || ticket.looks > 0 || ticket.wake <= now) continue;
      ticket.looks = 1;
      look(ticket);
    }
    attend();
  }

  // Whatever is due. A look that is under way may have been asked for too early.
  void attend() {
    for (std::size_t i = 0; i < state.tickets.size();) {
      Ticket& ticket = state.tickets[i];
      if (ticket.wake > now) {
        ++i;
      } else if (ticket.stage == Stage::Obstacles) {
        respond(ticket, {.status = Status::Refused, .refusal = Refusal::Unchecked});
      } else if (is_trip(ticket)) {
        give_up(ticket);
      } else {
        const auto deadline = deadline_of(ticket);
        while (ticket.wake <= now) ticket.wake += row_of(ticket).poll;
        ticket.wake = now >= deadline ? Instant::max() : std::min(ticket.wake, deadline);
        if (ticket.looks == 0) look(ticket);
        ticket.looks = 2;
        ++i;
      }
    }
  }

  void drop_alarm() {
    state.alarm_of = no_call;
    state.alarm = {};
  }
  void set_alarm() {
    std::ranges::sort(state.tickets, {},
                      [](const Ticket& ticket) { return std::pair(ticket.wake, ticket.call); });
    if (find(state.alarm_of) == nullptr) drop_alarm();
    if (state.tickets.empty()) return;
    const Ticket& first = state.tickets[0];
    // What is due already has a timer that fires in this instant.
    if (first.wake == Instant::max() || first.wake <= now) return;
    if (state.alarm_of != no_call && state.alarm == first.wake) return;
    if (state.alarm_of == no_call) state.alarm_of = first.call;
    state.alarm = first.wake;
    out.push_back(SetTimer{state.alarm_of, first.wake - now});
  }

  // The ticket is void after it.
  void respond(const Ticket& ticket, const Response& response) {
    out.push_back(Respond{ticket.call, response});
    state.tickets.erase(static_cast<std::size_t>(&ticket - state.tickets.begin()));
  }
  void give_up(const Ticket& ticket) {
    respond(ticket, {.status = Status::Missing,
                     .signal = signal_of(ticket),
                     .elapsed = now - ticket.dispatched,
                     .doing = ticket.said_done ? Doing::Done : Doing::MayHappen});
  }
};

}  // namespace

void SecondEngine::step(const Event& event, Commands& out) {
  SecondTurn turn{*table_, state_, event.at, out};
  std::visit([&](const auto& what) { turn.on(what); }, event.what);
  turn.set_alarm();
}

void SecondEngine::rebase(Instant now) {
  const auto move = [&](Instant& at) {
    if (at != Instant::max()) at = Instant(at - now);
  };
  for (auto& ticket : state_.tickets) {
    move(ticket.wake);
    if (ticket.stage == Stage::Signal) move(ticket.dispatched);
  }
  if (state_.alarm_of != no_call) move(state_.alarm);
}

}  // namespace conformance::ack
