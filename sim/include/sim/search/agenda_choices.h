// What may happen next of what is pending, for worlds in which that is all there is to choose.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/search/model.h"
#include "sim/state/agenda.h"

namespace sim {

// Appends, naturally ordered, a choice for each instant at which a slot may happen and each of its
// `alternatives(slot)`.
template <std::size_t slots, class Alternatives>
void add_choices(const Agenda<slots>& agenda, Grid grid, Alternatives alternatives, Choices& out) {
  const auto begin = out.size();
  for (std::size_t slot = 0; slot < slots; ++slot)
    agenda.for_each_instant(slot, grid, agenda.deadline(), [&](std::int32_t after_ms) {
      for (std::uint8_t one = 0; one < alternatives(slot); ++one)
        out.push_back({static_cast<std::uint8_t>(slot), one, 0, after_ms});
    });
  order_naturally(out, begin);
}

}  // namespace sim
