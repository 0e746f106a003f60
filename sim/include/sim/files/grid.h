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
};

struct ChosenGrid {
  Grid grid;
  std::string coarse_because;  // Empty unless it is the coarse one.
};

// `fixed` is null where the file fixes no grid; then this cannot fail.
ChosenGrid choose_grid(Reader& reader, const JsonValue* fixed, const std::vector<Delay>& delays);

}  // namespace sim
