#include "world/example.h"

#include <fmt/format.h>

#include "command/numbers.h"
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
  story.replay = replay_command(source.name, subject, {});
  tell_source(source, story);
  return story;
}

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
        "This page holds one run. A scenario of at most {} has the graph of all that can happen "
        "in its page; {}, which a browser would be long to open. Replay other schedules with "
        "`orrery replay --schedule`, or make the scenario smaller: shorter windows, fewer events.",
        counted(turn_states_max, "state"),
        states == 0 ? "this one has more, or was not searched to its end"
                    : "this one has " + grouped(states));
  return out;
}

}  // namespace tools
