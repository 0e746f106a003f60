// The grid of a scenario: the divisor of the delays that are in play in its one world.
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

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

// The greatest of these steps that divides it.
std::int32_t roundness(std::int32_t ms) {
  constexpr std::array<std::int32_t, 10> round{1000, 500, 200, 100, 50, 20, 10, 5, 2, 1};
  return *std::ranges::find_if(round, [ms](std::int32_t step) { return ms % step == 0; });
}

// The least round numbers, if the grid would be much coarser without them; or that it is fixed.
std::string why_fine(const std::vector<Delay>& delays, std::int32_t step_ms) {
  constexpr std::size_t named_max = 3;
  constexpr std::int32_t much = 10;
  if (const auto divisor = divisor_of(delays); divisor != step_ms)
    return fmt::format("`grid_ms` makes the grid {} ms; {} would do", step_ms, divisor);
  std::vector<std::pair<std::int32_t, std::string_view>> numbers;
  for (const auto& delay : delays)
    for (const auto ms : {delay.window.earliest, latest_ms(delay.window)})
      if (ms > 0 && std::ranges::count(numbers, std::pair(ms, std::string_view(delay.name))) == 0)
        numbers.emplace_back(ms, delay.name);
  std::int32_t least = never;
  for (const auto& number : numbers) least = std::min(least, roundness(number.first));
  std::int32_t without = 0;
  std::size_t odd = 0;
  std::string named;
  for (const auto& [ms, name] : numbers) {
    if (roundness(ms) != least) {
      without = std::gcd(without, ms);
    } else if (odd++ < named_max) {
      named += fmt::format("{}{} ms ({})", odd == 1 ? "" : ", ", ms, name);
    }
  }
  if (without / step_ms < much) return {};
  return fmt::format("the grid is {} ms for {}{}; it would be {} ms without", step_ms, named,
                     odd > named_max ? " and others" : "", without);
}

}  // namespace

ChosenGrid choose_grid(Reader& reader, const JsonValue* fixed, const std::vector<Delay>& delays) {
  if (fixed != nullptr && fixed->kind == JsonValue::Kind::Text) {
    static constexpr std::array<std::string_view, 1> words{"coarse"};
    reader.one_of(*fixed, words, "a grid");
    return {{0}, "the file asks for it", {}};
  }
  Grid grid{fixed != nullptr ? reader.milliseconds(*fixed, 1) : divisor_of(delays)};
  if (reader.failed()) return {grid, {}, {}};
  const auto multiple = [&](std::int32_t ms) { return ms % grid.step_ms == 0; };
  for (const auto& [name, window, at_once] : delays) {
    if (multiple(window.earliest) && multiple(latest_ms(window))) continue;
    const auto wrong = multiple(window.earliest) ? latest_ms(window) : window.earliest;
    reader.fail(*fixed, fmt::format("{} ({} ms) is no multiple of this grid.", name, wrong),
                fmt::format("Write {}, the greatest grid that divides all delays in play, or leave "
                            "`grid_ms` out.",
                            divisor_of(delays)));
    return {grid, {}, {}};
  }
  const auto why = overload(delays, grid.step_ms);
  if (why.empty()) return {grid, {}, why_fine(delays, grid.step_ms)};
  if (fixed != nullptr)
    reader.fail(*fixed, "Over the limit: " + why + ".",
                fmt::format("Up to {} are allowed; leave `grid_ms` out for a coarse grid.",
                            scenario_instants_max));
  return {{0}, why, {}};
}

}  // namespace sim
