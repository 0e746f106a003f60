// What a driver needs to know of a world: what may happen next, and how it happens.
//
// A model holds what never changes during a search (tables, bounds, scripts); its State is
// one flat value. choices() and apply() are the only way anything happens. Drivers
// (explore, random, replay) know nothing else, so any published model runs on them too.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace sim {

// One thing that may happen: which pending thing, which of its alternatives, and when.
struct Choice {
  std::uint8_t slot = 0;         // The model's own numbering.
  std::uint8_t alternative = 0;  // Likewise.
  std::uint16_t zero = 0;
  std::int32_t after_ms = 0;  // Virtual milliseconds from now, zero or more.
  bool operator==(const Choice&) const = default;
};
using Choices = std::vector<Choice>;  // Reused by drivers: no allocation in the long run.

// Earliest first, then by slot and alternative; choices from `begin` on.
void order_naturally(Choices& choices, std::size_t begin);

// What a choice stands for, in words: {"engine", "monitor tick"}, {"IDE", "d2 disposed"}.
struct Label {
  std::string actor;
  std::string text;
};

enum class Status : std::uint8_t {
  Running,  // Without choices this is a hang.
  Final,    // Ended well; never expanded.
  Broken,   // A judge found a broken rule; never expanded.
};

// Cells partition the roots of a search (the rows of a table): a state says which cell it
// belongs to as soon as it knows, or no_cell.
inline constexpr std::uint8_t no_cell = 0xff;

template <class M>
concept Model = std::is_trivially_copyable_v<typename M::State> &&
    std::default_initializable<typename M::Tally> &&
    requires(const M& model, const typename M::State& state, typename M::State& next,
             Choices& choices, const Choice& choice, typename M::Tally& tally) {
  { model.initial() } -> std::same_as<typename M::State>;
  // Appends; the natural choice (earliest, then the model's own order) comes first.
  {model.choices(state, choices)};
  // What the transition met (rules exercised, say) is added to the tally: it is no
  // part of the state. Tallies of several threads are joined with merge().
  {model.apply(next, choice, tally)};
  {tally.merge(tally)};
  { model.digest(state) } -> std::same_as<std::uint64_t>;
  { model.status(state) } -> std::same_as<Status>;
  { model.cell(state) } -> std::same_as<std::uint8_t>;
  { model.equal(state, state) } -> std::same_as<bool>;
};

}  // namespace sim
