// What the tool calls of one run came to, as a scenario's expectation may ask for it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "port/ack/facts.h"
#include "sim/ack/frontend.h"
#include "sim/files/counts.h"

namespace sim::ack {

struct CallOutcome {
  std::int32_t elapsed_ms = 0;  // Missing: how long it says that it waited.
  std::uint8_t responses = 0;   // One in a right run; none if the status is Cancelled.
  port::ack::Status status{};
  std::uint8_t dispatches = 0;
  bool processed = false;   // The frontend had carried the action out at the response.
  bool noted = false;       // It was noted that the signal held before,
  bool noted_open = false;  // or that a viewer of the path is still open.
  bool again = false;       // Its number came again, in a session: what follows is of others.
  std::uint8_t zero = 0;
  bool operator==(const CallOutcome&) const = default;
};

// Filled while a run goes on: a sink of Worlds::apply. A flat value without padding, since
// a search that merges runs with equal worlds must keep those with unequal outcomes apart:
// it belongs into the state. Counts stop at 255.
struct Outcome {
  std::array<CallOutcome, calls_max> calls{};
  bool operator==(const Outcome&) const = default;

  void heard(const Heard& heard);
  void noticed(const Fact& fact);
  void commanded(const Command& command);
};

// What a scenario allows of one call; what is not set may be anything.
struct ExpectedCall {
  port::ack::Status status{};
  std::optional<bool> processed{};
  std::optional<std::uint8_t> dispatches{};
  std::optional<bool> noted{};
  std::optional<bool> noted_open{};
  std::optional<std::int32_t> elapsed_ms{};
  bool operator==(const ExpectedCall&) const = default;
};

struct ExpectedResult {
  ExpectedCall call;
  std::optional<ExpectedCall> second{};  // Unset: whatever comes of the second call.
  bool operator==(const ExpectedResult&) const = default;
};

// Over all schedules: every run has one of the results, and each result is some run's.
struct Expectation {
  std::vector<ExpectedResult> results;  // 1 to results_max.
  // The lies that a run may tell though no rule is broken, each of which is some run's: bits
  // in the order of class_names. Whether a response is a lie is for a judge to say.
  std::optional<std::uint16_t> classes{};
  bool operator==(const Expectation&) const = default;
};
inline constexpr std::size_t results_max = 16;

// Whether a call came to that.
bool allows(const ExpectedCall& expected, const CallOutcome& outcome);

// Bit i: the outcome of a run that has ended is results[i]. Zero: it is none of them.
std::uint32_t matching(const Expectation& expect, const Outcome& outcome);

// "missing, processed false, dispatches 1, ...; second ok, ..." in one line.
std::string show(const Outcome& outcome);
std::string show(const ExpectedResult& result);
std::string show(const CallOutcome& outcome);
std::string show(const ExpectedCall& expected);

}  // namespace sim::ack
