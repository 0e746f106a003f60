#include "gate/area_lines.h"

#include <algorithm>

#include <fmt/format.h>

#include "command/words.h"
#include "conformance/area/areas.h"
#include "results/formats.h"

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

using conformance::CheckResult;
using conformance::Outcome;
using conformance::RowResult;

namespace {

// What the results of one area come to.
struct AreaLine {
  std::uint64_t rows = 0, good_rows = 0, runs = 0;
  std::uint64_t checks = 0, passed = 0, rules = 0, exercised = 0;
  bool red = false, doubtful = false;

  void add(const RowResult& row) {
    ++rows;
    good_rows += row.outcome == Outcome::Pass;
    runs += row.runs;
  }
  void add(const CheckResult& result) {
    // What says nothing of the subject is counted elsewhere.
    if (result.outcome == Outcome::NotApplicable) return;
    const bool of_rule = result.check.starts_with("exercised/");
    const bool pass = result.outcome == Outcome::Pass;
    ++(of_rule ? rules : checks);
    (of_rule ? exercised : passed) += pass;
    red = red || fails_gate(result);
    doubtful = doubtful || (!pass && result.outcome != Outcome::NotApplicable &&
                            result.outcome != Outcome::Remark);
  }
};

}  // namespace

Columns area_columns(std::span<const RowResult> rows, std::span<const CheckResult> results,
                     const AreaWorlds& worlds, const Paint& paint) {
  Columns table;
  table.add("area", Columns::Left);
  for (const char* head : {"rows", "worlds", "runs", "checks", "rules met"}) table.add(head);
  const auto of = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? "-" : fmt::format("{}/{}", grouped(part), grouped(whole));
  };
  for (const auto* area : conformance::areas()) {
    AreaLine sum;
    for (const auto& row : rows)
      if (row.area == area->name()) sum.add(row);
    for (const auto& result : results)
      if (result.area == area->name()) sum.add(result);
    if (sum.checks + sum.rules == 0) continue;
    const auto searched = worlds.find(area->name());
    table.line({std::string(area->name()), of(sum.good_rows, sum.rows),
                grouped(searched == worlds.end() ? 0 : searched->second), grouped(sum.runs),
                of(sum.passed, sum.checks), of(sum.exercised, sum.rules)},
               sum.red        ? paint.bad("FAIL")
               : sum.doubtful ? paint.doubtful("pass, in part")
                              : paint.good("pass"));
  }
  return table;
}

}  // namespace tools
