#include "world/example.h"

#include <fmt/format.h>

#include "command/words.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"
#include "world/schedule.h"

namespace tools {

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

}  // namespace tools
