// What a shell does that feeds an input to a program, without Orrery.
#pragma once
#include <string>
#include <vector>

#include "fuzz/case.h"

namespace tools {

// A word as a shell reads it.
std::string quoted_word(const std::string& word);

// `printf '{"a":1}\n' | node decoder.js`; long runs of a byte are made by `head` and `tr`, and what
// comes in several reads has pauses between. Empty where there are too many reads for a line.
std::string shell_line(const std::vector<std::string>& words, const fuzz::Case& input);

}  // namespace tools
