// The size from which on a program fails, as far as the time allowed to find it.
#pragma once
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "command/numbers.h"

namespace tools {

struct Limit {
  std::size_t passes = 0;  // The largest that is known to,
  std::size_t fails = 0;   // and the smallest.
};

// By halves. As a rule the limit is a power of two: those come first. What is asked once the time
// is over is answered with no.
template <class IsWrong, class IsOver>
Limit narrowed(Limit limit, IsWrong is_wrong, IsOver is_over) {
  auto& [least, most] = limit;
  for (auto power = std::bit_floor(most - 1); power > least && !is_over(); power /= 2) {
    if (is_wrong(power)) {
      most = power;
      continue;
    }
    if (is_over()) break;
    least = power;
    if (is_wrong(power + 1)) most = power + 1;
    break;
  }
  while (most - least > 1 && !is_over()) {
    const auto middle = least + (most - least) / 2;
    const bool fails = is_wrong(middle);
    if (is_over()) break;
    (fails ? most : least) = middle;
  }
  return limit;
}

// What was not tried is not said to pass.
inline std::string more_than(const Limit& limit, std::string_view of_what) {
  const auto most = grouped(limit.fails - 1);
  if (limit.fails - limit.passes <= 1) return fmt::format("more than {} {}", most, of_what);
  return fmt::format("more than N {}, N being one of {} to {}", of_what, grouped(limit.passes),
                     most);
}

}  // namespace tools
