// Virtual time: whole milliseconds on a line that has no clock.
#pragma once
#include <chrono>
#include <cstdint>

namespace port {

// 32 bits hold 24 days either way: more than any call may last.
using Duration = std::chrono::duration<std::int32_t, std::milli>;

// Names the time line. It has no now(), so no engine can ask the time.
struct Timeline {
  using rep = Duration::rep;
  using period = Duration::period;
  using duration = Duration;
  using time_point = std::chrono::time_point<Timeline, Duration>;
  static constexpr bool is_steady = true;
};
using Instant = Timeline::time_point;

}  // namespace port
