// Lines that every decoder is asked first, whatever the seed: each kind of JSON that is sound, is
// not, or is left to the decoder, and each kind of message; with the verdict of each profile.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "fuzz/profile.h"

namespace fuzz {

struct Vector {
  std::string_view kind;  // structure, number, string, utf8, space, nesting, message.
  std::string_view name;  // Of one in its kind.
  std::string line;       // Without its end.
  Verdict verdict;
  std::string_view word;  // Of the refusal, or of what is open; or none.
};

// Those of a profile, those of one kind together.
std::span<const Vector> vectors_of(Profile profile);

}  // namespace fuzz
