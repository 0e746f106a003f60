// What can still be reached: sweeps over the graph against its edges.
#include <algorithm>
#include <bit>

#include "sim/search/state_graph.h"

namespace sim {

namespace {

constexpr std::uint32_t none = 0xffffffff;
constexpr std::size_t word_bits = 64;

bool test(const Buffer<std::uint64_t>& bits, std::size_t i) {
  return (bits[i / word_bits] >> (i % word_bits) & 1) != 0;
}
void set(Buffer<std::uint64_t>& bits, std::size_t i) {
  bits[i / word_bits] |= std::uint64_t{1} << (i % word_bits);
}
std::size_t words_for(std::size_t bits) { return (bits + word_bits - 1) / word_bits; }

// Of the words that hold any of the bits from `begin` to `end`.
void copy_bits(const Buffer<std::uint64_t>& from, Buffer<std::uint64_t>& to, std::size_t begin,
               std::size_t end) {
  std::copy(from.begin() + begin / word_bits, from.begin() + words_for(end),
            to.begin() + begin / word_bits);
}

}  // namespace

std::size_t StateGraph::first_child(std::size_t state, Range next_level) const {
  // clang 14 cannot search the views of this standard library.
  auto [begin, end] = next_level;
  while (begin < end) {
    const auto middle = begin + (end - begin) / 2;
    if (parents_[middle] < state)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

// Taking the last state first means that what it reaches is known before those that lead to
// it ask, except along edges that lead back, or to another piece of this level. Most states
// are settled by the first edge they look at, and then the others need not be looked at.
StateGraph::Looked StateGraph::look_ahead(std::size_t level, std::size_t piece,
                                          Reaching& reaching) const {
  const Range whole = this->level(level);
  const Range next = level + 1 < levels_.size() ? this->level(level + 1) : Range{size(), size()};
  const auto [states, edges] = piece_of_level(level, piece);
  const Bits& known = reaching.known;
  Bits& found = reaching.found;
  copy_bits(known, found, states.begin, states.end);
  Looked looked{};
  std::size_t child = states.end == whole.end ? next.end : first_child(states.end, next);
  std::size_t edge = edges.end;
  for (std::size_t state = states.end; state-- > states.begin;) {
    const std::size_t children_end = child;
    while (child > next.begin && parents_[child - 1] == state) --child;
    const std::size_t edges_end = edge;
    edge -= degrees_[state];
    if (test(found, state)) continue;
    bool reaches = false;
    bool waits = false;
    for (std::size_t i = child; i < children_end && !reaches; ++i) reaches = test(known, i);
    for (std::size_t i = edge; i < edges_end && !reaches; ++i) {
      const std::uint32_t to = targets_[i];
      const bool own = states.holds(to);
      reaches = test(own ? found : known, to);
      waits = waits || (to < whole.end && !(own && to >= state));
    }
    if (reaches) set(found, state);
    looked.changed = looked.changed || reaches;
    looked.waits = looked.waits || (waits && !reaches);
  }
  return looked;
}

void StateGraph::spread_backwards(Reaching& reaching, const Parallel& parallel) const {
  std::vector<Looked> looked;
  for (bool again = true; again;) {
    bool changed = false;
    bool waits = false;
    for (std::size_t level = levels_.size(); level-- > 0;) {
      const Range states = this->level(level);
      looked.resize(piece_count(states));
      parallel.run(looked.size(), TaskRef([&](std::size_t piece) {
                     looked[piece] = look_ahead(level, piece, reaching);
                   }));
      copy_bits(reaching.found, reaching.known, states.begin, states.end);
      for (const Looked& piece : looked) {
        changed = changed || piece.changed;
        waits = waits || piece.waits;
      }
    }
    again = changed && waits;
  }
}

// Returns whether there are states of this kind.
bool StateGraph::add(Kind kind, Bits& reaching, const Parallel& parallel) const {
  std::vector<std::uint8_t> any(piece_count(all()));
  parallel.run(any.size(), TaskRef([&](std::size_t piece) {
                 const Range states = piece_of(all(), piece);
                 for (std::size_t i = states.begin; i < states.end; ++i) {
                   if (this->kind(i) != kind) continue;
                   set(reaching, i);
                   any[piece] = 1;
                 }
               }));
  return std::ranges::find(any, 1) != any.end();
}

// What follows a doomed state is doomed, so those that are not come first on a path.
std::size_t StateGraph::doomed_after(const Bits& saved, std::size_t state) const {
  std::size_t count = 0;
  for (; state != 0; state = parents_[state]) count += test(saved, state);
  return count + test(saved, 0);
}

StateGraph::Fate StateGraph::fate(std::span<const std::uint32_t> failed, MemoryMeter& meter,
                                  const Parallel& parallel) const {
  Reaching reaching;
  reaching.known.resize(words_for(size()));
  reaching.found.resize(words_for(size()));
  const std::uint64_t bytes = reaching.known.bytes() + reaching.found.bytes();
  meter.take(bytes);
  Bits& known = reaching.known;
  const auto spread_from = [&](Kind kind) {
    if (add(kind, known, parallel)) spread_backwards(reaching, parallel);
  };
  Fate fate{.lost = size(), .first_endless = none};
  std::fill(known.begin(), known.end(), 0);
  spread_from(Kind::Final);
  for (const std::uint32_t state : failed) fate.doomed_after.push_back(doomed_after(known, state));
  spread_from(Kind::Broken);
  for (const std::uint64_t word : known)
    fate.lost -= static_cast<std::uint64_t>(std::popcount(word));
  if (fate.lost != 0) {
    spread_from(Kind::Hang);
    for (std::size_t i = 0; i < size() && fate.first_endless == none; ++i)
      if (!test(known, i)) fate.first_endless = static_cast<std::uint32_t>(i);
  }
  if (fate.first_endless != none) {
    std::fill(known.begin(), known.end(), 0);
    spread_from(Kind::Final);
    fate.endless_doomed_after = doomed_after(known, fate.first_endless);
  }
  meter.give_back(bytes);
  return fate;
}

}  // namespace sim
