// How fine the clock of a recording is, as far as its times show: they stand whole steps of it
// apart.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

namespace spec {

class Clock {
 public:
  // In the unit of its times.
  constexpr explicit Clock(std::int64_t second) : second_(second) {}

  void see(std::int64_t time) {
    step_ = std::gcd(step_, time - std::exchange(last_, time).value_or(time));
  }
  // By the times so far: in the beginning too coarse rather than too fine. A step of more than a
  // second is none of a clock.
  constexpr std::int64_t step() const { return step_ == 0 ? second_ : std::min(step_, second_); }

 private:
  std::int64_t second_, step_ = 0;
  std::optional<std::int64_t> last_{};
};

}  // namespace spec
