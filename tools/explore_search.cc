#include "explore_search.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "numbers.h"
#include "signals.h"

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

std::string certainty_of(const conformance::Explored& explored, bool exact) {
  if (exact)
    return fmt::format("whole states compared: {} of digests",
                       counted(explored.collisions, "collision"));
  return fmt::format("64-bit digests: a collision has probability {:.0e}",
                     explored.collision_probability);
}

void tell_limit(const ExploreTask& task, const conformance::Explored& explored, ExploreFound& out) {
  const bool states = explored.end == sim::SearchEnd::StatesLimit;
  if (explored.end == sim::SearchEnd::ToldToStop) out.limit = "interrupted";
  if (!states && explored.end != sim::SearchEnd::MemoryLimit) return;
  const auto limit = states ? counted(task.search.states_max, "state")
                            : show_bytes(task.search.bytes_max) + " of memory";
  out.limit = fmt::format("the limit of {} was reached", limit);
  out.remedies = {
      states ? "--max-states with more, or without"
             : fmt::format("--max-memory with more than {}, if this machine has it",
                           show_bytes(task.search.bytes_max)),
      "a smaller scenario: shorter windows, a coarser grid, fewer events, steps or entries",
      "--strategy portfolio, which samples schedules and needs no memory"};
  if (task.search.exact) out.remedies.insert(out.remedies.begin(), "without --exact");
}

ExploreFound search(ExploreTask& task, const sim::Parallel& parallel, ProgressLine& progress) {
  task.search.stop_at_first = task.source.rules.empty();  // A scenario is searched whole.
  task.search.keep_going = [] { return caught_signal() == 0; };
  task.search.progress = [&](const sim::SearchProgress& at) {
    if (!progress.due()) return;
    progress.show(fmt::format("{}, level {}, {} to go, {}, {}/s", counted(at.states, "state"),
                              at.level, grouped(at.frontier), show_bytes(at.bytes),
                              show_rate(at.states, progress.elapsed().count())));
  };
  auto explored = conformance::explore_plan(task.source.plan, task.subject, &task.source.expect,
                                            task.search, parallel);
  const bool whole = explored.complete() && explored.levels > 0;
  ExploreFound out{.failures = explored.failures,
                   .complete = explored.complete(),
                   .results_met = explored.results_met,
                   .searched = fmt::format("{}, {} choices deep", counted(explored.states, "state"),
                                           whole ? explored.levels - 1 : explored.levels),
                   .certainty = certainty_of(explored, task.search.exact),
                   .limit = {},
                   .remedies = {},
                   .explored = {},
                   .walks = {}};
  put_told_first(out.failures, task.source.rules);
  if (!out.failures.empty() && out.failures.front().kind != PlanFailure::Kind::Endless)
    out.searched += ", breadth first: no shorter run breaks it";
  tell_limit(task, explored, out);
  out.explored = std::move(explored);
  return out;
}

ExploreFound walk(const ExploreTask& task, ProgressLine& progress) {
  auto walks = conformance::random_walks({.plan = task.source.plan,
                                          .subject = task.subject,
                                          .expect = &task.source.expect,
                                          .seed = task.seed,
                                          .runs = task.runs,
                                          .strategy = *task.random},
                                         [&](std::uint64_t done) {
                                           if (progress.due())
                                             progress.show(counted(done, "random run"));
                                           return caught_signal() == 0;
                                         });
  ExploreFound out;
  if (walks.failure) out.failures.push_back(*walks.failure);
  out.complete = walks.failure || walks.runs == task.runs;
  out.results_met = walks.results_met;
  out.searched = fmt::format("{} ({}), {} choices, seed {}", counted(walks.runs, "random run"),
                             sim::show(*task.random), grouped(walks.choices), task.seed);
  out.limit = out.complete ? "" : "interrupted";
  out.walks = std::move(walks);
  return out;
}

}  // namespace

ExploreFound run_exploration(ExploreTask& task, const sim::Parallel& parallel,
                             ProgressLine& progress) {
  return task.random ? walk(task, progress) : search(task, parallel, progress);
}

}  // namespace tools
