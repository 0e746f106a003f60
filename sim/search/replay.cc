#include "sim/search/replay.h"

#include <fmt/format.h>

namespace sim {

std::string show(const BadChoice& bad) {
  if (bad.offered == 1)
    return fmt::format("step {} wants choice {}, but only 0 is offered", bad.step, bad.wanted);
  return fmt::format("step {} wants choice {}, but only 0 to {} are offered", bad.step, bad.wanted,
                     bad.offered - 1);
}

}  // namespace sim
