// orrery fuzz lines: a decoder that is a program, judged line by line.
#pragma once
#include <string>
#include <vector>

#include "command/options.h"

namespace tools {

// `program` and its arguments; gives the exit code.
int fuzz_lines(const CommandLine& line, const std::vector<std::string>& program);

}  // namespace tools
