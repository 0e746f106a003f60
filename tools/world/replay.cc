// orrery replay: one schedule again, step by step.
#include <unistd.h>

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "conformance/area/area.h"
#include "conformance/area/checks.h"
#include "conformance/run/recorded_trace.h"
#include "story/story_files.h"
#include "subject/programs.h"
#include "world/capsule.h"
#include "world/explore_search.h"
#include "world/own_table.h"
#include "world/plan_source.h"
#include "world/recorded.h"
#include "world/replay_print.h"

namespace tools {
namespace {

constexpr Help replay_help{
    .command = "replay",
    .operands = "CAPSULE|SCENARIO",
    .says =
        "Takes one schedule again, each choice twice, and prints it as a lane per actor in\n"
        "virtual time. SCENARIO is a file, a name of `orrery list scenarios`, or a world of the\n"
        "gate; what follows the schedule of --schedule is the natural one, the earliest thing\n"
        "first.\n"
        "A capsule brings its own world, subject and schedule. The build that wrote it must\n"
        "agree with every recorded digest. Another build follows the names of the choices, says\n"
        "which choice and which field differ first, and where they do not fit any more looks\n"
        "for the failure by a search.\n"
        "Exit code 1: a rule is broken, or the failure is still there; 0: it is gone; 6: nobody\n"
        "knows; 3: the same build disagrees with its own capsule.",
    .examples =
        "orrery replay my_race.capsule\n"
        "orrery replay my_race.capsule --subject engine\n"
        "orrery replay my_race.capsule --json | jq .recorded.failure\n"
        "orrery replay modality/tick_races_return\n"
        "orrery replay modality/tick_races_return --subject mutant:result_sent_twice "
        "--schedule 0,0,0,0",
    .says_of_areas = help_of_worlds};

void refuse_untold(const CommandLine& line, const conformance::PlanRef& plan) {
  if (line.has("record") && plan.area().checks().trace_head(plan).is_null())
    line.refuse("record", fmt::format("no trace tells of the area {}.", plan.area().name()));
}

int print(const CommandLine& line, const Replayed& replayed) {
  bool written = write_story_files(line, replay_story(replayed));
  if (const auto path = line.text("record"))
    written =
        write_whole_file(*path, conformance::recorded_trace(replayed.source.plan, replayed.run)) &&
        written;
  const bool json = line.has("json");
  print_out(json ? replay_json(replayed)
                 : replay_text(replayed, terminal_columns(STDOUT_FILENO), Paint(STDOUT_FILENO)));
  return written ? exit_code_of(replayed) : exit_code::harness;
}

int replay_capsule(const CommandLine& line, const std::string& typed, const Capsule& capsule) {
  if (line.has("schedule")) line.refuse("schedule", "a capsule brings its own schedule.");
  const auto name = subject_of(line, capsule.source.plan, capsule.subject);
  refuse_untold(line, capsule.source.plan);
  const conformance::Candidate subject(
      name, has_rules(line) ? rules_of(line) : capsule.candidate().rules);
  ProgressLine progress;
  const auto recorded = look_at({.capsule = capsule,
                                 .subject = subject,
                                 .keep_going = [] { return caught_signal() == 0; },
                                 .progress =
                                     [&](const sim::SearchProgress& at) {
                                       if (progress.due()) progress.show(show(at, progress));
                                     }},
                                *parallel_of(line));
  progress.clear();
  if (caught_signal() != 0) throw Interrupted();
  if (!recorded.edited_at.empty())
    throw UsageError(fmt::format(
        "{}: {}: The same build takes another run, and the capsule is not as orrery wrote it. Undo "
        "what was edited, or write the capsule anew with `orrery explore --capsule`.",
        typed, recorded.edited_at));
  return print(line, {.typed = typed,
                      .source = capsule.source,
                      .subject = subject,
                      .run = recorded.run,
                      .capsule = &capsule,
                      .recorded = &recorded});
}

int replay_scenario(const CommandLine& line, const std::string& typed,
                    const std::optional<AddedTable>& table) {
  auto source = plan_source(typed, rules_of(line).weakest);
  put_over_table(line, table, source.plan);
  const auto name = subject_of(line, source.plan);
  const conformance::Candidate subject(name, rules_of(line));
  refuse_untold(line, source.plan);
  sim::Path path;
  if (const auto schedule = line.text("schedule")) path = parse_schedule(*schedule);
  conformance::RerunRequest request{.plan = source.plan,
                                    .subject = subject,
                                    .path = path,
                                    .natural_steps = natural_steps_max,
                                    .fields = wants_story(line)};
  auto run = conformance::rerun(request);
  refuse_misfit(path, run);
  if (run.end == conformance::Rerun::End::Running) {
    // So many choices have no end: what is shown is the way round, once.
    request.natural_steps = 0;
    request.endless = request.from_anywhere = true;
    run = conformance::rerun(request);
  }
  return print(line, {.typed = typed, .source = source, .subject = subject, .run = run});
}

}  // namespace

int replay(Arguments arguments) {
  CommandLine line(replay_help);
  subject::add_subject_option(line, "engine, mutant:NAME, the capsule's own");
  add_table_option(line);
  add_limits_option(line);
  add_rule_options(line);
  line.option("schedule", "0,2,1", "Which choice to take at each step; 0 is the natural one.");
  line.flag("json", "Print JSON: the steps, and what has become of the recorded failure.");
  add_story_options(line);
  line.output("record", "Where to write it as a trace that `orrery check --area` judges.");
  add_jobs_option(line);
  if (!line.parse(arguments)) return exit_code::passed;
  wants_story(line);  // A file that cannot be written is refused before anything runs.
  line.output_file("record");
  const auto& typed = line.operand("a capsule or scenario");
  const auto table = take_table(line);
  take_limits(line);
  auto capsule = read_capsule(typed);
  if (capsule) put_over_table(line, table, capsule->source.plan);
  return capsule ? replay_capsule(line, typed, *capsule) : replay_scenario(line, typed, table);
}

}  // namespace tools
