// What one run came to, as a scenario's expectation may ask for it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/appserver/world.h"
#include "sim/files/counts.h"

namespace sim::appserver {

// Of one chat.
struct ChatOutcome {
  std::uint8_t turns = 0;              // That have ended.
  TurnEnd end{};                       // Of the last of them.
  bool ready = false;                  // Something could be said when the user closed.
  std::uint8_t calls = 0;              // What was said, and its start, that has an outcome.
  port::appserver::Outcome outcome{};  // The last of them.
  Error error{};                       // Likewise.
  std::array<std::uint8_t, 2> zero{};
  bool operator==(const ChatOutcome&) const = default;
};
// Of one call that belongs to no chat.
struct CallOutcome {
  std::uint8_t outcomes = 0;  // One in a right run.
  port::appserver::Outcome outcome{};
  Error error{};
  std::uint8_t zero = 0;
  bool operator==(const CallOutcome&) const = default;
};

// Filled while a run goes on: a sink of Worlds::apply. A flat value without padding, since a
// search that merges runs with equal worlds must keep those with unequal outcomes apart: it belongs
// into the state, behind the world. Counts stop at 255.
struct Outcome {
  std::array<ChatOutcome, chats_max> chats{};
  std::array<CallOutcome, calls_max> calls{};
  std::uint16_t reports = 0;     // Bits, by Report.
  std::uint8_t banners = 0;      // Bits, by Banner.
  std::uint8_t withdrawals = 0;  // Bits, by Withdrawal.
  std::uint8_t asks = 0;         // That were shown.
  std::uint8_t answers = 0;      // To them that were sent, errors too.
  std::uint8_t accepts = 0;      // Of these, so many accept.
  std::uint8_t carried_out = 0;
  std::uint8_t spawned = 0;
  std::uint8_t interrupts = 0;  // That were sent.
  std::uint8_t left_open = 0;   // Items that were closed with their turn.
  std::uint8_t shown = 0;       // Times that new text of an item was.
  bool closed = false;
  std::array<std::uint8_t, 3> zero{};
  bool operator==(const Outcome&) const = default;

  void heard(const Happening& happening);
  void noticed(const Fact& fact);
  void commanded(const Command& command);
};

// What a scenario allows of a chat; what is not set may be anything.
struct ExpectedChat {
  std::optional<std::uint8_t> turns{};
  std::optional<TurnEnd> end{};
  std::optional<bool> ready{};
  std::optional<port::appserver::Outcome> outcome{};
  std::optional<Error> error{};
  bool operator==(const ExpectedChat&) const = default;
};
struct ExpectedResult {
  ExpectedChat chat{};  // The first.
  std::optional<ExpectedChat> second{};
  std::optional<port::appserver::Outcome> call{};  // How the first call ends.
  std::optional<std::uint8_t> withdrawals{};       // All of them: bits, as in an outcome.
  std::optional<std::uint8_t> asks{}, answers{}, accepts{}, carried_out{}, spawned{}, interrupts{},
      left_open{}, shown{};
  std::optional<Banner> banner{};  // This one among others,
  std::optional<Report> report{};  // likewise.
  bool operator==(const ExpectedResult&) const = default;
};
inline constexpr std::size_t results_max = 16;

// Over all schedules: every run has one of the results, and each result is some run's.
using Expectation = ResultsOf<ExpectedResult>;

// Bit i: the outcome of a run that has ended is results[i]. Zero: it is none of them.
std::uint32_t matching(const Expectation& expect, const Outcome& outcome);

// "1 turn, the last interrupted, ready, ..." in one line.
std::string show(const Outcome& outcome);
std::string show(const ExpectedResult& result);

}  // namespace sim::appserver
