#include "modality/mutants/mutants.h"

namespace conformance::modality {
namespace mutation {
namespace {

const MutantTable<Deviation>& table() {
  static const MutantTable<Deviation> all{
      request_deviations(),      sweep_deviations(),     capture_deviations(), wait_deviations(),
      gate_deviations(),         sync_deviations(),      smart_deviations(),   monitor_deviations(),
      allowance_deviations(),    body_deviations(),      method_deviations(),  ending_deviations(),
      event_thread_deviations(), neighbour_deviations(), hidden_deviations()};
  return all;
}

}  // namespace

const Deviation& deviation(MutantId id) { return table()[static_cast<std::size_t>(id)]; }

}  // namespace mutation

std::span<const MutantLine> mutants() { return mutation::table().lines(); }

MutantId id_of(const MutantLine& mutant) {
  return static_cast<MutantId>(mutation::table().number(mutant));
}

}  // namespace conformance::modality
