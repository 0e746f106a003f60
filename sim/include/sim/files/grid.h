// The grid of a scenario: the divisor of the delays that are in play in its one world.
#pragma once
#include <string>
#include <vector>

#include "sim/files/reader.h"
#include "sim/state/agenda.h"

namespace sim {

// Something of a world that takes time, and how long.
struct Delay {
  std::string name;
  Window window;
  // The most choices that it can be at one instant: things that wait together, and ways.
  std::int32_t at_once = 1;
};

// Choices of one state. sim/search numbers up to 16,384; the rest is for what has no window.
inline constexpr std::int64_t scenario_instants_max = 16'000;

struct ChosenGrid {
  Grid grid;
  std::string coarse_because;  // Empty unless it is the coarse one.
  std::string fine_because;    // Which numbers of the file make it fine; empty if none stands out.
};

// No state of a world with these delays has more than scenario_instants_max choices on a grid
// that this gives, the coarse one aside, which has few. `fixed` is null where the file fixes no
// grid; then this cannot fail.
ChosenGrid choose_grid(Reader& reader, const JsonValue* fixed, const std::vector<Delay>& delays);

}  // namespace sim
