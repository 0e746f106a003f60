// The part of a search that one thread does alone: expanding some states in a row, and
// writing those of their successors that turn out to be new.
//
// A block of the frontier is cut into chunks. A chunk expands its states (expand), sorts
// what may be new by shard (sort_by_shard); then the shards decide, each in the order of
// chunks, what is new (insert); then each chunk writes its new states (accept) and all
// edges (write_edges). Whoever decides first, the order of candidates wins.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "engine/check.h"
#include "sim/exploration.h"
#include "sim/memory.h"
#include "sim/model.h"
#include "sim/state_graph.h"
#include "sim/twin.h"
#include "sim/visited.h"

namespace sim {

template <Model M>
class SearchChunk {
 public:
  using State = typename M::State;

  static constexpr std::size_t numbers_max = 0x80000000;  // Half of what 32 bits hold.

  // A broken state, a hang, or a choice of a state that led to two.
  struct Found {
    Finding::Cause cause;
    std::uint32_t state;
    std::uint64_t kind;
    std::uint16_t choice = 0;
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

  void start() {
    passes_.clear();
    resolved_.clear();
    found.clear();
    size_ = 0;
    candidates_ = 0;
    arrivals_ = 0;
    ++block_;  // Empties recent_.
    if (recent_.size() != 0) return;
    recent_.resize(recent_count);
    std::fill(recent_.begin(), recent_.end(), Recent{});
  }

  // Applies every choice of a state. `same(number, state)` confirms what is looked up.
  template <class Same>
  void expand(const M& model, const State& state, std::uint32_t number, const Visited& visited,
              const Same& same) {
    choices_.clear();
    model.choices(state, choices_);
    const std::size_t count = choices_.size();
    CHECK(count <= StateGraph::choices_max);
    if (count == 0) {
      ++totals.hangs;
      found.push_back({Finding::Cause::Hang, number, kind_of(model, state)});
      return;
    }
    totals.transitions += count;
    make_room(size_ + count);
    const bool proves = prove_every_ != 0 && (number < proved_first || number % prove_every_ == 0);
    for (std::size_t i = 0; i < count; ++i) {
      State& next = states_[size_];
      next = state;
      model.apply(next, choices_[i], tally);
      if (proves) prove(model, state, number, i, next);
      const std::uint64_t digest = Visited::usable(model.digest(next));
      if (met_lately(digest, number)) continue;
      visited.prefetch(digest);
      digests_[size_] = digest;
      origins_[size_] = {number, static_cast<std::uint32_t>(i)};
      ++size_;
    }
    if (size_ - candidates_ >= batch) look_up(visited, same);
  }

  // Drops the successors that earlier blocks have met. Late, so that the memory asked for
  // by prefetch() has arrived.
  template <class Same>
  void look_up(const Visited& visited, const Same& same) {
    for (std::size_t i = candidates_; i < size_; ++i) {
      const std::uint32_t known =
          visited.find(digests_[i], [&](std::uint32_t number) { return same(number, states_[i]); });
      const bool is_candidate = known == Visited::absent;
      if (keeps_edges_)
        resolved_.push_back(is_candidate ? flag | static_cast<std::uint32_t>(candidates_) : known);
      if (i != candidates_) {
        states_[candidates_] = states_[i];
        digests_[candidates_] = digests_[i];
        origins_[candidates_] = origins_[i];
      }
      candidates_ += is_candidate;
    }
    size_ = candidates_;
  }

  void sort_by_shard() {
    begins_.fill(0);
    for (std::size_t i = 0; i < candidates_; ++i) ++begins_[Visited::shard_of(digests_[i]) + 1];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    auto at = begins_;
    order_.resize(candidates_);
    for (std::size_t i = 0; i < candidates_; ++i)
      order_[at[Visited::shard_of(digests_[i])]++] = static_cast<std::uint32_t>(i);
  }

  std::size_t candidates() const { return candidates_; }
  const State& candidate(std::size_t i) const { return states_[i]; }
  std::size_t candidates_in(std::size_t shard) const { return begins_[shard + 1] - begins_[shard]; }
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
           passes_.bytes() + resolved_.bytes() + recent_.bytes();
  }

