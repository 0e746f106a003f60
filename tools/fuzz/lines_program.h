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

}  // namespace tools
