// Everything that one plan can do, searched with the judge beside it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/area/soundness.h"
#include "conformance/run/plan.h"
#include "sim/search/depth_first.h"
#include "sim/search/exploration.h"
#include "sim/search/parallel.h"
#include "sim/search/state_graph.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace conformance {

struct PlanFailure {
  enum class Kind : std::uint8_t {
    Breach,      // The judge found a broken rule.
    Hang,        // Nothing can happen, and the call has not ended.
    Endless,     // From the end of the path no end can be reached.
    Unexpected,  // The call ended as the scenario does not allow.
    // The last choice of the path, taken twice, led to two states.
    Nondeterministic,
  };
  Kind kind = Kind::Breach;
  std::string rule = {};  // The id; empty for Unexpected.
  sim::Path path = {};    // The shortest to this failure.
  // After so many choices of the path no schedule could avoid a failure, this one or another;
  // unknown unless the whole space was searched. See sim::Finding.
  std::optional<std::size_t> unavoidable_after = {};
  // Of an Endless one whose cycle is known: the virtual time that passes in it. Zero is a
  // busy loop, for ever at one instant.
  std::optional<std::int64_t> cycle_ms = {};
};

struct Explored {
  sim::SearchEnd end = sim::SearchEnd::Complete;
  std::string limit = {};  // In words, where it was none of the search's own.
  std::uint64_t states = 0, transitions = 0, finals = 0, bytes_peak = 0;
  std::uint64_t proved = 0;  // Of the transitions: taken twice.
  std::uint32_t levels = 0;
  std::uint64_t fingerprint = 0;  // Of all states, the same on every machine.
  std::uint64_t collisions = 0;
  double collision_probability = 0;
  struct Met {
    const Area* area;
    spec::Exercised rules;         // Of that area's table,
    spec::ClauseSet clauses = {};  // or clauses of its listing, if it is judged by them.
  };
  std::vector<Met> exercised = {};  // What its runs met, of each area that judges them.
  std::uint16_t lies = 0;           // Classes of the lies that tools told, a bit for each.
  bool lost_sight = false;          // Of some run: it was not judged to its end.
  // Some run came to what cannot happen to the subject, and ended there. All of them did if there
  // is no other final state.
  bool left_out = false;
  std::uint8_t fired = 0;  // Faults of AreaWorlds::faults_of() that some run had, a bit for each.
  // Of AreaWorlds::explore_table(), for an area with a matrix: how calls ended, by column; and the
  // shortest run to each kind of lie and set of classes.
  std::vector<Soundness> ended = {};
  std::vector<LieRun> lie_runs = {};
  std::array<std::uint64_t, sim::StateGraph::cells_max> reachable_per_cell{};
  std::uint32_t results_met = 0;      // Bit i: result i of the expectation was some run's.
  std::vector<PlanFailure> failures;  // One per rule and kind, the shortest first.

  bool says_nothing() const { return left_out && finals <= 1 && failures.empty(); }
  bool complete() const { return end == sim::SearchEnd::Complete && !lost_sight; }
  // The first fault that the plan asks for and no run had; empty if there is none.
  std::string unfired(const AnyPlan& plan) const;
  // Of that area: its rules, also those of clauses, and its clauses.
  spec::Exercised exercised_in(const Area& area) const;
  spec::ClauseSet clauses_in(const Area& area) const;
};

// `model` is of that plan and subject.
Explored explore_model(const AnyModel& model, const PlanRef& plan, const Candidate& subject,
                       const AnyExpectation& expect, const sim::SearchOptions& options,
                       const sim::Parallel& parallel);

// `subject` must be known: is_subject().
Explored explore_plan(const PlanRef& plan, const Candidate& subject, const AnyExpectation& expect,
                      const sim::SearchOptions& options, const sim::Parallel& parallel);

// The same by sim::explore_depth_first(): failures need not be the nearest, and Endless ones
// are not looked for.
Explored explore_plan_depth_first(const PlanRef& plan, const Candidate& subject,
                                  const AnyExpectation& expect,
                                  const sim::DepthFirstOptions& options);

}  // namespace conformance
