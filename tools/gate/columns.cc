#include "gate/columns.h"

#include <algorithm>

#include <fmt/format.h>

#include "results/markdown.h"

namespace tools {

void Columns::add(std::string_view head, Side side) {
  sides_.push_back(side);
  lines_.front().emplace_back(head);
}

void Columns::line(std::vector<std::string> cells, std::string last) {
  lines_.push_back(std::move(cells));
  lasts_.push_back(std::move(last));
}

std::string Columns::text(std::string_view last_head, const Paint& paint) const {
  if (lines_.size() == 1) return {};
  std::vector<std::size_t> widths(sides_.size());
  for (const auto& line : lines_)
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string out;
  for (std::size_t at = 0; at < lines_.size(); ++at) {
    std::string line;
    for (std::size_t i = 0; i < widths.size(); ++i)
      line += sides_[i] == Left ? fmt::format("  {:<{}}", lines_[at][i], widths[i])
                                : fmt::format("  {:>{}}", lines_[at][i], widths[i]);
    out +=
        at == 0 ? paint.strong(fmt::format("{}  {}", line, last_head)) : line + "  " + lasts_[at];
    out += "\n";
  }
  return out + "\n";
}

std::string Columns::markdown(std::string_view last_head) const {
  if (lines_.size() == 1) return {};
  std::string out;
  for (std::size_t at = 0; at < lines_.size(); ++at) {
    for (const auto& cell : lines_[at]) out += "| " + markdown_escaped(cell) + " ";
    out += "| " + markdown_escaped(at == 0 ? last_head : lasts_[at]) + " |\n";
    if (at > 0) continue;
    for (const auto side : sides_) out += side == Left ? "|:--" : "|--:";
    out += "|:--|\n";
  }
  return out + "\n";
}

}  // namespace tools
