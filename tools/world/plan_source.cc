#include "world/plan_source.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/worlds.h"
#include "conformance/run/programs.h"

namespace tools {
namespace {

// The world that some area knows by this name, if it is one of its names at all.
conformance::NamedWorld named_world(const std::string& typed) {
  for (const auto* area : conformance::areas()) {
    auto world = area->worlds().named(typed);
    if (world.plan) return world;
    if (world.error.empty()) continue;
    const auto near = nearest(typed, area->worlds().names());
    throw UsageError(world.error +
                     (near.empty() ? "" : fmt::format(" Did you mean \"{}\"?", near)));
  }
  return {};
}

}  // namespace

PlanSource plan_source(const std::string& typed, spec::Level weakest) {
  if (auto world = named_world(typed); world.plan)
    return {.name = typed, .plan = std::move(*world.plan), .expect = std::move(world.expect)};
  auto scenario = load_named_scenario(typed);
  if (!conformance::all_count(scenario.rules, weakest)) scenario.expect = {};
  return {.name = typed,
          .plan = std::move(scenario.plan),
          .expect = std::move(scenario.expect),
          .text = text_of_file(scenario_path(typed)),
          .rules = std::move(scenario.rules),
          .story = std::move(scenario.story),
          .coarse_because = std::move(scenario.coarse_because),
          .fine_because = std::move(scenario.fine_because)};
}

void tell_unexpected(const PlanSource& source, const conformance::Rerun& run,
                     conformance::Story& story) {
  const bool unexpected = run.end == conformance::Rerun::End::Final && !run.two_ways &&
                          conformance::is_unexpected(source.expect, run.outcome);
  if (!unexpected) return;
  const auto complaint = conformance::unexpected_outcome(source.expect, run.outcome);
  story.says = complaint.says;
  story.want = complaint.want;
  story.got = complaint.got;
}

void tell_source(const PlanSource& source, conformance::Story& story) {
  story.scenario = source.name;
  story.reported = source.story;
  auto ids = source.rules;
  if (!story.rule.empty() && std::ranges::count(ids, story.rule) == 0)
    ids.insert(ids.begin(), story.rule);
  for (const auto& id : ids)
    if (const auto* rule = conformance::find_rule(id))
      story.rules.push_back({std::string(rule->id), std::string(rule->clause),
                             std::string(conformance::show(rule->level)), std::string(rule->text)});
}

conformance::Story natural_story(const PlanSource& source, const conformance::Candidate& subject) {
  const auto run = conformance::rerun({.plan = source.plan,
                                       .subject = subject,
                                       .path = {},
                                       .natural_steps = natural_steps_max,
                                       .fields = true});
  auto story = conformance::story_of(run, subject);
  tell_unexpected(source, run, story);
  story.replay = replay_command(source.name, subject, {});
  tell_source(source, story);
  return story;
}

namespace {

std::string why_no_graph(bool tried, std::uint64_t states) {
  const std::string smaller = " Shorter windows and fewer events make it smaller.";
  if (states != 0) return fmt::format("this one has {}.", grouped(states)) + smaller;
  if (tried) return "this one has more." + smaller;
  return "of a program only where its search came to the end, since it is run again for each "
         "choice.";
}

}  // namespace

StoryTurns turns_of(const PlanSource& source, const conformance::Candidate& subject,
                    std::uint64_t states) {
  // A program is run again for each way.
  const bool tries =
      states != 0 ? states <= turn_states_max : !conformance::names_program(subject.name);
  StoryTurns out;
  if (tries)
    out.graph = conformance::run_graph(source.plan, subject, source.expect, turn_states_max);
  if (out.graph)
    out.command = replay_command(source.name, subject, {});
  else
    out.why_not = fmt::format(
        "This page holds one run; `orrery replay --schedule` takes others. A scenario of at most "
        "{} has the graph of all that can happen in its page: {}",
        counted(turn_states_max, "state"), why_no_graph(tries, states));
  return out;
}

sim::Path parse_schedule(const std::string& text) {
  sim::Path path;
  std::istringstream stream(text + ",");
  for (std::string word; std::getline(stream, word, ',');) {
    const auto index = parse_number(word);
    if (!index || *index > UINT16_MAX)
      throw UsageError(
          fmt::format("--schedule: \"{}\" is not the number of a choice; say 0,2,1.", word));
    path.push_back(static_cast<std::uint16_t>(*index));
  }
  return path;
}

void refuse_misfit(const sim::Path& path, const conformance::Rerun& run) {
  if (run.end != conformance::Rerun::End::NoChoice) return;
  const auto at = run.steps.size();
  throw UsageError(fmt::format("choice {} is {}, but {} there (0 to {}).", at + 1, path[at],
                               run.choices_left == 1
                                   ? "there is 1 choice"
                                   : fmt::format("there are {} choices", run.choices_left),
                               run.choices_left == 0 ? 0 : run.choices_left - 1));
}

std::string replay_command(const std::string& capsule, const std::string& subject) {
  return "orrery replay " + shell_word(capsule) +
         (conformance::names_program(subject) ? " --subject " + shell_word(subject)
                                              : std::string()) +
         conformance::replay_words();
}

std::string paint_failure(const std::string& print, const Paint& paint) {
  std::istringstream lines(print);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("FAIL")) line = paint.bad("FAIL") + line.substr(4);
    if (line.starts_with("! ")) line = paint.bad(line);
    out += line + "\n";
  }
  return out;
}

}  // namespace tools
