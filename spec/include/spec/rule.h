// A requirement: a permanent id, its level, and its words.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace spec {

enum class Level : std::uint8_t { Must, Should, Proposed };
inline constexpr std::array<std::string_view, 3> level_words{"must", "should", "proposed"};
constexpr std::string_view word(Level level) {
  return level_words[static_cast<std::size_t>(level)];
}

struct Rule {
  std::string_view id;      // "MOD-42". Retired, never reused.
  std::string_view clause;  // The heading it stands under: "Sync".
  Level level;
  std::string_view text;
};

// Where a rule stands in the table of its area. An unknown id does not compile.
consteval std::uint8_t index_of(std::span<const Rule> rules, std::string_view id) {
  std::uint8_t index = 0;
  while (rules[index].id != id) ++index;
  return index;
}

// What a run met, one bit per rule in the order of the area's table. A rule whose bit is
// missing from a whole suite was not exercised there.
struct Exercised {
  std::uint64_t low = 0, high = 0;
  constexpr void mark(std::size_t index) {
    (index < 64 ? low : high) |= std::uint64_t{1} << (index % 64);
  }
  constexpr bool has(std::size_t index) const {
    return ((index < 64 ? low : high) >> (index % 64) & 1u) != 0;
  }
  constexpr Exercised& operator|=(const Exercised& other) {
    low |= other.low;
    high |= other.high;
    return *this;
  }
  bool operator==(const Exercised&) const = default;
};

// Which rules a subject is held to: those of a level at least, or of these one alone.
inline constexpr std::uint16_t no_clause = 0xffff;
struct RuleScope {
  Level weakest = Level::Proposed;
  std::string_view only = {};  // An id of any area; empty: all of them.
  // A clause that is off as well, by its number: to see what needs it.
  std::uint16_t but = no_clause;

  constexpr bool has(const Rule& rule) const {
    return rule.level <= weakest && (only.empty() || only == rule.id);
  }
  bool operator==(const RuleScope&) const = default;
};

// The rules of a table that it leaves out, by their index.
constexpr Exercised rules_off(std::span<const Rule> rules, const RuleScope& scope) {
  Exercised off;
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (!scope.has(rules[i])) off.mark(i);
  return off;
}

}  // namespace spec
