#include "sim/search/state_graph.h"

#include <algorithm>

namespace sim {

StateGraph::StateGraph(bool keeps_edges, MemoryMeter& meter)
    : keeps_edges_(keeps_edges),
      parents_(meter),
      ways_(meter),
      cells_(meter),
      degrees_(meter),
      targets_(meter),
      first_edges_(meter) {}

std::uint64_t StateGraph::bytes_to_hold(std::size_t states, std::size_t edges) const {
  const std::uint64_t ways = parents_.bytes_to_hold(states) + ways_.bytes_to_hold(states);
  if (!keeps_edges_) return ways;
  return ways + cells_.bytes_to_hold(states) + degrees_.bytes_to_hold(states) +
         targets_.bytes_to_hold(edges) + first_edges_.bytes_to_hold(piece_count({0, states}));
}

void StateGraph::resize(std::size_t states, std::size_t edges) {
  parents_.resize(states);
  ways_.resize(states);
  if (!keeps_edges_) return;
  cells_.resize(states);
  degrees_.resize(states);
  targets_.resize(edges);
  first_edges_.resize(piece_count({0, states}));
}

Path StateGraph::path_to(std::size_t state) const {
  Path path;
  for (; state != 0; state = parents_[state])
    path.push_back(static_cast<std::uint16_t>(choice_of(state)));
  std::reverse(path.begin(), path.end());
  return path;
}

std::size_t StateGraph::piece_count(Range states) {
  return (states.end - 1) / piece_states - states.begin / piece_states + 1;
}

StateGraph::Range StateGraph::piece_of(Range states, std::size_t i) {
  const std::size_t begin = (states.begin / piece_states + i) * piece_states;
  return {std::max(states.begin, begin), std::min(states.end, begin + piece_states)};
}

StateGraph::Range StateGraph::level(std::size_t i) const {
  return {levels_[i].first_state, i + 1 < levels_.size() ? levels_[i + 1].first_state : size()};
}

StateGraph::Range StateGraph::edges_of_level(std::size_t i) const {
  return {levels_[i].first_edge, i + 1 < levels_.size() ? levels_[i + 1].first_edge : edge_count()};
}

StateGraph::Piece StateGraph::piece_of_level(std::size_t level, std::size_t i) const {
  const Range whole = this->level(level);
  const Range edges = edges_of_level(level);
  const Range states = piece_of(whole, i);
  const auto first_edge = [&](std::size_t state) { return first_edges_[state / piece_states]; };
  return {states,
          {states.begin == whole.begin ? edges.begin : first_edge(states.begin),
           states.end == whole.end ? edges.end : first_edge(states.end)}};
}

}  // namespace sim
