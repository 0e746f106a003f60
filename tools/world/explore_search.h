// What `orrery explore` is asked, and what it finds: a search of every schedule, or random
// ones.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "command/terminal.h"
#include "conformance/run/explored.h"
#include "conformance/run/random_walk.h"
#include "conformance/run/shrink.h"
#include "sim/search/depth_first.h"
#include "sim/search/exploration.h"
#include "sim/search/parallel.h"
#include "sim/search/strategy.h"
#include "world/plan_source.h"

namespace tools {

struct ExploreTask {
  PlanSource source;
  std::string subject;
  spec::RuleScope rules;
  std::string strategy;                                // As typed: one of explore_strategies.
  std::optional<sim::RandomStrategy> random;           // Nothing: every schedule is searched.
  std::uint64_t seed = 1, runs = 10'000;               // Of random ones.
  sim::SearchOptions search;                           // Of the others.
  std::uint64_t memory_max = std::uint64_t{12} << 30;  // As typed; a program keeps half of it.
  // Of dfs and iterative: a run may have so many choices.
  std::uint32_t depth_max = sim::DepthFirstOptions::unbounded;

  conformance::Candidate candidate() const { return {subject, rules}; }
  bool breadth_first() const { return strategy == "bfs"; }
};

inline const std::array<std::string, 7> explore_strategies{"bfs", "dfs",   "iterative", "random",
                                                           "pct", "delay", "portfolio"};
inline constexpr std::size_t search_strategies = 3;  // So many, then those that are random.

struct ExploreFound {
  std::vector<conformance::PlanFailure> failures;  // The one to tell of stands first.
  bool complete = true;  // Every schedule was searched, or every run made.
  std::uint32_t results_met = 0;
  std::string searched;   // What was done, for the print.
  std::string shrunk;     // How much smaller the failure became; empty: it was not shrunk.
  std::string certainty;  // How sure it is that nothing was left out; empty for random runs.
  std::string limit;      // What stopped it, in words; empty if nothing did.
  std::vector<std::string> remedies;              // What to do about that.
  std::optional<conformance::Explored> explored;  // Either this
  std::optional<conformance::Walks> walks;        // or this.
};

// How far a search is, for a ProgressLine.
std::string show(const sim::SearchProgress& at, const ProgressLine& progress);

// Why no run of it can happen to the subject, by what that says of itself; empty: some can. Then
// nothing is explored.
std::string lacking(const ExploreTask& task);
ExploreFound run_exploration(ExploreTask& task, const sim::Parallel& parallel,
                             ProgressLine& progress);

// A failing run made small, for whichever command has found one.
struct ShrinkTask {
  const PlanSource& source;
  conformance::Candidate subject;
  const conformance::PlanFailure& failure;
  std::uint64_t budget = 5'000;
  std::function<bool()> keep_going = {};
  std::function<void(const sim::ShrinkProgress&)> progress = {};
};

struct ShrunkRun {
  // The world of the shrunk run: its text is a scenario file, its name that of the file.
  PlanSource source;
  conformance::PlanFailure failure;
  conformance::Shrunk shrunk;
  std::string text;  // "7 instructions to 2, 21 choices to 9 (412 candidates tried)"
};

// `file` names the scenario that the caller is going to write, for the story that is
// printed. Throws a UsageError for a run that no scenario file can hold, and a
// std::logic_error if the shrunk run does not fail as the first one did: a mistake of ours.
ShrunkRun shrink_run(const ShrinkTask& task, const std::string& file);

// How many candidates were tried, for a ProgressLine.
std::string show(const sim::ShrinkProgress& progress);

}  // namespace tools
