// The graph that a search walked: for each state the way it was first met, and, when
// asked for, every other way it was met. Numbers only, so this is no template.
//
// States are numbered in breadth-first order: by level, then by parent, then by choice.
// So parents never decrease, and one sweep over the edges gets far.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/search/memory.h"

namespace sim {

using Path = std::vector<std::uint16_t>;  // The indices of the choices made, in order.

struct Edge {
  std::uint32_t from;
  std::uint32_t to;
};

class StateGraph {
 public:
  enum class Kind : std::uint8_t { Inner, Final, Broken, Hang };

  static constexpr std::size_t choices_max = 1u << 14;
  static constexpr std::size_t cells_max = 16;

  StateGraph(bool keeps_cells, MemoryMeter& meter);

  std::size_t size() const { return parents_.size(); }
  std::size_t edge_count() const { return edges_.size(); }
  std::uint64_t bytes_to_hold(std::size_t states, std::size_t edges) const;

  // Makes room; what is added must be written with set_state() and set_edge(). Different
  // numbers may be written at the same time.
  void resize(std::size_t states, std::size_t edges);
  void set_state(std::size_t state, std::uint32_t parent, std::size_t choice, Kind kind,
                 std::uint8_t cell) {
    parents_[state] = parent;
    ways_[state] = static_cast<std::uint16_t>(choice | static_cast<std::size_t>(kind) << 14);
    if (keeps_cells_)
      cells_[state] = static_cast<std::uint16_t>(cell < cells_max ? 1u << cell : 0u);
  }
  void set_edge(std::size_t at, Edge edge) { edges_[at] = edge; }
  void set_hang(std::size_t state) {
    ways_[state] =
        static_cast<std::uint16_t>(choice_of(state) | static_cast<std::size_t>(Kind::Hang) << 14);
  }

  Kind kind(std::size_t state) const { return static_cast<Kind>(ways_[state] >> 14); }
  bool ends(std::size_t state) const {
    return kind(state) == Kind::Final || kind(state) == Kind::Broken;
  }
  // The choices that lead to the state; none of them can be left out.
  Path path_to(std::size_t state) const;

  // What cannot be avoided any more, in a graph with every edge.
  struct Fate {
    // States from which no final or broken one can be reached; among them all hangs.
    std::uint64_t lost = 0;
    std::uint32_t first_endless = 0;  // The nearest that reaches no hang either, or 0xffffffff.
    // For each of the failed states, and for first_endless: after so many choices of the
    // path to it no final state can be reached.
    std::vector<std::size_t> doomed_after = {};
    std::size_t endless_doomed_after = 0;
  };
  Fate fate(std::span<const std::uint32_t> failed, MemoryMeter& meter) const;

  // How many states can be reached from the states of each cell, themselves included.
  std::array<std::uint64_t, cells_max> reachable_per_cell();

 private:
  using Bits = Buffer<std::uint64_t>;

  std::size_t choice_of(std::size_t state) const { return ways_[state] & (choices_max - 1); }
  bool add(Kind kind, Bits& reaching) const;
  void spread_backwards(Bits& reaching) const;
  std::size_t doomed_after(const Bits& saved, std::size_t state) const;
  bool spread_forwards();

  bool keeps_cells_;
  PagedArray<std::uint32_t> parents_;
  PagedArray<std::uint16_t> ways_;   // Choice index below, Kind in the two high bits.
  PagedArray<std::uint16_t> cells_;  // A bit per cell that the state can be reached from.
  PagedArray<Edge> edges_;           // Without those of the parents; `from` never decreases.
};

}  // namespace sim
