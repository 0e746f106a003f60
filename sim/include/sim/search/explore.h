// Searches every state that a model can reach, breadth first, so that the path to anything
// it finds has the fewest choices; of those, the most natural one.
//
// The result does not depend on how many threads took part: states are numbered as a plain
// breadth-first search with one queue would, by level, parent and choice. The model is
// shared by all threads and must not change; each thread gets its own tally.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "port/check.h"
#include "sim/search/exploration.h"
#include "sim/search/instant.h"
#include "sim/search/lasso.h"
#include "sim/search/memory.h"
#include "sim/search/model.h"
#include "sim/search/parallel.h"
#include "sim/search/search_chunk.h"
#include "sim/search/state_graph.h"
#include "sim/search/visited.h"
#include "sim/state/subject_fault.h"

namespace sim {

template <Model M>
class Search {
 public:
  using State = typename M::State;
  using Result = Exploration<typename M::Tally>;

  Search(const M& model, const SearchOptions& options, const Parallel& parallel)
      : model_(model),
        options_(options),
        parallel_(parallel),
        meter_(options.bytes_max),
        visited_(meter_, options.edges || options.exact),
        graph_(options.edges, meter_),
        frontier_(meter_),
        next_(meter_),
        stored_(meter_) {
    for (std::size_t i = 0; i < chunk_count; ++i)
      chunks_.emplace_back(options.edges, options.exact, options.prove_every);
  }

  // To be called once.
  Result run() {
    start();
    try {
      go_through_levels();
    } catch (const OutOfRoom& full) {
      result_.limit = full.why;
      stop(SearchEnd::MemoryLimit);
    }
    finish();
    return std::move(result_);
  }

 private:
  using Chunk = SearchChunk<M>;

  // So many that several threads share them evenly.
  static constexpr std::size_t chunk_count = 32;
  static constexpr std::size_t chunk_states = Chunk::states_max;
  static constexpr std::uint32_t levels_between_dives = 16;

  void go_through_levels() {
    while (next_begin_ != frontier_begin_ && go_on_) {
      ++result_.levels;
      graph_.begin_level(frontier_begin_);
      if (result_.levels % levels_between_dives == 0) look_for_no_end();
      result_.frontier_peak = std::max(result_.frontier_peak, next_begin_ - frontier_begin_);
      for (std::uint64_t at = frontier_begin_; at < next_begin_ && go_on_;) {
        const std::uint64_t count = std::min(block_size(), next_begin_ - at);
        expand_block(at, count);
        at += count;
        if (!options_.exact) frontier_.hand_over(at - frontier_begin_, next_);
      }
      frontier_begin_ = next_begin_;
      next_begin_ = states_;
      frontier_.clear();
      frontier_.swap(next_);
      next_.trim_to(frontier_);  // Levels shrink in the end, when memory is scarce.
    }
  }

  void look_for_no_end() {
    const auto found = endless_instant(model_, next_begin_ - frontier_begin_, [&](auto at) {
      return options_.exact ? stored_[frontier_begin_ + at] : frontier_[at];
    });
    if (!found) return;
    const auto number = static_cast<std::uint32_t>(frontier_begin_ + found->at);
    found_.push_back({Finding::Cause::Broken, number, found->kind, 0, found->steps});
    stop(SearchEnd::FoundFirst);
  }

  // A smaller block near the limit passes it by less; the result is the same.
  std::uint64_t block_size() const {
    const std::uint64_t left = options_.states_max - std::min(states_, options_.states_max);
    return std::clamp<std::uint64_t>(left, chunk_states, chunk_count * chunk_states);
  }

  void start() {
    const State initial = model_.initial();
    const std::uint64_t digest = Visited::usable(model_.digest(initial));
    visited_.insert(digest, 0, [](std::uint32_t) { return true; });
    visited_.renumber_fresh(Visited::shard_of(digest), [](std::uint32_t n) { return n; });
    graph_.resize(1, 0);
    options_.exact ? stored_.resize(1) : next_.resize(1);
    write_state(chunks_[0], initial, 0, 0, 0);
    states_ = 1;
    note_found(chunks_[0]);
    frontier_.swap(next_);
    next_begin_ = 1;
    if (found_any_ && options_.stop_at_first) stop(SearchEnd::FoundFirst);
  }

