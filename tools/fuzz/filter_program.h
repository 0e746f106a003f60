// A program that reads bytes on its stdin and writes others to its stdout.
#pragma once
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "process/process.h"

namespace tools {

struct FilterRun {
  ProcessEnd end;
  bool timed_out = false;  // Ended by us: it did not end.
  bool flooded = false;    // Ended by us: it wrote far more than there is to answer.
  std::string output;
  std::string errors;  // The beginning of what it wrote to its stderr.
};

// Written without a pause.
inline constexpr fuzz::Reads at_once{0, 0};

// Feeds `input`, cut so: each part when the one before was read, or was not for a while. Closes the
// stdin, and reads to the end. Memory is limited (program_memory_max).
// Throws CannotStart and Interrupted.
FilterRun run_filter(const std::vector<std::string>& words, const std::string& input,
                     double seconds_max, fuzz::Reads cuts = at_once);

}  // namespace tools
