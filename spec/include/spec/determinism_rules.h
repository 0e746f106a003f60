// What holds of every engine, whatever it decides, as data.
#pragma once
#include <array>

#include "spec/rule.h"

namespace spec {

// clang-format off
inline constexpr std::array determinism_rules{
  Rule{"DET-01", "Determinism", Level::Must,
       "A run is a function of its world and its choices: taken a second time, elsewhere in "
       "memory and after whatever else has run, each choice leads to an equal state. No clock, "
       "no address and no order by chance decides anything."},
};
// clang-format on

}  // namespace spec
