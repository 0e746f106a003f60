// Searches depth first, where breadth first does not fit: what it holds beside the visited
// set is one path, not the states of a level. With a bound on the choices of a path, and
// rounds with growing bounds, it also finds what is near without meeting all that is far.
//
// What it meets, and therefore its counts of states and its fingerprint, are those of a
// breadth-first search if it is complete. Deterministic; it uses one thread.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "port/check.h"
#include "sim/search/exploration.h"
#include "sim/search/memory.h"
#include "sim/search/model.h"
#include "sim/search/state_graph.h"
#include "sim/search/twin.h"
#include "sim/search/visited.h"
#include "sim/state/subject_fault.h"

namespace sim {

struct DepthFirstOptions {
  static constexpr std::uint32_t unbounded = 0xffffffff;

  // `edges` counts for nothing: none are kept, so `lost`, `lasso` and `reachable_per_cell`
  // stay empty. states_max and bytes_max are kept to; both are about one round.
  SearchOptions search = {};

  // A path may have so many choices in the first round,
  std::uint32_t depth_start = unbounded;
  // so many more in each that follows, if not 0, until a round is complete,
  std::uint32_t depth_step = 0;
  // and never more than this. A round starts afresh.
  std::uint32_t depth_max = unbounded;
};

// With a bound, a state that is met again by fewer choices is expanded again: so within the
// bound every state is met, findings have shortest paths, and `transitions` counts some more
// than once. Without one, the path of a finding is the first that was met.
//
// Rounds with a step of 1 find a shortest counterexample first. The result is that of the
// last round, with the shortest findings of all; it ends as DepthLimit if that round left
// states at its bound unexpanded. `levels` counts the states of the longest path, `frontier_peak`
// as well.
template <Model M>
class DepthFirst {
 public:
  using State = typename M::State;
  using Result = Exploration<typename M::Tally>;

  // `found`: what earlier rounds found.
  DepthFirst(const M& model, const SearchOptions& options, std::uint32_t depth_max,
             const std::vector<Finding>& found = {})
      : model_(model),
        options_(options),
        depth_max_(depth_max),
        meter_(options.bytes_max),
        visited_(meter_),
        depths_(meter_),
        stored_(meter_),
        frames_(meter_) {
    result_.findings = found;
  }

  // To be called once.
  Result run() {
    try {
      walk();
    } catch (const OutOfRoom& full) {
      result_.limit = full.why;
      stop(SearchEnd::MemoryLimit);
    }
    finish();
    return std::move(result_);
  }

 private:
  void walk() {
    visit(model_.initial());
    while (depth_ != 0 && go_on_) {
      Frame& frame = frames_[depth_ - 1];
      if (frame.next == frame.count) {
        --depth_;
        choices_.resize(frame.first);
        continue;
      }
      State state = frame.state;
      const Choice& choice = choices_[frame.first + frame.next++];
      model_.apply(state, choice, result_.tally);
      ++result_.transitions;
      if (frame.proves) prove(frame.state, choice, state);
      if (go_on_) visit(state);
      if (go_on_ && result_.transitions % transitions_between_looks == 0) look_around();
    }
  }

  // A state of the path, with its choices: so many from choices_[first] on.
  struct Frame {
    State state;
    std::size_t first;
    std::uint32_t count;
    std::uint32_t next;  // The choice to be taken next.
    bool proves;         // Each is taken twice.
  };

  static constexpr std::size_t transitions_between_looks = 8192;
  static constexpr std::size_t states_between_reserves = 256;
  static constexpr std::uint64_t numbers_max = 0x80000000;

  bool bounded() const { return depth_max_ != DepthFirstOptions::unbounded; }

  // Takes note of the state that the path leads to, and lets the path go on there if it may.
  void visit(const State& state) {
    if (!make_room()) return;
    const std::uint64_t digest = Visited::usable(model_.digest(state));
    const auto fresh = static_cast<std::uint32_t>(result_.states);
    bool deceived = false;
    const std::uint32_t number = visited_.insert(digest, fresh, [&](std::uint32_t known) {
      const bool equal = !options_.exact || model_.equal(stored_[known], state);
      deceived = deceived || !equal;
      return equal;
    });
    const bool is_new = number == fresh;
    if (is_new) {
      visited_.renumber_fresh(Visited::shard_of(digest), [](std::uint32_t n) { return n; });
      ++result_.states;
      result_.collisions += deceived;
      ++result_.states_per_cell[model_.cell(state)];
      if (options_.exact) stored_[number] = state;
    } else if (!bounded() || depths_[number] <= depth_) {
      return;
    }
    const bool was_cut = !is_new && depths_[number] == depth_max_;
    if (bounded()) depths_[number] = depth_;
    go_into(state, number, is_new, was_cut);
    if (go_on_ && result_.states > options_.states_max && depth_ != 0) stop(SearchEnd::StatesLimit);
  }

