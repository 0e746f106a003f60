#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "conformance/gate/suite.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/modality/area.h"
#include "conformance/modality/gate.h"
#include "conformance/modality/plans.h"
#include "conformance/run/proof.h"
#include "sim/modality/setup.h"

namespace conformance::modality {
namespace {

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t quick_table_cost = 2'000'000;
constexpr std::uint64_t full_table_cost = 300'000'000;
constexpr std::uint64_t row_alone_cost = 10'000;

std::vector<RowName> row_names() {
  std::vector<RowName> out;
  for (std::size_t cell = 0; cell < table_cells; ++cell) {
    auto names = cell_name(cell);
    const auto kind = cell < table_rows      ? RowName::Kind::Row
                      : cell == surface_cell ? RowName::Kind::Other
                                             : RowName::Kind::Profile;
    out.push_back({std::move(names.name), std::move(names.key), kind});
  }
  return out;
}

// The table is searched exhaustively with the short constants and sampled with the real ones.
class ModalityGate final : public UnitGate {
 public:
  explicit ModalityGate(const GateOptions& options) : UnitGate(area(), options, row_names()) {
    add_directed_checks();
    add_scenarios();
    add_table();
    add_random_runs({.quick = 1'000, .full = 20'000, .nightly = 1'000'000, .cost = 8});
  }

  std::uint64_t behaviour() const override { return behaviour_of(16); }

 private:
  void add_table();
  void search_table(const TablePart& part, Work& work) const;
  void meet_alone(std::size_t cell, Work& work) const;
};

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
  auto search = search_options("table:" + part.name, work.listener);
  search.edges = part.budget != Budget::Full;
  const auto found = explore_plan(plan, options_.subject, nullptr, search, work.parallel);
  auto& out = work.scribe.result;
  out.finished = found.end != sim::SearchEnd::ToldToStop;
  out.proofs = proofs_of(found);
  out.incomplete = !found.complete();
  out.exercised = found.exercised_in(area_);
  out.fingerprint = found.fingerprint;
  out.searches.push_back(totals_of(sim::modality::worlds_covered(plan), found));
  std::array<std::size_t, table_cells> place{};
  for (std::size_t cell = 0; cell < table_cells; ++cell) {
    if (!part.cells.test(cell)) continue;
    place[cell] = out.rows.size();
    out.rows.push_back(
        {.row = static_cast<std::uint32_t>(cell),
         .worlds = sim::modality::worlds_covered(table_plan(part.budget, one_cell(cell))),
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
  auto search = search_options("rows", work.listener);
  search.edges = false;
  search.prove_every = 0;  // The table proves them.
  const auto found = explore_plan(plan, options_.subject, nullptr, search, work.parallel);
  work.scribe.result.finished = found.end != sim::SearchEnd::ToldToStop;
  work.scribe.result.rows.push_back(
      {.row = static_cast<std::uint32_t>(cell), .met = found.exercised_in(area_)});
}

}  // namespace

std::unique_ptr<AreaGate> gate(const GateOptions& options) {
  return std::make_unique<ModalityGate>(options);
}

}  // namespace conformance::modality
