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

bool is_awaited(const SecondEngine::Ticket& ticket) {
  return ticket.stage == SecondEngine::Stage::Signal;
}

}  // namespace

static_assert(std::has_unique_object_representations_v<SecondEngine::State>);

void SecondEngine::step(const Event& event, Commands& out) {
  std::visit([&](const auto& what) { on(what, event.at, out); }, event.what);
  std::ranges::sort(state_.tickets, {},
                    [](const Ticket& ticket) { return std::pair(ticket.wake, ticket.call); });
  set_alarm(event.at, out);
}

void SecondEngine::rebase(Instant now) {
  const auto move = [&](Instant& at) {
    if (at != Instant::max()) at = Instant(at - now);
  };
  for (auto& ticket : state_.tickets) {
    move(ticket.wake);
    if (is_awaited(ticket)) move(ticket.dispatched);
  }
  if (state_.alarm_of != no_call) move(state_.alarm);
}

Instant SecondEngine::deadline_of(const Ticket& ticket) const {
  return ticket.dispatched + row_of(ticket).budget;
}

Signal SecondEngine::signal_of(const Ticket& ticket) const {
  return {row_of(ticket).signal, row_of(ticket).subject, ticket.bound};
}

// What is to go is bound by zero or the count that it must fall below.
bool SecondEngine::holds(const Ticket& ticket, const Reading& reading) const {
  const auto signal = row_of(ticket).signal;
  if (signal == SignalKind::GenerationAdvanced || appears(signal))
    return reading.value > ticket.bound;
  return reading.value < std::max(ticket.bound, 1u);
}

std::size_t SecondEngine::find(CallId call) const {
  return static_cast<std::size_t>(std::ranges::find(state_.tickets, call, &Ticket::call) -
                                  state_.tickets.begin());
}

void SecondEngine::on(const Called& event, Instant, Commands& out) {
  CHECK(find(event.call) == state_.tickets.size());
  const auto rows = table_->rows;
  const auto refuse = [&](Status status) { out.push_back(Respond{event.call, {status}}); };
  if (std::ranges::find(rows, event.request.tool, &Row::tool) == rows.end())
    return refuse(Status::UnknownTool);
  const auto row =
      std::ranges::find_if(rows, [&](const Row& each) { return is_for(each, event.request); });
  if (row == rows.end()) return refuse(Status::InvalidParams);
  if (state_.tickets.full()) return refuse(Status::Busy);
  Ticket ticket{.call = event.call, .row = static_cast<std::uint8_t>(row - rows.begin())};
  if (row->subject != no_subject) ticket.stage = Stage::Windows;
  state_.tickets.push_back(ticket);
  capture(ticket, out);
}

void SecondEngine::capture(const Ticket& ticket, Commands& out) const {
  out.push_back(Capture{ticket.call, probe_of_stage(ticket.stage, row_of(ticket).subject)});
}

void SecondEngine::on(const Captured& event, Instant now, Commands& out) {
  const auto index = find(event.call);
  if (index == state_.tickets.size() || is_awaited(state_.tickets[index])) return;
  Ticket& ticket = state_.tickets[index];
  const auto& row = row_of(ticket);
  const bool its_own = probe_of_stage(ticket.stage, row.subject) == probe_of(row);
  if (its_own && !keep(index, event.reading, out)) return;
  ticket.stage = static_cast<Stage>(static_cast<std::uint8_t>(ticket.stage) + 1);
  is_awaited(ticket) ? dispatch(index, now, out) : capture(ticket, out);
}

bool SecondEngine::keep(std::size_t index, const Reading& reading, Commands& out) {
  Ticket& ticket = state_.tickets[index];
  const auto& row = row_of(ticket);
  if (row.signal == SignalKind::GenerationAdvanced) ticket.bound = reading.value;
  if (appears(row.signal) && holds(ticket, reading))
    out.push_back(NoteHeld{ticket.call, signal_of(ticket)});
  if (row.signal != SignalKind::WindowCountBelow) return true;
  ticket.bound = row.below_captured ? reading.value : 1;
  if (reading.value > 0) return true;
  respond(index, {reading.exists ? Status::InvalidParams : Status::NotReady}, out);
  return false;
}

