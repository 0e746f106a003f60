// What a decoder that is a program is wrong for, found by trying.
#pragma once
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/line_answers.h"
#include "fuzz/profile.h"

namespace tools {

// A decoder under test.
struct DecoderProgram {
  std::vector<std::string> words;
  double hang_seconds = 0;  // It has so long for one run.
  fuzz::Profile profile = fuzz::Profile::AppServer;
};

JudgedRun try_program(const DecoderProgram& program, const fuzz::Case& input);
// Nothing where a signal came first.
std::vector<LineFault> try_again(const DecoderProgram& program, const fuzz::Case& input);

// By what the smallest input has that a smaller one would not have. Faults of one cause are told
// together.
std::string cause_of(const fuzz::Case& smallest, const LineFault& fault);
// As cause_of(), but of a long line it is tried what it is: how long a plain one may be, or how
// deep.
std::string tried_cause_of(const DecoderProgram& program, const fuzz::Case& smallest,
                           const LineFault& fault);

}  // namespace tools
