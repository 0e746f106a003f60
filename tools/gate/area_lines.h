// What a gate came to, a line for each area that was judged.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command/terminal.h"
#include "conformance/gate/report.h"

namespace tools {

// A table on a terminal, or in Markdown.
class Columns {
 public:
  enum Side { Left, Right };

  void add(std::string_view head, Side side = Right);
  // As many cells as there are columns; `last` stands behind them and may be painted.
  void line(std::vector<std::string> cells, std::string last = {});
  // With an empty line behind it; nothing if no line was added.
  std::string text(std::string_view last_head, const Paint& paint) const;
  // The same for a page in Markdown, without colours.
  std::string markdown(std::string_view last_head) const;

 private:
  std::vector<Side> sides_;
  std::vector<std::vector<std::string>> lines_{1};
  std::vector<std::string> lasts_{1};
};

// How many worlds were searched in each area.
using AreaWorlds = std::map<std::string, std::uint64_t, std::less<>>;

// Without a head for the last column, which is the result.
Columns area_columns(std::span<const conformance::RowResult> rows,
                     std::span<const conformance::CheckResult> results, const AreaWorlds& worlds,
                     const Paint& paint);

}  // namespace tools
