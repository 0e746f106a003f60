// What holds of every engine and of every subject, whatever it decides, as data.
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
inline constexpr std::array fault_rules{
  Rule{"FLT-01", "Faults", Level::Must,
       "A subject takes every event that the port allows, in any order that a world can bring: "
       "no check of its own fails, nothing is thrown out of it, a program does not die, and its "
       "acts in one instant have an end."},
};
// clang-format on

}  // namespace spec
