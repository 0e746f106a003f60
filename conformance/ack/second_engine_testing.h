// A second acknowledgement engine, written from the rules alone and as unlike the first as they
// allow: right is what a call comes to, and not the recipe of one implementation.
//
// It has one list of what is due, by the instant, and one timer for all calls. It reads all that
// there is to read before it dispatches, notes what it sees at once, looks whenever the frontend
// lets it hear anything, and looks twice at each poll.
#pragma once
#include <array>
#include <cstdint>

#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "port/flat_list.h"

namespace conformance::ack {

// For sim::ack::EngineSubject. Pure: equal state and equal event give equal state and commands.
class SecondEngine {
 public:
  // What a call waits for: the answer to one of its captures, or its signal.
  enum class Stage : std::uint8_t { Windows, SoftDialog, Generation, Signal, Obstacles };

  // A call in flight.
  struct Ticket {
    port::Instant wake = port::Instant::max();  // When it is due next.
    port::Instant dispatched{};
    std::uint32_t bound = 0;  // Of its signal.
    port::ack::RequestId request{};
    port::ack::CallId call{};
    std::uint8_t row = 0;
    Stage stage = Stage::Generation;
    std::uint8_t looks = 0;     // Still to be answered, with the one under way.
    bool last_look = false;     // The one under way was asked for at or after the deadline.
    port::ack::PathId path{};   // Of closing one viewer.
    std::uint8_t obstacle = 0;  // Of its row: which is read.
    bool said_done = false;     // A reply said so, and another signal is awaited.
    std::array<std::uint8_t, 3> zero{};
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
    std::uint32_t version = 0;  // Of the newest push.
    port::ack::RequestId last_request;
    bool operator==(const State&) const = default;
  };

  explicit SecondEngine(const port::ack::Table& table) : table_(&table) {}
  SecondEngine(const port::ack::Table& table, const State& state) : table_(&table), state_(state) {}

  void step(const port::ack::Event& event, port::ack::Commands& out);
  void rebase(port::Instant now);
  const State& state() const { return state_; }
  const port::ack::Table& table() const { return *table_; }
  static port::ack::Reading panes_of(const State& state) {
    return {state.store, state.generation, state.version};
  }

 private:
  const port::ack::Table* table_;
  State state_;
};

}  // namespace conformance::ack
