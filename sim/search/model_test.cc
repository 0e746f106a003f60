#include "sim/search/model.h"

#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include "sim/search/rng.h"

namespace {

// Few and many, in any order: of one slot after the other as worlds offer them, or drawn.
TEST(Choices, AreOrderedByTimeSlotAndAlternative) {
  sim::Rng rng(5);
  for (std::size_t count = 0; count < 60; ++count) {
    sim::Choices choices{{.slot = 9, .after_ms = 9}};  // It stands before `begin`, and stays.
    for (std::size_t i = 0; i < count; ++i)
      choices.push_back({.slot = static_cast<std::uint8_t>(rng.below(4)),
                         .alternative = static_cast<std::uint8_t>(rng.below(200)),
                         .after_ms = static_cast<std::int32_t>(rng.below(3))});
    auto wanted = choices;
    std::ranges::sort(wanted.begin() + 1, wanted.end(), {}, [](const sim::Choice& each) {
      return std::tuple(each.after_ms, each.slot, each.alternative);
    });
    sim::order_naturally(choices, 1);
    EXPECT_EQ(choices, wanted);
  }
}

}  // namespace
