// Where the world of an exploration or a replay comes from.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "command/terminal.h"
#include "conformance/run/plan.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"
#include "conformance/story/story.h"
#include "sim/search/state_graph.h"
#include "story/story_files.h"

namespace tools {

struct PlanSource {
  std::string name;  // To be typed again.
  conformance::AnyPlan plan;
  conformance::AnyExpectation expect = {};
  std::string text = {};                // Of the scenario file; empty for those of the gate.
  std::vector<std::string> rules = {};  // That the scenario is about.
  std::string story = {};               // What was reported.
  std::string coarse_because = {};      // Why not every instant is searched, or empty.
  std::string fine_because = {};        // Which numbers make so many of them, or empty.
};

// Throws a UsageError for what there is not. Nothing is expected by rules that are weaker.
PlanSource plan_source(const std::string& typed, spec::Level weakest = spec::Level::Proposed);

// Says in a story of a run that it did not end as is expected, if that is so.
void tell_unexpected(const PlanSource& source, const conformance::Rerun& run,
                     conformance::Story& story);
// Adds to a story of it what it is called, what was reported, and the rules that it is about.
void tell_source(const PlanSource& source, conformance::Story& story);

// The natural run of a world, and all that can happen in a small one: for pages of what fails
// nowhere, too.

// Each choice is the first one.
conformance::Story natural_story(const PlanSource& source, const conformance::Candidate& subject);

// The graph, or why there is none. `states` is how many there are, if that is known.
StoryTurns turns_of(const PlanSource& source, const conformance::Candidate& subject,
                    std::uint64_t states = 0);

// Schedules on the command line, and failure prints on a terminal.

// "0,2,1"; throws a UsageError.
sim::Path parse_schedule(const std::string& text);

// How often a run goes on with the natural choice after its schedule: far beyond the longest
// that ends.
inline constexpr std::size_t natural_steps_max = 10'000;

// Throws a UsageError if the run ended since the path has a choice that there is not.
void refuse_misfit(const sim::Path& path, const conformance::Rerun& run);

using conformance::replay_command;
using conformance::shell_word;

// Of a capsule, which brings its subject; but a program is only run by who names it.
std::string replay_command(const std::string& capsule, const std::string& subject);

// The first word and the marked rows stand out.
std::string paint_failure(const std::string& print, const Paint& paint);

}  // namespace tools
