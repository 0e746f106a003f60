// Texts taken apart and put together.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace tools {

// "MOD-05 MOD-67" as its words.
std::vector<std::string> words_of(std::string_view text);
std::string joined(const std::vector<std::string>& words);  // By spaces.
// Up to the first full stop that ends a sentence, that one included.
std::string_view first_sentence(std::string_view text);

}  // namespace tools
