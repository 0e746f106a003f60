#include "sim/state_graph.h"

#include <algorithm>
#include <bit>

namespace sim {

namespace {

constexpr std::uint32_t none = 0xffffffff;

bool test(const Buffer<std::uint64_t>& bits, std::size_t i) {
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}
void set(Buffer<std::uint64_t>& bits, std::size_t i) {
  bits[i / 64] |= std::uint64_t{1} << (i % 64);
}

}  // namespace

StateGraph::StateGraph(bool keeps_cells, MemoryMeter& meter)
    : keeps_cells_(keeps_cells), parents_(meter), ways_(meter), cells_(meter), edges_(meter) {}

std::uint64_t StateGraph::bytes_to_hold(std::size_t states, std::size_t edges) const {
  return parents_.bytes_to_hold(states) + ways_.bytes_to_hold(states) +
         (keeps_cells_ ? cells_.bytes_to_hold(states) : 0) + edges_.bytes_to_hold(edges);
}

void StateGraph::resize(std::size_t states, std::size_t edges) {
  parents_.resize(states);
  ways_.resize(states);
  if (keeps_cells_) cells_.resize(states);
  edges_.resize(edges);
}

Path StateGraph::path_to(std::size_t state) const {
  Path path;
  for (; state != 0; state = parents_[state])
    path.push_back(static_cast<std::uint16_t>(choice_of(state)));
  std::reverse(path.begin(), path.end());
  return path;
}

// Both kinds of edges are sorted by where they start. Taking the last first means that what
// a state reaches is known before its own parents ask, except along edges that lead back to
// a lower number; only for those is another sweep needed.
void StateGraph::spread_backwards(Bits& reaching) const {
  bool changed = true;
  bool leads_back = true;
  const auto follow = [&](std::uint32_t from, std::size_t to) {
    leads_back = leads_back || to < from;
    if (!test(reaching, to) || test(reaching, from)) return;
    set(reaching, from);
    changed = true;
  };
  while (changed && leads_back) {
    changed = false;
    leads_back = false;
    std::size_t edge = edges_.size();
    for (std::size_t state = size(); state-- > 1;) {
      for (; edge > 0 && edges_[edge - 1].from >= parents_[state]; --edge)
        follow(edges_[edge - 1].from, edges_[edge - 1].to);
      follow(parents_[state], state);
    }
    for (; edge > 0; --edge) follow(edges_[edge - 1].from, edges_[edge - 1].to);
  }
}

StateGraph::Lost StateGraph::lost(MemoryMeter& meter) const {
  Bits reaching;
  reaching.resize((size() + 63) / 64);
  meter.take(reaching.bytes());
  std::fill(reaching.begin(), reaching.end(), 0);
  for (std::size_t i = 0; i < size(); ++i)
    if (kind(i) == Kind::End) set(reaching, i);
  spread_backwards(reaching);
  Lost lost{.count = size(), .first_endless = none};
  for (const std::uint64_t word : reaching)
    lost.count -= static_cast<std::uint64_t>(std::popcount(word));
  if (lost.count != 0) {
    for (std::size_t i = 0; i < size(); ++i)
      if (kind(i) == Kind::Hang) set(reaching, i);
    spread_backwards(reaching);
    for (std::size_t i = 0; i < size() && lost.first_endless == none; ++i)
      if (!test(reaching, i)) lost.first_endless = static_cast<std::uint32_t>(i);
  }
  meter.give_back(reaching.bytes());
  return lost;
}

// One sweep, the lowest first. Returns whether an edge led back to a state that had passed
// on too little, so that another sweep is needed.
bool StateGraph::spread_forwards() {
  bool again = false;
  const auto follow = [&](std::uint32_t from, std::size_t to) {
    const auto joined = static_cast<std::uint16_t>(cells_[to] | cells_[from]);
    if (joined == cells_[to]) return;
    cells_[to] = joined;
    again = again || to < from;
  };
  std::size_t edge = 0;
  for (std::size_t state = 1; state < size(); ++state) {
    for (; edge < edges_.size() && edges_[edge].from < parents_[state]; ++edge)
      follow(edges_[edge].from, edges_[edge].to);
    follow(parents_[state], state);
  }
  for (; edge < edges_.size(); ++edge) follow(edges_[edge].from, edges_[edge].to);
  return again;
}

std::array<std::uint64_t, StateGraph::cells_max> StateGraph::reachable_per_cell() {
  std::array<std::uint64_t, cells_max> counts{};
  std::uint16_t used = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) used |= cells_[i];
  if (used == 0) return counts;
  while (spread_forwards()) {}
  for (std::size_t i = 0; i < size(); ++i)
    for (std::size_t cell = 0; cell < cells_max; ++cell) counts[cell] += cells_[i] >> cell & 1u;
  return counts;
}

}  // namespace sim
