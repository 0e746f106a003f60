// From which cells each state can be reached: sweeps over the graph along its edges.
#include <algorithm>
#include <bit>

#include "sim/search/state_graph.h"

namespace sim {

void StateGraph::inherit(Range states) {
  for (std::size_t i = states.begin; i < states.end; ++i)
    cells_[i] = static_cast<std::uint16_t>(cells_[i] | cells_[parents_[i]]);
}

void StateGraph::collect_news(const Piece& piece, std::vector<News>& news) const {
  news.clear();
  std::size_t edge = piece.edges.begin;
  for (std::size_t from = piece.states.begin; from < piece.states.end; ++from) {
    const std::size_t edges_end = edge + degrees_[from];
    const std::uint16_t cells = cells_[from];
    if (cells == 0) edge = edges_end;
    for (; edge < edges_end; ++edge) {
      const std::uint32_t to = targets_[edge];
      const auto more = static_cast<std::uint16_t>(cells & ~cells_[to]);
      if (more != 0) news.push_back({to, more});
    }
  }
}

// One sweep, the first level first. Returns whether an edge led back to a state that had
// passed on too little, so that another sweep is needed.
//
// Children have their parent's cells before any other edge is looked at, and cells seldom
// mix, so that few edges bring news: these are only noted while all look, and written when
// nobody does.
bool StateGraph::spread_forwards(const Parallel& parallel) {
  std::array<std::vector<News>, pieces_at_once> news;
  bool again = false;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const std::size_t pieces = piece_count(this->level(level));
    const std::size_t level_end = this->level(level).end;
    if (level + 1 < levels_.size()) {
      const Range next = this->level(level + 1);
      parallel.run(piece_count(next),
                   TaskRef([&](std::size_t piece) { inherit(piece_of(next, piece)); }));
    }
    for (std::size_t first = 0; first < pieces; first += pieces_at_once) {
      const std::size_t count = std::min(pieces - first, pieces_at_once);
      parallel.run(count, TaskRef([&](std::size_t i) {
                     collect_news(piece_of_level(level, first + i), news[i]);
                   }));
      for (std::size_t i = 0; i < count; ++i) {
        for (const auto& [to, cells] : news[i]) {
          const auto joined = static_cast<std::uint16_t>(cells_[to] | cells);
          again = again || (joined != cells_[to] && to < level_end);
          cells_[to] = joined;
        }
      }
    }
  }
  return again;
}

std::array<std::uint64_t, StateGraph::cells_max> StateGraph::reachable_per_cell(
    const Parallel& parallel) {
  while (spread_forwards(parallel)) {}
  using Counts = std::array<std::uint64_t, cells_max>;
  std::vector<Counts> parts(piece_count(all()));
  parallel.run(parts.size(), TaskRef([&](std::size_t piece) {
                 Counts counts{};
                 const Range states = piece_of(all(), piece);
                 for (std::size_t i = states.begin; i < states.end; ++i)
                   for (std::uint32_t cells = cells_[i]; cells != 0; cells &= cells - 1)
                     ++counts[static_cast<std::size_t>(std::countr_zero(cells))];
                 parts[piece] = counts;
               }));
  Counts counts{};
  for (const Counts& part : parts)
    for (std::size_t cell = 0; cell < cells_max; ++cell) counts[cell] += part[cell];
  return counts;
}

}  // namespace sim
