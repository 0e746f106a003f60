#include "modality/exhausted.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "conformance/modality/plans.h"
#include "sim/modality/setup.h"

namespace conformance::modality {
namespace {

using port::modality::Options;
using port::modality::ProgressAtGate;
using port::modality::Revision;

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t quick_table_cost = 2'000'000;
constexpr std::uint64_t small_table_cost = 200'000;
constexpr std::uint64_t full_table_cost = 30'000'000;
constexpr std::uint64_t row_alone_cost = 10'000;

RowName::Kind kind_of(std::size_t cell) {
  if (cell < table_rows) return RowName::Kind::Row;
  return cell == surface_cell ? RowName::Kind::Other : RowName::Kind::Profile;
}

// Without edges where they do not fit into memory.
TableUnit table_unit(const TablePart& part, Revision revision, std::uint64_t cost, bool edges) {
  auto plan = plan_of(part);
  plan.revision = revision;
  const auto worlds = sim::modality::worlds_covered(plan);
  TableUnit out{.name = "table/" + part.name,
                .cost = cost,
                .searches = {{.world = "table:" + revision_prefix(revision) + part.name,
                              .plan = std::move(plan),
                              .worlds = worlds,
                              .edges = edges}}};
  if (part.alphabet == TableAlphabet::Runs) {
    out.rows.push_back({runs_line, worlds});
    return out;
  }
  for (std::uint32_t cell = 0; cell < table_cells; ++cell)
    out.rows.push_back({cell, sim::modality::worlds_covered(plan_of(part, one_cell(cell)))});
  return out;
}

// The states of one search belong to several rows, so what a row meets is told by a small search
// of its own, without background events, and by its random runs.
TableUnit row_alone(std::uint32_t cell, Revision revision, const std::string& name) {
  auto plan = table_plan(Budget::Quick, one_cell(cell));
  plan.revision = revision;
  plan.bounds.background = 0;
  return {.name = "row/" + name,
          .cost = row_alone_cost,
          .rows = {{cell, 0}},
          .searches = {{.plan = std::move(plan), .edges = false}},
          .only_meets = true};
}

// A bit for each option.
constexpr unsigned options_count = 7;
Options options_of(unsigned bits) {
  return {.close_on_start = (bits & 1u) != 0,
          .allow_at_gate = (bits & 2u) != 0,
          .close_while_running = (bits & 4u) != 0,
          .sync_documents = (bits & 8u) != 0,
          .wait_smart = (bits & 16u) != 0,
          .await_dispose = (bits & 32u) != 0,
          .progress = (bits & 64u) != 0 ? ProgressAtGate::Refuse : ProgressAtGate::Tolerate};
}

}  // namespace

std::vector<Options> pairwise_options() {
  // A pair of options and its values: which of the two bits are set.
  using Pair = std::array<unsigned, 3>;
  std::set<Pair> open;
  for (unsigned i = 0; i < options_count; ++i)
    for (unsigned j = i + 1; j < options_count; ++j)
      for (unsigned values = 0; values < 4; ++values) open.insert({i, j, values});
  const auto covers = [](unsigned bits, const Pair& pair) {
    return ((bits >> pair[0] & 1u) | (bits >> pair[1] & 1u) << 1) == pair[2];
  };
  const auto gain = [&](unsigned bits) {
    return std::ranges::count_if(open, [&](const Pair& pair) { return covers(bits, pair); });
  };
  std::vector<Options> out;
  while (!open.empty()) {
    unsigned best = 0;
    for (unsigned bits = 1; bits < 1u << options_count; ++bits)
      if (gain(bits) > gain(best)) best = bits;
    std::erase_if(open, [&](const Pair& pair) { return covers(best, pair); });
    out.push_back(options_of(best));
  }
  return out;
}

std::vector<port::modality::MethodCall> method_variants() {
  using port::modality::Method;
  std::vector<port::modality::MethodCall> out;
  for (std::size_t i = 0; i < port::words<Method>.size(); ++i) {
    const auto method = static_cast<Method>(i);
    out.push_back({.method = method});
    if (method == Method::CloseModalDialogs)
      out.push_back({.method = method, .await_dispose = false});
    if (method != Method::SyncDocuments) continue;
    out.push_back({.method = method, .force = true});
    out.push_back({.method = method, .project_only = true});
    out.push_back({.method = method, .force = true, .project_only = true});
  }
  return out;
}

AreaTable exhausted(Budget budget, Revision revision) {
  AreaTable out{.random = {.cost = 8}};
  // Nightly searches what quick does, and samples beyond. Full searches both: the edges of
  // the larger table do not fit into memory, and they tell endless runs and states per row.
  for (const auto& part : table_parts(Budget::Quick))
    out.units.push_back(table_unit(
        part, revision, part.alphabet == TableAlphabet::Usual ? quick_table_cost : small_table_cost,
        true));
  if (budget == Budget::Full)
    for (const auto& part : table_parts(Budget::Full))
      out.units.push_back(table_unit(part, revision, full_table_cost, false));
  for (std::uint32_t cell = 0; cell < table_cells; ++cell) {
    const auto [name, key] = cell_name(cell);
    out.units.push_back(row_alone(cell, revision, name));
    out.rows.push_back({name, key, kind_of(cell)});
  }
  out.rows.push_back({cell_name(runs_line).name, "", RowName::Kind::Other});
  return out;
}

}  // namespace conformance::modality
