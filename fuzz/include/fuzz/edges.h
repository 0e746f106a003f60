// Inputs at the borders of the rules and of the ways in which the codec reads: of its blocks, its
// tables, its limits. The same ones always.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "fuzz/case.h"

namespace fuzz {

// Lines of one kind go together, in streams that are short enough to be judged quickly.
struct Edge {
  std::string_view kind;
  Case input;
};
void for_each_edge(const std::function<void(const Edge&)>& judge);

// What is wrong with what the codec does where a stream cannot show it; empty: nothing is.
// Reads each line where nothing may be read before or behind it.
std::string read_beyond(std::string_view line);
// Gives the encoder what it has to refuse (WIRE-08).
std::string miswritten_edges();
}  // namespace fuzz
