// The processors that a search may use: -j.
#pragma once
#include <memory>

#include "command/options.h"
#include "sim/search/parallel.h"

namespace tools {

void add_jobs_option(CommandLine& line);
// As many threads as were asked for; as there are processors if none were.
std::unique_ptr<sim::Parallel> parallel_of(const CommandLine& line);

}  // namespace tools
