// orrery explore: every schedule of one scenario, or random ones.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "capsule.h"
#include "commands.h"
#include "conformance/explored.h"
#include "conformance/print.h"
#include "conformance/proof.h"
#include "conformance/random_walk.h"
#include "conformance/rerun.h"
#include "jobs.h"
#include "numbers.h"
#include "options.h"
#include "output.h"
#include "plan_source.h"
#include "progress.h"
#include "schedule.h"
#include "selection.h"
#include "signals.h"
#include "terminal.h"
#include "whole_file.h"

namespace tools {
namespace {

using conformance::PlanFailure;

constexpr Help help{
    .command = "explore",
    .operands = "SCENARIO",
    .says =
        "Searches every schedule of one scenario with the judge beside it, breadth first, and\n"
        "checks what the scenario expects. Prints the shortest run that breaks its rule, or else\n"
        "any rule, as a lane per actor in virtual time. SCENARIO is a file, a name of\n"
        "`orrery list scenarios`, or a world of the gate: table:quick, table:full:sweep,\n"
        "sample:LINE:SEED:RUN.",
    .examples =
        "orrery explore modality/tick_races_return\n"
        "orrery explore scenarios/modality/tick_races_return.json "
        "--subject mutant:result_sent_twice\n"
        "orrery explore my_race.json --capsule my_race.capsule\n"
        "orrery explore my_race.json --strategy random --runs 100000 --seed 7"};

const std::array<std::string, 2> strategies{"bfs", "random"};
constexpr std::uint64_t runs_default = 10'000;

struct Task {
  PlanSource source;
  std::string subject;
  bool random = false;
  std::uint64_t seed = 1, runs = runs_default;
  std::uint64_t prove_every = conformance::prove_sample;
  sim::SearchOptions search;
};

struct Found {
  std::optional<PlanFailure> failure;
  bool complete = true;  // Every schedule was searched, or every run made.
  std::uint32_t results_met = 0;
  std::string searched;  // What was done, for the print.
  std::string limit;     // What stopped it.
};

Task task_of(const CommandLine& line) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  Task task;
  task.source = plan_source(line.operand("a scenario"));
  task.subject = subject_of(line);
  if (line.has("prove")) task.prove_every = 1;
  task.random = line.one_of("strategy", strategies).value_or(0) == 1;
  task.seed = line.number("seed", 0, most).value_or(task.seed);
  task.runs = line.number("runs", 1, most).value_or(task.runs);
  const auto states = line.number("max-states", 1, most);
  if (states) task.search.states_max = std::min(*states, task.search.states_max);
  task.search.bytes_max = line.bytes("max-memory").value_or(std::uint64_t{12} << 30);
  const auto only_with = [&](const char* option, bool random) {
    if (line.has(option) && task.random != random)
      line.refuse(option, fmt::format("only with --strategy {}.", strategies[random ? 1 : 0]));
  };
  only_with("seed", true);
  only_with("runs", true);
  only_with("max-states", false);
  only_with("max-memory", false);
  return task;
}

// Of several failures the one that the scenario is about, else the shortest.
const PlanFailure& told_first(const std::vector<PlanFailure>& failures,
                              const std::vector<std::string>& rules) {
  for (const auto& failure : failures)
    if (std::ranges::count(rules, failure.rule) > 0) return failure;
  return failures.front();
}

Found search(Task& task, const sim::Parallel& parallel, ProgressLine& progress) {
  task.search.stop_at_first = task.source.rules.empty();  // A scenario is searched whole.
  task.search.prove_every = task.prove_every;
  task.search.keep_going = [] { return caught_signal() == 0; };
  task.search.progress = [&](const sim::SearchProgress& at) {
    if (!progress.due()) return;
    progress.show(fmt::format("{}, level {}, {} to go, {}/s", counted(at.states, "state"), at.level,
                              grouped(at.frontier),
                              show_rate(at.states, progress.elapsed().count())));
  };
  const auto explored = conformance::explore_plan(task.source.plan, task.subject,
                                                  &task.source.expect, task.search, parallel);
  const bool whole = explored.complete() && explored.levels > 0;
  Found out{.failure = std::nullopt,
            .complete = explored.complete(),
            .results_met = explored.results_met,
            .searched = fmt::format("{}, {} choices deep, {} of {} transitions taken twice",
                                    counted(explored.states, "state"),
                                    whole ? explored.levels - 1 : explored.levels,
                                    grouped(explored.proved), grouped(explored.transitions)),
            .limit = {}};
  if (!explored.failures.empty()) {
    out.failure = told_first(explored.failures, task.source.rules);
    const bool endless = out.failure->kind == PlanFailure::Kind::Endless;
    out.searched += endless ? "" : ", breadth first: no shorter run breaks it";
  }
  if (explored.end == sim::SearchEnd::StatesLimit) out.limit = "the limit of states was reached";
  if (explored.end == sim::SearchEnd::MemoryLimit) out.limit = "the limit of memory was reached";
  if (explored.end == sim::SearchEnd::ToldToStop) out.limit = "interrupted";
  return out;
}

Found walk(const Task& task, ProgressLine& progress) {
  const auto walks = conformance::random_walks({.plan = task.source.plan,
                                                .subject = task.subject,
                                                .expect = &task.source.expect,
                                                .seed = task.seed,
                                                .runs = task.runs,
                                                .prove_every = task.prove_every},
                                               [&](std::uint64_t done) {
                                                 if (progress.due())
                                                   progress.show(counted(done, "random run"));
                                                 return caught_signal() == 0;
                                               });
  return {.failure = walks.failure,
          .complete = walks.failure || walks.runs == task.runs,
          .results_met = walks.results_met,
          .searched = fmt::format("{}, {} choices, seed {}, {} of them taken twice",
                                  counted(walks.runs, "random run"), grouped(walks.choices),
                                  task.seed, counted(walks.proved, "run")),
          .limit = walks.runs < task.runs ? "interrupted" : ""};
}

int report_failure(const Task& task, const Found& found, const std::string& capsule) {
  const auto& failure = *found.failure;
  const bool endless = failure.kind == PlanFailure::Kind::Endless;
  const auto& plan = task.source.plan;
  if (!capsule.empty()) {
    write_whole_file(capsule, capsule_text(task.source, task.subject, failure, found.searched));
  }
  const auto replay = capsule.empty() ? replay_command(task.source.name, task.subject, failure.path)
                                      : "orrery replay " + capsule;
  const auto two_ways = conformance::nondeterminism_complaint();
  const bool differs = failure.kind == PlanFailure::Kind::Nondeterministic;
  const auto print = conformance::print_failure({.plan = plan,
                                                 .subject = task.subject,
                                                 .path = failure.path,
                                                 .endless = endless,
                                                 .complaint = differs ? &two_ways : nullptr,
                                                 .expect = &task.source.expect,
                                                 .searched = found.searched,
                                                 .replay = replay,
                                                 .columns = terminal_columns(STDOUT_FILENO)});
  print_out(paint_failure(print, Paint(STDOUT_FILENO)));
  return exit_code::failed;
}

// Each result that a scenario expects must be some run's.
int report_rest(const Task& task, const Found& found) {
  const Paint paint(STDOUT_FILENO);
  const auto& results = task.source.expect.results;
  if (!found.complete) {
    print_out(fmt::format("{}: {}; {}, and nothing failed so far\n", paint.doubtful("INCOMPLETE"),
                          found.limit, found.searched));
    return exit_code::incomplete;
  }
  std::string missing;
  for (std::size_t i = 0; i < results.size(); ++i)
    if ((found.results_met >> i & 1u) == 0)
      missing += conformance::print_field("missing", sim::show(results[i]));
  const auto met = results.empty() ? std::string("no result is expected")
                                   : fmt::format("{} of {} expected results met",
                                                 std::popcount(found.results_met), results.size());
  const auto scope = task.random                          ? ""
                     : task.source.coarse_because.empty() ? "every schedule: "
                                                          : "every schedule on the coarse grid: ";
  if (missing.empty()) {
    print_out(fmt::format("{}: {}{}; {}\n", paint.good("passed"), scope, found.searched, met));
    return exit_code::passed;
  }
  print_out(fmt::format("{} the scenario expects results that no {} has\n{}{}", paint.bad("FAIL"),
                        task.random ? "of these runs" : "schedule", missing,
                        conformance::print_field("searched", found.searched)));
  return exit_code::failed;
}

}  // namespace

int explore(Arguments arguments) {
  CommandLine line(help);
  line.option("subject", "NAME", "What is judged: engine (the default) or mutant:NAME.");
  line.option("strategy", "bfs|random", "Every schedule (the default), or random ones.");
  line.option("max-states", "N", "Where to stop the search.");
  line.option("max-memory", "BYTES", "Likewise, such as 12G (the default) or 512M.");
  line.option("seed", "N", "Of random schedules; 1 by default.");
  line.option("runs", "N", "How many random schedules; 10000 by default.");
  line.flag("prove", "Take every choice twice, to show that nothing hidden decides.");
  line.option("capsule", "FILE", "Where to write the run that fails, to replay it elsewhere.");
  add_jobs_option(line);
  if (!line.parse(arguments)) return exit_code::passed;
  auto task = task_of(line);
  const auto capsule = line.text("capsule").value_or("");
  ProgressLine progress;
  const auto found =
      task.random ? walk(task, progress) : search(task, *parallel_of(line), progress);
  progress.clear();
  const int code = found.failure ? report_failure(task, found, capsule) : report_rest(task, found);
  return caught_signal() != 0 ? exit_code::interrupted + caught_signal() : code;
}

}  // namespace tools
