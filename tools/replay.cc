// orrery replay: one schedule again, step by step.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "capsule.h"
#include "commands.h"
#include "conformance/print.h"
#include "conformance/rerun.h"
#include "numbers.h"
#include "options.h"
#include "output.h"
#include "plan_source.h"
#include "schedule.h"
#include "selection.h"
#include "story_files.h"
#include "terminal.h"

namespace tools {
namespace {

using conformance::PlanFailure;
using conformance::Rerun;

constexpr Help help{
    .command = "replay",
    .operands = "CAPSULE|SCENARIO",
    .says =
        "Takes one schedule again and prints it as a lane per actor in virtual time. A capsule\n"
        "brings its own world, subject and schedule, and the digest of every state, which are\n"
        "compared. Of a scenario, the natural schedule is taken after that of --schedule: the\n"
        "earliest thing first. Exit code 1: a rule is broken. SCENARIO is a file, a name of\n"
        "`orrery list scenarios`, table:quick, table:full:sweep, or sample:LINE:SEED:RUN.",
    .examples =
        "orrery replay my_race.capsule\n"
        "orrery replay my_race.capsule --subject engine\n"
        "orrery replay modality/tick_races_return\n"
        "orrery replay modality/tick_races_return --subject mutant:result_sent_twice "
        "--schedule 0,0,0,1"};

constexpr std::size_t natural_steps_max = 10'000;

struct Task {
  PlanSource source;
  std::string subject;
  sim::Path path;
  std::size_t natural_steps = 0;
  bool endless = false;
  std::optional<Capsule> capsule;
};

Task task_of(const CommandLine& line) {
  const auto& typed = line.operand("a capsule or scenario");
  Task task;
  task.capsule = read_capsule(typed);
  const auto schedule = line.text("schedule");
  if (task.capsule) {
    if (schedule) line.refuse("schedule", "a capsule brings its own schedule.");
    task.source = task.capsule->source;
    task.subject = line.has("subject") ? subject_of(line) : task.capsule->subject;
    task.endless = task.capsule->kind == PlanFailure::Kind::Endless;
    for (const auto& choice : task.capsule->choices) task.path.push_back(choice.index);
    // Another subject may go on where the recorded one failed.
    if (task.subject != task.capsule->subject && !task.endless)
      task.natural_steps = natural_steps_max;
    return task;
  }
  task.source = plan_source(typed);
  task.subject = subject_of(line);
  if (schedule) task.path = parse_schedule(*schedule);
  task.natural_steps = natural_steps_max;
  return task;
}

Rerun run_once(const Task& task) {
  return conformance::rerun({.plan = task.source.plan,
                             .subject = task.subject,
                             .path = task.path,
                             .natural_steps = task.natural_steps,
                             .endless = task.endless});
}

// The number of the first step after which the two runs are in different states, from 1.
std::optional<std::size_t> first_difference(const Rerun& a, const Rerun& b) {
  const auto [at, other] = std::ranges::mismatch(
      a.steps, b.steps, {}, &conformance::RerunStep::digest, &conformance::RerunStep::digest);
  if (at == a.steps.end() && other == b.steps.end()) return std::nullopt;
  return static_cast<std::size_t>(at - a.steps.begin()) + 1;
}

// How the run differs from the recorded one; empty if it does not.
std::string divergence(const Capsule& capsule, const std::string& subject, const Rerun& run) {
  for (std::size_t i = 0; i < capsule.choices.size() && i < run.steps.size(); ++i) {
    const auto& recorded = capsule.choices[i];
    const auto& step = run.steps[i];
    const auto text = [](const std::string& actor, const std::string& label, std::int64_t at) {
      return fmt::format("{} {}: {}", conformance::show_instant(at), actor, label);
    };
    const auto was = text(recorded.actor, recorded.label, recorded.at_ms);
    const auto is = text(step.label.actor, step.label.text, step.at_ms);
    if (was != is) return fmt::format("choice {} was \"{}\" and now is \"{}\"", i + 1, was, is);
    if (recorded.digest != step.digest && subject == capsule.subject)
      return fmt::format("the same choices lead to another state from choice {} on", i + 1);
  }
  if (run.steps.size() < capsule.choices.size())
    return fmt::format("it ends after {} of {}", counted(run.steps.size(), "choice"),
                       capsule.choices.size());
  return {};
}

bool is_unexpected(const Task& task, const Rerun& run) {
  const auto& expect = task.source.expect;
  return run.end == Rerun::End::Final && !expect.results.empty() &&
         sim::matching(expect, run.outcome) == 0;
}

std::string heading(const Task& task, const Rerun& run, std::size_t columns) {
  if (run.breach) return conformance::print_breach(run, columns);
  if (is_unexpected(task, run)) {
    const auto complaint = conformance::unexpected_outcome(task.source.expect, run.outcome);
    return fmt::format("FAIL {}\n", complaint.says) +
           conformance::print_field("want", complaint.want, columns) +
           conformance::print_field("got", complaint.got, columns);
  }
  return {};
}

conformance::Story story(const Task& task, const Rerun& run) {
  auto out = conformance::story_of(run, task.subject);
  if (is_unexpected(task, run)) {
    const auto complaint = conformance::unexpected_outcome(task.source.expect, run.outcome);
    out.says = complaint.says;
    out.want = complaint.want;
    out.got = complaint.got;
  }
  sim::Path path;
  for (const auto& step : run.steps) path.push_back(step.index);
  out.replay = replay_command(task.source.name, task.subject, path);
  return out;
}

std::string end_text(const Rerun& run) {
  switch (run.end) {
    case Rerun::End::Final: return "the call has ended: " + sim::show(run.outcome);
    case Rerun::End::Hang: return "the call never ends";
    case Rerun::End::Broken: return "a rule is broken";
    case Rerun::End::Running:
    case Rerun::End::NoChoice: break;
  }
  return fmt::format("the schedule is over; {} could follow", counted(run.choices_left, "choice"));
}

std::string verdict(const Task& task, const Rerun& run, bool fits, const Paint& paint) {
  const bool broken = run.breach || is_unexpected(task, run);
  const auto rule = run.breach ? conformance::broken_rule(run) : std::string();
  if (!task.capsule) {
    return broken ? paint.bad("A rule is broken.") : paint.good("No rule is broken.");
  }
  const auto recorded = task.capsule->rule.empty() ? "the unexpected end" : task.capsule->rule;
  if (!broken && !fits)
    return paint.doubtful(
        "The recorded run does not fit any more: it says nothing of the failure.");
  if (!broken) return paint.good(fmt::format("The failure ({}) is gone.", recorded));
  if (rule == task.capsule->rule) return paint.bad("The failure is still there.");
  return paint.bad(fmt::format("Another failure: {} was recorded.", recorded));
}

[[noreturn]] void refuse_choice(const Task& task, const Rerun& run) {
  const auto at = run.steps.size();
  throw UsageError(fmt::format("choice {} is {}, but {} there (0 to {}).", at + 1, task.path[at],
                               run.choices_left == 1
                                   ? "there is 1 choice"
                                   : fmt::format("there are {} choices", run.choices_left),
                               run.choices_left == 0 ? 0 : run.choices_left - 1));
}

}  // namespace

int replay(Arguments arguments) {
  CommandLine line(help);
  line.option("subject", "NAME", "What is judged: engine, mutant:NAME, or the capsule's own.");
  line.option("schedule", "0,2,1", "Which choice to take at each step; 0 is the natural one.");
  add_story_options(line);
  if (!line.parse(arguments)) return exit_code::passed;
  const auto task = task_of(line);
  const bool told = wants_story(line);
  const auto run = run_once(task);
  if (const auto step = first_difference(run, run_once(task))) {
    print_error(
        fmt::format("orrery replay: two runs of one schedule differ after step {}\n", *step));
    return exit_code::harness;
  }
  if (run.end == Rerun::End::NoChoice && !task.capsule) refuse_choice(task, run);

  if (told) write_story_files(line, story(task, run));
  const Paint paint(STDOUT_FILENO);
  const auto columns = terminal_columns(STDOUT_FILENO);
  auto out = heading(task, run, columns);
  if (task.subject != "engine") out += conformance::print_field("subject", task.subject);
  out += conformance::print_field(
      "run", fmt::format("{} choices; {}", run.steps.size(), end_text(run)), columns);
  out += conformance::print_lanes(run, columns);
  bool fits = true;
  if (task.capsule) {
    const auto difference = divergence(*task.capsule, task.subject, run);
    if (!difference.empty()) {
      fits = task.subject != task.capsule->subject && run.end != Rerun::End::NoChoice;
      out += conformance::print_field("diverges", difference, columns);
      if (task.capsule->version != ORRERY_VERSION)
        out += conformance::print_field(
            "version",
            fmt::format("recorded by {}, this is {}", task.capsule->version, ORRERY_VERSION));
    } else if (task.subject == task.capsule->subject) {
      out += conformance::print_field("digests", "as recorded, after every choice");
    }
  }
  print_out(paint_failure(out, paint) + verdict(task, run, fits, paint) + "\n");
  if (run.breach || is_unexpected(task, run)) return exit_code::failed;
  return fits ? exit_code::passed : exit_code::incomplete;
}

}  // namespace tools
