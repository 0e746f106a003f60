// One world of several areas: the modality policy's call in an IDE, an action tool beside it, and
// the talk of an agent with its client. What does not change while they run, what they came to,
// and what a scenario expects of that.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/ack/outcome.h"
#include "sim/ack/plan.h"
#include "sim/appserver/outcome.h"
#include "sim/appserver/plan.h"
#include "sim/joint/links.h"
#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"

namespace sim::joint {

// What stands beside the call in the IDE; as files have it that say nothing more of it.
struct Tool {
  Tool();
  ack::Plan plan;
  Window at{0, 0};  // When it is called, from the beginning on.
  bool operator==(const Tool&) const = default;
};
struct Talk {
  appserver::Plan plan = {.user = appserver::one_turn_of_a_chat()};
  // As which dialog of the IDE an approval shows; none: somewhere else.
  std::optional<modality::EntryKind> approvals = {};
  bool operator==(const Talk&) const = default;
};

// All have the same grid, which is a reference grid.
struct Plan {
  sim::modality::Plan policy;
  std::optional<Tool> tool = {};
  std::optional<Talk> talk = {};
  bool operator==(const Plan&) const = default;
};
inline const Grid& grid_of(const Plan& plan) { return plan.policy.grid; }
// Whether it is tool calls of the agent's that begin the policy's calls.
bool is_called_by_agent(const Plan& plan);
// Empty, or why the parts do not fit one another.
std::string fault_of(const Plan& plan);

// A sink of all worlds at once.
struct Outcome {
  sim::modality::Outcomes call;
  std::uint8_t begun = 0;   // Calls in the IDE that the agent's tools began,
  std::uint8_t swept = 0;   // approvals whose dialog the policy closed,
  std::uint8_t closed = 0;  // or anybody else, before they were decided.
  std::uint8_t untrue = 0;  // Bits, by Untruth.
  std::array<std::uint8_t, 4> zero{};
  ack::Outcome tool;
  appserver::Outcome talk;
  bool operator==(const Outcome&) const = default;

  template <class What>
  using OfRun = sim::modality::OfRun<What>;
  void commanded(const OfRun<port::modality::Command>& command) { call.commanded(command); }
  void noticed(const OfRun<modality::Fact>& fact) { call.noticed(fact); }
  void heard(const OfRun<port::modality::Happening>& what) { call.heard(what); }
  // Of the only one.
  void commanded(const port::modality::Command& command) { call.runs[0].commanded(command); }
  void noticed(const modality::Fact& fact) { call.runs[0].noticed(fact); }
  void heard(const port::modality::Happening& what) { call.runs[0].heard(what); }
  void commanded(const port::ack::Command& command) { tool.commanded(command); }
  void noticed(const port::ack::Fact& fact) { tool.noticed(fact); }
  void commanded(const port::appserver::Command& command) { talk.commanded(command); }
  void noticed(const port::appserver::Fact& fact) { talk.noticed(fact); }
  void heard(const port::appserver::Happening& what) { talk.heard(what); }
  void noticed(const Coupled& what);
  void noticed(const Untrue& what);
};

// What is left out may be anything.
struct ExpectedResult {
  std::optional<sim::modality::ExpectedResult> call = {};
  std::optional<ack::ExpectedCall> tool = {};
  std::optional<appserver::ExpectedResult> talk = {};
  std::optional<std::uint8_t> begun{}, swept{}, closed{};
  bool operator==(const ExpectedResult&) const = default;
};
// Over all schedules: every run has one of the results, and each result is some run's. Whatever
// they are, a run in which something was untrue has none.
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