void SecondEngine::dispatch(std::size_t index, Instant now, Commands& out) {
  Ticket& ticket = state_.tickets[index];
  const auto& row = row_of(ticket);
  if (row.signal == SignalKind::RoundTrip) ticket.request = {++state_.last_request.value};
  out.push_back(Dispatch{ticket.call, ticket.request});
  if (row.signal == SignalKind::None) return respond(index, {}, out);
  ticket.dispatched = now;
  ticket.wake = deadline_of(ticket);
  if (row.signal == SignalKind::RoundTrip) return;
  ticket.wake = std::min(ticket.wake, now + row.poll);
  ticket.looks = 1;
  look(ticket, now, out);
}

void SecondEngine::look(Ticket& ticket, Instant now, Commands& out) const {
  ticket.last_look = now >= deadline_of(ticket);
  out.push_back(Look{ticket.call, probe_of(row_of(ticket))});
}

void SecondEngine::on(const Looked& event, Instant now, Commands& out) {
  const auto index = find(event.call);
  if (index == state_.tickets.size() || state_.tickets[index].looks == 0) return;
  Ticket& ticket = state_.tickets[index];
  --ticket.looks;
  if (holds(ticket, event.reading)) {
    respond(index, {}, out);
  } else if (ticket.looks > 0) {
    look(ticket, now, out);
  } else if (ticket.last_look) {
    give_up(index, now, out);
  }
  attend(now, out);
}

void SecondEngine::on(const TimerFired& event, Instant now, Commands& out) {
  if (event.call == state_.alarm_of) {
    state_.alarm_of = no_call;
    state_.alarm = {};
  }
  attend(now, out);
}

void SecondEngine::on(const Replied& event, Instant now, Commands& out) {
  for (std::size_t i = 0; i < state_.tickets.size(); ++i) {
    const Ticket& ticket = state_.tickets[i];
    if (ticket.request == RequestId{} || ticket.request != event.request) continue;
    respond(i, event.ok ? Response{} : Response{.status = Status::Failed, .text = event.text}, out);
    break;
  }
  look_for_all(now, out);
}

void SecondEngine::on(const StoreReady&, Instant now, Commands& out) {
  state_.store = true;
  look_for_all(now, out);
}

void SecondEngine::on(const Pushed& event, Instant now, Commands& out) {
  if (state_.store && event.pane != Pane::Unknown) ++state_.generation;
  look_for_all(now, out);
}

void SecondEngine::on(const FocusMoved&, Instant now, Commands& out) { look_for_all(now, out); }

void SecondEngine::look_for_all(Instant now, Commands& out) {
  for (auto& ticket : state_.tickets) {
    const bool looks = is_awaited(ticket) && row_of(ticket).signal != SignalKind::RoundTrip;
    if (!looks || ticket.looks > 0 || ticket.wake <= now) continue;
    ticket.looks = 1;
    look(ticket, now, out);
  }
  attend(now, out);
}

// Whatever is due. A look that is under way may have been asked for too early.
void SecondEngine::attend(Instant now, Commands& out) {
  for (std::size_t i = 0; i < state_.tickets.size();) {
    Ticket& ticket = state_.tickets[i];
    if (ticket.wake > now) {
      ++i;
    } else if (row_of(ticket).signal == SignalKind::RoundTrip) {
      give_up(i, now, out);
    } else {
      while (ticket.wake <= now) ticket.wake += row_of(ticket).poll;
      const auto deadline = deadline_of(ticket);
      ticket.wake = now >= deadline ? Instant::max() : std::min(ticket.wake, deadline);
      if (ticket.looks == 0) look(ticket, now, out);
      ticket.looks = 2;
      ++i;
    }
  }
}

void SecondEngine::set_alarm(Instant now, Commands& out) {
  if (find(state_.alarm_of) == state_.tickets.size()) {
    state_.alarm_of = no_call;
    state_.alarm = {};
  }
  if (state_.tickets.empty()) return;
  const Ticket& first = state_.tickets[0];
  // What is due already has a timer that fires in this instant.
  if (first.wake == Instant::max() || first.wake <= now) return;
  if (state_.alarm_of != no_call && state_.alarm == first.wake) return;
  if (state_.alarm_of == no_call) state_.alarm_of = first.call;
  state_.alarm = first.wake;
  out.push_back(SetTimer{state_.alarm_of, first.wake - now});
}

