// Which answer belongs to which line, where some are lacking or too many: as in a diff, so that as
// little as possible is wrong.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/profile.h"

namespace tools {

// What a program printed, as answers.
struct Answer {
  enum class Kind : std::uint8_t { None, Accept, Reject, Unprintable };
  Kind kind = Kind::None;
  bool valid = false;          // An accept: it holds JSON. Of a reject any reason will do.
  std::string_view text = {};  // Of the accepted message.
  std::string_view line = {};
};

// An answer for each line; they point into the output.
std::vector<Answer> answers_of(std::string_view output);

// Whether they are the same JSON but for numbers, all of which are close, and some not the same.
bool is_a_little_off(std::string_view json, std::string_view read);

// Equal for texts that are the same JSON; of what is none, the text.
std::string same_form(std::string_view json);

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
