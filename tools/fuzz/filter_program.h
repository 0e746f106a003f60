// A program that reads bytes on its stdin and writes others to its stdout.
#pragma once
#include <string>
#include <vector>

namespace tools {

struct FilterRun {
  bool started = false;    // False: it is not there, or may not be run.
  bool timed_out = false;  // Killed by us: it did not end.
  bool flooded = false;    // Killed by us: it wrote far more than there is to answer.
  int signal = 0;          // That ended it, or 0.
  int exit_code = 0;
  std::string output;
};

// Feeds `input`, closes the stdin, and reads to the end. stderr is dropped.
FilterRun run_filter(const std::vector<std::string>& words, const std::string& input,
                     double seconds_max);

}  // namespace tools