  // Expands the states with the numbers from `first` on.
  void expand_block(std::uint64_t first, std::uint64_t count) {
    const std::size_t parts = (count + chunk_states - 1) / chunk_states;
    for (std::size_t part = 0; part < parts; ++part) chunks_[part].start();
    parallel_.run(parts, TaskRef([&](std::size_t part) {
                    const std::size_t end =
                        std::min(first + count, first + (part + 1) * chunk_states);
                    expand_chunk(chunks_[part], first + part * chunk_states, end);
                  }));
    if (make_room(parts)) {
      number_new_states(parts);
      write_new_states(first, parts);
    }
    for (std::size_t part = 0; part < parts; ++part) note_found(chunks_[part]);
    look_around(next_begin_ - first - count);
  }

  void expand_chunk(Chunk& chunk, std::size_t first, std::size_t end) {
    for (std::size_t number = first; number < end; ++number) {
      if (graph_.ends(number)) {
        chunk.skip();
        continue;
      }
      const State& state = options_.exact ? stored_[number] : frontier_[number - frontier_begin_];
      chunk.expand(model_, state, static_cast<std::uint32_t>(number));
    }
    chunk.sort_by_shard();
  }

  // Takes what the block may need at most; false if that would pass a limit.
  bool make_room(std::size_t parts) {
    Visited::PerShard more{};
    std::uint64_t scratch = firsts_.bytes() + finals_.bytes();
    std::size_t edges = graph_.edge_count();
    successors_ = 0;
    for (std::size_t part = 0; part < parts; ++part) {
      const Chunk& chunk = chunks_[part];
      offsets_[part] = successors_;
      successors_ += chunk.successors();
      edges += chunk.edges();
      for (std::size_t shard = 0; shard < Visited::shard_count; ++shard)
        more[shard] += chunk.successors_in(shard);
    }
    for (const Chunk& chunk : chunks_) scratch += chunk.bytes();
    count_scratch(scratch);
    const std::size_t states = states_ + successors_;
    if (states >= SearchChunk<M>::numbers_max) return stop(SearchEnd::StatesLimit);
    const std::uint64_t needed = visited_.bytes_to_reserve(more) +
                                 graph_.bytes_to_hold(states, edges) +
                                 (options_.exact ? stored_.bytes_to_hold(states)
                                                 : next_.bytes_to_hold(states - next_begin_)) +
                                 16 * successors_;
    if (!meter_.allows(needed)) return stop(SearchEnd::MemoryLimit);
    visited_.reserve(more, parallel_);
    firsts_.resize(successors_);
    finals_.resize(successors_);
    return true;
  }

  // Which successors are new, and how many in each chunk.
  void number_new_states(std::size_t parts) {
    parallel_.run(Visited::shard_count,
                  TaskRef([&](std::size_t shard) { insert_into(shard, parts); }));
    std::size_t edges = graph_.edge_count();
    std::size_t states = states_;
    for (std::size_t part = 0; part < parts; ++part) {
      const Chunk& chunk = chunks_[part];
      numbers_[part] = static_cast<std::uint32_t>(states);
      edges_at_[part] = edges;
      states += chunk.new_states();
      if (options_.edges) edges += chunk.edges() - chunk.new_states();
    }
    graph_.resize(states, edges);
    options_.exact ? stored_.resize(states) : next_.resize(states - next_begin_);
  }

