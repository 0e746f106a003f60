#include "fuzz/lines_program.h"

#include <algorithm>

#include "command/signals.h"
#include "fuzz/lines_input.h"

namespace tools {

std::optional<FilterRun> run_program(const DecoderProgram& program, const fuzz::Case& input,
                                     Time until) {
  const auto bytes = stream_of(input);
  // Once more, since a machine that is too busy may be at fault.
  for (const bool last : {false, true}) {
    const std::chrono::duration<double> left = until - std::chrono::steady_clock::now();
    const auto seconds = std::clamp(left.count(), 0.0, program.hang_seconds);
    auto run = run_filter(program.words, bytes, seconds, input.reads,
                          std::chrono::milliseconds(input.pause_ms));
    if (run.timed_out && seconds < program.hang_seconds) break;
    if (!run.timed_out || last) return run;
  }
  return std::nullopt;
}

JudgedRun judge_program(const DecoderProgram& program, const fuzz::Case& input,
                        const FilterRun& run) {
  return judge_run(stream_of(input), run, program.profile, program.contract);
}

Promptness promptness_of(const DecoderProgram& program, Time until) {
  constexpr std::chrono::milliseconds wait{1'500};
  constexpr std::size_t count = 3;
  const auto line = plain_line(plain_line_least).bytes;
  for (const bool last : {false, true}) {
    const std::chrono::duration<double> left = until - std::chrono::steady_clock::now();
    const auto seconds = std::clamp(left.count(), 0.0, program.hang_seconds);
    const auto answers = answers_in_time(program.words, line, count, wait, seconds);
    if (answers.back() != count) return Promptness::Unknown;
    if (answers == std::vector<std::size_t>{0, 0, 0, count}) return Promptness::AtTheEnd;
    if (answers != std::vector<std::size_t>{0, 1, 2, count}) return Promptness::InTime;
    if (last) return Promptness::Behind;
  }
  return Promptness::Unknown;
}
LineFault late_answer() {
  return {.kind = "late_answer",
          .about = "message",
          .says =
              "a line is answered only when the next one comes: who waits for the answer before "
              "it writes on waits for ever"};
}

std::optional<JudgedRun> try_again(const DecoderProgram& program, const fuzz::Case& input,
                                   Time until) {
  try {
    if (const auto run = run_program(program, input, until))
      return judge_program(program, input, *run);
  } catch (const Interrupted&) {  // Then it is not known.
  }
  return std::nullopt;
}

}  // namespace tools
