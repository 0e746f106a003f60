// orrery shrink: a failing run, made as small as it can be.
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <optional>

#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "conformance/run/explored.h"
#include "conformance/run/follow.h"
#include "conformance/run/proof.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"
#include "results/words.h"
#include "sim/files/document.h"
#include "subject/programs.h"
#include "world/capsule.h"
#include "world/explore_search.h"
#include "world/own_table.h"
#include "world/plan_source.h"

namespace tools {
namespace {

using conformance::PlanFailure;
using conformance::Rerun;

constexpr Help shrink_help{
    .command = "shrink",
    .operands = "CAPSULE|SCENARIO",
    .says =
        "Makes a failing run small: takes out script steps, dialogs, documents, background events\n"
        "and faults, makes windows instants and numbers small and round, and looks for the\n"
        "simplest schedule, as long as the same rule fails at the same place. The result is a\n"
        "scenario. The same run gives the same one. Exit code 1, since a rule is broken; 0 if\n"
        "nothing fails; 3 if the shrunk run does not fail, which is a mistake of this program.\n"
        "A SCENARIO (a file, a name, a world of the gate) without --schedule is\n"
        "searched for its failure first; a capsule brings its own.",
    .examples =
        "orrery shrink failure.capsule --scenario smallest.json\n"
        "orrery shrink my_race.json --subject mutant:result_sent_twice\n"
        "orrery shrink modality/tick_races_return --subject mutant:result_sent_twice\n"
        "orrery shrink table:quick --subject mutant:no_disposal_wait --json",
    .says_of_areas = help_of_worlds};

constexpr std::uint64_t budget_default = 5'000;
constexpr std::uint64_t search_bytes_max = std::uint64_t{4} << 30;

struct Task {
  PlanSource source;
  std::string subject, only;
  spec::Level level{};
  PlanFailure failure;

