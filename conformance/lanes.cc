#include "lanes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace conformance {
namespace {

constexpr std::size_t time_columns = 11;  // Mark and time.
constexpr std::size_t gap = 2;
constexpr std::size_t lane_columns_min = 12;

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
  rows_.push_back({std::move(time), std::move(mark), {}, {}});
}

void Lanes::add(Lane lane, std::string text) {
  const auto index = static_cast<std::size_t>(lane);
  // Never above what came before it: a row is read from its top left to its end.
  if (rows_.empty() || !rows_.back().across.empty() || !rows_.back().cells[index].empty()) row({});
  rows_.back().cells[index] = std::move(text);
}

void Lanes::rule(std::string text) { rows_.push_back({{}, {}, std::move(text), {}}); }

std::array<std::size_t, lane_count> Lanes::widths(std::size_t columns) const {
  std::array<std::size_t, lane_count> out{};
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < lane_count; ++i) out[i] = std::max(out[i], row.cells[i].size());
  for (std::size_t i = 0; i < lane_count; ++i)
    if (out[i] > 0) out[i] = std::max(out[i], lane_names[i].size());
  const auto total = [&] {
    return time_columns + std::accumulate(out.begin(), out.end(), std::size_t{0}) +
           gap * (lane_count - static_cast<std::size_t>(std::ranges::count(out, std::size_t{0})));
  };
  while (total() > columns) {
    const auto widest = std::ranges::max_element(out);
    if (*widest <= lane_columns_min) break;
    --*widest;
  }
  return out;
}

std::string Lanes::text(std::size_t columns) const {
  const auto wide = widths(columns);
  std::string out;
  const auto line = [&](std::string_view mark, std::string_view time, const auto& cell) {
    std::string text = fmt::format("{:<2}{:>{}}", mark, time, time_columns - 2);
    for (std::size_t i = 0; i < lane_count; ++i)
      if (wide[i] > 0) text += fmt::format("{:{}}{:<{}}", "", gap, cell(i), wide[i]);
    out += trimmed(text);
  };
  line("", "", [](std::size_t i) { return lane_names[i]; });
  for (const auto& row : rows_) {
    if (!row.across.empty()) {
      out += trimmed(fmt::format("{:{}}{}", "", time_columns + gap, row.across));
      continue;
    }
    std::array<std::vector<std::string>, lane_count> cells;
    std::size_t height = 0;
    for (std::size_t i = 0; i < lane_count; ++i) {
      cells[i] = break_at_words(row.cells[i], wide[i]);
      height = std::max(height, cells[i].size());
    }
    for (std::size_t at = 0; at < height; ++at) {
      line(at == 0 ? row.mark : "", at == 0 ? row.time : "", [&](std::size_t i) {
        return at < cells[i].size() ? std::string_view(cells[i][at]) : std::string_view{};
      });
    }
  }
  return out;
}

}  // namespace conformance
