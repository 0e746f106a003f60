// orrery selftest --shrink: how small the counterexamples of known defects become.
#pragma once
#include "command/options.h"

namespace tools {

// Each defect that has a scenario: its failure there, and one that random runs of far larger
// worlds meet, each before and after shrinking. Gives the exit code.
int shrink_selftest(const CommandLine& line);

}  // namespace tools
