// How long a monitor waits, and where it looks.
#pragma once
#include <array>
#include <cstdint>

#include "port/time.h"

namespace engine::monitor {

using port::Duration;

struct Ports {
  std::uint16_t first = 1, last = 0;  // Both included; empty if the last is before the first.
  constexpr std::uint16_t count() const {
    return static_cast<std::uint16_t>(last < first ? 0 : last - first + 1);
  }
};

// All durations are more than zero.
struct Limits {
  Duration scan{2'000};              // From one look at the home folder to the next (MON-10).
  Duration silence{15'000};          // Of a stream: three periods of pings (MON-23),
  Duration ping{5'000};              // and one of them, which a stream gets on waking (MON-29).
  Duration backoff_least{250};       // After the first failure (MON-24),
  Duration backoff_most{10'000};     // and at most, not less than that;
  std::uint8_t jitter_percent = 25;  // so much more or less, by the seed.
  Duration probe{1'000};             // The bound of one port (MON-30).
  Duration round{30'000};            // From the end of a scan of ports to the next.
  std::uint8_t probes_at_once = 8;   // At least one, at most Capacity::probes.
  // Together at most Capacity::ports; none stands in both.
  std::array<Ports, 2> ports{Ports{63'342, 63'361}, Ports{64'342, 64'361}};

  constexpr std::uint16_t ports_count() const {
    return static_cast<std::uint16_t>(ports[0].count() + ports[1].count());
  }
  constexpr std::uint16_t port(std::uint16_t index) const {
    const auto first = ports[0].count();
    return static_cast<std::uint16_t>(index < first ? ports[0].first + index
                                                    : ports[1].first + index - first);
  }
};

}  // namespace engine::monitor
