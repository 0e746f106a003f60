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

// Gives the encoder what it has to refuse, and what it has not (WIRE-08). What is wrong, or
// nothing.
std::string miswritten_edges();

}  // namespace fuzz
