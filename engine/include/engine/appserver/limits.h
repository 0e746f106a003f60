// How long a client of the app-server waits for what.
#pragma once
#include <cstdint>

#include "port/appserver/words.h"

namespace engine::appserver {

// The engine speaks in the words of its port.
using namespace port;
using namespace port::appserver;

// Durations are more than zero and at most clock_span (engine.h).
struct Limits {
  Duration request;           // From sending to the answer; of all but turn/interrupt.
  Duration interrupt;         // The same of turn/interrupt.
  Duration decision;          // Of the user's about an approval; then it is declined.
  Duration interrupted;       // From the interrupt to the end of its turn.
  Duration idle;              // From an idle thread to the end of its turn.
  Duration backoff_first;     // Before a process is started again, or an overloaded call.
  Duration backoff_max;       // Of a process; at least backoff_first.
  Duration healthy;           // A process that lives so long is no part of a crash loop.
  Duration shutdown;          // Between closing the input, terminating and killing.
  std::uint32_t crashes_max;  // Within `healthy`; 1 to crashes_room (engine.h).
  std::uint8_t opts_out;      // Bits of opt_out.
  bool operator==(const Limits&) const = default;
};

constexpr Limits real_limits() {
  return {.request = Duration{60'000},
          .interrupt = Duration{15'000},
          .decision = Duration{120'000},
          .interrupted = Duration{30'000},
          .idle = Duration{5'000},
          .backoff_first = Duration{250},
          .backoff_max = Duration{30'000},
          .healthy = Duration{60'000},
          .shutdown = Duration{2'000},
          .crashes_max = 5,
          .opts_out = 0};
}

// What a thread is started with if its user sets nothing (SES-10).
inline constexpr Settings default_settings{
    .policy = Policy::Untrusted, .sandbox = Sandbox::WorkspaceWrite, .network = false};

}  // namespace engine::appserver
