// What may have been meant by a word that is not known.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tools {

// How many letters must be added, left out, replaced or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest of `words`, or empty if none is near enough to have been meant.
std::string nearest(std::string_view word, std::span<const std::string> words);

}  // namespace tools
