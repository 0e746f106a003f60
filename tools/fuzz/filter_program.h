// A program that reads bytes on its stdin and writes others to its stdout.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "process/process.h"

namespace tools {

struct FilterRun {
  ProcessEnd end;
  bool timed_out = false;  // Ended by us: it did not end.
  bool flooded = false;    // Ended by us: it wrote far more than there is to answer.
  std::string output;
};

// How the input is written: so many bytes first, then so many at a time, each when those before
// were read, or were not for a while. `size` zero: all at once.
struct Cuts {
  std::uint32_t first = 0, size = 0;
};

// Feeds `input`, closes the stdin, and reads to the end. stderr is dropped. Throws CannotStart
// and Interrupted.
FilterRun run_filter(const std::vector<std::string>& words, const std::string& input,
                     double seconds_max, Cuts cuts = {});

}  // namespace tools
