// What a world runs as the monitor.
#pragma once
#include <cstddef>

#include "port/monitor/commands.h"
#include "port/monitor/events.h"
#include "sim/state/subject.h"

namespace sim::monitor {

inline constexpr std::size_t subject_bytes = 164;
using SubjectState = sim::SubjectState<subject_bytes>;

// An event, and when it comes: from the origin of the subject's time. Engines of ours do not look;
// whatever a monitor waits for has a timer.
struct TimedEvent {
  port::Instant at;
  port::monitor::Event what;
};
using Subject = sim::Subject<subject_bytes, TimedEvent, port::monitor::Commands>;
template <class Engine>
using EngineSubject = sim::EngineSubject<Subject, Engine>;

}  // namespace sim::monitor
