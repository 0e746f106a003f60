// What a decoder that is a program should answer to bytes, and what is wrong with what it did.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/filter_program.h"

namespace tools {

struct LineFault {
  std::string kind;   // crash, hang, flood, wrong_accept, wrong_reject, lost_resynchronisation,
                      // missing_answer, extra_answer, bad_answer.
  std::string about;  // The codec's name for what is wrong with the line; "message" if nothing.
  std::string says;
  std::uint64_t at = 0;     // Position of the line in the stream.
  std::string answer = {};  // What the program wrote to it; empty: nothing, or to no one line.
};

// All that is wrong with a run; after a crash, a hang, a flood or another number of answers, one
// thing.
std::vector<LineFault> line_faults(const std::string& bytes, const FilterRun& run);

}  // namespace tools
