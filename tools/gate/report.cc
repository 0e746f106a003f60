#include "gate/report.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/signals.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/worlds.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "conformance/story/print.h"
#include "gate/results_reader.h"

namespace tools {

using nlohmann::ordered_json;

namespace {
constexpr std::string_view random_phase = "random ";

std::size_t chains_of(const conformance::Campaign& campaign) {
  std::set<std::pair<std::string_view, std::string_view>> chains;
  for (const auto& unit : campaign.units())
    if (!unit.chain.empty()) chains.emplace(unit.area, unit.chain);
  return chains.size();
}
// Of a subject that is not the same twice nobody knows whether a run is taken again as it was.
void mark_as_consequence(conformance::CheckResult& result) {
  result.perhaps_follows = true;
  constexpr std::string_view sure = "\n  replay    ", unsure = "\n  perhaps   ";
  if (const auto at = result.message.find(sure); at != result.message.npos)
    result.message.replace(at, sure.size(), unsure);
  result.replay.clear();
}

}  // namespace

GateReport::GateReport(std::unique_ptr<Journal> journal, const conformance::Campaign& campaign,
                       std::optional<std::chrono::milliseconds> time)
    : journal_(std::move(journal)), time_(time), lines_(chains_of(campaign)) {}

void GateReport::unit_begins(const conformance::Unit&) {
  unit_began_ = line_.elapsed().count();
  has_run_ = true;
}

void GateReport::unit_told(const conformance::Unit& unit, conformance::UnitResult& result) {
  if (unit_began_) result.seconds = line_.elapsed().count() - *unit_began_;
  unit_began_.reset();
  if (!result.searches.empty()) search_seconds_ += result.seconds;
  if (journal_) journal_->add(unit, result);
}

void GateReport::decided(const conformance::CheckResult& result) { results_.push_back(result); }

void GateReport::concluded(const conformance::CheckResult& result) {
  results_.push_back(result);
  concluded_.push_back(result);
}

void GateReport::row(const conformance::RowResult& row) { rows_.push_back(row); }

void GateReport::soundness(const conformance::SoundnessMatrix& matrix) {
  matrices_.push_back(matrix);
}

void GateReport::clause_not_met(const conformance::UnmetClause& clause) {
  unmet_.push_back(clause);
}

void GateReport::searched(std::string_view area, const conformance::SearchTotals& totals) {
  searches_.push_back(totals);
  worlds_[std::string(area)] += totals.worlds;
  // One that was told to stop is not counted, but how fast it went is worth a look.
  if (unit_began_) search_seconds_ += line_.elapsed().count() - *unit_began_;
}

void GateReport::progress(const conformance::Progress& progress) {
  if (phase_ != progress.phase) {
    phase_ = progress.phase;
    phase_began_ = line_.elapsed().count();
    line_.set_slow_because(progress.slow_because);
    if (phase_.starts_with(random_phase)) ++lines_begun_;
  }
  if (!line_.due()) return;
  std::string text = progress.phase;
  if (progress.states > 0) {
    text += fmt::format(": {}, level {}, {} to go, {}/s", counted(progress.states, "state"),
                        progress.level, grouped(progress.frontier),
                        show_rate(progress.states, line_.elapsed().count() - phase_began_));
  } else {
    text += fmt::format(": {}", counted(progress.done, "run"));
    if (progress.total > 0 && !time_) text += fmt::format(" of {}", grouped(progress.total));
  }
  line_.show(text);
}

bool GateReport::keep_going() {
  if (time_ && lines_begun_ == 0 && line_.elapsed() >= *time_) time_is_up_ = true;
  return caught_signal() == 0 && !time_is_up_ && !is_lost();
}

bool GateReport::more_runs() {
  if (!time_ || lines_begun_ == 0) return true;
  // Each line takes an equal share of what was left when it began.
  const auto lines = static_cast<double>(lines_ - lines_begun_ + 1);
  const auto left = std::chrono::duration<double>(*time_).count() - phase_began_;
  return line_.elapsed().count() < phase_began_ + left / lines;
}

void GateReport::finish(const conformance::GateSummary& summary,
                        const conformance::GateOptions& options, const conformance::Shard& shard) {
  line_.clear();
  summary_ = summary;
  options_ = options;
  shard_ = shard;
  // Random runs that end with their time are no harm; a search is.
  if (time_is_up_ && caught_signal() == 0) {
    summary_.interrupted = false;
    summary_.incomplete = true;
  }
  // A gate of fewer units than shards. What is merged of such shards alone is incomplete.
  if (shard_.count > 1 && summary_.units_done == 0 && !summary_.interrupted)
    summary_.nothing_selected = true;
  // The results file has what came of each check, whatever is known of it.
  known_.apply(results_, summary_);
  for (auto& row : rows_) {
    const auto has = [&](conformance::Outcome outcome) {
      return std::ranges::any_of(results_, [&](const conformance::CheckResult& result) {
        return result.area == row.area && row_of(result) == row.name && result.outcome == outcome;
      });
    };
    using conformance::Outcome;
    if (has(Outcome::Known) && !has(Outcome::Fail)) row.outcome = Outcome::Known;
  }
  results_ = in_order();
  for (auto& result : results_)
    if (fails_gate(result) && !result.unsteady && results_.front().unsteady)
      mark_as_consequence(result);
  for (auto& result : results_)
    if (const auto rows = fails_gate(result) ? rows_through(result, results_) : std::string();
        !rows.empty())
      result.message += conformance::print_field("also in", rows);
  if (!journal_) return;
  for (const auto& result : concluded_) journal_->add(result);
  for (const auto& matrix : matrices_) journal_->add(matrix, options_.candidate());
  for (const auto& clause : unmet_) journal_->add(clause);
  journal_->finish(summary_fields());
}

bool GateReport::is_lost() const { return journal_ && journal_->failed(); }

bool GateReport::has_failed() const { return std::ranges::any_of(results_, fails_gate); }

// Units that belong to other shards are not missing from one; from a whole they are.
bool GateReport::is_incomplete() const {
  return summary_.incomplete || (summary_.partial && shard_.count == 1);
}

int GateReport::exit_code() const {
  if (caught_signal() != 0) return exit_code::interrupted + caught_signal();
  if (summary_.errors > 0 || is_lost()) return exit_code::harness;
  if (has_failed()) return exit_code::failed;
  if (summary_.nothing_selected) return exit_code::nothing_selected;
  const bool counts = options_.exhausts || summary_.partial;
  if (summary_.judged_nothing) return exit_code::nothing_selected;
  return is_incomplete() && counts ? exit_code::incomplete : exit_code::passed;
}

GateEnd GateReport::end() const {
  GateEnd out{.verdict = Verdict::Passed,
              .exit = exit_code(),
              .says = headline(),
              .counts = fmt::format("{}", fmt::join(counts(), ", "))};
  if (caught_signal() != 0)
    out.verdict = Verdict::Interrupted;
  else if (summary_.errors > 0 || is_lost())
    out.verdict = Verdict::Broken;
  else if (summary_.interrupted)
    out.verdict = Verdict::Interrupted;
  else if (has_failed())
    out.verdict = Verdict::Failed;
  else if (summary_.nothing_selected)
    out.verdict = Verdict::NothingSelected;
  else if (summary_.judged_nothing)
    out.verdict = Verdict::JudgedNothing;
  else if (is_incomplete())
    out.verdict = Verdict::Incomplete;
  return out;
}

std::vector<std::string> GateReport::counts() const {
  std::vector<std::string> out{counted(summary_.passed, "check") + " passed"};
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) out.push_back(fmt::format("{} {}", grouped(count), what));
  };
  add(summary_.failed, "failed");
  const auto must = static_cast<std::uint64_t>(
      std::ranges::count_if(results_, [](const conformance::CheckResult& result) {
        return result.outcome == conformance::Outcome::NotExercised && fails_gate(result);
      }));
  add(must, "of a MUST not exercised");
  add(summary_.not_exercised - must, "not exercised");
  add(summary_.errors, summary_.errors == 1 ? "error" : "errors");
  add(summary_.unfinished, "incomplete");
  add(summary_.not_applicable, "not applicable");
  add(summary_.known, "known to fail");
  add(summary_.remarks, summary_.remarks == 1 ? "remark" : "remarks");
  add(summary_.through, "red only through another");
  return out;
}

