// The part of a search that one thread does alone: expanding some states in a row, and
// writing those of their successors that turn out to be new.
//
// A block of the frontier is cut into chunks. A chunk expands its states (expand) and sorts
// their successors by shard (sort_by_shard); then the shards decide, each in the order of
// chunks, what is new (insert); then each chunk writes its new states (accept) and all
// edges (write_edges). Whoever decides first, the order of successors wins. So each
// successor asks the visited set once, in a run of many that ask the same shard.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "port/check.h"
#include "sim/search/exploration.h"
#include "sim/search/memory.h"
#include "sim/search/model.h"
#include "sim/search/state_graph.h"
#include "sim/search/twin.h"
#include "sim/search/visited.h"

namespace sim {

inline StateGraph::Kind graph_kind(Status status) {
  switch (status) {
    case Status::Running: break;
    case Status::Final: return StateGraph::Kind::Final;
    case Status::Broken: return StateGraph::Kind::Broken;
  }
  return StateGraph::Kind::Inner;
}

template <Model M>
class SearchChunk {
 public:
  using State = typename M::State;

  static constexpr std::size_t numbers_max = 0x80000000;  // Half of what 32 bits hold.
  // At most so many that a block's successors fit in cache.
  static constexpr std::size_t states_max =
      std::clamp<std::size_t>(std::bit_floor(8192 / sizeof(State)), 16, 1024);

  // A broken state, a hang, or a choice of a state that led to two.
  struct Found {
    Finding::Cause cause;
    std::uint32_t state;
    std::uint64_t kind;
    std::uint16_t choice = 0;
    std::uint32_t beyond = 0;  // So many natural choices behind that state.
  };
  struct Totals {
    std::uint64_t transitions = 0;
    std::uint64_t finals = 0;
    std::uint64_t broken = 0;
    std::uint64_t hangs = 0;
    std::uint64_t proved = 0;
    std::array<std::uint64_t, 256> states_per_cell{};
  };

  SearchChunk(bool keeps_edges, bool exact, std::uint64_t prove_every)
      : keeps_edges_(keeps_edges), exact_(exact), prove_every_(prove_every) {}

  // These grow over the whole search.
  Totals totals;
  typename M::Tally tally{};
  // This is about the block, as is all that follows.
  std::vector<Found> found;

  void add_to(Exploration<typename M::Tally>& result) const {
    result.transitions += totals.transitions;
    result.finals += totals.finals;
    result.broken += totals.broken;
    result.hangs += totals.hangs;
    result.proved += totals.proved;
    result.collisions += collisions();
    for (std::size_t cell = 0; cell < result.states_per_cell.size(); ++cell)
      result.states_per_cell[cell] += totals.states_per_cell[cell];
    result.tally.merge(tally);
  }

  void start() {
    passes_.clear();
    degrees_.clear();
    found.clear();
    size_ = 0;
    if (recent_.size() != 0) return;
    recent_.resize(recent_count);
    std::fill(recent_.begin(), recent_.end(), Recent{});
  }

  // Instead of expand(), for a state that ends.
  void skip() {
    if (keeps_edges_) degrees_.push_back(0);
  }