void SecondEngine::respond(std::size_t index, const Response& response, Commands& out) {
  out.push_back(Respond{state_.tickets[index].call, response});
  state_.tickets.erase(index);
}

void SecondEngine::give_up(std::size_t index, Instant now, Commands& out) {
  const Ticket& ticket = state_.tickets[index];
  respond(
      index,
      {.status = Status::Missing, .signal = signal_of(ticket), .elapsed = now - ticket.dispatched},
      out);
}

namespace {

using spec::ack::Subject;
using spec::ack::Target;
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
  Row{.tool = Tool::DialogClose, .when = When::One, .target = Target::FileViewer,
      .signal = SignalKind::WindowCountBelow, .subject = Subject::Viewer, .below_captured = true,
      .budget = milliseconds(1500), .poll = milliseconds(100)},
  Row{.tool = Tool::OpenUnderCursor, .signal = SignalKind::RoundTrip,
      .budget = milliseconds(5000)},
};
// clang-format on
constexpr Table second_table{.revision = "second",
                             .rows = second_rows,
                             .tools = spec::ack::tool_names,
                             .targets = spec::ack::target_names,
                             .subjects = spec::ack::subject_names};

constexpr CallId one{1}, two{2}, three{3}, four{4};
constexpr Probe folder_dialog{ProbeKind::SoftDialog, Subject::Folder},
    folder_windows{ProbeKind::Windows, Subject::Folder},
    viewers{ProbeKind::Windows, Subject::Viewer};
constexpr Request sort{.tool = Tool::Sort}, make_folder{.tool = Tool::MakeFolder},
    close_one{.tool = Tool::DialogClose, .target = Target::FileViewer, .one = true},
    open_file{.tool = Tool::OpenUnderCursor};
constexpr Response said_ok{};

Status status_of(const Commands& commands) {
  return std::get<Respond>(commands.at(0)).response.status;
}

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

TEST_F(SecondAckEngine, HasOneTimerForAllCalls) {
  call(0, two, make_folder);
  call(0, three, make_folder);
  call(50, one, sort);
  EXPECT_EQ(status_of(at(50, Called{four, sort})), Status::Busy);
  EXPECT_THAT(at(100, TimerFired{two}),
              ElementsAre(Look{two, folder_dialog}, Look{three, folder_dialog},
                          SetTimer{two, milliseconds(100)}));
  EXPECT_THAT(at(100, Looked{two, {true, 1}}),
              ElementsAre(Respond{two, said_ok}, SetTimer{three, milliseconds(100)}));
  EXPECT_THAT(at(100, Looked{three, {true, 1}}),
              ElementsAre(Respond{three, said_ok}, SetTimer{one, milliseconds(200)}));
}

TEST_F(SecondAckEngine, CountsTheViewersBeforeItClosesOne) {
  EXPECT_THAT(at(0, Called{one, close_one}), ElementsAre(Capture{one, viewers}));
  EXPECT_EQ(status_of(at(0, Captured{one, {false, 0}})), Status::NotReady);
  at(0, Called{one, close_one});
  EXPECT_EQ(status_of(at(0, Captured{one, {true, 0}})), Status::InvalidParams);
  at(0, Called{one, close_one});
  for (int i = 0; i < 3; ++i) at(0, Captured{one, {true, 3}});
  EXPECT_EQ(status_of(at(0, Looked{one, {true, 2}})), Status::Ok);
}

TEST_F(SecondAckEngine, MatchesARoundTripByItsRequest) {
  call(0, one, open_file);
  EXPECT_THAT(at(10, Replied{{2}}), IsEmpty());
  EXPECT_THAT(at(20, Replied{{1}, false, {9}}),
              ElementsAre(Respond{one, {Status::Failed, {}, {}, {9}}}));
  at(30, Called{two, open_file});
  EXPECT_THAT(at(30, Captured{two, {}}),
              ElementsAre(Dispatch{two, {2}}, SetTimer{two, milliseconds(5000)}));
  EXPECT_THAT(at(40, Replied{{1}}), IsEmpty());
  const Response missing{Status::Missing, {SignalKind::RoundTrip}, milliseconds(5000), {}};
  EXPECT_THAT(at(5030, TimerFired{two}), ElementsAre(Respond{two, missing}));
}

}  // namespace
}  // namespace conformance::ack
