// An action tool that is called while the modality policy runs its own call: what does not
// change while both run, what they came to, and what a scenario expects of that.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/ack/outcome.h"
#include "sim/ack/plan.h"
#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"

namespace sim::joint {

// Both have the same grid, which is a reference grid.
struct Plan {
  sim::modality::Plan policy;
  ack::Plan tool;
  Window tool_at{0, 0};  // When the tool is called, from the policy's call on.
  bool operator==(const Plan&) const = default;
};
inline const Grid& grid_of(const Plan& plan) { return plan.policy.grid; }

// A sink of both worlds at once.
struct Outcome {
  sim::modality::Outcome call;
  std::array<std::uint8_t, 4 - sizeof(sim::modality::Outcome) % 4> zero{};
  ack::Outcome tool;
  bool operator==(const Outcome&) const = default;

  void commanded(const port::modality::Command& command) { call.commanded(command); }
  void noticed(const modality::Fact& fact) { call.noticed(fact); }
  void heard(const port::modality::Happening& what) { call.heard(what); }
  void commanded(const port::ack::Command& command) { tool.commanded(command); }
  void noticed(const port::ack::Fact& fact) { tool.noticed(fact); }
};

struct ExpectedResult {
  sim::modality::ExpectedResult call;
  ack::ExpectedCall tool;
  bool operator==(const ExpectedResult&) const = default;
};
// Over all schedules: every run has one of the results, and each result is some run's.
struct Expectation {
  std::vector<ExpectedResult> results;     // 1 to modality::results_max.
  std::optional<std::uint16_t> classes{};  // As in ack::Expectation.
  bool operator==(const Expectation&) const = default;
};

// Bit i: the outcome of a run that has ended is results[i]. Zero: it is none of them.
std::uint32_t matching(const Expectation& expect, const Outcome& outcome);
// "failed at gate: dialog_at_gate, ...; tool missing, ..." in one line.
std::string show(const Outcome& outcome);
std::string show(const ExpectedResult& result);

}  // namespace sim::joint
