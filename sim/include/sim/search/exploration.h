// What a search is asked and what it found.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/search/model.h"
#include "sim/search/state_graph.h"

namespace sim {

struct SearchProgress {
  std::uint32_t level;  // Choices made to reach the states that are expanded now.
  std::uint64_t states;
  std::uint64_t transitions;
  std::uint64_t frontier;  // States of this level that are still to be expanded.
  std::uint64_t bytes;
};

// A small space is proved whole.
inline constexpr std::uint32_t proved_first = 4096;

struct SearchOptions {
  // Limits are looked at between blocks of states: the last block may pass states_max,
  // and its buffers bytes_max, by a little.
  std::uint64_t states_max = 0x7fffffff;
  std::uint64_t bytes_max = ~std::uint64_t{0};

  bool stop_at_first = true;      // After the block with the first broken state or hang.
  std::size_t findings_max = 16;  // Different kinds of findings to keep a path of.

  // Records every edge, 4 bytes each: without, `lost`, `lasso` and `reachable_per_cell`
  // stay empty.
  bool edges = true;

  // Keeps whole states and compares them, so that two states with one digest are told
  // apart and counted as collisions. Everything else found must be the same.
  bool exact = false;

  // The choices of every so manieth state, and of the first proved_first, are taken a second
  // time, elsewhere in memory, and must lead to an equal state; 0: none. Changes nothing else
  // that is found.
  std::uint64_t prove_every = 0;

  std::function<bool()> keep_going = {};  // False stops after this block.
  std::function<void(const SearchProgress&)> progress = {};
};

enum class SearchEnd : std::uint8_t {
  Complete,     // Every reachable state was met.
  FoundFirst,   // stop_at_first.
  StatesLimit,  // states_max, or 31-bit numbers ran out.
  MemoryLimit,  // The next growth would have passed bytes_max.
  ToldToStop,   // keep_going said so.
  DepthLimit,   // Of a depth-first search: there are states beyond its bound.
};

struct Finding {
  enum class Cause : std::uint8_t {
    Broken,
    Hang,
    Nondeterministic,  // The last choice of the path, taken twice, led to two states.
  };
  Cause cause = Cause::Broken;
  std::uint64_t kind = 0;  // What the model calls it, or 0.
  Path path;               // No path to a finding of this cause and kind is shorter.
  // After so many choices of the path, and no fewer, no final state can be reached: however
  // the run goes on, it ends broken, hangs, or never ends. It need not fail by this kind. A
  // cycle that could be left for a final state avoids the failure; one that could not does
  // not, since a run without an end is a failure too. Known only after a complete search
  // with edges.
  std::optional<std::size_t> unavoidable_after = {};
  bool operator==(const Finding&) const = default;
};

// A run without an end: the way in, and a cycle that can be repeated for ever.
//
// The cycle is the natural one. Natural choices take no time where one of those offered
// takes none, so a thing that renews itself at once shows as a timeless cycle even if slower
// ways round exist; one that needs an unnatural choice every time is not looked for.
struct Lasso {
  Path way_in;
  std::size_t lost_after = 0;  // After so many choices of the way in no end can be reached.
  // After so many no final state can be reached, as Finding has it: never more.
  std::size_t unavoidable_after = 0;
  Path cycle;
  // Virtual time that passes in the cycle. Zero is a busy loop, as no real clock allows.
  std::int64_t cycle_ms = 0;

  bool operator==(const Lasso&) const = default;
};

template <class Tally>
struct Exploration {
  SearchEnd end = SearchEnd::Complete;
  std::uint64_t states = 0;       // Distinct ones, by digest or, if exact, by equality.
  std::uint64_t transitions = 0;  // Choices applied.
  std::uint64_t finals = 0;       // Of the states.
  std::uint64_t broken = 0;       // Of the states.
  std::uint64_t hangs = 0;        // Of the states.
  std::uint64_t proved = 0;       // Of the transitions: taken twice (prove_every).
  std::uint32_t levels = 0;       // The initial state is the first level.
  std::uint64_t frontier_peak = 0;
  std::uint64_t bytes_peak = 0;
  std::array<std::uint64_t, 256> states_per_cell{};  // By the cell a state says it is in.
  Tally tally{};
  std::vector<Finding> findings;  // The shortest first.

  // Of all states met: equal searches of equal models give equal ones on every machine.
  std::uint64_t fingerprint = 0;

  std::uint64_t collisions = 0;      // Counted if exact.
  double collision_probability = 0;  // Of any at all, if digests are random.

  // Known only after a complete search with edges.
  std::optional<std::uint64_t> lost;  // States from which no final or broken one can be reached.
  std::optional<Lasso> lasso;         // The nearest endless run that ends in no hang either.
  std::string limit;                  // In words, of a bound that is not the search's own.
  // States that can be reached from those of cells 0 to 15; each counts for several.
  std::array<std::uint64_t, StateGraph::cells_max> reachable_per_cell{};

  bool complete() const { return end == SearchEnd::Complete; }
};

// A model may tell broken states (and hangs) apart: one finding is kept per kind.
template <class M>
std::uint64_t kind_of(const M& model, const typename M::State& state) {
  if constexpr (requires { model.kind(state); })
    return model.kind(state);
  else
    return 0;
}

}  // namespace sim
