// What GateReport says to a person.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/numbers.h"
#include "command/signals.h"
#include "conformance/story/print.h"
#include "gate/report.h"
#include "report/matrix.h"
#include "report/rows.h"
#include "results/junit.h"
#include "results/words.h"
#include "world/identity.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;
using conformance::RowResult;

constexpr std::size_t cell_count = 8, key_cell = 1;
using Cells = std::array<std::string, cell_count>;

std::string letters(const std::string& key) {
  std::string out;
  for (const char letter : key) out += out.empty() ? std::string{letter} : std::string{' ', letter};
  return out;
}

std::string painted(const Paint& paint, Outcome outcome, std::string_view text) {
  switch (outcome) {
    case Outcome::Pass: return paint.good(text);
    case Outcome::Fail:
    case Outcome::Error: return paint.bad(text);
    case Outcome::NotExercised:
    case Outcome::Skipped: return paint.doubtful(text);
  }
  return {};
}

Cells cells_of(const RowResult& row) {
  return {row.name,
          letters(row.key),
          grouped(row.worlds),
          row.states == 0 ? "-" : grouped(row.states),
          grouped(row.runs),
          fmt::format("{}/{}", row.exercised, row.exercisable),
          row.exhausted ? "yes" : "no",
          std::string(word(row.outcome))};
}

std::string laid_out(const Cells& cells, const std::array<std::size_t, cell_count>& widths) {
  std::string out = " ";
  for (std::size_t i = 0; i + 1 < cell_count; ++i) {
    if (widths[i] == 0) continue;
    const bool text = i < 2 || i == 6;
    out += text ? fmt::format(" {:<{}} ", cells[i], widths[i])
                : fmt::format(" {:>{}} ", cells[i], widths[i]);
  }
  return out + " ";
}

std::string not_exercised(const std::vector<CheckResult>& results) {
  std::set<std::string> must, others;
  for (const auto& result : results) {
    if (result.outcome != Outcome::NotExercised) continue;
    const auto& name = result.rule.empty() ? result.check : result.rule;
    (result.level == spec::Level::Must ? must : others).insert(name);
  }
  std::string out;
  if (!must.empty()) out += fmt::format("Not exercised, MUST: {}\n", fmt::join(must, " "));
  if (!others.empty()) out += fmt::format("Not exercised: {}\n", fmt::join(others, " "));
  return out;
}

std::string not_met(const std::vector<conformance::UnmetClause>& clauses) {
  if (clauses.empty()) return {};
  auto out = fmt::format("Not exercised, {}:\n", counted(clauses.size(), "clause"));
  for (const auto& unmet : clauses)
    out += fmt::format("  {:<8} {}\n", unmet.rules[unmet.clause.rule].id, line_of(unmet.clause));
  return out;
}

std::string not_sampled(const std::vector<RowResult>& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows)
    if (row.not_sampled) names.push_back(row.name);
  if (names.empty()) return {};
  return fmt::format("Not sampled, since the time was spent: {}\n", fmt::join(names, ", "));
}

// The rows of one area; the column of keys only if it has some.
std::string table_of(const std::vector<RowResult>& rows, std::string_view key, const Paint& paint) {
  const Cells heads{"row",  std::string(key), "worlds",    "states",
                    "runs", "exercised",      "exhausted", "result"};
  std::array<std::size_t, cell_count> widths{};
  std::vector<Cells> lines{heads};
  for (const auto& row : rows) lines.push_back(cells_of(row));
  for (const auto& line : lines)
    for (std::size_t i = 0; i < cell_count; ++i) widths[i] = std::max(widths[i], line[i].size());
  if (key.empty()) widths[key_cell] = 0;
  auto out = paint.strong(laid_out(heads, widths) + heads.back()) + "\n";
  for (std::size_t i = 0; i < rows.size(); ++i)
    out += laid_out(lines[i + 1], widths) + painted(paint, rows[i].outcome, lines[i + 1].back()) +
           "\n";
  return out + "\n";
}

// "determinism: 750 runs and 120,000 transitions proved, 0 differences"
std::string proofs_text(const conformance::Proofs& proofs) {
  return fmt::format("determinism: {} and {} proved, {}", counted(proofs.runs, "run"),
                     counted(proofs.transitions, "transition"),
                     counted(proofs.differences, "difference"));
}

}  // namespace

std::string GateReport::matrices(const Paint& paint) const {
  std::string out;
  for (const auto& matrix : matrices_)
    out += matrix_text(matrix, rows_, options_.candidate(), paint);
  return out;
}

