// The part of a story's page in which a reader takes another turn: the whole graph of a small
// scenario, in the page itself.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "conformance/run/run_graph.h"
#include "conformance/story/story.h"

namespace tools {

inline constexpr std::size_t turn_states_max = 20'000;

struct StoryTurns {
  std::optional<conformance::RunGraph> graph = {};
  std::string why_not = {};  // There is no graph, in a sentence; both empty: nobody asked for one.
  std::string command = {};  // That replays the world; a schedule is appended to it.
};

// The section, or nothing.
std::string turns_section(const conformance::Story& story, const StoryTurns& turns);

// A graph in letters of base64 over bytes. For each state, in the order of their numbers, a number
// that is its ending times 3 plus its fate; and, if it has no ending, how many ways leave it and
// for each: which of `ways` it is, and 0 if it leads to the state that comes next of those that
// were not led to before, or else 1 more than the zigzag of how much higher the target's number is.
// A number is seven bits a byte, the low ones first, the eighth set in all but the last.
struct PackedGraph {
  std::string states = {};
  std::vector<std::pair<std::uint32_t, std::int32_t>> ways = {};  // A label, and after how long.
};
PackedGraph packed(const conformance::RunGraph& graph);

}  // namespace tools
