#include "story/lanes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace conformance {
namespace {

constexpr std::size_t time_columns = 11;  // Mark and time.
constexpr std::size_t gap = 2;
constexpr std::size_t lane_columns_min = 12;
// Of a run with more lines than a reader goes through, such as one without an end.
constexpr std::size_t first_rows = 100, rows_max = 140;

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::vector<std::string> break_at_words(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    auto end = text.rfind(' ', width);
    if (end == std::string_view::npos || end == 0) end = text.find(' ', width);
    if (end == std::string_view::npos) break;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.emplace_back(text);
  return lines;
}

void Lanes::row(std::string time, std::string mark) {
  rows_.push_back({std::move(time), std::move(mark), {}, std::vector<std::string>(names_.size())});
}

void Lanes::cell(std::size_t lane, std::string text) {
  rows_.back().cells.at(lane) = std::move(text);
}

void Lanes::across(std::string text) {
  rows_.push_back({{}, {}, std::move(text), std::vector<std::string>(names_.size())});
}

std::vector<std::size_t> Lanes::widths(std::size_t columns) const {
  std::vector<std::size_t> out(names_.size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(out[i], row.cells[i].size());
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] > 0) out[i] = std::max(out[i], names_[i].size());
  const auto used = out.size() - static_cast<std::size_t>(std::ranges::count(out, 0u));
  const auto total = [&] {
    return time_columns + std::accumulate(out.begin(), out.end(), std::size_t{0}) + gap * used;
  };
  while (used > 0 && total() > columns) {
    const auto widest = std::ranges::max_element(out);
    if (*widest <= lane_columns_min) break;
    --*widest;
  }
  return out;
}

std::string Lanes::across_text(const Row& row, std::size_t columns) const {
  constexpr std::size_t left = time_columns + gap;
  std::string out;
  for (const auto& line : break_at_words(row.across, columns - left - gap))
    out += trimmed(fmt::format("{:{}}{}", "", out.empty() ? left : left + gap, line));
  return out;
}

std::string Lanes::text(std::size_t columns) const {
  const auto wide = widths(columns);
  std::string out;
  const auto line = [&](std::string_view mark, std::string_view time, const auto& cell) {
    std::string text = fmt::format("{:<2}{:>{}}", mark, time, time_columns - 2);
    for (std::size_t i = 0; i < wide.size(); ++i)
      if (wide[i] > 0) text += fmt::format("{:{}}{:<{}}", "", gap, cell(i), wide[i]);
    out += trimmed(text);
  };
  line("", "", [&](std::size_t i) { return names_[i]; });
  for (std::size_t at = 0; at < rows_.size(); ++at) {
    if (at == first_rows && rows_.size() > rows_max) {
      const auto left_out = rows_.size() - rows_max;
      out +=
          trimmed(fmt::format("{:{}}... {} lines are left out here; a page has them all (--html)",
                              "", time_columns + gap, left_out));
      at += left_out;
    }
    const auto& row = rows_[at];
    if (!row.across.empty()) {
      out += across_text(row, columns);
      continue;
    }
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 0;
    for (std::size_t i = 0; i < wide.size(); ++i) {
      cells.push_back(break_at_words(row.cells[i], wide[i]));
      height = std::max(height, cells[i].size());
    }
    for (std::size_t part = 0; part < height; ++part) {
      line(part == 0 ? row.mark : "", part == 0 ? row.time : "", [&](std::size_t i) {
        return part < cells[i].size() ? std::string_view(cells[i][part]) : std::string_view{};
      });
    }
  }
  return out;
}

}  // namespace conformance
