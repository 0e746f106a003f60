// --limits: bounds and periods of whoever asks, in place of the real ones.
#pragma once
#include "command/options.h"

namespace tools {

void add_limits_option(CommandLine& line);
// Reads the file, before anything looks for what stands in it. From then on what takes a run again
// says so. Throws a UsageError.
void take_limits(const CommandLine& line);

}  // namespace tools
