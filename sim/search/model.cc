#include "sim/search/model.h"

#include <algorithm>
#include <cstdint>

namespace sim {

void order_naturally(Choices& choices, std::size_t begin) {
  constexpr std::ptrdiff_t few = 16;
  const auto key = [](const Choice& one) {  // One number: it is compared often.
    return static_cast<std::uint64_t>(one.after_ms) << 16 | std::uint64_t{one.slot} << 8 |
           one.alternative;
  };
  const auto is_before = [&](const Choice& a, const Choice& b) { return key(a) < key(b); };
  const auto first = choices.begin() + static_cast<std::ptrdiff_t>(begin);
  auto next = std::is_sorted_until(first, choices.end(), is_before);
  if (choices.end() - first <= few && next != choices.end())
    return std::sort(first, choices.end(), is_before);
  // What one slot may do comes in order, so of many choices there are few runs to merge.
  while (next != choices.end()) {
    const auto middle = next;
    next = std::is_sorted_until(middle, choices.end(), is_before);
    std::inplace_merge(first, middle, next, is_before);
  }
}

}  // namespace sim
