// The grid of a scenario: the divisor of the delays that are in play in its one world.
#include <algorithm>
#include <array>
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

// The delay that may happen at the most instants, and the width of its window. A window
// without an end lasts until the longest other delay ends the waiting.
struct Widest {
  std::string name;
  std::int32_t ms = -1;
};
Widest widest(const std::vector<Delay>& delays) {
  std::int32_t longest = 0;
  for (const auto& delay : delays) longest = std::max(longest, latest_ms(delay.window));
  Widest out;
  for (const auto& [name, window] : delays) {
    const auto latest = window.latest == never ? std::max(longest, window.earliest) : window.latest;
    if (latest - window.earliest > out.ms) out = {name, latest - window.earliest};
  }
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
  for (const auto& [name, window] : delays) {
    if (multiple(window.earliest) && multiple(latest_ms(window))) continue;
    const auto wrong = multiple(window.earliest) ? latest_ms(window) : window.earliest;
    reader.fail(*fixed, fmt::format("{} ({} ms) is no multiple of this grid.", name, wrong),
                fmt::format("Write {}, the greatest grid that divides all delays in play, or leave "
                            "`grid_ms` out.",
                            divisor_of(delays)));
    return {grid, {}};
  }
  const auto longest = widest(delays);
  const auto instants = longest.ms / grid.step_ms;
  if (instants < scenario_instants_max) return {grid, {}};
  const auto why = fmt::format("a grid of {} ms has {} instants in the window of {}", grid.step_ms,
                               instants + 1, longest.name);
  if (fixed != nullptr)
    reader.fail(*fixed, "Over the limit: " + why + ".",
                fmt::format("Up to {} are allowed; leave `grid_ms` out for a coarse grid.",
                            scenario_instants_max));
  return {{0}, why};
}

}  // namespace sim
