// An "execute code" call in its IDE with the judge in one flat value.
#pragma once
#include <array>
#include <cstdint>

#include "conformance/run/judged_state.h"
#include "sim/modality/world_state.h"
#include "sim/state/fields.h"
#include "spec/modality/judge.h"

namespace conformance::modality {

struct JudgedWorld {
  spec::modality::Situation judge;
  // Index of the broken rule plus one, or zero. Nothing happens after it is set.
  std::uint8_t broken = 0;
  std::array<std::uint8_t, 3> zero{};
  sim::modality::World world;
  bool operator==(const JudgedWorld&) const = default;
};

// Every part of it by name. Complete: two worlds that differ in any byte but those named `zero`
// differ in a field. What is absent has the value "-"; lists have a field for each place that they
// could fill, so that all worlds of one engine have the same names in the same order.
sim::Fields fields(const JudgedWorld& state);

}  // namespace conformance::modality
