// Words and numbers as people read them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools {

std::string grouped(std::uint64_t number);                   // "1,234,567"
std::string show_bytes(std::uint64_t bytes);                 // "1.4 GB"
std::string show_rate(std::uint64_t count, double seconds);  // "1.21 M", "950 k"; a second.
std::string show_digest(std::uint64_t digest);               // "00c0ffee00c0ffee"
std::string now_as_date();                                   // In the form of ISO 8601.
// "1 rule", "2 rules".
std::string counted(std::uint64_t count, const std::string& noun);

// "MOD-05 MOD-67" as its words.
std::vector<std::string> words_of(std::string_view text);
std::string joined(const std::vector<std::string>& words);  // By spaces.
// Up to the first full stop that ends a sentence, that one included.
std::string_view first_sentence(std::string_view text);

// How many letters must be added, left out, replaced or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest of `words`, or empty if none is near enough to have been meant.
std::string nearest(std::string_view word, std::span<const std::string> words);

}  // namespace tools