// What says nothing of the subject, and what that says of itself.
std::string GateReport::left_out() const {
  const auto worlds = summary_.worlds_left_out;
  if (summary_.not_applicable == 0 && worlds == 0) return {};
  const auto program = conformance::program_of(options_.subject);
  const auto says = program == nullptr ? std::string() : program->leaves_out();
  return fmt::format("Not applicable: {}{}{}{}.\n", counted(summary_.not_applicable, "check"),
                     worlds == 0 ? "" : " and " + counted(worlds, "world"),
                     says.empty() ? "" : "; the subject ", says);
}

// Naming a table mends no subject that is not the same twice, or that dies whatever
// it is told.
std::map<std::string, std::vector<std::string>> GateReport::revisions_assumed() const {
  std::map<std::string, std::vector<std::string>> out;
  const auto program = conformance::program_of(options_.subject);
  if (program == nullptr || !options_.revision.empty()) return out;
  for (const auto* area : conformance::areas()) {
    const auto& worlds = area->worlds();
    auto all = worlds.revisions();
    const auto names = [&](const std::string& each) {
      return std::ranges::count(program->revisions(), each) > 0;
    };
    const bool passes = std::ranges::any_of(results_, [&](const auto& each) {
      return each.area == area->name() && each.outcome == conformance::Outcome::Pass;
    });
    const auto is_of_table = [&](const conformance::CheckResult& each) {
      return each.area == area->name() && each.outcome == conformance::Outcome::Fail &&
             !each.unsteady && (passes || each.rule != conformance::fault_rule);
    };
    if (all.size() < 2 || std::ranges::any_of(all, names) ||
        std::ranges::none_of(results_, is_of_table))
      continue;
    std::erase_if(all, [&](const std::string& each) { return !worlds.is_usual(each); });
    out.emplace(area->name(), std::move(all));
  }
  return out;
}

