// What the gate of an area exhausts and samples, row by row of its table.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/area/soundness.h"
#include "conformance/run/plan.h"

namespace conformance {

enum class Budget : std::uint8_t { Quick, Full, Nightly };

struct TableRequest {
  Budget budget = Budget::Quick;
  std::string_view revision = {};  // Of the area's table, if it has some; empty: the first.
  Candidate subject = {};          // What cannot happen to it is left out.
};

struct RowName {
  enum class Kind : std::uint8_t { Row, Profile, Other };
  std::string name = {}, key = {};
  Kind kind = Kind::Row;
  std::string replaced_by = {};  // See SoundnessRow.
};

// One exhaustive search.
struct TableSearch {
  std::string world = {};  // As AreaWorlds::named() takes it.
  AnyPlan plan = {};
  AnyExpectation expect = {};  // Of all its runs, beside the rules; if none, nothing.
  std::uint64_t worlds = 1;    // It stands for.
  bool left_out = false;       // It cannot happen to the subject, as that says.
  bool edges = true;           // They tell endless runs, and the states of each of several rows.
};

// Searches that are one unit of work.
struct TableUnit {
  struct Row {
    std::uint32_t row = 0;              // Of AreaTable::rows.
    std::uint64_t worlds = 0;           // Of the searches: those of this row;
    std::uint64_t worlds_left_out = 0;  // and those that cannot happen to the subject.
  };
  std::string name = {};   // "row/1 STRICT": the only one of its area.
  std::uint64_t cost = 1;  // See Unit.
  // Of several, a state belongs to the row that is its cell, and what each meets is not told.
  std::vector<Row> rows = {};
  std::vector<TableSearch> searches = {};
  // For a row that is exhausted together with others: the searches only tell which rules it meets.
  bool only_meets = false;
};

// Of each row that the area samples: how many random runs, and what one of them costs.
struct RandomRuns {
  std::uint64_t quick = 1'000, full = 20'000, nightly = 1'000'000;
  std::uint64_t cost = 20;  // See Unit.
};

struct AreaTable {
  std::vector<RowName> rows = {};  // Those that are sampled come first.
  SoundnessWords soundness = {};   // Without columns: the area has no such matrix.
  std::vector<TableUnit> units = {};
  RandomRuns random = {};
  // Rules that nothing in it can be about, and digest of what it was made of, if somebody else made
  // it.
  std::vector<std::string_view> rules_not_about = {};
  std::uint64_t inputs = 0;
};

}  // namespace conformance