  // Memory is asked for long before it is needed: first the line of the visited set, then,
  // if exact, the state that has this digest.
  void insert_into(std::size_t shard, std::size_t parts) {
    constexpr std::size_t ahead = 16;
    const auto same = [&](std::uint32_t number, const State& state) {
      return confirms(number, state);
    };
    ShardWalk<Chunk> asking(chunks_, parts, shard);
    ShardWalk<Chunk> glancing = asking;
    ShardWalk<Chunk> inserting = asking;
    for (std::size_t step = 0; !inserting.done(); ++step) {
      if (!asking.done()) {
        visited_.prefetch(asking.digest());
        asking.next();
      }
      if (options_.exact && step >= ahead / 2 && !glancing.done()) {
        const std::uint32_t number = visited_.glance(glancing.digest());
        if (number < states_) __builtin_prefetch(&stored_[number]);
        glancing.next();
      }
      if (step < ahead) continue;
      const std::size_t offset = offsets_[inserting.part()];
      chunks_[inserting.part()].insert(shard, inserting.successor(),
                                       static_cast<std::uint32_t>(states_ + offset),
                                       firsts_.data() + offset, visited_, same);
      inserting.next();
    }
  }

  void write_new_states(std::size_t first, std::size_t parts) {
    const auto base = static_cast<std::uint32_t>(states_);
    parallel_.run(
        parts, TaskRef([&](std::size_t part) {
          Chunk& chunk = chunks_[part];
          const auto offset = static_cast<std::uint32_t>(offsets_[part]);
          chunk.accept(
              base + offset, firsts_.data() + offset, numbers_[part], finals_.data() + offset,
              [&](const State& state, std::uint32_t number, std::uint32_t parent,
                  std::size_t choice) { write_state(chunk, state, number, parent, choice); });
        }));
    const auto final_of = [&](std::uint32_t number) {
      return number < base ? number : finals_[number - base];
    };
    states_ = graph_.size();
    if (!options_.edges && !options_.exact) return;  // Nobody asks for numbers.
    const std::size_t writers = options_.edges ? parts : 0;
    // Spread so that a chunk's edges fall to the same part of the tasks as its states.
    parallel_.run(
        Visited::shard_count, TaskRef([&](std::size_t task) {
          visited_.renumber_fresh(task, final_of);
          const std::size_t end = (task + 1) * writers / Visited::shard_count;
          for (std::size_t part = task * writers / Visited::shard_count; part < end; ++part) {
            const auto offset = static_cast<std::uint32_t>(offsets_[part]);
            chunks_[part].write_edges(base + offset, firsts_.data() + offset, final_of,
                                      first + part * chunk_states, edges_at_[part], graph_);
          }
        }));
  }

  void write_state(Chunk& chunk, const State& state, std::uint32_t number, std::uint32_t parent,
                   std::size_t choice) {
    const Status status = model_.status(state);
    const std::uint8_t cell = model_.cell(state);
    ++chunk.totals.states_per_cell[cell];
    if (status == Status::Final) ++chunk.totals.finals;
    if (status == Status::Broken) {
      ++chunk.totals.broken;
      chunk.found.push_back({Finding::Cause::Broken, number, kind_of(model_, state)});
    }
    graph_.set_state(number, parent, choice, graph_kind(status), cell);
    (options_.exact ? stored_[number] : next_[number - next_begin_]) = state;
  }

  // Whether the state with this number is really `state`: a digest alone may deceive.
  bool confirms(std::uint32_t number, const State& state) const {
    if (!options_.exact) return true;
    return model_.equal(number < states_ ? stored_[number] : successor(number), state);
  }

  const State& successor(std::uint32_t number) const {
    const std::size_t at = number - states_;
    std::size_t part = 0;
    while (at >= offsets_[part] + chunks_[part].successors()) ++part;
    return chunks_[part].successor(at - offsets_[part]);
  }

  // Keeps the nearest of each kind. Chunks are visited in order, so it is met first.
  void note_found(const Chunk& chunk) {
    for (const auto& found : chunk.found) {
      if (found.cause == Finding::Cause::Hang) graph_.set_hang(found.state);
      const auto alike = [&](const auto& other) {
        return other.cause == found.cause && other.kind == found.kind;
      };
      if (found_.size() < options_.findings_max && std::ranges::none_of(found_, alike))
        found_.push_back(found);
      found_any_ = true;
    }
  }