std::string GateReport::how_to_name_revisions() const {
  std::string out;
  for (const auto& [area, held_to] : revisions_assumed()) {
    const auto all = conformance::area_named(area)->worlds().revisions();
    out += fmt::format(
        "The greeting names no \"revisions\" of {} ({}): the program was held to {}.\n"
        "Name in it those that the program works by, or judge it by one with --revision.\n",
        area, fmt::join(all, ", "),
        held_to == all ? "all of them" : fmt::format("{}", fmt::join(held_to, ", ")));
  }
  return out;
}

// What is not the same twice comes first. Of failures, in the places that they have, those come
// first whose rule most of them blame.
std::vector<conformance::CheckResult> GateReport::in_order() const {
  using conformance::CheckResult;
  auto out = results_;
  std::stable_partition(out.begin(), out.end(),
                        [](const CheckResult& each) { return each.unsteady; });
  std::map<std::string, std::size_t> blamed;
  std::vector<CheckResult> failed;
  const auto is_blame = [](const CheckResult& each) {
    return each.outcome == conformance::Outcome::Fail && !each.unsteady;
  };
  std::ranges::copy_if(out, std::back_inserter(failed), is_blame);
  for (const auto& each : failed) ++blamed[each.rule];
  std::ranges::stable_sort(failed, std::greater{},
                           [&](const CheckResult& each) { return blamed[each.rule]; });
  auto next = failed.begin();
  for (auto& each : out)
    if (is_blame(each)) each = std::move(*next++);
  return out;
}

SummaryLine GateReport::summary_fields() const {
  SummaryLine out{.version = ORRERY_VERSION,
                  .subject = options_.subject,
                  .revision = shown_revision(options_),
                  .seed = options_.seed,
                  .counts = summary_,
                  .shard = shard_,
                  .exit = exit_code(),
                  .verdict = end().verdict,
                  .searches = searches_};
  out.counts.incomplete = is_incomplete();
  out.counts.interrupted = summary_.interrupted || caught_signal() != 0;
  return out;
}

ReportData GateReport::data() const {
  return {.results = results_,
          .rows = rows_,
          .matrices = matrices_,
          .searches = searches_,
          .summary = summary_,
          .options = options_,
          .end = end(),
          .seconds = has_run_ ? line_.elapsed().count() : 0};
}

std::string GateReport::json() const {
  ordered_json out{{"rows", ordered_json::array()}, {"checks", ordered_json::array()}};
  for (const auto& row : rows_) out["rows"].push_back(to_json(row));
  for (const auto& result : results_) out["checks"].push_back(to_json(result));
  for (const auto& matrix : matrices_)
    for (auto& line : lines_of(matrix, options_.candidate())) {
      const auto kind = line.begin();
      out[kind.key()].push_back(kind.value());
    }
  if (!unmet_.empty()) out["clauses"] = ordered_json::array();
  for (const auto& clause : unmet_) out["clauses"].push_back(to_json(clause));
  if (auto assumed = revisions_assumed(); !assumed.empty())
    out["revisions_assumed"] = std::move(assumed);
  out["date"] = date_;
  out["judged"] = judged_;
  out["summary"] = document_of(summary_format, summary_fields());
  out["seconds"] = line_.elapsed().count();
  out["search_seconds"] = search_seconds_;
  return dump(out, 2) + "\n";
}

}  // namespace tools