  void take(const spec::RuleScope& rules) {
    only = rules.only;
    level = rules.weakest;
  }
  conformance::Candidate candidate() const { return {subject, {level, only}}; }
};

// What a run that was taken again fails by.
std::optional<PlanFailure> failure_of(const PlanSource& source, const Rerun& run) {
  using Kind = PlanFailure::Kind;
  PlanFailure out;
  for (const auto& step : run.steps) out.path.push_back(step.index);
  out.rule = conformance::broken_rule(run);
  if (run.two_ways) return conformance::nondeterministic_failure(out.path, run.two_ways->step);
  switch (run.end) {
    case Rerun::End::Broken: return out;
    case Rerun::End::Hang: out.kind = Kind::Hang; return out;
    case Rerun::End::Final:
      out.kind = Kind::Unexpected;
      if (!conformance::is_unexpected(source.expect, run.outcome)) break;
      return out;
    case Rerun::End::Running:
    case Rerun::End::NoChoice: break;
  }
  return std::nullopt;
}

// The failure that the source shows, told as `explore` does; nothing if there is none.
std::optional<PlanFailure> searched(const PlanSource& source, const conformance::Candidate& subject,
                                    const sim::Parallel& parallel, ProgressLine& progress) {
  sim::SearchOptions options;
  options.stop_at_first = source.rules.empty();
  options.bytes_max = search_bytes_max;
  options.prove_every = conformance::prove_sample;
  options.keep_going = [] { return caught_signal() == 0; };
  progress.set_slow_because(source.fine_because);
  options.progress = [&](const sim::SearchProgress& at) {
    if (progress.due()) progress.show(show(at, progress));
  };
  const auto found =
      conformance::explore_plan(source.plan, subject, source.expect, options, parallel);
  for (const auto& failure : found.failures)
    if (std::ranges::count(source.rules, failure.rule) > 0) return failure;
  if (!found.failures.empty()) return found.failures.front();
  if (caught_signal() != 0) throw Interrupted();
  if (!found.complete())
    throw UsageError(
        "the search came to a limit before it met a failure; give a --schedule or a "
        "capsule of `orrery explore`.");
  return std::nullopt;
}

std::optional<Task> task_of(const CommandLine& line, ProgressLine& progress) {
  const auto& typed = line.operand("a capsule or scenario");
  const auto schedule = line.text("schedule");
  const auto table = take_table(line);
  take_limits(line);
  Task task;
  if (const auto capsule = read_capsule(typed)) {
    if (schedule) line.refuse("schedule", "a capsule brings its own schedule.");
    task.source = capsule->source;
    put_over_table(line, table, task.source.plan);
    task.subject = subject_of(line, task.source.plan, capsule->subject);
    task.take(has_rules(line) ? rules_of(line) : capsule->candidate().rules);
    task.failure = {.kind = capsule->kind, .rule = capsule->rule, .path = {}};
    // Another build may number the choices in another way.
    task.failure.path = conformance::follow({.plan = task.source.plan,
                                             .subject = task.candidate(),
                                             .wanted = capsule->choices(),
                                             .lenient = true})
                            .path;
    return task;
  }
  task.source = plan_source(typed, rules_of(line).weakest);
  put_over_table(line, table, task.source.plan);
  task.subject = subject_of(line, task.source.plan);
  task.take(rules_of(line));
  std::optional<PlanFailure> failure;
  if (schedule) {
    const auto path = parse_schedule(*schedule);
    const auto run = conformance::rerun({.plan = task.source.plan,
                                         .subject = task.candidate(),
                                         .path = path,
                                         .natural_steps = natural_steps_max});
    refuse_misfit(path, run);
    failure = failure_of(task.source, run);
  } else {
    failure = searched(task.source, task.candidate(), *parallel_of(line), progress);
  }
  if (!failure) return std::nullopt;
  task.failure = std::move(*failure);
  return task;
}

nlohmann::ordered_json to_json(const conformance::RunSize& size) {
  nlohmann::ordered_json out{{"choices", size.choices}, {"context_switches", size.switches}};
  for (const auto& part : size.parts) {
    std::string name(part.many);
    std::ranges::replace(name, ' ', '_');
    out[name] = part.count;
  }
  out["fields"] = size.fields;
  out["virtual_ms"] = size.ms;
  return out;
}

nlohmann::ordered_json to_json(const Task& task, const ShrunkRun& run) {
  static constexpr std::array<const char*, 3> ends{"fixpoint", "budget", "interrupted"};
  const auto& shrunk = run.shrunk;
  return {{"source", task.source.name},
          {"subject", task.subject},
          {"broken", {{"rule", run.failure.rule}, {"kind", word(run.failure.kind)}}},
          {"before", to_json(shrunk.before)},
          {"after", to_json(shrunk.after)},
          {"tried", shrunk.tried},
          {"accepted", shrunk.accepted},
          {"end", ends[static_cast<std::size_t>(shrunk.end)]},
          {"simplest", shrunk.simplest},
          {"schedule", run.failure.path},
          {"scenario", sim::own_document<nlohmann::ordered_json>(run.source.text)}};
}

struct Files {
  std::string capsule, scenario;
};

// False if one could not be written; its name is cleared.
bool write_files(const Task& task, const ShrunkRun& run, Files& files) {
  bool written = true;
  const auto write = [&](std::string& file, const std::string& text) {
    if (write_whole_file(file, text)) return;
    file.clear();
    written = false;
  };
  if (!files.scenario.empty()) write(files.scenario, run.source.text);
  if (!files.capsule.empty())
    write(files.capsule, capsule_text(run.source, task.candidate(), run.failure, run.text));
  return written;
}

void print_story(const Task& task, const ShrunkRun& run, const Files& files) {
  auto replay = !files.capsule.empty() ? replay_command(files.capsule, task.subject)
                : !files.scenario.empty()
                    ? replay_command(files.scenario, task.candidate(), run.failure.path)
                    : std::string();
  const auto& shrunk = run.shrunk;
  const auto print = conformance::print_failure(
      {.plan = run.source.plan,
       .subject = task.candidate(),
       .path = run.failure.path,
       .endless = run.failure.kind == PlanFailure::Kind::Endless,
       .expect = run.source.expect,
       .shrunk = run.text,
       .searched = shrunk.simplest ? "every schedule of the shrunk scenario: none is simpler" : "",
       .replay = replay,
       .columns = terminal_columns(STDOUT_FILENO)});
  print_out(paint_failure(print, Paint(STDOUT_FILENO)));
  if (files.scenario.empty()) print_out("\n" + run.source.text);
}

}  // namespace

int shrink(Arguments arguments) {
  CommandLine line(shrink_help);
  subject::add_subject_option(line, "engine, mutant:NAME, the capsule's own");
  add_table_option(line);
  add_limits_option(line);
  add_rule_options(line);
  line.option("schedule", "0,2,1", "The failing run of a scenario, as `explore` prints it.");
  line.output("capsule", "Where to write the shrunk run, to replay it elsewhere.");
  line.output("scenario", "Where to write the shrunk scenario; printed without it.");
  line.option("budget", "N", "How many candidates to try; 5000 by default.");
  line.flag("json", "Print JSON instead of text.");
  add_jobs_option(line);
  if (!line.parse(arguments)) return exit_code::passed;
  Files files{line.output_file("capsule").value_or(""), line.output_file("scenario").value_or("")};
  const auto budget = line.number("budget", 0, std::numeric_limits<std::uint64_t>::max());
  ProgressLine progress;
  const auto task = task_of(line, progress);
  progress.clear();
  if (!task) {
    print_out(line.has("json") ? dump({{"failure", nullptr}}, 2) + "\n"
                               : "Nothing fails: there is nothing to shrink.\n");
    return exit_code::passed;
  }
  const auto run = shrink_run({.source = task->source,
                               .subject = task->candidate(),
                               .failure = task->failure,
                               .budget = budget.value_or(budget_default),
                               .keep_going = [] { return caught_signal() == 0; },
                               .progress =
                                   [&](const sim::ShrinkProgress& at) {
                                     if (progress.due()) progress.show(show(at));
                                   }},
                              files.scenario.empty() ? "shrunk.json" : files.scenario);
  progress.clear();
  const bool written = write_files(*task, run, files);
  if (line.has("json")) {
    print_out(dump(to_json(*task, run), 2) + "\n");
  } else {
    print_story(*task, run, files);
  }
  return written ? exit_code::failed : exit_code::harness;
}

}  // namespace tools