std::string GateReport::table(const Paint& paint) const {
  std::string out;
  for (const auto& [area, rows] : rows_by_area(rows_, matrices_))
    out += table_of(rows, area->facts().row_key, paint);
  return out;
}

std::string GateReport::counts_text() const {
  std::string out = counted(summary_.passed, "check") + " passed";
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) out += fmt::format(", {} {}", grouped(count), what);
  };
  add(summary_.failed, "failed");
  add(summary_.not_exercised, "not exercised");
  add(summary_.errors, summary_.errors == 1 ? "error" : "errors");
  add(summary_.skipped, "skipped");
  add(known_.count(), "known to fail");
  return out;
}

std::string GateReport::searches_text() const {
  if (searches_.empty()) return {};
  std::uint64_t worlds = 0, states = 0, peak = 0;
  bool complete = true;
  std::string limit;
  for (const auto& totals : searches_) {
    worlds += totals.worlds;
    states += totals.states;
    peak = std::max(peak, totals.peak_bytes);
    complete = complete && totals.complete;
    if (!totals.limit.empty()) limit = totals.limit;
  }
  const auto end = complete ? "complete" : limit.empty() ? "not complete" : "stopped: " + limit;
  return fmt::format("{} worlds, {} distinct states ({}), {} states/s, {} at most, ",
                     grouped(worlds), grouped(states), end, show_rate(states, search_seconds_),
                     show_bytes(peak));
}

// The last line of all.
std::string GateReport::summary_line(const Paint& paint) const {
  if (summary_.nothing_selected) return paint.doubtful("Nothing was selected.") + "\n";
  std::string out = exit_code() != 0 ? paint.bad("FAILED") : paint.good("passed");
  if (!has_failed() && is_incomplete()) out = paint.doubtful("INCOMPLETE");
  if (is_lost()) out = paint.bad("FAILED") + ", since the results cannot be written";
  if (caught_signal() != 0) out = paint.doubtful("INTERRUPTED");
  out += ": ";
  if (shard_.count > 1) out += fmt::format("shard {}, ", show(shard_));
  if (summary_.partial)
    out += fmt::format("{} of {} units: ", grouped(summary_.units_done), grouped(summary_.units));
  if (summary_.rows + summary_.profiles > 0)
    out += fmt::format("{} of {} rows", summary_.rows_exhausted, summary_.rows);
  if (summary_.profiles > 0)
    out += fmt::format(" and {} of {} profiles", summary_.profiles_exhausted, summary_.profiles);
  if (summary_.rows + summary_.profiles > 0)
    out += fmt::format(" exhausted within the {} bounds: ", word(options_.budget));
  out += searches_text();
  std::uint64_t runs = 0;
  for (const auto& row : rows_) runs += row.runs;
  if (runs > 0) out += counted(runs, "random run") + fmt::format(" (seed {}), ", options_.seed);
  out += counts_text() + "; " + proofs_text(summary_.proofs);
  double collision = 0;
  for (const auto& totals : searches_) collision += totals.collision_probability;
  if (!searches_.empty() && !summary_.partial)
    out += fmt::format(". Fingerprint {}; probability that two states shared a digest: {:.1e}",
                       show_digest(summary_.fingerprint), collision);
  return out + ".\n";
}

std::string GateReport::text(const Paint& paint) const {
  std::string out = table(paint) + matrices(paint);
  for (const auto& result : results_) {
    const bool error = result.outcome == Outcome::Error;
    if (result.outcome != Outcome::Fail && !error) continue;
    const std::string_view message = result.message;
    const auto first = message.substr(0, message.find('\n'));
    if (message.empty() || !message.starts_with("FAIL"))
      out += paint.bad(error ? "ERROR" : "FAIL") + " " + result.rule +
             (result.rule.empty() ? "" : ": ") + result.check + "\n";
    if (message.starts_with("FAIL")) {
      out += paint.bad(first) + std::string(message.substr(first.size()));
      out += fmt::format("{}  check     {}\n", message.ends_with('\n') ? "" : "\n", result.check);
    } else if (!message.empty()) {
      out += conformance::print_field("because", message);
    }
    if (!result.replay.empty() && message.find(result.replay) == std::string_view::npos)
      out += "  replay    " + result.replay + "\n";
    out += "\n";
  }
  return out + not_exercised(results_) + not_met(unmet_) + not_sampled(rows_) + summary_line(paint);
}

}  // namespace tools
