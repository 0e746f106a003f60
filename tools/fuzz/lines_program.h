// A decoder that is a program, asked.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/contract.h"
#include "fuzz/filter_program.h"
#include "fuzz/line_answers.h"
#include "fuzz/profile.h"

namespace tools {

struct DecoderProgram {
  std::vector<std::string> words;
  double hang_seconds = 0;  // It has so long for one run.
  fuzz::Profile profile = fuzz::Profile::AppServer;
  Contract contract = {};
};

using Time = std::chrono::steady_clock::time_point;
inline constexpr Time whenever = Time::max();

// Nothing if it still ran at `until`, and had not hung by then: ended by us.
std::optional<FilterRun> run_program(const DecoderProgram& program, const fuzz::Case& input,
                                     Time until = whenever);
JudgedRun judge_program(const DecoderProgram& program, const fuzz::Case& input,
                        const FilterRun& run);
// Both; nothing, too, where a signal came first.
std::optional<JudgedRun> try_again(const DecoderProgram& program, const fuzz::Case& input,
                                   Time until);

// Whether answers come when they can: a peer that waits for one before it writes on has it.
enum class Promptness : std::uint8_t {
  InTime,
  Behind,    // Each comes only when the next line does.
  AtTheEnd,  // None comes until its input ends: what prints them may keep them back, too.
  Unknown,   // It ended early, or the time was over.
};
// Told by their number, and not by how long they take; asked twice before it says Behind.
Promptness promptness_of(const DecoderProgram& program, Time until);
LineFault late_answer();

}  // namespace tools
