// The simplest run of a model to what one looks for: the fewest choices, of those the fewest
// that are not the natural one, and of those the one in which the actor changes least often.
//
// For small spaces: breadth first, one thread, every state kept. Deterministic.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "port/check.h"
#include "sim/search/model.h"
#include "sim/search/path_cost.h"

namespace sim {

// A Model that also says who acts in a choice (below actors_max, the first for nobody), and
// whether a state in which nothing can happen any more is what one looks for. A broken state
// is; a final one is not.
template <class M>
concept SeekingModel = Model<M> &&
    requires(const M& model, const typename M::State& state, const Choice& choice) {
  { model.actor(choice) } -> std::same_as<std::uint8_t>;
  { model.wanted_hang(state) } -> std::same_as<bool>;
};

struct SimplestPath {
  std::optional<Path> path;
  bool complete = true;  // False: work_max ended the search before it knew.
  std::uint64_t states = 0;
  std::uint64_t work = 0;  // Choices applied.
};

template <SeekingModel M>
class SimplestSearch {
 public:
  SimplestSearch(const M& model, std::uint64_t work_max) : model_(model), work_max_(work_max) {}

  SimplestPath run() {
    known_.emplace(model_.digest(model_.initial()), add(model_.initial()));
    arrive(0, {.actor = nobody});
    for (std::size_t begin = 0; begin < nodes_.size() && goals_.empty();) {
      const auto end = nodes_.size();
      for (std::size_t node = begin; node < end; ++node) {
        if (work_ > work_max_) return {std::nullopt, false, nodes_.size(), work_};
        expand(node, end);
      }
      // A hang is found when its state is expanded, a level after it was met.
      if (!hangs_.empty()) goals_ = hangs_;
      begin = end;
    }
    SimplestPath out{std::nullopt, true, nodes_.size(), work_};
    if (!goals_.empty()) out.path = best_path();
    return out;
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // The best way to a state of which `actor` acted last.
  struct Arrival {
    std::uint8_t actor = nobody;
    std::uint16_t choice = 0;
    std::uint32_t from = none;  // Index into arrivals_.
    PathCost cost{};
  };
  struct Node {
    typename M::State state;
    std::array<std::uint32_t, actors_max> arrivals;
  };

  std::size_t add(const typename M::State& state) {
    nodes_.push_back({state, {}});
    nodes_.back().arrivals.fill(none);
    return nodes_.size() - 1;
  }

  void arrive(std::size_t node, const Arrival& arrival) {
    CHECK(arrival.actor < actors_max);
    auto& slot = nodes_[node].arrivals[arrival.actor];
    if (slot == none) {
      slot = static_cast<std::uint32_t>(arrivals_.size());
      arrivals_.push_back(arrival);
    } else if (arrival.cost < arrivals_[slot].cost) {
      arrivals_[slot] = arrival;
    }
  }

  // States from `level_end` on are one choice further than this one.
  void expand(std::size_t node, std::size_t level_end) {
    if (model_.status(nodes_[node].state) != Status::Running) return;
    Choices choices;
    model_.choices(nodes_[node].state, choices);
    if (choices.empty() && model_.wanted_hang(nodes_[node].state)) hangs_.push_back(node);
    work_ += choices.size();
    for (std::size_t i = 0; i < choices.size() && i <= 0xffff; ++i) {
      auto next = nodes_[node].state;
      model_.apply(next, choices[i], tally_);
      const auto [known, fresh] = known_.try_emplace(model_.digest(next), nodes_.size());
      const auto to = known->second;
      if (fresh) {
        add(next);
        if (model_.status(next) == Status::Broken) goals_.push_back(to);
      }
      if (to < level_end) continue;
      for (const auto from : nodes_[node].arrivals)
        if (from != none) arrive(to, after(from, choices[i], static_cast<std::uint16_t>(i)));
    }
  }

  Arrival after(std::uint32_t from, const Choice& choice, std::uint16_t index) const {
    const auto& before = arrivals_[from];
    Arrival out{model_.actor(choice), index, from, before.cost};
    out.cost.add(index, before.actor, out.actor);
    return out;
  }

  Path best_path() const {
    auto best = none;
    for (const auto goal : goals_)
      for (const auto at : nodes_[goal].arrivals)
        if (at != none && (best == none || arrivals_[at].cost < arrivals_[best].cost)) best = at;
    Path path;
    for (auto at = best; arrivals_[at].from != none; at = arrivals_[at].from)
      path.insert(path.begin(), arrivals_[at].choice);
    return path;
  }

  const M& model_;
  std::uint64_t work_max_;
  std::uint64_t work_ = 0;
  std::vector<Node> nodes_;  // By level.
  std::vector<Arrival> arrivals_;
  std::map<std::uint64_t, std::size_t> known_;  // By digest; never walked through.
  std::vector<std::size_t> goals_, hangs_;
  typename M::Tally tally_{};
};

// Applies at most about `work_max` choices.
template <SeekingModel M>
SimplestPath simplest_path(const M& model, std::uint64_t work_max) {
  return SimplestSearch<M>(model, work_max).run();
}

}  // namespace sim
