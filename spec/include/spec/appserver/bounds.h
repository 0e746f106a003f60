// How long a client of the app-server may take, and what its dialect allows: the figures of the
// rules, written down for the specification alone.
#pragma once
#include <chrono>
#include <cstdint>

#include "port/time.h"

namespace spec::appserver::clauses {

using port::Duration;

enum class Speech : std::uint8_t { Draft, Codex };

// Durations are more than zero. Of those that no rule names a judge is told what the subject was
// told; the values here are ours.
struct Bounds {
  Speech speech = Speech::Codex;
  std::uint8_t crashes = 5;  // So many within `crash_window` are the last. At most crashes_max.
  Duration call = std::chrono::seconds(60);           // RPC-03.
  Duration interrupt = std::chrono::seconds(15);      // RPC-03.
  Duration turn_end = std::chrono::seconds(30);       // SES-07; no rule names it.
  Duration decision = std::chrono::seconds(120);      // APR-02.
  Duration idle = std::chrono::seconds(5);            // SES-14.
  Duration pause = std::chrono::milliseconds(250);    // RPC-06: before the first repetition.
  Duration backoff = std::chrono::milliseconds(250);  // PROC-02: before the first restart.
  Duration backoff_max = std::chrono::seconds(30);
  Duration healthy = std::chrono::seconds(60);
  Duration crash_window = std::chrono::seconds(60);
  Duration close = std::chrono::seconds(2);      // PROC-04: from CloseInput to Terminate.
  Duration terminate = std::chrono::seconds(2);  // PROC-04: from Terminate to Kill.
  bool operator==(const Bounds&) const = default;
};

}  // namespace spec::appserver::clauses
