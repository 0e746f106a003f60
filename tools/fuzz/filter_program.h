// A program that reads bytes on its stdin and writes others to its stdout.
#pragma once
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "process/process.h"

namespace tools {

struct FilterRun {
  ProcessEnd end;
  bool timed_out = false;  // Ended by us: it did not end.
  bool flooded = false;    // Ended by us: it wrote far more than there is to answer.
  double cpu_seconds = 0;  // Of it, and of all that it started.
  std::string output;
  std::string errors;  // The beginning of what it wrote to its stderr.
};

// Written without a pause.
inline constexpr fuzz::Reads at_once{0, 0};

// Feeds `input`, cut so: each part when the one before was read, or was not for a while; behind the
// first one nothing comes for `pause`. Closes the stdin, and reads to the end. Memory is limited
// (program_memory_max). Throws CannotStart and Interrupted.
FilterRun run_filter(const std::vector<std::string>& words, const std::string& input,
                     double seconds_max, fuzz::Reads cuts = at_once,
                     std::chrono::milliseconds pause = {});

// Feeds so many lines, each when the one before was read and answered, or was not answered for
// `wait`. `answers`: how many lines were written back by the time that each had had this, and in
// the end. Throws as run_filter does.
FilterRun run_in_steps(const std::vector<std::string>& words, const std::string& line,
                       std::size_t count, std::chrono::milliseconds wait, double seconds_max,
                       std::vector<std::size_t>& answers);

}  // namespace tools
