#include "gate/area_lines.h"

#include <fmt/format.h>

#include "command/numbers.h"
#include "conformance/area/areas.h"
#include "results/junit.h"

namespace tools {

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
