// A decoder that is a program, asked.
#pragma once
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/contract.h"
#include "fuzz/line_answers.h"
#include "fuzz/profile.h"

namespace tools {

struct DecoderProgram {
  std::vector<std::string> words;
  double hang_seconds = 0;  // It has so long for one run.
  fuzz::Profile profile = fuzz::Profile::AppServer;
  Contract contract = {};
};

JudgedRun try_program(const DecoderProgram& program, const fuzz::Case& input);
// Nothing where a signal came first.
std::vector<LineFault> try_again(const DecoderProgram& program, const fuzz::Case& input);

}  // namespace tools
