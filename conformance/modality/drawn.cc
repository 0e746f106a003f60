// What is drawn for a random run of a line of the table.
#include <algorithm>
#include <cstdint>

#include "conformance/modality/plans.h"
#include "sim/search/rng.h"

namespace conformance::modality {
namespace {

// In most runs they take no time.
void draw_looks(sim::modality::Plan& plan, sim::Rng& rng) {
  plan.latencies.look = {0, 0};
  plan.latencies.frozen = {};
  plan.latencies.told = {0, 0};
  const auto mood = rng.below(8);
  if (mood > 5) plan.latencies.told = {0, 600};
  if (mood == 0) plan.latencies.look = {0, 400};
  if (mood == 1) plan.latencies.look = {100, 9'000};
  if (mood < 4) plan.latencies.frozen = {100, 20'000};
}

// In most runs they take no time.
void draw_captures(sim::modality::Plan& plan, sim::Rng& rng) {
  auto& [screenshot, thread_dump] = plan.latencies.captures;
  screenshot = thread_dump = {0, 0};
  const auto mood = rng.below(8);
  if (mood < 3) thread_dump = {0, 200};
  if (mood == 0) screenshot = {};
  if (mood == 1) screenshot = {1'000, 7'000};
  if (mood == 2) screenshot = {100, 300};
}

// Up to three more: at once, close behind, or when the one before has long ended.
void draw_calls(sim::modality::Plan& plan, sim::Rng& rng) {
  plan.another.clear();
  const auto more = 1 + rng.below(sim::modality::runs_max - 1);
  for (std::uint32_t i = 0; i < more; ++i) {
    const auto at = static_cast<std::int32_t>(rng.below(rng.below(2) == 0 ? 1'000u : 15'000u));
    plan.another.push_back(
        {.calls = plan.calls, .at = {at, at}, .body = {}, .steps = plan.bounds.steps});
  }
}

bool has_runs(const sim::modality::Plan& plan) {
  return std::ranges::find(plan.free_background, sim::modality::Background::SecondCancelled) !=
         plan.free_background.end();
}

}  // namespace

void draw_background(sim::modality::Plan& plan, sim::Rng& rng) {
  // Up to this much later than the call: beyond the longest pre-flight wait.
  constexpr std::uint32_t latest_ms = 150'000;
  plan.background.clear();
  const auto count = rng.below(sim::modality::background_max + 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto what =
        plan.free_background[rng.below(static_cast<std::uint32_t>(plan.free_background.size()))];
    // Half of the events fall into the first seconds, where most calls live.
    const auto span = rng.below(2) == 0 ? 5'000u : latest_ms;
    const auto at = static_cast<std::int32_t>(rng.below(span));
    plan.background.push_back({what, {at, at}});
  }
  draw_captures(plan, rng);
  draw_looks(plan, rng);
  if (has_runs(plan)) draw_calls(plan, rng);
}

sim::modality::Plan sampled_plan(std::size_t cell, std::uint64_t seed, std::uint64_t run,
                                 port::modality::Revision revision) {
  auto plan = sampled_plan(cell, revision);
  auto background = sim::Rng(seed).fork(cell).fork(2 * run);
  draw_background(plan, background);
  return plan;
}

}  // namespace conformance::modality
