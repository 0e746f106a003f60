#include <type_traits>

#include "sim/joint/plan.h"

namespace sim::joint {

static_assert(std::has_unique_object_representations_v<Outcome>);

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < expect.results.size(); ++i) {
    const auto& result = expect.results[i];
    const bool call = sim::matching({{result.call}}, outcome.call) != 0;
    if (call && acks::allows(result.tool, outcome.tool.calls[0])) bits |= 1u << i;
  }
  return bits;
}

std::string show(const Outcome& outcome) {
  return sim::show(outcome.call) + "; tool " + acks::show(outcome.tool);
}

std::string show(const ExpectedResult& result) {
  return sim::show(result.call) + "; tool " + acks::show(result.tool);
}

}  // namespace sim::joint
