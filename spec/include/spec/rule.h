// A requirement: a permanent id, its level, and its words.
#pragma once
#include <cstdint>
#include <string_view>

namespace spec {

enum class Level : std::uint8_t { Must, Should, Proposed };

struct Rule {
  std::string_view id;      // "MOD-42". Retired, never reused.
  std::string_view clause;  // The heading it stands under: "Sync".
  Level level;
  std::string_view text;
};

// What a run met, one bit per rule in the order of the area's table. A rule whose bit is
// missing from a whole suite was not exercised there.
struct Exercised {
  std::uint64_t low = 0, high = 0;
  void mark(std::size_t index) { (index < 64 ? low : high) |= std::uint64_t{1} << (index % 64); }
  bool has(std::size_t index) const {
    return ((index < 64 ? low : high) >> (index % 64) & 1u) != 0;
  }
  Exercised& operator|=(const Exercised& other) {
    low |= other.low;
    high |= other.high;
    return *this;
  }
  bool operator==(const Exercised&) const = default;
};

}  // namespace spec
