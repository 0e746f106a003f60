// What a decoder that is a program is fed in one run.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/vectors.h"

namespace tools {

std::string stream_of(const fuzz::Case& input);

// The first place at or behind `from` that is not the beginning of a letter; else the end.
std::uint32_t within_a_letter(const std::string& bytes, std::uint32_t from);

// The vectors of the first kind, a line each; takes them from the list, which is not empty.
fuzz::Case next_vectors(std::span<const fuzz::Vector>& vectors);

// What stands first in a stream, last, or where two reads meet: each is for a process of its own.
struct StreamEdge {
  std::string_view name;
  fuzz::Case input;
};
std::vector<StreamEdge> stream_edges();

// A message that every profile takes, in a line of so many bytes, its end aside; at least
// plain_line_least.
inline constexpr std::size_t plain_line_least = 64;
fuzz::Piece plain_line(std::size_t bytes);
// Lists in each other, so many.
fuzz::Piece nested_line(std::size_t depth);

// Pieces of many small inputs of a seed from `index` on, one after the other; some of them as slow
// writers write them, with lines longer than a pipe holds, or without the last line's end.
fuzz::Case batch(std::uint64_t seed, std::uint64_t& index, fuzz::Profile profile,
                 bool no_blank_lines);

}  // namespace tools
