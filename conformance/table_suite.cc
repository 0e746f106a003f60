// The table: searched exhaustively with the short constants, sampled with the real ones.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "conformance/sample.h"
#include "gate.h"
#include "sim/setup.h"
#include "spec/policy_judge.h"

namespace conformance {
namespace {

constexpr std::uint64_t quick_samples = 1'000;  // Per line of the table.
constexpr std::uint64_t full_samples = 20'000;
constexpr std::uint64_t nightly_samples = 1'000'000;

std::uint64_t samples_of(const GateOptions& options) {
  if (options.random_runs != 0) return options.random_runs;
  switch (options.budget) {
    case Budget::Quick: return quick_samples;
    case Budget::Full: return full_samples;
    case Budget::Nightly: return nightly_samples;
  }
  return quick_samples;
}

std::string limit_text(sim::SearchEnd end) {
  switch (end) {
    case sim::SearchEnd::Complete:
    case sim::SearchEnd::FoundFirst: return "";
    case sim::SearchEnd::StatesLimit: return "the limit of states was reached";
    case sim::SearchEnd::MemoryLimit: return "the memory limit was reached";
    case sim::SearchEnd::ToldToStop: return "interrupted";
  }
  return "";
}

}  // namespace

void ModalityGate::table() {
  // Nightly searches what quick does, and samples beyond. Full searches both: the edges of
  // the larger table do not fit into memory, and they tell endless runs and states per row.
  for (const auto& part : table_parts(Budget::Quick)) search_table(part);
  if (options_.budget != Budget::Full) return;
  for (const auto& part : table_parts(Budget::Full))
    if (go_on()) search_table(part);
}

void ModalityGate::search_table(const TablePart& part) {
  const auto plan = table_plan(part.budget, part.cells);
  auto search = search_options("table:" + part.name);
  search.edges = part.budget != Budget::Full;
  const auto found = explore_plan(plan, options_.subject, nullptr, search, parallel_);
  met(found.tally.exercised);
  note_proofs({.transitions = found.proved}, found.failures);
  summary_.fingerprint += found.fingerprint;
  listener_.searched({.worlds = sim::worlds_covered(plan),
                      .states = found.states,
                      .transitions = found.transitions,
                      .finals = found.finals,
                      .levels = found.levels,
                      .peak_bytes = found.bytes_peak,
                      .fingerprint = found.fingerprint,
                      .collision_probability = found.collision_probability,
                      .complete = found.complete(),
                      .limit = limit_text(found.end)});
  if (found.end == sim::SearchEnd::ToldToStop) summary_.interrupted = true;
  if (!found.complete() && !summary_.interrupted) summary_.incomplete = true;
  for (std::size_t cell = 0; cell < table_cells; ++cell) {
    if (!part.cells.test(cell)) continue;
    auto& row = rows_[cell];
    row.name = cell_name(cell).name;
    row.key = cell_name(cell).key;
    row.worlds = sim::worlds_covered(table_plan(part.budget, one_cell(cell)));
    row.states = std::max(row.states, found.reachable_per_cell[cell]);
    row.exhausted = found.complete();
    if (!row.exhausted && row.outcome == Outcome::Pass) row.outcome = Outcome::Skipped;
    if (row.exhausted && search.edges) meet_alone(cell);
  }
  for (const auto& failure : found.failures) {
    // The first choice of a table is the call, which knows its line.
    const auto cell = plan.calls[failure.path.front()].cell;
    decide_row(cell,
               failed(plan, nullptr, failure, "table/" + rows_[cell].name, "table:" + part.name));
  }
}

// A row whose search or runs ended at a failure that the options leave out was not judged to
// its end: it is skipped, not passed.
void ModalityGate::decide_row(std::size_t cell, CheckResult failure) {
  auto& row = rows_[cell];
  const bool counts = wanted(failure.rule) && level_of(failure.rule) <= options_.level;
  if (counts) {
    row.outcome = Outcome::Fail;
  } else if (row.outcome == Outcome::Pass) {
    row.outcome = Outcome::Skipped;
    row.exhausted = false;
    summary_.incomplete = true;
  }
  decide(std::move(failure));
}

// The states of one search belong to several rows, so what a row meets is told by a small
// search of its own, without background events, and by its random runs.
void ModalityGate::meet_alone(std::size_t cell) {
  auto plan = table_plan(Budget::Quick, one_cell(cell));
  plan.bounds.background = 0;
  auto search = search_options("rows");
  search.edges = false;
  search.prove_every = 0;  // The table proves them.
  met_in_row_[cell] |=
      explore_plan(plan, options_.subject, nullptr, search, parallel_).tally.exercised;
}

void ModalityGate::samples() {
  const auto runs = samples_of(options_);
  for (std::size_t cell = 0; cell < table_cells; ++cell) {
    auto& row = rows_[cell];
    const auto sampled = sample_line(
        {.cell = cell,
         .subject = options_.subject,
         .seed = options_.seed,
         .runs = runs,
         .prove_every = options_.prove_every},
        parallel_, [&](std::uint64_t done) {
          listener_.progress({.phase = "random " + row.name, .done = done, .total = runs});
          return listener_.keep_going() && listener_.more_runs();
        });
    row.runs = sampled.runs;
    met(sampled.exercised);
    std::vector<PlanFailure> failures;
    if (sampled.failure) failures.push_back(*sampled.failure);
    note_proofs({.runs = sampled.proved}, failures);
    summary_.fingerprint += sampled.fingerprint;
    met_in_row_[cell] |= sampled.exercised;
    if (sampled.failure) {
      const auto plan = sampled_plan(cell, options_.seed, sampled.failed_run);
      auto result = failed(plan, nullptr, *sampled.failure, "sampled/" + row.name,
                           fmt::format("sample:{}:{}:{}", cell, options_.seed, sampled.failed_run));
      result.runs = sampled.runs;
      decide_row(cell, std::move(result));
    }
    if (!go_on()) return;
  }
}

void ModalityGate::rows() {
  for (std::size_t cell = 0; cell < table_cells; ++cell) {
    auto& row = rows_[cell];
    row.exercised = static_cast<std::uint32_t>(std::popcount(met_in_row_[cell].low) +
                                               std::popcount(met_in_row_[cell].high));
    row.exercisable = static_cast<std::uint32_t>(spec::policy::policy_rules.size() -
                                                 spec::policy::rules_without_runs.size());
    const bool profile = cell >= table_rows && cell != surface_cell;
    if (cell != surface_cell) {
      ++(profile ? summary_.profiles : summary_.rows);
      if (row.exhausted && row.outcome == Outcome::Pass)
        ++(profile ? summary_.profiles_exhausted : summary_.rows_exhausted);
    }
    listener_.row(row);
    if (row.outcome == Outcome::Fail) continue;
    decide(
        {.check = "table/" + row.name,
         .outcome = row.outcome,
         .worlds = row.worlds,
         .states = row.states,
         .runs = row.runs,
         .message = row.exhausted ? "" : "a limit or another rule ended the search of this row"});
  }
}

}  // namespace conformance