  // Candidate i goes by the number base + i until it has its own; firsts[i] becomes the
  // number under which its state was inserted first.
  template <class Same>
  void insert(std::size_t shard, std::uint32_t base, std::uint32_t* firsts, Visited& visited,
              const Same& same) {
    constexpr std::size_t ahead = 12;
    const std::size_t end = begins_[shard + 1];
    std::uint32_t fresh = 0;
    std::uint32_t collisions = 0;
    for (std::size_t k = begins_[shard]; k < end; ++k) {
      if (k + ahead < end) visited.prefetch(digests_[order_[k + ahead]]);
      const std::uint32_t i = order_[k];
      bool deceived = false;
      firsts[i] = visited.insert(digests_[i], base + i, [&](std::uint32_t number) {
        const bool equal = same(number, states_[i]);
        deceived = deceived || !equal;
        return equal;
      });
      const bool is_new = firsts[i] == base + i;
      fresh += is_new;
      collisions += is_new && deceived;
    }
    new_in_[shard] = fresh;
    collisions_in_[shard] += collisions;
  }

  // Calls write(state, number, parent, choice) for each new state, numbered from `number`
  // on, and notes the numbers in `finals`.
  template <class Write>
  void accept(std::uint32_t base, const std::uint32_t* firsts, std::uint32_t number,
              std::uint32_t* finals, const Write& write) {
    for (std::uint32_t i = 0; i < candidates_; ++i) {
      if (firsts[i] != base + i) continue;
      finals[i] = number;
      write(states_[i], number, origins_[i].parent, origins_[i].choice);
      ++number;
    }
  }

  // Calls write(edge) for each edge but those by which the new states were met, in the
  // order of where they start. final_of(number) is for candidates of the whole block.
  template <class FinalOf, class Write>
  void write_edges(std::uint32_t base, const std::uint32_t* firsts, const FinalOf& final_of,
                   const Write& write) const {
    for (const Pass pass : passes_) {
      const std::uint32_t to = resolved_[pass.arrival & ~flag];
      if ((to & flag) == 0) {
        write(Edge{pass.from, to});
        continue;
      }
      const std::uint32_t i = to & ~flag;
      const bool came_first = (pass.arrival & flag) == 0 && firsts[i] == base + i;
      if (came_first) continue;
      write(Edge{pass.from, final_of(firsts[i])});
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
  // A successor that was looked up: the how-manieth of the block. Or, flagged, one that was
  // not, since that one had the same digest.
  struct Pass {
    std::uint32_t from;
    std::uint32_t arrival;
  };
  struct Recent {
    std::uint64_t digest;
    std::uint32_t arrival;
    std::uint32_t block;
  };

  static constexpr std::uint32_t flag = 0x80000000;
  static constexpr std::size_t batch = 48;
  static constexpr std::size_t recent_count = 4096;

  // Events that commute meet again after a few steps, so about half of all successors were
  // met a moment ago: the small table that remembers them stays in the processor's cache.
  bool met_lately(std::uint64_t digest, std::uint32_t from) {
    Recent& recent = recent_[digest % recent_count];
    const bool met = !exact_ && recent.digest == digest && recent.block == block_;
    if (!met) recent = {digest, arrivals_++, block_};
    if (keeps_edges_) passes_.push_back({from, met ? recent.arrival | flag : recent.arrival});
    return met;
  }

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
  std::size_t size_ = 0;
  std::size_t candidates_ = 0;
  Buffer<State> states_;  // Candidates, then successors not yet looked up: size_ in all.
  Buffer<std::uint64_t> digests_;
  Buffer<Origin> origins_;
  Buffer<Recent> recent_;
  std::uint32_t block_ = 0;
  std::uint32_t arrivals_ = 0;
  Buffer<Pass> passes_;             // Every successor, if edges are kept, and for each
  Buffer<std::uint32_t> resolved_;  // arrival its number or, flagged, which candidate it is.
  Buffer<std::uint32_t> order_;     // The candidates, sorted by shard, else as they came.
  std::array<std::size_t, Visited::shard_count + 1> begins_{};
  std::array<std::uint32_t, Visited::shard_count> new_in_{};
  std::array<std::uint64_t, Visited::shard_count> collisions_in_{};
};

}  // namespace sim
