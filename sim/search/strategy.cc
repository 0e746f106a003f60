#include "sim/search/strategy.h"

#include <algorithm>

#include <fmt/format.h>

#include "port/check.h"

namespace sim {

namespace {

using StrategyKind = RandomStrategy::Kind;

constexpr std::array turns{
    RandomStrategy{StrategyKind::Uniform, 0},      RandomStrategy{StrategyKind::Pct, 2},
    RandomStrategy{StrategyKind::DelayBounded, 1}, RandomStrategy{StrategyKind::Pct, 3},
    RandomStrategy{StrategyKind::DelayBounded, 2}, RandomStrategy{StrategyKind::Pct, 5},
    RandomStrategy{StrategyKind::DelayBounded, 3},
};

// Choices that differ in their alternative alone stand side by side.
bool same_place(const Choice& a, const Choice& b) {
  return a.slot == b.slot && a.after_ms == b.after_ms;
}

}  // namespace

std::string show(RandomStrategy strategy) {
  switch (strategy.kind) {
    case StrategyKind::Uniform: break;
    case StrategyKind::Portfolio: return "portfolio";
    case StrategyKind::Pct: return fmt::format("PCT of depth {}", strategy.bound);
    case StrategyKind::DelayBounded:
      return fmt::format("{} delay{}", strategy.bound, strategy.bound == 1 ? "" : "s");
  }
  return "uniform";
}

RandomStrategy strategy_of(RandomStrategy strategy, std::uint64_t run) {
  return strategy.kind == StrategyKind::Portfolio ? turns[run % turns.size()] : strategy;
}

Picker::Picker(RandomStrategy strategy, std::size_t length, const Rng& rng)
    : strategy_(strategy), rng_(rng) {
  CHECK(strategy.kind != StrategyKind::Portfolio && strategy.bound <= RandomStrategy::bound_max);
  if (strategy.kind == StrategyKind::Pct) {
    CHECK(strategy.bound > 0);
    place_count_ = strategy.bound - 1;
  }
  if (strategy.kind == StrategyKind::DelayBounded) place_count_ = strategy.bound;
  for (std::uint32_t i = 0; i < place_count_; ++i)
    places_[i] = index_below(std::max<std::size_t>(length, 1));
  std::sort(places_.begin(), places_.begin() + place_count_);
}

std::size_t Picker::pick(const Choices& choices) {
  CHECK(!choices.empty() && choices.size() <= 0x10000);
  std::size_t picked = 0;
  switch (strategy_.kind) {
    case StrategyKind::Portfolio:
    case StrategyKind::Uniform: picked = index_below(choices.size()); break;
    case StrategyKind::Pct: picked = pick_by_priority(choices); break;
    case StrategyKind::DelayBounded: picked = pick_with_delays(choices); break;
  }
  ++step_;
  return picked;
}

std::uint32_t Picker::index_below(std::size_t count) {
  return rng_.below(static_cast<std::uint32_t>(count));
}

bool Picker::place_reached() {
  return places_passed_ < place_count_ && places_[places_passed_] <= step_;
}

std::size_t Picker::pick_by_priority(const Choices& choices) {
  for (; place_reached(); ++places_passed_) priorities_[highest(choices)] = lowest_--;
  return draw_instant_of(highest(choices), choices);
}

std::uint32_t Picker::priority(std::uint8_t slot) {
  auto& known = priorities_[slot];
  if (known == 0)
    known = RandomStrategy::bound_max + 1 + static_cast<std::uint32_t>(rng_.next() >> 33);
  return known;
}

std::uint8_t Picker::highest(const Choices& choices) {
  std::uint8_t best = choices.front().slot;
  for (const Choice& choice : choices)
    if (choice.slot != best && priority(choice.slot) > priority(best)) best = choice.slot;
  return best;
}

std::size_t Picker::draw_instant_of(std::uint8_t slot, const Choices& choices) {
  std::size_t first = choices.size(), last = 0, instants = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i].slot != slot) continue;
    if (first != choices.size() && choices[i].after_ms == choices[last].after_ms) continue;
    first = std::min(first, i);
    last = i;
    ++instants;
  }
  std::size_t at = first;
  if (instants > 1) {
    const std::uint32_t how = rng_.below(4);
    if (how == 2) at = last;
    if (how == 3) {
      for (std::uint32_t left = index_below(instants); left > 0; --left) {
        const std::int32_t before = choices[at].after_ms;
        while (choices[at].slot != slot || choices[at].after_ms == before) ++at;
      }
    }
  }
  return draw_alternative(at, choices);
}

std::size_t Picker::pick_with_delays(const Choices& choices) {
  const bool alone = std::all_of(choices.begin(), choices.end(), [&](const Choice& choice) {
    return same_place(choice, choices.front());
  });
  if (alone || !place_reached()) return draw_alternative(0, choices);
  ++places_passed_;
  std::size_t places = 0;
  for (std::size_t i = 1; i < choices.size(); ++i)
    places += !same_place(choices[i], choices[i - 1]);
  std::size_t at = 0;
  for (std::uint32_t left = 1 + index_below(places); left > 0; --left) {
    ++at;
    while (same_place(choices[at], choices[at - 1])) ++at;
  }
  return draw_alternative(at, choices);
}

std::size_t Picker::draw_alternative(std::size_t first, const Choices& choices) {
  std::size_t end = first + 1;
  while (end < choices.size() && same_place(choices[end], choices[first])) ++end;
  return end == first + 1 ? first : first + index_below(end - first);
}

}  // namespace sim