  // Applies every choice of a state.
  void expand(const M& model, const State& state, std::uint32_t number) {
    choices_.clear();
    model.choices(state, choices_);
    const std::size_t count = choices_.size();
    CHECK(count <= StateGraph::choices_max);
    if (keeps_edges_) degrees_.push_back(static_cast<std::uint16_t>(count));
    if (count == 0) {
      ++totals.hangs;
      found.push_back({Finding::Cause::Hang, number, kind_of(model, state)});
      return;
    }
    totals.transitions += count;
    make_room(size_ + count);
    if (keeps_edges_) passes_.resize(passes_.size() + count);
    std::uint32_t* pass = passes_.end() - (keeps_edges_ ? count : 0);
    const bool proves = prove_every_ != 0 && (number < proved_first || number % prove_every_ == 0);
    // Apart from this object, which the compiler would write after every step.
    State* const states = states_.data();
    std::uint64_t* const digests = digests_.data();
    Origin* const origins = origins_.data();
    Recent* const recents = recent_.data();
    std::size_t at = size_;
    for (std::size_t i = 0; i < count; ++i) {
      State& next = states[at];
      next = state;
      model.apply(next, choices_[i], tally);
      if (proves) prove(model, state, number, i, next);
      const std::uint64_t digest = Visited::usable(model.digest(next));
      digests[at] = digest;
      origins[at] = {number, static_cast<std::uint32_t>(i)};
      // Events that commute meet again after a few steps, so about half of all successors
      // were met a moment ago: the small table of those stays in the processor's cache. It
      // need not be emptied, since what it says is looked up.
      Recent& recent = recents[digest % recent_count];
      const auto tag = static_cast<std::uint32_t>(digest >> 32);
      const bool met = recent.tag == tag && recent.successor < at &&
                       digests[recent.successor] == digest &&
                       (!exact_ || model.equal(states[recent.successor], next));
      if (!met) recent = {static_cast<std::uint32_t>(at), tag};
      if (keeps_edges_) *pass++ = met ? recent.successor | flag : recent.successor;
      at += !met;
    }
    size_ = at;
  }

  void sort_by_shard() {
    begins_.fill(0);
    new_in_.fill(0);
    for (std::size_t i = 0; i < size_; ++i) ++begins_[Visited::shard_of(digests_[i]) + 1];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    auto at = begins_;
    order_.resize(size_);
    for (std::size_t i = 0; i < size_; ++i)
      order_[at[Visited::shard_of(digests_[i])]++] = {digests_[i], static_cast<std::uint32_t>(i)};
  }

  // A successor with its digest, so that a walk over them reads one thing after the other.
  struct Sorted {
    std::uint64_t digest;
    std::uint64_t index;
  };
  // Those that were not met a moment before.
  std::size_t successors() const { return size_; }
  const State& successor(std::size_t i) const { return states_[i]; }
  std::size_t successors_in(std::size_t shard) const { return begins_[shard + 1] - begins_[shard]; }
  const Sorted* in_shard(std::size_t shard) const { return order_.data() + begins_[shard]; }
  // Edges, with those by which new states are met.
  std::size_t edges() const { return passes_.size(); }
  std::size_t new_states() const {
    return std::accumulate(new_in_.begin(), new_in_.end(), std::size_t{0});
  }
  // New states of the whole search whose digest another state had.
  std::uint64_t collisions() const {
    return std::accumulate(collisions_in_.begin(), collisions_in_.end(), std::uint64_t{0});
  }
  std::uint64_t bytes() const {
    return states_.bytes() + digests_.bytes() + origins_.bytes() + order_.bytes() +
           passes_.bytes() + degrees_.bytes() + recent_.bytes();
  }

  // Successor i, of this shard, goes by the number base + i until it has its own; firsts[i]
  // becomes the number under which its state was inserted first. `same(number, state)`
  // confirms what the digest says.
  void insert(std::size_t shard, const Sorted& successor, std::uint32_t base, std::uint32_t* firsts,
              Visited& visited, const auto& same) {
    const auto i = static_cast<std::uint32_t>(successor.index);
    bool deceived = false;
    firsts[i] = visited.insert(successor.digest, base + i, [&](std::uint32_t number) {
      const bool equal = same(number, states_[i]);
      deceived = deceived || !equal;
      return equal;
    });
    const bool is_new = firsts[i] == base + i;
    new_in_[shard] += is_new;
    collisions_in_[shard] += is_new && deceived;
  }

  // Calls write(state, number, parent, choice) for each new state, numbered from `number`
  // on, and notes the numbers in `finals`.
  void accept(std::uint32_t base, const std::uint32_t* firsts, std::uint32_t number,
              std::uint32_t* finals, const auto& write) {
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (firsts[i] != base + i) continue;
      finals[i] = number;
      write(states_[i], number, origins_[i].parent, origins_[i].choice);
      ++number;
    }
  }

