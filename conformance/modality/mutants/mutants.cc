#include "modality/mutants/mutants.h"

#include <array>
#include <vector>

namespace conformance::modality {

namespace mutation {
namespace {

struct Table {
  std::vector<Deviation> deviations;
  std::vector<MutantInfo> infos;
};

Table make_table() {
  Table table;
  for (const auto part :
       {request_deviations(), sweep_deviations(), capture_deviations(), wait_deviations(),
        gate_deviations(), sync_deviations(), smart_deviations(), monitor_deviations(),
        allowance_deviations(), body_deviations(), method_deviations(), ending_deviations(),
        hidden_deviations()}) {
    for (const Deviation& row : part) {
      const auto id = static_cast<MutantId>(table.infos.size());
      table.infos.push_back({id, row.name, row.rules, row.scenario, row.says});
      table.deviations.push_back(row);
    }
  }
  return table;
}

const Table& table() {
  static const Table the_table = make_table();
  return the_table;
}

}  // namespace

const Deviation& deviation(MutantId id) { return table().deviations[static_cast<std::size_t>(id)]; }

}  // namespace mutation

std::span<const MutantInfo> mutants() { return mutation::table().infos; }

const MutantInfo* find_mutant(std::string_view name) {
  for (const MutantInfo& info : mutants())
    if (info.name == name) return &info;
  return nullptr;
}

}  // namespace conformance::modality
