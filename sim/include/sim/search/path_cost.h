// How simple a run is, and how to make one simpler where its space is too large to search.
#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>

#include "sim/search/state_graph.h"

namespace sim {

// Who acts in a choice; the first one is nobody, whose choices interrupt no one.
inline constexpr std::size_t actors_max = 13;
inline constexpr std::uint8_t nobody = 0;

// Fewer choices first, then fewer that are not the natural one, then fewer changes from one
// actor to another.
struct PathCost {
  std::uint32_t choices = 0;
  std::uint32_t unnatural = 0;
  std::uint32_t switches = 0;
  std::uint64_t sum = 0;  // Of the choices.
  auto operator<=>(const PathCost&) const = default;

  void add(std::uint16_t choice, std::uint8_t before, std::uint8_t actor) {
    ++choices;
    unnatural += choice != 0 ? 1u : 0u;
    switches += before != nobody && actor != nobody && before != actor ? 1u : 0u;
    sum += choice;
  }
};

struct CostedPath {
  Path path;
  PathCost cost;
};

// Takes this path, and the natural choice after it where that helps; what it came to if it
// still fails as it should, cut after the failure.
using TryPath = std::function<std::optional<CostedPath>(const Path&)>;

// Deletes choices (many at once first), makes them zero, halves and lowers them and swaps
// neighbours, as long as that gives a simpler run. At most `budget` runs.
CostedPath shrink_path(CostedPath path, const TryPath& still_fails, std::uint64_t budget);

}  // namespace sim
