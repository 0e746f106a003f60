#include "trace/judgeable.h"

#include <numeric>

namespace conformance {

std::vector<SampledRuns> runs_of_numbers(std::span<const std::uint32_t> numbers) {
  std::vector<SampledRuns> out;
  for (const auto number : numbers) {
    const auto plan = number / runs_per_plan_max;
    if (out.empty() || out.back().plan != plan) out.push_back({.plan = plan, .runs = {}});
    out.back().runs.push_back(number % runs_per_plan_max);
  }
  return out;
}

std::vector<SampledRuns> all_runs_of(std::span<const std::uint32_t> counts) {
  std::vector<SampledRuns> out;
  for (std::uint32_t plan = 0; plan < counts.size(); ++plan) {
    out.push_back({.plan = plan, .runs = std::vector<std::uint32_t>(counts[plan])});
    std::iota(out.back().runs.begin(), out.back().runs.end(), 0u);
  }
  return out;
}

}  // namespace conformance
