// Schedules on the command line, and failure prints on a terminal.
#pragma once
#include <cstddef>
#include <string>

#include "command/terminal.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"
#include "sim/search/state_graph.h"

namespace tools {

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
