#include "sim/search/state_graph.h"

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

// Returns whether there are states of this kind.
bool StateGraph::add(Kind kind, Bits& reaching) const {
  bool any = false;
  for (std::size_t i = 0; i < size(); ++i) {
    if (this->kind(i) != kind) continue;
    set(reaching, i);
    any = true;
  }
  return any;
}

// What follows a doomed state is doomed, so those that are not come first on a path.
std::size_t StateGraph::doomed_after(const Bits& saved, std::size_t state) const {
  std::size_t count = 0;
  for (; state != 0; state = parents_[state]) count += test(saved, state);
  return count + test(saved, 0);
}

StateGraph::Fate StateGraph::fate(std::span<const std::uint32_t> failed, MemoryMeter& meter) const {
  Bits reaching;
  reaching.resize((size() + 63) / 64);
  meter.take(reaching.bytes());
  const auto reach_final = [&] {
    std::fill(reaching.begin(), reaching.end(), 0);
    if (add(Kind::Final, reaching)) spread_backwards(reaching);
  };
  Fate fate{.lost = size(), .first_endless = none};
  reach_final();
  for (const std::uint32_t state : failed)
    fate.doomed_after.push_back(doomed_after(reaching, state));
  if (add(Kind::Broken, reaching)) spread_backwards(reaching);
  for (const std::uint64_t word : reaching)
    fate.lost -= static_cast<std::uint64_t>(std::popcount(word));
  if (fate.lost != 0) {
    if (add(Kind::Hang, reaching)) spread_backwards(reaching);
    for (std::size_t i = 0; i < size() && fate.first_endless == none; ++i)
      if (!test(reaching, i)) fate.first_endless = static_cast<std::uint32_t>(i);
  }
  if (fate.first_endless != none) {
    reach_final();
    fate.endless_doomed_after = doomed_after(reaching, fate.first_endless);
  }
  meter.give_back(reaching.bytes());
  return fate;
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
