// What is pending, as choices.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/search/model.h"
#include "sim/state/agenda.h"

namespace sim {

// Appends, naturally ordered, a choice for each instant, up to the deadline, at which a slot from
// `first` on may happen and each of its `alternatives(slot)` that `may(slot, alternative,
// after_ms)`.
template <std::size_t slots>
void add_choices(const Agenda<slots>& agenda, std::size_t first, Grid grid, std::int32_t deadline,
                 auto alternatives, auto may, Choices& out) {
  const auto begin = out.size();
  agenda.for_each_pending(first, slots, [&](std::size_t slot) {
    const std::size_t count = alternatives(slot);
    agenda.for_each_instant(slot, grid, deadline, [&](std::int32_t after_ms) {
      for (std::size_t one = 0; one < count; ++one)
        if (may(slot, one, after_ms))
          out.push_back(
              {static_cast<std::uint8_t>(slot), static_cast<std::uint8_t>(one), 0, after_ms});
    });
  });
  order_naturally(out, begin);
}

}  // namespace sim
