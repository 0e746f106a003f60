#include "conformance/run/proof.h"

#include <algorithm>
#include <utility>

namespace conformance {

PlanFailure nondeterministic_failure(sim::Path path) {
  return {PlanFailure::Kind::Nondeterministic, std::string(determinism_rule), std::move(path)};
}

PlanFailure nondeterministic_failure(sim::Path path, std::size_t choices) {
  if (choices < path.size()) path.resize(choices);
  return nondeterministic_failure(std::move(path));
}

Proofs proofs_of(const Explored& found) {
  return {
      .transitions = found.proved,
      .differences = static_cast<std::uint64_t>(std::ranges::count_if(found.failures, differs))};
}

}  // namespace conformance
