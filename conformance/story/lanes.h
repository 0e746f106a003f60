// Lays out what several actors did as columns, one row after the other in time.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace conformance {

class Lanes {
 public:
  explicit Lanes(std::vector<std::string> names) : names_(std::move(names)) {}

  // Begins a row; `mark` stands left of the time.
  void row(std::string time, std::string mark = {});
  // A cell of the last row, which is empty so far.
  void cell(std::size_t lane, std::string text);
  // A line across all lanes; a long one goes on below, indented.
  void across(std::string text);

  // Lanes in which nothing happened are left out. Long texts are broken at words, so that
  // lines have at most `columns` columns where the words allow it.
  std::string text(std::size_t columns) const;

 private:
  struct Row {
    std::string time, mark, across;
    std::vector<std::string> cells;
  };
  std::vector<std::size_t> widths(std::size_t columns) const;
  std::string across_text(const Row& row, std::size_t columns) const;

  std::vector<std::string> names_;
  std::vector<Row> rows_;
};

// Pieces of at most `width` columns each, broken at spaces where there are some.
std::vector<std::string> break_at_words(std::string_view text, std::size_t width);

}  // namespace conformance
