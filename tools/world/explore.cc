// orrery explore: every schedule of one scenario, or random ones.
#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/signals.h"
#include "conformance/run/programs.h"
#include "conformance/run/proof.h"
#include "story/story_files.h"
#include "subject/programs.h"
#include "world/capsule.h"
#include "world/explore_report.h"
#include "world/explore_search.h"
#include "world/own_table.h"

namespace tools {
namespace {

using Kind = sim::RandomStrategy::Kind;

constexpr Help explore_help{
    .command = "explore",
    .operands = "SCENARIO",
    .says =
        "Searches every schedule of one scenario with the judge beside it, breadth first, and\n"
        "checks what the scenario expects. Prints the shortest run that breaks its rule, or else\n"
        "any rule, as a lane per actor in virtual time. SCENARIO is a file, a name of\n"
        "`orrery list scenarios`, or a world of the gate.\n"
        "\n"
        "Where breadth first does not fit, `dfs` takes less memory, and `iterative` finds what is\n"
        "near first, in rounds of growing depth; neither sees runs that never end, nor tells\n"
        "since when a failure could not be avoided.\n"
        "\n"
        "Where no search fits, random schedules find much: `random` takes each choice equally\n"
        "often, `pct` gives every pending thing a random priority and changes it at --pct-depth\n"
        "minus one places, `delay` keeps the natural order but for --delays places, and\n"
        "`portfolio` takes turns with all of these. Run K of a seed is the same in every\n"
        "exploration. Exit code 6: a limit was reached before the end, and nothing failed.\n"
        "\n"
        "--html writes the run that fails, or else the natural one, as a page that steps through\n"
        "the state. A scenario of at most 20,000 states has all that can happen in its page: take\n"
        "another turn anywhere, see from where on the failure cannot be avoided.",
    .examples =
        "orrery explore modality/tick_races_return\n"
        "orrery explore scenarios/modality/tick_races_return.json "
        "--subject mutant:result_sent_twice\n"
        "orrery explore my_race.json --capsule my_race.capsule --html my_race.html\n"
        "orrery explore my_race.json --strategy random --shrink --capsule smallest.capsule\n"
        "orrery explore table:quick --exact --max-memory 6G --json\n"
        "orrery explore my_race.json --strategy portfolio --runs 100000 --seed 7\n"
        "orrery explore my_race.json --strategy pct --pct-depth 4\n"
        "orrery explore ack:mine:archive_pack_asking --table mine.json",
    .says_of_areas = help_of_worlds};

constexpr std::uint32_t pct_depth_default = 3;
constexpr std::uint32_t delays_default = 2;

sim::RandomStrategy random_strategy(const CommandLine& line, const std::string& name) {
  constexpr auto most = sim::RandomStrategy::bound_max;
  const auto bound = [&](const char* option, std::uint32_t least, std::uint32_t otherwise) {
    return static_cast<std::uint32_t>(line.number(option, least, most).value_or(otherwise));
  };
  if (name == "pct") return {Kind::Pct, bound("pct-depth", 1, pct_depth_default)};
  if (name == "delay") return {Kind::DelayBounded, bound("delays", 0, delays_default)};
  return {name == "portfolio" ? Kind::Portfolio : Kind::Uniform};
}

// Options of other strategies are mistakes, not to be passed over.
void refuse_others(const CommandLine& line, const ExploreTask& task) {
  const std::vector<std::string> searches(explore_strategies.begin(),
                                          explore_strategies.begin() + search_strategies);
  const std::vector<std::string> random(explore_strategies.begin() + search_strategies,
                                        explore_strategies.end());
  const auto only_with = [&](const char* option, const std::vector<std::string>& strategies) {
    if (line.has(option) && std::ranges::count(strategies, task.strategy) == 0)
      line.refuse(option, fmt::format("only with --strategy {}.", fmt::join(strategies, ", ")));
  };
  for (const char* option : {"seed", "runs"}) only_with(option, random);
  for (const char* option : {"max-states", "max-memory", "exact"}) only_with(option, searches);
  only_with("max-depth", {"dfs", "iterative"});
  only_with("pct-depth", {"pct"});
  only_with("delays", {"delay"});
}

ExploreTask task_of(const CommandLine& line) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  const auto table = take_table(line);
  take_limits(line);
  ExploreTask task;
  task.rules = rules_of(line);
  task.source = plan_source(line.operand("a scenario"), task.rules.weakest);
  put_over_table(line, table, task.source.plan);
  task.subject = subject_of(line, task.source.plan);
  const auto strategy = line.one_of("strategy", explore_strategies).value_or(0);
  task.strategy = explore_strategies[strategy];
  refuse_others(line, task);
  if (strategy >= search_strategies) task.random = random_strategy(line, task.strategy);
  task.search.prove_every = line.has("prove") ? 1 : conformance::prove_sample;
  task.seed = line.number("seed", 0, most).value_or(task.seed);
  task.runs = line.number("runs", 1, most).value_or(task.runs);
  const auto states = line.number("max-states", 1, most);
  if (states) task.search.states_max = std::min(*states, task.search.states_max);
  task.memory_max = line.bytes("max-memory").value_or(task.memory_max);
  task.search.bytes_max = conformance::search_memory(task.memory_max, task.subject);
  task.search.exact = line.has("exact");
  const auto depth = line.number("max-depth", 1, sim::DepthFirstOptions::unbounded);
  if (depth) task.depth_max = static_cast<std::uint32_t>(*depth);
  return task;
}

bool write_capsule(const ExploreTask& task, const ExploreFound& found, const std::string& file) {
  return write_whole_file(
      file, capsule_text(task.source, task.candidate(), found.failures.front(), found.searched));
}

// From here on the task is about the shrunk scenario alone; of a run that cannot be shrunk, as
// before.
void shrink(ExploreTask& task, ExploreFound& found, const std::string& capsule,
            ProgressLine& progress) {
  const auto tell = [&](const sim::ShrinkProgress& at) {
    if (progress.due()) progress.show(tools::show(at));
  };
  try {
    auto run = shrink_run({.source = task.source,
                           .subject = task.candidate(),
                           .failure = found.failures.front(),
                           .keep_going = [] { return caught_signal() == 0; },
                           .progress = tell},
                          capsule);
    found.failures = {run.failure};
    found.shrunk = run.text;
    task.source = std::move(run.source);
  } catch (const UsageError& error) {
    progress.clear();
    print_error(fmt::format("orrery explore: not shrunk: {}\n", error.what()));
  }
}

}  // namespace

