#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
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
  if (row.tool != request.tool) return false;
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
    if (row->subject != no_subject) ticket.stage = Stage::Windows;
    if (row->when == When::One) ticket.path = event.request.path;
    state.tickets.push_back(ticket);
    capture(ticket);
  }

  void capture(const Ticket& ticket) {
    out.push_back(Capture{ticket.call, probe_of_stage(ticket.stage, row_of(ticket).subject)});
  }

  void on(const Captured& event) {
    auto* ticket = find(event.call);
    if (ticket == nullptr || ticket->stage == Stage::Signal) return;
    const auto& row = row_of(*ticket);
    const bool its_own = probe_of_stage(ticket->stage, row.subject) == probe_of(row);
    if (its_own && !keep(*ticket, event.reading)) return;
    ticket->stage = static_cast<Stage>(static_cast<std::uint8_t>(ticket->stage) + 1);
    ticket->stage == Stage::Signal ? dispatch(*ticket) : capture(*ticket);
  }

  // False: the call is refused, and over.
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
    if (row.signal == SignalKind::None) return respond(ticket, {});
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
      respond(*ticket, {});
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
    if (ticket != state.tickets.end())
      respond(*ticket,
              event.ok ? Response{} : Response{Status::Failed, {}, {}, event.text, event.refusal});
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
    respond(ticket, {Status::Missing, signal_of(ticket), now - ticket.dispatched, {}});
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

namespace {

using spec::ack::Subject;
using spec::ack::Tool;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

// clang-format off
constexpr std::array second_rows{
  Row{.tool = Tool::Sort, .signal = SignalKind::GenerationAdvanced,
      .budget = milliseconds(400), .poll = milliseconds(250)},
  Row{.tool = Tool::MakeFolder, .signal = SignalKind::SoftDialogAppeared,
      .subject = Subject::Folder, .budget = milliseconds(1500), .poll = milliseconds(100)},
};
// clang-format on
constexpr Table second_table{.revision = "second",
                             .rows = second_rows,
                             .tools = spec::ack::tool_names,
                             .targets = spec::ack::target_names,
                             .subjects = spec::ack::subject_names};

constexpr CallId one{1}, two{2}, three{3}, four{4};
constexpr Probe folder_dialog{ProbeKind::SoftDialog, Subject::Folder},
    folder_windows{ProbeKind::Windows, Subject::Folder};
constexpr Request sort{.tool = Tool::Sort}, make_folder{.tool = Tool::MakeFolder};
constexpr Response said_ok{};

class SecondAckEngine : public testing::Test {
 protected:
  Commands at(int ms, const Happening& what) {
    Commands out;
    engine.step({Instant(milliseconds(ms)), what}, out);
    return out;
  }
  // Until it is dispatched; everything reads as zero.
  void call(int ms, CallId id, const Request& request) {
    at(ms, Called{id, request});
    for (int i = 0; i < 3; ++i) at(ms, Captured{id, {true, 0}});
    at(ms, Looked{id, {}});
  }
  SecondEngine engine{second_table};
};

TEST_F(SecondAckEngine, ReadsAllThatThereIsBeforeItDispatches) {
  EXPECT_THAT(at(0, Called{one, make_folder}), ElementsAre(Capture{one, folder_windows}));
  EXPECT_THAT(at(0, Captured{one, {true, 0}}), ElementsAre(Capture{one, folder_dialog}));
  EXPECT_THAT(at(0, Captured{one, {true, 1}}),
              ElementsAre(NoteHeld{one, {SignalKind::SoftDialogAppeared, Subject::Folder}},
                          Capture{one, {}}));
  EXPECT_THAT(
      at(0, Captured{one, {true, 7}}),
      ElementsAre(Dispatch{one, {}}, Look{one, folder_dialog}, SetTimer{one, milliseconds(100)}));
}

TEST_F(SecondAckEngine, LooksAtWhateverItHears) {
  call(0, one, sort);
  at(0, StoreReady{});
  EXPECT_THAT(at(0, Looked{one, {true, 0}}), IsEmpty());
  EXPECT_THAT(at(10, FocusMoved{Pane::Left}), ElementsAre(Look{one, {}}));
  EXPECT_THAT(at(10, Pushed{Pane::Left}), IsEmpty());  // One look at a time.
  EXPECT_THAT(at(10, Looked{one, {true, 1}}), ElementsAre(Respond{one, said_ok}));
}

TEST_F(SecondAckEngine, LooksTwiceAtEachPollAndLastAtTheDeadline) {
  call(0, one, sort);
  EXPECT_THAT(at(250, TimerFired{one}),
              ElementsAre(Look{one, {}}, SetTimer{one, milliseconds(150)}));
  EXPECT_THAT(at(250, Looked{one, {}}), ElementsAre(Look{one, {}}));
  EXPECT_THAT(at(250, Looked{one, {}}), IsEmpty());
  EXPECT_THAT(at(400, TimerFired{one}), ElementsAre(Look{one, {}}));
  EXPECT_THAT(at(400, Looked{one, {}}), ElementsAre(Look{one, {}}));
  const Response missing{Status::Missing, {SignalKind::GenerationAdvanced}, milliseconds(400), {}};
  EXPECT_THAT(at(400, Looked{one, {}}), ElementsAre(Respond{one, missing}));
  EXPECT_EQ(engine.state(), SecondEngine::State{});
}

TEST_F(SecondAckEngine, AnotherCallTakesTheTimerOfOneWhoseClientWent) {
  call(0, two, make_folder);
  call(50, one, sort);
  EXPECT_THAT(at(60, Cancelled{two}), ElementsAre(SetTimer{one, milliseconds(240)}));
  EXPECT_THAT(at(60, Cancelled{one}), IsEmpty());
  EXPECT_EQ(engine.state(), SecondEngine::State{});
}

TEST_F(SecondAckEngine, HasOneTimerForAllCalls) {
  call(0, two, make_folder);
  call(0, three, make_folder);
  call(50, one, sort);
  EXPECT_THAT(at(50, Called{four, sort}), ElementsAre(Respond{four, {Status::Busy, {}, {}, {}}}));
  EXPECT_THAT(at(100, TimerFired{two}),
              ElementsAre(Look{two, folder_dialog}, Look{three, folder_dialog},
                          SetTimer{two, milliseconds(100)}));
  EXPECT_THAT(at(100, Looked{two, {true, 1}}),
              ElementsAre(Respond{two, said_ok}, SetTimer{three, milliseconds(100)}));
  EXPECT_THAT(at(100, Looked{three, {true, 1}}),
              ElementsAre(Respond{three, said_ok}, SetTimer{one, milliseconds(200)}));
}

}  // namespace
}  // namespace conformance::ack
