// Schedules on the command line, and failure prints on a terminal.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "conformance/rerun.h"
#include "sim/state_graph.h"
#include "terminal.h"

namespace tools {

// "0,2,1"; throws a UsageError.
sim::Path parse_schedule(const std::string& text);

// Throws a UsageError if the run ended since the path has a choice that there is not.
void refuse_misfit(const sim::Path& path, const conformance::Rerun& run);

// One command that takes this run again. What follows the schedule is the natural choice, so
// zeros at the end are left out.
std::string replay_command(const std::string& source, const std::string& subject,
                           std::span<const std::uint16_t> path);

// Quoted for a shell if need be.
std::string shell_word(const std::string& word);

// The first word and the marked rows stand out.
std::string paint_failure(const std::string& print, const Paint& paint);

}  // namespace tools