  // `was_cut`: if the state has choices, the bound has kept the path from going on there.
  void go_into(const State& state, std::uint32_t number, bool is_new, bool was_cut) {
    result_.levels = std::max(result_.levels, depth_ + 1);
    const Status status = model_.status(state);
    result_.finals += is_new && status == Status::Final;
    result_.broken += is_new && status == Status::Broken;
    if (status == Status::Broken) return note(Finding::Cause::Broken, kind_of(model_, state));
    if (status == Status::Final) return;
    const std::size_t first = choices_.size();
    model_.choices(state, choices_);
    const std::size_t count = choices_.size() - first;
    CHECK(count <= StateGraph::choices_max);
    if (count == 0) {
      result_.hangs += is_new;
      return note(Finding::Cause::Hang, kind_of(model_, state));
    }
    cut_ -= was_cut;
    if (depth_ == depth_max_) {
      ++cut_;
      choices_.resize(first);
      return;
    }
    if (depth_ == frames_.size() && !lengthen()) return;
    const bool proves =
        options_.prove_every != 0 && (number < proved_first || number % options_.prove_every == 0);
    frames_[depth_++] = {state, first, static_cast<std::uint32_t>(count), 0, proves};
  }

  // Takes the last choice of the path a second time, from `state`; the first led to `next`.
  void prove(const State& state, const Choice& choice, const State& next) {
    ++result_.proved;
    State& twin = twin_.copy(state, next);
    model_.apply(twin, choice, twin_tally_);
    if (!model_.equal(twin, next)) note(Finding::Cause::Nondeterministic, 0);
  }

  // Of each kind the shortest is kept. The path is that of the frames.
  void note(Finding::Cause cause, std::uint64_t kind) {
    const auto known = std::ranges::find_if(result_.findings, [&](const Finding& finding) {
      return finding.cause == cause && finding.kind == kind;
    });
    const bool is_known = known != result_.findings.end();
    if (is_known ? depth_ < known->path.size() : result_.findings.size() < options_.findings_max) {
      Path path;
      for (std::size_t i = 0; i < depth_; ++i)
        path.push_back(static_cast<std::uint16_t>(frames_[i].next - 1));
      if (is_known)
        known->path = std::move(path);
      else
        result_.findings.push_back({cause, kind, std::move(path)});
    }
    if (options_.stop_at_first) stop(SearchEnd::FoundFirst);
  }

  // Room for one more state: taken for many at once.
  bool make_room() {
    if (result_.states < reserved_) return true;
    const std::size_t states = result_.states + states_between_reserves;
    if (states >= numbers_max) return stop(SearchEnd::StatesLimit);
    Visited::PerShard more;
    more.fill(states_between_reserves);  // All of them may belong to one.
    const std::uint64_t needed = visited_.bytes_to_reserve(more) +
                                 (bounded() ? depths_.bytes_to_hold(states) : 0) +
                                 (options_.exact ? stored_.bytes_to_hold(states) : 0);
    if (!meter_.allows(needed)) return stop(SearchEnd::MemoryLimit);
    visited_.reserve(more);
    if (bounded()) depths_.resize(states);
    if (options_.exact) stored_.resize(states);
    reserved_ = states;
    return true;
  }

  // Room for one more state on the path, and its choices.
  bool lengthen() {
    const std::uint64_t choice_bytes = choices_.capacity() * sizeof(Choice);
    const std::uint64_t more = choice_bytes - choice_bytes_;
    if (!meter_.allows(more + frames_.bytes_to_hold(frames_.size() + 1)))
      return stop(SearchEnd::MemoryLimit);
    meter_.take(more);
    choice_bytes_ = choice_bytes;
    frames_.resize(frames_.size() + 1);
    return true;
  }

  void look_around() {
    if (options_.progress)
      options_.progress({.level = depth_,
                         .states = result_.states,
                         .transitions = result_.transitions,
                         .frontier = depth_,
                         .bytes = meter_.bytes()});
    if (options_.keep_going && !options_.keep_going()) stop(SearchEnd::ToldToStop);
  }

  bool stop(SearchEnd end) {
    result_.end = end;
    go_on_ = false;
    return false;
  }

  void finish() {
    if (go_on_ && cut_ != 0) result_.end = SearchEnd::DepthLimit;
    result_.fingerprint = visited_.fingerprint();
    result_.frontier_peak = result_.levels;
    std::ranges::stable_sort(result_.findings, {},
                             [](const Finding& finding) { return finding.path.size(); });
    const auto states = static_cast<double>(result_.states);
    if (!options_.exact) result_.collision_probability = states * states / 0x1p65;
    result_.bytes_peak = meter_.peak();
  }

  const M& model_;
  const SearchOptions& options_;
  std::uint32_t depth_max_;
  MemoryMeter meter_;
  Visited visited_;
  PagedArray<std::uint32_t> depths_;  // If bounded: by how few choices each state was met.
  PagedArray<State> stored_;          // If exact: every state.
  PagedArray<Frame> frames_;          // The path: the first depth_ of them.
  std::uint32_t depth_ = 0;
  Choices choices_;  // Of all states of the path, one after the other.
  std::uint64_t choice_bytes_ = 0;
  std::uint64_t reserved_ = 0;
  std::uint64_t cut_ = 0;  // States with choices to which no path within the bound is shorter.
  bool go_on_ = true;
  TwinPlace<State> twin_;
  typename M::Tally twin_tally_{};  // What is taken twice counts once.
  Result result_;
};

template <Model M>
Exploration<typename M::Tally> explore_depth_first(const M& model,
                                                   const DepthFirstOptions& options = {}) {
  std::uint32_t bound = std::min(options.depth_start, options.depth_max);
  auto result = DepthFirst<M>(model, options.search, bound).run();
  while (result.end == SearchEnd::DepthLimit && options.depth_step != 0 &&
         bound != options.depth_max) {
    bound += std::min(options.depth_step, options.depth_max - bound);
    result = DepthFirst<M>(model, options.search, bound, result.findings).run();
  }
  return result;
}

}  // namespace sim
