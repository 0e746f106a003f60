#include "world/explore_search.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "command/options.h"
#include "command/signals.h"
#include "command/words.h"
#include "conformance/area/area.h"
#include "conformance/area/worlds.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"

namespace tools {
namespace {

using conformance::PlanFailure;

// Of several failures the one that the scenario is about first, else the shortest.
void put_told_first(std::vector<PlanFailure>& failures, const std::vector<std::string>& rules) {
  const auto told = std::ranges::find_if(failures, [&](const PlanFailure& failure) {
    return std::ranges::count(rules, failure.rule) > 0;
  });
  if (told != failures.end()) std::rotate(failures.begin(), told, told + 1);
}

std::string certainty_of(const ExploreTask& task, const conformance::Explored& explored) {
  auto out = task.search.exact ? fmt::format("whole states compared: {} of digests",
                                             counted(explored.collisions, "collision"))
                               : fmt::format("64-bit digests: a collision has probability {:.0e}",
                                             explored.collision_probability);
  if (!task.breadth_first()) out += "; runs that never end were not looked for";
  return out;
}

// How far the first failure is.
std::string nearness(const ExploreTask& task, const conformance::Explored& explored,
                     const PlanFailure& failure) {
  if (task.breadth_first() && failure.path.size() > explored.levels)
    return ", and then natural choices alone";
  if (failure.kind == PlanFailure::Kind::Endless) return "";
  if (task.strategy == "dfs") return ", depth first: a shorter run may break it";
  return fmt::format(", {}: no shorter run breaks it",
                     task.breadth_first() ? "breadth first" : "depth first in growing rounds");
}

void tell_limit(const ExploreTask& task, const conformance::Explored& explored, ExploreFound& out) {
  const auto bytes = show_bytes(task.memory_max);
  std::string limit, wider;
  if (!explored.limit.empty()) {
    out.limit = explored.limit;
    return;
  }
  switch (explored.end) {
    case sim::SearchEnd::Complete:
    case sim::SearchEnd::FoundFirst:
      if (explored.lost_sight) out.limit = "a run had more than can be followed";
      return;
    case sim::SearchEnd::ToldToStop: out.limit = "interrupted"; return;
    case sim::SearchEnd::StatesLimit:
      limit = counted(task.search.states_max, "state");
      wider = "--max-states with more, or without";
      break;
    case sim::SearchEnd::MemoryLimit:
      limit = bytes + " of memory";
      wider = fmt::format("--max-memory with more than {}, if this machine has it", bytes);
      break;
    case sim::SearchEnd::DepthLimit:
      limit = counted(task.depth_max, "choice");
      wider = "--max-depth with more, or without";
      break;
  }
  out.limit = fmt::format("the limit of {} was reached", limit);
  if (task.search.exact) out.remedies.push_back("without --exact");
  out.remedies.push_back(std::move(wider));
  if (task.breadth_first())
    out.remedies.push_back("--strategy dfs, which takes less memory but no shortest run first");
  if (!task.source.fine_because.empty())
    out.remedies.push_back("rounder numbers: " + task.source.fine_because);
  out.remedies.push_back("a smaller scenario: shorter windows, fewer events, steps or entries");
  out.remedies.push_back("--strategy portfolio, which samples schedules and needs no memory");
}

conformance::Explored explored_by(const ExploreTask& task, const sim::Parallel& parallel) {
  const conformance::AnyExpectation expect(task.source.expect);
  if (task.breadth_first())
    return conformance::explore_plan(task.source.plan, task.candidate(), expect, task.search,
                                     parallel);
  sim::DepthFirstOptions options{.search = task.search, .depth_max = task.depth_max};
  if (task.strategy == "iterative") options.depth_start = options.depth_step = 1;
  return conformance::explore_plan_depth_first(task.source.plan, task.candidate(), expect, options);
}

ExploreFound search(ExploreTask& task, const sim::Parallel& parallel, ProgressLine& progress) {
  task.search.stop_at_first = task.source.rules.empty();  // A scenario is searched whole.
  task.search.keep_going = [] { return caught_signal() == 0; };
  progress.set_slow_because(task.source.fine_because);
  task.search.progress = [&](const sim::SearchProgress& at) {
    if (!progress.due()) return;
    progress.show(show(at, progress));
  };
  auto explored = explored_by(task, parallel);
  // Breadth first, the states of one level more are known than were expanded.
  const bool one_more = task.breadth_first() && !explored.complete();
  ExploreFound out;
  out.failures = explored.failures;
  out.complete = explored.complete();
  out.results_met = explored.results_met;
  const auto depth = one_more ? explored.levels : std::max(explored.levels, 1u) - 1;
  out.searched =
      fmt::format("{}, {} deep", counted(explored.states, "state"), counted(depth, "choice"));
  out.searched += fmt::format(", {} of {} transitions taken twice", grouped(explored.proved),
                              grouped(explored.transitions));
  out.certainty = certainty_of(task, explored);
  put_told_first(out.failures, task.source.rules);
  if (!out.failures.empty()) out.searched += nearness(task, explored, out.failures.front());
  tell_limit(task, explored, out);
  out.explored = std::move(explored);
  return out;
}

ExploreFound walk(const ExploreTask& task, ProgressLine& progress) {
  auto walks = conformance::random_walks({.plan = task.source.plan,
                                          .subject = task.candidate(),
                                          .expect = task.source.expect,
                                          .seed = task.seed,
                                          .runs = task.runs,
                                          .strategy = *task.random,
                                          .prove_every = task.search.prove_every},
                                         [&](std::uint64_t done) {
                                           if (progress.due())
                                             progress.show(counted(done, "random run"));
                                           return caught_signal() == 0;
                                         });
  ExploreFound out;
  if (walks.failure) out.failures.push_back(*walks.failure);
  out.complete = walks.failure || walks.runs == task.runs;
  out.results_met = walks.results_met;
  out.searched = fmt::format("{} ({}), {} choices, seed {}, {} taken twice",
                             counted(walks.runs, "random run"), sim::show(*task.random),
                             grouped(walks.choices), task.seed, counted(walks.proved, "run"));
  out.limit = out.complete ? "" : "interrupted";
  out.walks = std::move(walks);
  return out;
}

}  // namespace

std::string show(const sim::SearchProgress& at, const ProgressLine& progress) {
  return fmt::format("{}, level {}, {} to go, {}, {}/s", counted(at.states, "state"), at.level,
                     grouped(at.frontier), show_bytes(at.bytes),
                     show_rate(at.states, progress.elapsed().count()));
}

std::string lacking(const ExploreTask& task) {
  const auto& plan = task.source.plan;
  return plan.area()->worlds().lacking(plan, task.candidate());
}

ExploreFound run_exploration(ExploreTask& task, const sim::Parallel& parallel,
                             ProgressLine& progress) {
  if (!lacking(task).empty()) return {};
  auto found = task.random ? walk(task, progress) : search(task, parallel, progress);
  // It may have failed where nothing is counted, or behind a limit.
  const auto program = conformance::program_of(task.subject);
  if (found.failures.empty() && program && program->unsteadiness())
    found.failures.push_back({.rule = std::string(conformance::fault_rule), .path = {}});
  return found;
}

ShrunkRun shrink_run(const ShrinkTask& task, const std::string& file) {
  auto result = conformance::shrink_failure({.plan = task.source.plan,
                                             .subject = task.subject,
                                             .expect = task.source.expect,
                                             .failure = task.failure,
                                             .name = task.source.name,
                                             .budget = task.budget,
                                             .keep_going = task.keep_going,
                                             .progress = task.progress});
  if (const auto* error = std::get_if<conformance::ShrinkError>(&result)) {
    if (!error->ours) throw UsageError(error->what);
    throw std::logic_error(error->what + " This is a mistake of orrery: please report it.");
  }
  auto& shrunk = std::get<conformance::Shrunk>(result);
  ShrunkRun out{.source = {.name = file,
                           .plan = shrunk.scenario.plan,
                           .expect = shrunk.scenario.expect,
                           .text = shrunk.document,
                           .rules = shrunk.scenario.rules,
                           .coarse_because = shrunk.scenario.coarse_because},
                .failure = shrunk.failure,
                .shrunk = {},
                .text = conformance::show(shrunk)};
  out.shrunk = std::move(shrunk);
  return out;
}

std::string show(const sim::ShrinkProgress& progress) {
  return fmt::format("shrinking: {} tried, {} accepted", counted(progress.tried, "candidate"),
                     grouped(progress.accepted));
}

}  // namespace tools
