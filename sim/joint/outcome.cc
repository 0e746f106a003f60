#include <type_traits>

#include "sim/joint/plan.h"

namespace sim::joint {

static_assert(std::has_unique_object_representations_v<Outcome>);

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < expect.results.size(); ++i) {
    const auto& result = expect.results[i];
    const bool call = sim::modality::matching({{result.call}}, outcome.call) != 0;
    if (call && ack::allows(result.tool, outcome.tool.calls[0])) bits |= 1u << i;
  }
  return bits;
}

std::string show(const Outcome& outcome) {
  return modality::show(outcome.call) + "; tool " + ack::show(outcome.tool);
}

std::string show(const ExpectedResult& result) {
  return modality::show(result.call) + "; tool " + ack::show(result.tool);
}

}  // namespace sim::joint
