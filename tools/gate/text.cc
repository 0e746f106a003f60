// What GateReport says to a person: first the verdict, then what fits one screen, or all of it.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/signals.h"
#include "command/terminal.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/worlds.h"
#include "conformance/story/print.h"
#include "gate/area_lines.h"
#include "gate/report.h"
#include "report/rows.h"
#include "results/formats.h"
#include "results/words.h"
#include "world/identity.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;
using conformance::RowResult;

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
    case Outcome::Remark: return paint.remark(text);
    case Outcome::NotExercised:
    case Outcome::Incomplete:
    case Outcome::NotApplicable:
    case Outcome::Known:
    case Outcome::Through: break;
  }
  return paint.doubtful(text);
}

// Separated by commas, no line longer than a screen is wide.
std::string in_lines(const std::vector<std::string>& parts) {
  std::string out;
  std::size_t column = 0;
  for (const auto& part : parts) {
    if (column > 0 && column + 2 + part.size() >= screen_columns) {
      out += ",\n";
      column = 0;
    } else if (column > 0) {
      out += ", ";
      column += 2;
    }
    out += part;
    column += part.size();
  }
  return out;
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

std::string not_met(const std::vector<conformance::UnmetClause>& clauses, bool details) {
  if (clauses.empty()) return {};
  const auto count = counted(clauses.size(), "clause");
  if (!details) return fmt::format("Not exercised: {}.\n", count);
  auto out = fmt::format("Not exercised, {}:\n", count);
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

// Rows of one area; the column of keys only if it has some, and those of amounts with details.
std::string table_of(std::span<const RowResult> rows, const std::string& title,
                     std::string_view key, bool details, const Paint& paint) {
  Columns table;
  table.add(title, Columns::Left);
  if (!key.empty()) table.add(key, Columns::Left);
  if (details) table.add("worlds");
  table.add("states");
  if (details) table.add("runs");
  table.add("exercised");
  table.add("exhausted", Columns::Left);
  for (const auto& row : rows) {
    std::vector<std::string> line{shown(row.name)};
    if (!key.empty()) line.push_back(letters(row.key));
    if (details) line.push_back(grouped(row.worlds));
    line.push_back(row.states == 0 ? "-" : grouped(row.states));
    if (details) line.push_back(grouped(row.runs));
    line.push_back(rules_met(row));
    line.emplace_back(row.exhausted ? "yes" : "no");
    auto result = std::string(word(row.outcome));
    if (!row.through.empty() && row.outcome == Outcome::Through) result += " " + shown(row.through);
    table.line(std::move(line), painted(paint, row.outcome, result));
  }
  return table.text("result", paint);
}

// The rows that a person looks for: those with a key, and any that did not pass.
std::string key_rows(const std::vector<RowResult>& rows, const Paint& paint) {
  std::string out;
  for (const auto* area : conformance::areas()) {
    std::vector<RowResult> shown;
    for (const auto& row : rows)
      if (row.area == area->name() && (!row.key.empty() || row.outcome != Outcome::Pass))
        shown.push_back(row);
    out += table_of(shown, fmt::format("{}, by row", area->name()), area->worlds().facts().row_key,
                    false, paint);
  }
  return out;
}

bool is_red(const CheckResult& result) {
  return result.outcome == Outcome::Fail || result.outcome == Outcome::Error;
}

// What calls may say that is not so, in one line for each area that counts it.
std::string lies(const std::vector<conformance::SoundnessMatrix>& matrices) {
  std::string out;
  for (const auto& matrix : matrices) {
    const auto classes =
        std::ranges::count_if(matrix.total.classes, [](std::uint64_t count) { return count != 0; });
    out += fmt::format("{}: calls may lie in {} that their signals allow, {} outside them.\n",
                       matrix.area, counted(static_cast<std::uint64_t>(classes), "way"),
                       counted(matrix.total.false_ok + matrix.total.false_timeout, "lie"));
    out += changes_text(matrix);
  }
  return out;
}

// A failure, as its print or by what is known of it; a remark is headed as one.
std::string told(const CheckResult& result, const Paint& paint) {
  std::string out;
  const bool error = result.outcome == Outcome::Error;
  const std::string_view message = result.message;
  const auto first = message.substr(0, message.find('\n'));
  if (result.outcome == Outcome::Remark && message.starts_with("FAIL"))
    return paint.remark(fmt::format("REMARK{}", first.substr(4))) +
           std::string(message.substr(first.size())) +
           fmt::format("{}  check     {}\n\n", message.ends_with('\n') ? "" : "\n", result.check);
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
  return out + "\n";
}

// A run before a directed check, since it shows both sides; then the shorter story.
bool better(const CheckResult& a, const CheckResult& b) {
  const auto rank = [](const CheckResult& it) {
    return std::pair(!it.failure.has_value(), std::ranges::count(it.message, '\n'));
  };
  return rank(a) < rank(b);
}

// By rule, first what is nearest to what is wrong.
using RedChecks = std::vector<std::pair<std::string, std::vector<const CheckResult*>>>;

// Rows are searched whole, and each blames by its shortest run; other runs go on to what follows.
// So the rule that most rows blame leads; of as many, that of the shortest run, or of most checks.
std::tuple<std::size_t, std::int64_t, std::size_t> nearness(const RedChecks::value_type& each) {
  std::size_t rows = 0;
  std::int64_t shortest = INT64_MAX;
  for (const auto* check : each.second)
    if (check->check.starts_with("table/")) {
      ++rows;
      if (check->failure) shortest = std::min(shortest, std::ssize(check->failure->path));
    }
  return {rows, -shortest, each.second.size()};
}

template <class Wanted>
RedChecks checks_by_rule(const std::vector<CheckResult>& results, Wanted wanted) {
  std::map<std::string, std::vector<const CheckResult*>> by_rule;
  for (const auto& result : results)
    if (wanted(result)) by_rule[result.rule].push_back(&result);
  RedChecks out(by_rule.begin(), by_rule.end());
  std::ranges::stable_sort(out, std::greater(), nearness);
  return out;
}

// A subject that is not the same twice is a cause of its own.
RedChecks red_checks(const std::vector<CheckResult>& results, bool unsteady) {
  return checks_by_rule(results, [=](const CheckResult& result) {
    return is_red(result) && result.unsteady == unsteady;
  });
}
RedChecks remarked_checks(const std::vector<CheckResult>& results) {
  return checks_by_rule(
      results, [](const CheckResult& result) { return result.outcome == Outcome::Remark; });
}

// "MOD-13    9 checks: 1 directed, 2 scenario, 6 sampled"
std::string red_counts(const RedChecks& checks) {
  std::string out;
  for (const auto& [rule, its] : checks) {
    std::map<std::string_view, std::uint64_t> kinds;
    for (const auto* check : its)
      ++kinds[std::string_view(check->check).substr(0, check->check.find('/'))];
    std::vector<std::string> parts;
    for (const auto& [kind, count] : kinds) parts.push_back(fmt::format("{} {}", count, kind));
    out += fmt::format("  {:<8}  {}: {}\n", rule.empty() ? "-" : rule, counted(its.size(), "check"),
                       fmt::join(parts, ", "));
  }
  return out;
}

// One story for each rule, and how many more there are. What follows from a subject that is not the
// same twice stands behind that.
std::string stories(const RedChecks& checks, const Paint& paint) {
  std::string out;
  for (const auto& [rule, its] : checks)
    out += told(**std::ranges::min_element(
                    its, [](const auto* a, const auto* b) { return better(*a, *b); }),
                paint);
  return out.empty() ? out : out + red_counts(checks) + "\n";
}

// The cause before what may follow from it.
std::string all_stories(const std::vector<CheckResult>& results, const Paint& paint) {
  const auto cause = red_checks(results, true), others = red_checks(results, false);
  auto out = stories(cause, paint);
  if (!cause.empty() && !others.empty())
    out += paint.doubtful(
               "The subject is not the same twice, as told above. What follows is perhaps "
               "its consequence:") +
           "\n\n";
  return out + stories(others, paint);
}

}  // namespace

// Which rules that do not decide are not kept, and how that is seen.
std::string GateReport::remarks(const Paint& paint) const {
  const auto checks = remarked_checks(results_);
  if (checks.empty()) return {};
  auto out =
      paint.remark("Remarks") + ", by rules that do not decide (--level shows them as failures):\n";
  for (const auto& [rule, its] : checks) {
    const auto* known = conformance::find_rule(rule);
    const auto level =
        known == nullptr ? "" : fmt::format(" ({})", conformance::show(known->level));
    for (const auto* check : its)
      out += fmt::format("  {}{}: {}\n", rule.empty() ? "-" : rule, level, check->check);
    const auto& best = **std::ranges::min_element(
        its, [](const auto* a, const auto* b) { return better(*a, *b); });
    if (!best.replay.empty()) out += fmt::format("    replay  {}\n", best.replay);
  }
  return out;
}

std::string GateReport::matrices(const Paint& paint) const {
  std::string out;
  for (const auto& matrix : matrices_)
    out += matrix_text(matrix, rows_, options_.candidate(), paint);
  return out;
}

std::string GateReport::table(const Paint& paint) const {
  std::string out;
  for (const auto& [area, rows] : rows_by_area(rows_, matrices_))
    out += table_of(rows, "row", area->worlds().facts().row_key, true, paint);
  return out;
}

std::vector<std::string> GateReport::searches() const {
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
  return {grouped(worlds) + " worlds", fmt::format("{} distinct states ({})", grouped(states), end),
          show_bytes(peak) + " at most"};
}

// What was judged, and how far.
std::string GateReport::headline() const {
  if (summary_.nothing_selected && shard_.count > 1)
    return fmt::format("shard {} has no unit, since the gate has {}", show(shard_),
                       grouped(summary_.units));
  if (summary_.nothing_selected) return "no check is of what was selected";
  std::string out;
  if (is_lost()) out = "the results cannot be written, ";
  if (shard_.count > 1) out += fmt::format("shard {}, ", show(shard_));
  if (summary_.partial)
    out += fmt::format("{} of {} units, ", grouped(summary_.units_done), grouped(summary_.units));
  if (summary_.rows + summary_.profiles > 0)
    out += fmt::format("{} of {} rows", summary_.rows_exhausted, summary_.rows);
  if (summary_.profiles > 0)
    out += fmt::format(" and {} of {} profiles", summary_.profiles_exhausted, summary_.profiles);
  return out + fmt::format("{} the {} bounds",
                           summary_.rows + summary_.profiles > 0 ? " exhausted within" : "within",
                           word(options_.budget));
}

std::string GateReport::verdict(const Paint& paint) const {
  const auto ended = end();
  auto out = (ended.is_good()  ? paint.good(ended.name())
              : ended.is_bad() ? paint.bad(ended.name())
                               : paint.doubtful(ended.name())) +
             ": " + ended.says + "\n";
  if (summary_.nothing_selected) return out;
  auto parts = searches();
  std::uint64_t runs = 0;
  for (const auto& row : rows_) runs += row.runs;
  if (runs > 0)
    parts.push_back(counted(runs, "random run") + fmt::format(" (seed {})", options_.seed));
  const auto checks = counts();
  parts.insert(parts.end(), checks.begin(), checks.end());
  if (!searches_.empty() && !summary_.partial)
    parts.push_back("fingerprint " + show_digest(summary_.fingerprint));
  return out + in_lines(parts) + "\n";
}

std::string GateReport::proofs() const {
  const auto& proofs = summary_.proofs;
  auto out = fmt::format("determinism: {} and {} proved, {}.\n", counted(proofs.runs, "run"),
                         counted(proofs.transitions, "transition"),
                         counted(proofs.differences, "difference"));
  if (searches_.empty()) return out;
  double collision = 0;
  std::uint64_t states = 0;
  for (const auto& totals : searches_) {
    collision += totals.collision_probability;
    states += totals.states;
  }
  return out + fmt::format("{} states/s; probability that two shared a digest: {:.1e}.\n",
                           show_rate(states, search_seconds_), collision);
}

std::string GateReport::text(const Paint& paint, bool details) const {
  auto out = verdict(paint);
  if (summary_.nothing_selected) return out;
  const bool red = std::ranges::any_of(results_, is_red);
  if (red || details) out += "\n";  // What is green fits one screen.
  if (details) {
    out += table(paint) + matrices(paint);
    for (const auto& result : results_)
      if (is_red(result) || result.outcome == Outcome::Remark) out += told(result, paint);
    for (const auto& result : results_)
      if (result.outcome == Outcome::NotApplicable || result.outcome == Outcome::Through)
        out += fmt::format("  {}: {}\n", result.check, said_of(result));
    out += not_exercised(results_) + not_met(unmet_, true) + not_sampled(rows_) + proofs();
  } else {
    out += area_columns(rows_, results_, worlds_, paint).text("result", paint) +
           key_rows(rows_, paint) + all_stories(results_, paint) + remarks(paint) + left_out();
    out += not_exercised(results_) + not_met(unmet_, false) + not_sampled(rows_) + lies(matrices_);
    out += !red ? "--details shows all rows; --report DIR makes pages of it.\n"
                : "--details shows all failures; --report DIR makes pages of them.\n";
  }
  // Whoever scrolls is at the end of it.
  return red ? out + how_to_name_revisions() + verdict(paint) : out;
}

}  // namespace tools
