// Lays out what several actors did as columns, one row after the other in time.
#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace conformance {

enum class Lane : std::uint8_t { Script, Engine, Ide, Background };
inline constexpr std::size_t lane_count = 4;
inline constexpr std::array<std::string_view, lane_count> lane_names{"script", "engine", "IDE",
                                                                     "background"};

class Lanes {
 public:
  // Begins a row; `mark` stands left of the time.
  void row(std::string time, std::string mark = {});
  // Adds to the last row, or to a new one if the lane is taken there already.
  void add(Lane lane, std::string text);
  // A line across all lanes.
  void rule(std::string text);

  // Lanes in which nothing happened are left out. Long texts are broken at words, so that
  // lines have at most `columns` columns where the words allow it.
  std::string text(std::size_t columns) const;

 private:
  struct Row {
    std::string time, mark, across;
    std::array<std::string, lane_count> cells;
  };
  std::array<std::size_t, lane_count> widths(std::size_t columns) const;

  std::vector<Row> rows_;
};

// Pieces of at most `width` columns each, broken at spaces where there are some.
std::vector<std::string> break_at_words(std::string_view text, std::size_t width);

}  // namespace conformance
