#include "fuzz/lines_program.h"

#include "command/signals.h"
#include "fuzz/filter_program.h"
#include "fuzz/lines_input.h"

namespace tools {

JudgedRun try_program(const DecoderProgram& program, const fuzz::Case& input) {
  const auto bytes = stream_of(input);
  auto run = run_filter(program.words, bytes, program.hang_seconds, input.reads);
  // Once more, since a machine that is too busy may be at fault.
  if (run.timed_out) run = run_filter(program.words, bytes, program.hang_seconds, input.reads);
  return judge_run(bytes, run, program.profile, program.contract);
}

std::vector<LineFault> try_again(const DecoderProgram& program, const fuzz::Case& input) {
  try {
    return try_program(program, input).faults;
  } catch (const Interrupted&) {
    return {};
  }
}

}  // namespace tools
