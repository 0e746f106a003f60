// The graph that a search walked: for each state the way it was first met, and, when
// asked for, every other way it was met. Numbers only, so this is no template.
//
// States are numbered in breadth-first order: by level, then by parent, then by choice.
// So parents never decrease, an edge leads at most one level on, and one sweep over the
// levels gets far. A sweep takes one level after the other and each in pieces, which may be
// taken at the same time: while they are, none of them reads what another one writes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/search/memory.h"
#include "sim/search/parallel.h"

namespace sim {

using Path = std::vector<std::uint16_t>;  // The indices of the choices made, in order.

class StateGraph {
 public:
  enum class Kind : std::uint8_t { Inner, Final, Broken, Hang };

  static constexpr std::size_t choices_max = 1u << 14;
  static constexpr std::size_t cells_max = 16;

  StateGraph(bool keeps_edges, MemoryMeter& meter);

  std::size_t size() const { return parents_.size(); }
  std::size_t edge_count() const { return targets_.size(); }
  std::uint64_t bytes_to_hold(std::size_t states, std::size_t edges) const;

  // The states from this number on are one choice further from the start. To be called when
  // all edges of those before it have been counted.
  void begin_level(std::size_t state) {
    if (keeps_edges_) levels_.push_back({state, edge_count()});
  }
  // Makes room; what is added must be written with set_state(), set_edges() and set_target().
  // Different numbers may be written at the same time.
  void resize(std::size_t states, std::size_t edges);
  void set_state(std::size_t state, std::uint32_t parent, std::size_t choice, Kind kind,
                 std::uint8_t cell) {
    parents_[state] = parent;
    ways_[state] = static_cast<std::uint16_t>(choice | static_cast<std::size_t>(kind) << 14);
    if (keeps_edges_)
      cells_[state] = static_cast<std::uint16_t>(cell < cells_max ? 1u << cell : 0u);
  }
  // The edges that leave a state, but for those to its children: so many from `first` on.
  // Each state has its own after those of the states before it.
  void set_edges(std::size_t state, std::size_t first, std::size_t count) {
    degrees_[state] = static_cast<std::uint16_t>(count);
    if (state % piece_states == 0) first_edges_[state / piece_states] = first;
  }
  void set_target(std::size_t edge, std::uint32_t to) { targets_[edge] = to; }
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
  Fate fate(std::span<const std::uint32_t> failed, MemoryMeter& meter,
            const Parallel& parallel = Serial()) const;

  // How many states can be reached from the states of each cell, themselves included.
  std::array<std::uint64_t, cells_max> reachable_per_cell(const Parallel& parallel = Serial());

 private:
  using Bits = Buffer<std::uint64_t>;
  // Of states: those that reach something, and what the sweep will say of this level.
  struct Reaching {
    Bits known;
    Bits found;
  };

  struct Range {
    std::size_t begin;
    std::size_t end;
    bool holds(std::size_t i) const { return begin <= i && i < end; }
  };
  // States of one level, and the edges that leave them.
  struct Piece {
    Range states;
    Range edges;
  };
  // What one piece came to in a sweep backwards.
  struct Looked {
    bool changed;
    bool waits;  // For a state that this sweep may say more about later.
  };
  // Something that an edge brings to a state: cells it was not known to be reached from.
  struct News {
    std::uint32_t to;
    std::uint16_t cells;
  };

  // A multiple of the bits in a word, so that no two pieces of a level share one.
  static constexpr std::size_t piece_states = 4096;
  // The news of so many pieces are kept at a time.
  static constexpr std::size_t pieces_at_once = 32;

  static std::size_t piece_count(Range states);
  static Range piece_of(Range states, std::size_t i);
  Range all() const { return {0, size()}; }
  Range level(std::size_t i) const;
  Range edges_of_level(std::size_t i) const;
  Piece piece_of_level(std::size_t level, std::size_t i) const;

  std::size_t choice_of(std::size_t state) const { return ways_[state] & (choices_max - 1); }
  bool add(Kind kind, Bits& reaching, const Parallel& parallel) const;
  void spread_backwards(Reaching& reaching, const Parallel& parallel) const;
  Looked look_ahead(std::size_t level, std::size_t piece, Reaching& reaching) const;
  std::size_t first_child(std::size_t state, Range next_level) const;
  std::size_t doomed_after(const Bits& saved, std::size_t state) const;
  bool spread_forwards(const Parallel& parallel);
  void inherit(Range states);
  void collect_news(const Piece& piece, std::vector<News>& news) const;

  struct Level {
    std::size_t first_state;
    std::size_t first_edge;
  };

  bool keeps_edges_;
  std::vector<Level> levels_;
  PagedArray<std::uint32_t> parents_;
  PagedArray<std::uint16_t> ways_;         // Choice index below, Kind in the two high bits.
  PagedArray<std::uint16_t> cells_;        // A bit per cell that the state can be reached from.
  PagedArray<std::uint16_t> degrees_;      // How many edges leave it, without those to children.
  PagedArray<std::uint32_t> targets_;      // Where those lead, sorted by where they start.
  PagedArray<std::uint64_t> first_edges_;  // Of every state that could begin a piece.
};

}  // namespace sim
