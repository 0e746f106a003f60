// The grid of a scenario: the divisor of the delays that are in play in its one world.
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "sim/files/grid.h"

namespace sim {
namespace {

std::int32_t latest_ms(const Window& window) { return window.latest == never ? 0 : window.latest; }

std::int32_t divisor_of(const std::vector<Delay>& delays) {
  std::int32_t divisor = 0;
  for (const auto& delay : delays)
    divisor = std::gcd(divisor, std::gcd(delay.window.earliest, latest_ms(delay.window)));
  return std::max(divisor, 1);
}

// What can be chosen of a delay in one state.
struct Load {
  std::string name;
  std::int64_t instants;
};

// Those with the most first. A window without an end lasts until the longest other delay ends
// the waiting.
std::vector<Load> loads_of(const std::vector<Delay>& delays, std::int32_t step_ms) {
  std::int32_t longest = 0;
  for (const auto& delay : delays) longest = std::max(longest, latest_ms(delay.window));
  std::vector<Load> out;
  for (const auto& [name, window, at_once] : delays) {
    const auto width = window.latest == never ? longest : window.latest - window.earliest;
    out.push_back({name, std::int64_t{at_once} * (width / step_ms + 1)});
  }
  std::ranges::stable_sort(out, std::greater(), &Load::instants);
  return out;
}

// Why this grid has too many instants, or empty.
std::string overload(const std::vector<Delay>& delays, std::int32_t step_ms) {
  constexpr int named_max = 4;
  auto loads = loads_of(delays, step_ms);
  std::int64_t all = 0;
  for (const auto& load : loads) all += load.instants;
  if (all <= scenario_instants_max) return {};
  auto out = fmt::format("a grid of {} ms has {} instants in the windows of all that may wait",
                         step_ms, all);
  std::erase_if(loads, [most = loads[0].instants](const Load& load) {
    return load.instants * named_max < most;  // Of little weight.
  });
  for (std::size_t i = 0; i < std::min<std::size_t>(loads.size(), named_max); ++i)
    out += fmt::format("{} {} in {}", i == 0 ? ":" : ",", loads[i].instants, loads[i].name);
  return out;
}

}  // namespace

ChosenGrid choose_grid(Reader& reader, const JsonValue* fixed, const std::vector<Delay>& delays) {
  if (fixed != nullptr && fixed->kind == JsonValue::Kind::Text) {
    static constexpr std::array<std::string_view, 1> words{"coarse"};
    reader.one_of(*fixed, words, "a grid");
    return {{0}, "the file asks for it"};
  }
  Grid grid{fixed != nullptr ? reader.milliseconds(*fixed, 1) : divisor_of(delays)};
  if (reader.failed()) return {grid, {}};
  const auto multiple = [&](std::int32_t ms) { return ms % grid.step_ms == 0; };
  for (const auto& [name, window, at_once] : delays) {
    if (multiple(window.earliest) && multiple(latest_ms(window))) continue;
    const auto wrong = multiple(window.earliest) ? latest_ms(window) : window.earliest;
    reader.fail(*fixed, fmt::format("{} ({} ms) is no multiple of this grid.", name, wrong),
                fmt::format("Write {}, the greatest grid that divides all delays in play, or leave "
                            "`grid_ms` out.",
                            divisor_of(delays)));
    return {grid, {}};
  }
  const auto why = overload(delays, grid.step_ms);
  if (why.empty()) return {grid, {}};
  if (fixed != nullptr)
    reader.fail(*fixed, "Over the limit: " + why + ".",
                fmt::format("Up to {} are allowed; leave `grid_ms` out for a coarse grid.",
                            scenario_instants_max));
  return {{0}, why};
}

}  // namespace sim