int explore(Arguments arguments) {
  CommandLine line(explore_help);
  subject::add_subject_option(line, "engine (the default), mutant:NAME");
  add_table_option(line);
  add_limits_option(line);
  add_rule_options(line);
  line.option("strategy", "NAME",
              "bfs (the default), dfs, iterative; random, pct, delay, portfolio.");
  line.flag("exact", "Compare whole states, not digests alone; takes more memory.");
  line.option("max-states", "N", "Where to stop the search.");
  line.option("max-memory", "BYTES", "Likewise, such as 12G (the default) or 512M.");
  line.option("max-depth", "N", "Likewise: choices of a run, with dfs and iterative.");
  line.option("seed", "N", "Of random schedules; 1 by default.");
  line.option("runs", "N", "How many random schedules; 10000 by default.");
  line.option("pct-depth", "D", "Of bugs that pct is to find; 3 by default.");
  line.option("delays", "D", "How many delay may make in a run; 2 by default.");
  line.output("capsule", "Where to write the run that fails, to replay it elsewhere.");
  line.flag("shrink", "Make that run and its scenario as small as they become, for the capsule.");
  line.flag("json", "One JSON object instead of text.");
  line.flag("prove", "Take every choice twice, to show that nothing hidden decides.");
  add_story_options(line);
  add_jobs_option(line);
  if (!line.parse(arguments)) return exit_code::passed;
  auto task = task_of(line);
  auto capsule = line.output_file("capsule").value_or("");
  if (line.has("shrink") && capsule.empty())
    line.refuse("shrink", "it needs --capsule FILE, which will hold what is left.");
  const bool told = wants_story(line);
  ProgressLine progress;
  auto found = run_exploration(task, *parallel_of(line), progress);
  if (found.failures.empty()) capsule.clear();
  const bool shrinks = line.has("shrink") && !capsule.empty();
  // What was found stays found, even if the program is killed while it shrinks. A stream
  // gets one capsule.
  bool written = true;
  if (!capsule.empty() && !(shrinks && capsule == "-")) {
    written = write_capsule(task, found, capsule);
    if (!written) capsule.clear();
  }
  if (shrinks && written) {
    shrink(task, found, capsule, progress);
    written = write_capsule(task, found, capsule);
  }
  progress.clear();
  if (told)
    written = write_story_files(line, explore_story(task, found, capsule),
                                line.has("html") ? explore_turns(task, found) : StoryTurns()) &&
              written;
  print_out(line.has("json") ? explore_json(task, found, capsule)
                             : explore_text(task, found, capsule));
  return written ? exit_code_of(task, found) : exit_code::harness;
}

}  // namespace tools
