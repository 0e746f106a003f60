// A second acknowledgement engine, written from the rules alone and as unlike the first as they
// allow: right is what a call comes to, and not the recipe of one implementation.
//
// It has one list of what is due, by the instant, and one timer for all calls. It reads all that
// there is to read before it dispatches, notes what it sees at once, looks whenever the frontend
// lets it hear anything, and looks twice at each poll.
#pragma once
#include <cstdint>

#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "port/flat_list.h"

namespace conformance::ack {

// For sim::ack::EngineSubject. Pure: equal state and equal event give equal state and commands.
class SecondEngine {
 public:
  // What a call waits for: the answer to one of its captures, or its signal.
  enum class Stage : std::uint8_t { Windows, SoftDialog, Generation, Signal };

  // A call in flight.
  struct Ticket {
    port::Instant wake = port::Instant::max();  // When it is due next.
    port::Instant dispatched{};
    std::uint32_t bound = 0;  // Of its signal.
    port::ack::RequestId request{};
    port::ack::CallId call{};
    std::uint8_t row = 0;
    Stage stage = Stage::Generation;
    std::uint8_t looks = 0;  // Still to be answered, with the one under way.
    bool last_look = false;  // The one under way was asked for at or after the deadline.
    std::uint16_t zero = 0;
    bool operator==(const Ticket&) const = default;
  };
  static constexpr std::uint8_t calls_max = 3;  // In flight: a look each and a timer are one step.

  struct State {
    port::FlatList<Ticket, calls_max> tickets;  // The one that is due next is first.
    port::Instant alarm{};                      // When the timer fires, and whose it is.
    port::ack::CallId alarm_of;
    bool store = false;
    std::uint8_t zero = 0;
    std::uint32_t generation = 0;
    port::ack::RequestId last_request;
    bool operator==(const State&) const = default;
  };

  explicit SecondEngine(const port::ack::Table& table) : table_(&table) {}
  SecondEngine(const port::ack::Table& table, const State& state) : table_(&table), state_(state) {}

  void step(const port::ack::Event& event, port::ack::Commands& out);
  void rebase(port::Instant now);
  const State& state() const { return state_; }
  const port::ack::Table& table() const { return *table_; }
  static port::ack::Reading panes_of(const State& state) { return {state.store, state.generation}; }

 private:
  using Commands = port::ack::Commands;
  using Instant = port::Instant;

  void on(const port::ack::Called& event, Instant now, Commands& out);
  void on(const port::ack::Captured& event, Instant now, Commands& out);
  void on(const port::ack::Looked& event, Instant now, Commands& out);
  void on(const port::ack::TimerFired& event, Instant now, Commands& out);
  void on(const port::ack::Replied& event, Instant now, Commands& out);
  void on(const port::ack::StoreReady& event, Instant now, Commands& out);
  void on(const port::ack::Pushed& event, Instant now, Commands& out);
  void on(const port::ack::FocusMoved& event, Instant now, Commands& out);

  const port::ack::Row& row_of(const Ticket& ticket) const { return table_->rows[ticket.row]; }
  Instant deadline_of(const Ticket& ticket) const;
  port::ack::Signal signal_of(const Ticket& ticket) const;
  bool holds(const Ticket& ticket, const port::ack::Reading& reading) const;
  std::size_t find(port::ack::CallId call) const;  // The number of tickets if there is none.

  void capture(const Ticket& ticket, Commands& out) const;
  // False: the call is refused, and over.
  bool keep(std::size_t index, const port::ack::Reading& reading, Commands& out);
  void dispatch(std::size_t index, Instant now, Commands& out);
  void look(Ticket& ticket, Instant now, Commands& out) const;
  void look_for_all(Instant now, Commands& out);
  void attend(Instant now, Commands& out);
  void set_alarm(Instant now, Commands& out);
  void respond(std::size_t index, const port::ack::Response& response, Commands& out);
  void give_up(std::size_t index, Instant now, Commands& out);

  const port::ack::Table* table_;
  State state_;
};

}  // namespace conformance::ack
