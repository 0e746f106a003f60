// The table: searched exhaustively with the short constants, sampled with the real ones.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "conformance/sample.h"
#include "gate.h"
#include "gate_parts.h"
#include "sim/setup.h"
#include "spec/policy_judge.h"

namespace conformance {
namespace {

constexpr std::uint64_t quick_samples = 1'000;  // Per line of the table.
constexpr std::uint64_t full_samples = 20'000;
constexpr std::uint64_t nightly_samples = 1'000'000;

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t quick_table_cost = 2'000'000;
constexpr std::uint64_t full_table_cost = 300'000'000;
constexpr std::uint64_t row_alone_cost = 10'000;
constexpr std::uint64_t run_cost = 8;

// A line with more runs than this many units has larger units.
constexpr std::uint64_t units_per_line_max = 1'000;

std::string limit_text(sim::SearchEnd end) {
  switch (end) {
    case sim::SearchEnd::Complete:
    case sim::SearchEnd::FoundFirst: return "";
    case sim::SearchEnd::StatesLimit: return "the limit of states was reached";
    case sim::SearchEnd::MemoryLimit: return "the memory limit was reached";
    case sim::SearchEnd::ToldToStop: return "interrupted";
    case sim::SearchEnd::DepthLimit: return "the bound on choices was reached";
  }
  return "";
}

}  // namespace

std::uint64_t ModalityGate::samples_per_line() const {
  if (options_.random_runs != 0) return options_.random_runs;
  switch (options_.budget) {
    case Budget::Quick: return quick_samples;
    case Budget::Full: return full_samples;
    case Budget::Nightly: return nightly_samples;
  }
  return quick_samples;
}

void ModalityGate::add_table() {
  const auto add_search = [this](const TablePart& part, std::uint64_t cost) {
    add({.name = "table/" + part.name, .cost = cost},
        [this, part](Work& work) { search_table(part, work); });
  };
  // Nightly searches what quick does, and samples beyond. Full searches both: the edges of
  // the larger table do not fit into memory, and they tell endless runs and states per row.
  for (const auto& part : table_parts(Budget::Quick)) add_search(part, quick_table_cost);
  if (options_.budget == Budget::Full)
    for (const auto& part : table_parts(Budget::Full)) add_search(part, full_table_cost);
  for (std::size_t cell = 0; cell < table_cells; ++cell)
    add({.name = "row/" + shape_.rows[cell].name, .cost = row_alone_cost},
        [this, cell](Work& work) { meet_alone(cell, work); });
}

void ModalityGate::search_table(const TablePart& part, Work& work) const {
  const auto plan = table_plan(part.budget, part.cells);
  auto search = gate_search(options_, "table:" + part.name, work.listener);
  search.edges = part.budget != Budget::Full;
  const auto found = explore_plan(plan, options_.subject, nullptr, search, work.parallel);
  auto& out = work.scribe.result;
  out.finished = found.end != sim::SearchEnd::ToldToStop;
  out.proofs = proofs_of(found);
  out.incomplete = !found.complete();
  out.exercised = found.exercised;
  out.fingerprint = found.fingerprint;
  out.searches.push_back({.worlds = sim::worlds_covered(plan),
                          .states = found.states,
                          .transitions = found.transitions,
                          .finals = found.finals,
                          .levels = found.levels,
                          .peak_bytes = found.bytes_peak,
                          .fingerprint = found.fingerprint,
                          .collision_probability = found.collision_probability,
                          .complete = found.complete(),
                          .limit = limit_text(found.end)});
  std::array<std::size_t, table_cells> place{};
  for (std::size_t cell = 0; cell < table_cells; ++cell) {
    if (!part.cells.test(cell)) continue;
    place[cell] = out.rows.size();
    out.rows.push_back({.row = static_cast<std::uint32_t>(cell),
                        .worlds = sim::worlds_covered(table_plan(part.budget, one_cell(cell))),
                        .states = found.reachable_per_cell[cell],
                        .searched = true,
                        .limited = !found.complete()});
  }
  for (const auto& failure : found.failures) {
    // The first choice of a table is the call, which knows its line. What happens before it
    // belongs to all lines: the first stands for them.
    const auto cell = plan.calls[failure.path.empty() ? 0 : failure.path.front()].cell;
    work.scribe.fail_row(out.rows[place[cell]],
                         failed_check({.plan = plan,
                                       .subject = options_.subject,
                                       .failure = failure,
                                       .check = "table/" + shape_.rows[cell].name,
                                       .world = "table:" + part.name}));
  }
}

// The states of one search belong to several rows, so what a row meets is told by a small
// search of its own, without background events, and by its random runs.
void ModalityGate::meet_alone(std::size_t cell, Work& work) const {
  auto plan = table_plan(Budget::Quick, one_cell(cell));
  plan.bounds.background = 0;
  auto search = gate_search(options_, "rows", work.listener);
  search.edges = false;
  search.prove_every = 0;  // The table proves them.
  const auto found = explore_plan(plan, options_.subject, nullptr, search, work.parallel);
  work.scribe.result.finished = found.end != sim::SearchEnd::ToldToStop;
  work.scribe.result.rows.push_back(
      {.row = static_cast<std::uint32_t>(cell), .met = found.exercised});
}

void ModalityGate::add_samples() {
  const auto runs = samples_per_line();
  const auto share = (runs + units_per_line_max - 1) / units_per_line_max;
  const auto step = options_.timed ? runs : std::max(options_.runs_per_unit, share);
  for (std::size_t cell = 0; cell < table_cells; ++cell) {
    const auto chain = "random/" + shape_.rows[cell].name;
    for (std::uint64_t first = 0; first < runs; first += step) {
      const auto end = std::min(runs, first + step);
      add({.name = fmt::format("{}/{}-{}", chain, first, end - 1),
           .cost = (end - first) * run_cost,
           .chain = chain},
          [this, cell, first, end](Work& work) { sample(cell, first, end, work); });
    }
  }
}

void ModalityGate::sample(std::size_t cell, std::uint64_t first, std::uint64_t end,
                          Work& work) const {
  const auto& name = shape_.rows[cell].name;
  bool told_to_stop = false;
  const auto sampled = sample_line(
      {.cell = cell,
       .subject = options_.subject,
       .seed = options_.seed,
       .runs = end - first,
       .first = first,
       .prove_every = options_.prove_every},
      work.parallel, [&](std::uint64_t done) {
        work.listener.progress(
            {.phase = "random " + name, .done = first + done, .total = samples_per_line()});
        told_to_stop = !work.listener.keep_going();
        return !told_to_stop && work.listener.more_runs();
      });
  auto& out = work.scribe.result;
  out.finished = !told_to_stop;
  out.exercised = sampled.exercised;
  out.fingerprint = sampled.fingerprint;
  out.proofs.runs = sampled.proved;
  if (sampled.failure) out.proofs.differences += differs(*sampled.failure);
  out.rows.push_back({.row = static_cast<std::uint32_t>(cell),
                      .runs = sampled.runs,
                      .met = sampled.exercised,
                      .not_sampled = sampled.runs == 0});
  if (!sampled.failure) return;
  out.ends_chain = true;
  const auto plan = sampled_plan(cell, options_.seed, sampled.failed_run);
  auto result = failed_check(
      {.plan = plan,
       .subject = options_.subject,
       .failure = *sampled.failure,
       .check = "sampled/" + name,
       .world = fmt::format("sample:{}:{}:{}", cell, options_.seed, sampled.failed_run)});
  result.runs = first + sampled.runs;
  work.scribe.fail_row(out.rows.back(), std::move(result));
}

}  // namespace conformance