  // Writes the edges of the states, numbered from `state` on, but for those by which the new
  // states were met; `edge` is the place of the first. final_of(number) is for successors of
  // the whole block.
  void write_edges(std::uint32_t base, const std::uint32_t* firsts, const auto& final_of,
                   std::size_t state, std::size_t edge, StateGraph& graph) const {
    const std::uint32_t* pass = passes_.begin();
    for (const std::uint16_t degree : degrees_) {
      const std::size_t first_edge = edge;
      for (const std::uint32_t* const end = pass + degree; pass != end; ++pass) {
        const std::uint32_t i = *pass & ~flag;
        const bool came_first = (*pass & flag) == 0 && firsts[i] == base + i;
        if (!came_first) graph.set_target(edge++, final_of(firsts[i]));
      }
      graph.set_edges(state++, first_edge, edge - first_edge);
    }
  }

 private:
  // Takes choice i of `state` a second time; the first led to `next`.
  void prove(const M& model, const State& state, std::uint32_t number, std::size_t i,
             const State& next) {
    ++totals.proved;
    State& twin = twin_.copy(state, next);
    model.apply(twin, choices_[i], twin_tally_);
    if (!model.equal(twin, next))
      found.push_back({Finding::Cause::Nondeterministic, number, 0, static_cast<std::uint16_t>(i)});
  }

  struct Origin {
    std::uint32_t parent;
    std::uint32_t choice;
  };
  // A successor by its index, and a part of its digest, which tells most others apart.
  struct Recent {
    std::uint32_t successor = 0;
    std::uint32_t tag = 0;
  };
  static constexpr std::uint32_t flag = 0x80000000;
  // A larger table would be met cold, for every chunk has its own.
  static constexpr std::size_t recent_count = std::min<std::size_t>(16 * states_max, 4096);

  void make_room(std::size_t size) {
    if (size <= states_.size()) return;
    states_.resize(size);
    digests_.resize(size);
    origins_.resize(size);
  }

  bool keeps_edges_;
  bool exact_;
  std::uint64_t prove_every_;
  TwinPlace<State> twin_;
  typename M::Tally twin_tally_{};  // What is taken twice counts once.
  Choices choices_;
  std::size_t size_ = 0;  // Successors; each has:
  Buffer<State> states_;
  Buffer<std::uint64_t> digests_;
  Buffer<Origin> origins_;
  Buffer<Sorted> order_;   // The successors, sorted by shard, else as they came.
  Buffer<Recent> recent_;  // By a part of the digest: the last one met.
  // If edges are kept: how many successors each state has, and all of those by their index
  // or, flagged if one was dropped, by that of its equal.
  Buffer<std::uint16_t> degrees_;
  Buffer<std::uint32_t> passes_;
  std::array<std::size_t, Visited::shard_count + 1> begins_{};
  std::array<std::uint32_t, Visited::shard_count> new_in_{};
  std::array<std::uint64_t, Visited::shard_count> collisions_in_{};
};

// The successors that a block has in one shard, in the order of its chunks.
template <class Chunk>
class ShardWalk {
 public:
  ShardWalk(const std::vector<Chunk>& chunks, std::size_t parts, std::size_t shard)
      : chunks_(chunks), parts_(parts), shard_(shard), left_(chunks[0].successors_in(shard)) {
    at_ = chunks[0].in_shard(shard);
    settle();
  }

  bool done() const { return part_ == parts_; }
  std::size_t part() const { return part_; }
  const typename Chunk::Sorted& successor() const { return *at_; }
  std::uint64_t digest() const { return at_->digest; }
  void next() {
    ++at_;
    --left_;
    settle();
  }

 private:
  void settle() {
    while (left_ == 0 && ++part_ != parts_) {
      left_ = chunks_[part_].successors_in(shard_);
      at_ = chunks_[part_].in_shard(shard_);
    }
  }

  const std::vector<Chunk>& chunks_;
  std::size_t parts_;
  std::size_t shard_;
  std::size_t part_ = 0;
  std::size_t left_;
  const typename Chunk::Sorted* at_ = nullptr;
};

}  // namespace sim