  // Between blocks: reports, and stops if there is a reason to and something left to do.
  void look_around(std::size_t frontier_left) {
    if (options_.progress) {
      std::uint64_t transitions = 0;
      for (const Chunk& chunk : chunks_) transitions += chunk.totals.transitions;
      options_.progress({.level = result_.levels - 1,
                         .states = states_,
                         .transitions = transitions,
                         .frontier = frontier_left,
                         .bytes = meter_.bytes()});
    }
    const bool finished = frontier_left == 0 && states_ == next_begin_;
    if (finished || !go_on_) return;
    if (found_any_ && options_.stop_at_first)
      stop(SearchEnd::FoundFirst);
    else if (states_ > options_.states_max)
      stop(SearchEnd::StatesLimit);
    else if (options_.keep_going && !options_.keep_going())
      stop(SearchEnd::ToldToStop);
  }

  bool stop(SearchEnd end) {
    result_.end = end;
    go_on_ = false;
    return false;
  }

  void count_scratch(std::uint64_t bytes) {
    meter_.give_back(scratch_bytes_);
    meter_.take(bytes);
    scratch_bytes_ = bytes;
  }

  void finish() {
    result_.states = states_;
    result_.fingerprint = visited_.fingerprint(parallel_);
    for (const Chunk& chunk : chunks_) chunk.add_to(result_);
    for (const auto& found : found_) {
      auto path = graph_.path_to(found.state);
      if (found.cause == Finding::Cause::Nondeterministic) path.push_back(found.choice);
      path.insert(path.end(), found.beyond, 0);
      result_.findings.push_back({found.cause, found.kind, std::move(path)});
    }
    if (result_.complete() && options_.edges) study_graph();
    std::ranges::stable_sort(result_.findings, {},
                             [](const Finding& finding) { return finding.path.size(); });
    const auto states = static_cast<double>(states_);
    if (!options_.exact) result_.collision_probability = states * states / 0x1p65;
    result_.bytes_peak = meter_.peak();
  }

  // Findings are still in the order of found_.
  void study_graph() {
    std::vector<std::uint32_t> failed;
    for (const auto& found : found_) failed.push_back(found.state);
    const StateGraph::Fate fate = graph_.fate(failed, meter_, parallel_);
    for (std::size_t i = 0; i < found_.size(); ++i)
      result_.findings[i].unavoidable_after = fate.doomed_after[i];
    result_.lost = fate.lost;
    result_.reachable_per_cell = graph_.reachable_per_cell(parallel_);
    if (fate.first_endless == Visited::absent) return;
    LassoFinder<M> finder(model_);
    result_.lasso = finder.find(graph_.path_to(fate.first_endless));
    result_.lasso->unavoidable_after = fate.endless_doomed_after;
  }

  const M& model_;
  const SearchOptions& options_;
  const Parallel& parallel_;
  MemoryMeter meter_;
  Visited visited_;
  StateGraph graph_;
  PagedArray<State> frontier_;  // The states of this level,
  PagedArray<State> next_;      // and those of the next;
  PagedArray<State> stored_;    // if exact, all of them instead.
  std::uint64_t states_ = 0;
  std::uint64_t frontier_begin_ = 0;  // Number of the first state of this level,
  std::uint64_t next_begin_ = 0;      // and of the next.

  // About the block that is being expanded.
  std::vector<Chunk> chunks_;
  std::size_t successors_ = 0;
  std::array<std::size_t, chunk_count> offsets_{};    // Each chunk's first successor,
  std::array<std::uint32_t, chunk_count> numbers_{};  // its first new state,
  std::array<std::size_t, chunk_count> edges_at_{};   // and its first edge.
  Buffer<std::uint32_t> firsts_;  // Per successor: under which number it was inserted,
  Buffer<std::uint32_t> finals_;  // and the final number, if it is new.
  std::uint64_t scratch_bytes_ = 0;

  std::vector<typename Chunk::Found> found_;
  bool found_any_ = false;
  bool go_on_ = true;
  Result result_;
};

template <Model M>
Exploration<typename M::Tally> explore(const M& model, const SearchOptions& options = {},
                                       const Parallel& parallel = Serial()) {
  return Search<M>(model, options, parallel).run();
}

}  // namespace sim
