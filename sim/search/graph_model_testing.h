// A model given as a list of edges, and the same results as the search's, worked out in the
// plainest way: what the search is tested against.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "sim/search/exploration.h"
#include "sim/search/model.h"
#include "sim/search/rng.h"
#include "sim/state/digest.h"

namespace sim {

inline const SearchOptions to_the_end{.stop_at_first = false};

struct GraphNode {
  std::vector<std::uint32_t> next = {};
  Status status = Status::Running;
  std::uint8_t cell = no_cell;
  std::uint64_t kind = 0;
};

// Starts at node 0. States are `ballast` words larger than they need be, since the search
// cuts large ones into smaller blocks. Digests tell only `digests` nodes apart.
template <std::size_t ballast>
class GraphModel {
 public:
  struct State {
    std::uint32_t node = 0;
    std::array<std::uint32_t, ballast> rest{};
    bool operator==(const State&) const = default;
  };
  struct Tally {
    std::uint64_t applied = 0;
    void merge(const Tally& other) { applied += other.applied; }
    bool operator==(const Tally&) const = default;
  };

  explicit GraphModel(std::vector<GraphNode> nodes, std::uint32_t digests = 0xffffffff)
      : nodes_(std::move(nodes)), digests_(digests) {}

  State initial() const { return {}; }
  void choices(const State& state, Choices& out) const {
    const auto& next = nodes_[state.node].next;
    for (std::size_t i = 0; i < next.size(); ++i)
      out.push_back({.slot = static_cast<std::uint8_t>(i), .after_ms = after_ms(state.node)});
  }
  void apply(State& state, const Choice& choice, Tally& tally) const {
    ++tally.applied;
    state.node = nodes_[state.node].next[choice.slot];
    state.rest.fill(state.node);
    if (state.node == 0) state = {};
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state.node % digests_); }
  Status status(const State& state) const { return nodes_[state.node].status; }
  std::uint8_t cell(const State& state) const { return nodes_[state.node].cell; }
  bool equal(const State& a, const State& b) const { return a == b; }
  std::uint64_t kind(const State& state) const { return nodes_[state.node].kind; }

  const std::vector<GraphNode>& nodes() const { return nodes_; }
  // Leaving an odd node takes a second.
  static std::int32_t after_ms(std::uint32_t node) { return node % 2 == 1 ? 1000 : 0; }

 private:
  std::vector<GraphNode> nodes_;
  std::uint32_t digests_;
};

// About `size` nodes, of which a few end or hang; most edges lead on, some back.
inline std::vector<GraphNode> random_graph(Rng& rng, std::uint32_t size) {
  std::vector<GraphNode> nodes(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    GraphNode& node = nodes[i];
    node.kind = rng.below(3);
    if (rng.below(8) == 0) node.cell = static_cast<std::uint8_t>(rng.below(20));
    if (i != 0 && rng.below(20) == 0) {
      node.status = rng.below(2) == 0 ? Status::Final : Status::Broken;
      continue;
    }
    const std::uint32_t edges = rng.below(20) == 0 ? 0 : 1 + rng.below(4);
    for (std::uint32_t k = 0; k < edges; ++k) {
      const bool back = rng.below(10) == 0;
      const std::uint32_t reach = std::min(size - i, std::uint32_t{1} + size / 8);
      node.next.push_back(back ? rng.below(i + 1) : i + rng.below(reach));
    }
  }
  return nodes;
}

namespace plain {

// Which nodes can be reached from the marked ones; backwards, which can reach them.
inline void spread(const std::vector<GraphNode>& nodes, bool backwards, std::vector<bool>& marked) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t from = 0; from < nodes.size(); ++from) {
      if (nodes[from].status != Status::Running) continue;
      for (const std::uint32_t to : nodes[from].next) {
        const std::uint32_t source = backwards ? to : from;
        const std::uint32_t target = backwards ? from : to;
        if (!marked[source] || marked[target]) continue;
        marked[target] = true;
        changed = true;
      }
    }
  }
}

struct Expected {
  std::uint64_t states = 0, transitions = 0, finals = 0, broken = 0, hangs = 0, lost = 0;
  std::uint32_t levels = 0;
  std::vector<Finding> findings;
  std::array<std::uint64_t, StateGraph::cells_max> reachable_per_cell{};
  bool endless = false;  // Some state reaches neither an end nor a hang.
};

inline Expected search(const std::vector<GraphNode>& nodes) {
  std::vector<std::optional<Path>> paths(nodes.size());
  std::deque<std::uint32_t> queue{0};
  paths[0] = Path{};
  Expected expected;
  std::vector<bool> met(nodes.size()), ends(nodes.size()), stops(nodes.size());
  const auto find = [&](Finding::Cause cause, const GraphNode& node, const Path& path) {
    for (const Finding& known : expected.findings)
      if (known.cause == cause && known.kind == node.kind) return;
    expected.findings.push_back({cause, node.kind, path});
  };
  for (; !queue.empty(); queue.pop_front()) {
    const std::uint32_t at = queue.front();
    const GraphNode& node = nodes[at];
    const Path path = *paths[at];
    const bool hangs = node.status == Status::Running && node.next.empty();
    met[at] = true;
    ends[at] = node.status != Status::Running;
    stops[at] = ends[at] || hangs;
    ++expected.states;
    expected.levels = static_cast<std::uint32_t>(path.size()) + 1;
    expected.finals += node.status == Status::Final;
    expected.broken += node.status == Status::Broken;
    expected.hangs += hangs;
    if (hangs) find(Finding::Cause::Hang, node, path);
    if (node.status == Status::Broken) find(Finding::Cause::Broken, node, path);
    if (ends[at]) continue;
    for (std::size_t i = 0; i < node.next.size(); ++i, ++expected.transitions) {
      auto& next_path = paths[node.next[i]];
      if (next_path) continue;
      next_path = path;
      next_path->push_back(static_cast<std::uint16_t>(i));
      queue.push_back(node.next[i]);
    }
  }
  std::vector<bool> saved(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    saved[i] = met[i] && nodes[i].status == Status::Final;
  spread(nodes, true, saved);
  for (Finding& finding : expected.findings) {
    std::size_t after = 0;
    for (std::uint32_t at = 0; saved[at]; ++after) at = nodes[at].next[finding.path[after]];
    finding.unavoidable_after = after;
  }
  spread(nodes, true, ends);
  spread(nodes, true, stops);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    expected.lost += met[i] && !ends[i];
    expected.endless = expected.endless || (met[i] && !stops[i]);
  }
  for (std::size_t cell = 0; cell < StateGraph::cells_max; ++cell) {
    std::vector<bool> reached(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) reached[i] = met[i] && nodes[i].cell == cell;
    spread(nodes, false, reached);
    expected.reachable_per_cell[cell] =
        static_cast<std::uint64_t>(std::count(reached.begin(), reached.end(), true));
  }
  return expected;
}

}  // namespace plain
}  // namespace sim
