// Random runs of judged worlds, as what their judge saw.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/search/model.h"
#include "sim/search/rng.h"

namespace conformance {

// Each number is a run of its own, the same every time. `each` is called for these runs, where
// items are what the judge saw, with the passing of time; it ended unless it took more choices than
// that.
template <class Item>
using EachRun = std::function<void(const std::vector<Item>& items, bool ended)>;
inline constexpr std::size_t sampled_choices_max = 400;

template <class Item>
struct RecordedItems {
  std::vector<Item> items;
  void fact(const auto& what) { items.emplace_back(what); }
  void act(const auto& what) { items.emplace_back(what); }
};

template <class Item, class Worlds>
void record_runs(const Worlds& worlds, std::span<const std::uint32_t> runs,
                 const EachRun<Item>& each) {
  RecordedItems<Item> recorder;
  sim::Choices choices;
  for (const auto run : runs) {
    auto rng = sim::Rng(1).fork(run);
    auto state = worlds.initial();
    recorder.items.clear();
    for (std::size_t i = 0; i < sampled_choices_max; ++i) {
      choices.clear();
      if (worlds.status(state) == sim::Status::Running) worlds.choices(state, choices);
      if (choices.empty()) break;
      typename Worlds::Findings findings;
      worlds.apply(state, choices[rng.below(static_cast<std::uint32_t>(choices.size()))], findings,
                   recorder);
    }
    each(recorder.items, worlds.status(state) == sim::Status::Final);
  }
}

}  // namespace conformance
