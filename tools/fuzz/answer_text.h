// What a program printed, as answers.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tools {

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

}  // namespace tools
