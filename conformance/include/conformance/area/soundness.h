// How truthful the results of calls were: counts by what was said and what was true, put
// together from the units of a gate. An area says what its rows, columns and classes are.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "sim/search/state_graph.h"

namespace conformance {

// Of what was said and what was true, in this order. An unseen success is an error for what was
// done and showed nothing that the caller could have been told of: no lie, but what a contract
// costs.
enum class Truth : std::uint8_t { TrueOk, TrueError, FalseOk, FalseTimeout, UnseenSuccess };
inline constexpr std::size_t truths = 5;
inline constexpr std::size_t lie_classes = 10;

// How calls ended.
struct Soundness {
  std::array<std::uint64_t, truths> kinds{};         // By Truth.
  std::array<std::uint64_t, lie_classes> classes{};  // Of the lies; one may be of several.
  std::uint64_t false_ok = 0, false_timeout = 0;     // Of the lies: those of no class.

  std::uint64_t operator[](Truth truth) const { return kinds[static_cast<std::size_t>(truth)]; }
  std::uint64_t total() const {
    return std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0});
  }
  Soundness& operator+=(const Soundness& other) {
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] += other.kinds[i];
    for (std::size_t i = 0; i < classes.size(); ++i) classes[i] += other.classes[i];
    false_ok += other.false_ok;
    false_timeout += other.false_timeout;
    return *this;
  }
  bool operator==(const Soundness&) const = default;
};

// What a unit adds to one cell of its area's matrix.
struct SoundnessPart {
  std::uint32_t row = 0, column = 0;
  Soundness ended = {};
  bool operator==(const SoundnessPart&) const = default;
};

// A run that ends with a lie.
struct LieRun {
  Truth kind = Truth::FalseOk;
  std::uint16_t classes = 0;  // A bit for each.
  sim::Path path = {};
  bool operator==(const LieRun&) const = default;
};

// The shortest of its row, kind and classes.
struct LieExample {
  std::uint32_t row = 0;
  Truth kind = Truth::FalseOk;
  std::uint16_t classes = 0;
  std::string world = {};  // The plan, by its name.
  sim::Path path = {};
  bool operator==(const LieExample&) const = default;
};

// The words of an area that has a matrix; none of them is empty then.
struct SoundnessWords {
  std::string_view column = {};  // What a column is, in a word: "frontend".
  std::string_view says = {};    // What rows and columns are, in a few words.
  std::vector<std::string_view> columns = {};
  std::array<std::string_view, lie_classes> classes = {};
  std::array<char, lie_classes> letters = {};
  // Of a lie outside the classes.
  std::string_view false_ok_rule = {}, false_timeout_rule = {};
  std::string_view version = {};  // Of what is judged, which may replace rows of an earlier one.
};

struct SoundnessRow {
  std::string name = {};
  std::string replaced_by = {};  // The row in whose favour the judged revision gave this one up.
  std::vector<Soundness> cells = {};  // By column.
  Soundness total = {};
};

struct SoundnessMatrix {
  std::string area = {};
  SoundnessWords words = {};
  std::vector<SoundnessRow> rows = {};  // Those that have calls that ended.
  Soundness total = {};                 // Of the rows that no other row replaces.
  // Of each class: the shortest of each kind of lie that it has, a false OK first.
  std::array<std::vector<LieExample>, lie_classes> examples = {};
};

// Lies of a class, or unseen successes, of rows that were given up and of those that replace them.
struct SoundnessChange {
  std::string_view what = {};  // The class, or unseen_successes.
  std::uint64_t before = 0, after = 0;
  std::string rows = {};  // Which had them: "refresh, select".
};
inline constexpr std::string_view unseen_successes = "unseen successes";
// Of what the rows that were given up had; empty if none was.
std::vector<SoundnessChange> changes_of(const SoundnessMatrix& matrix);

}  // namespace conformance
