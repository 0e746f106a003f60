// What a decoder that is a program is fed in one run.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/edges.h"

namespace tools {

std::string stream_of(const fuzz::Case& input);
// A piece for each line, so that they can be taken away one by one.
fuzz::Case as_lines(std::string_view bytes);

// From so many bytes or levels on, it is tried what of the size of a line matters.
inline constexpr std::size_t long_line_least = 1000, deep_line_least = 16;
std::string_view longest_line(const fuzz::Case& input);

bool is_high(char byte);  // Of a letter of several bytes.
bool is_within_a_letter(std::string_view bytes, std::size_t at);
bool is_large(std::string_view line);  // Long, or deep.
// How many lists and objects are open at once, at most.
std::size_t depth_of(std::string_view line);

// The first place at or behind `from` that is not the beginning of a letter; else the end.
std::uint32_t within_a_letter(const std::string& bytes, std::uint32_t from);

// The vectors of the first kind, a line each; takes them from the list, which is not empty.
fuzz::Case next_vectors(std::span<const fuzz::Vector>& vectors);

// What stands first in a stream, last, or where two reads meet: each is for a process of its own.
struct StreamEdge {
  std::string name;
  fuzz::Case input;
};
std::vector<StreamEdge> stream_edges();

// A message that every profile takes, in a line of so many bytes, its end aside; at least
// plain_line_least.
inline constexpr std::size_t plain_line_least = 64;
fuzz::Piece plain_line(std::size_t bytes);
// So many of the least ones, the last one longer by `more` bytes.
fuzz::Case plain_lines(std::size_t count, std::size_t more = 0);
// Of so many levels, at least nested_line_least.
inline constexpr std::size_t nested_line_least = 3;
fuzz::Piece nested_line(std::size_t levels);

// One vector of each kind and word that is not long: it stands first in a stream, and last.
std::vector<StreamEdge> vector_edges(fuzz::Profile profile);

// Pieces of many small inputs of a seed from `index` on, one after the other; some of them as slow
// writers write them, with lines longer than a pipe holds, or without the last line's end.
fuzz::Case batch(std::uint64_t seed, std::uint64_t& index, fuzz::Profile profile);

}  // namespace tools
