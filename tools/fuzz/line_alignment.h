// Which answer belongs to which line, where some are lacking or too many: as in a diff, so that as
// little as possible is wrong.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "fuzz/answer_text.h"
#include "fuzz/profile.h"

namespace tools {

struct AlignmentRules {
  bool silent_on_bad = false;  // A bad or open line needs no answer.
  bool stops = false;   // A bad line is the last one, unless it is taken; an open one may be.
  bool broken = false;  // The program was over early: what is not answered is no fault.
};

struct AlignmentStep {
  std::optional<std::size_t> line, answer;  // One lacks if the other stands alone.
  std::size_t before = 0;                   // Lines that were passed.
  int cost = 0;                             // 0: nothing is wrong.
};

struct Alignment {
  std::vector<AlignmentStep> steps;
  std::size_t tail = 0;  // The first line from which on nothing is answered, nor has to be if it
                         // has stopped before it.
};

Alignment align(const std::vector<fuzz::Expected>& lines, const std::vector<Answer>& answers,
                const AlignmentRules& rules);

}  // namespace tools
