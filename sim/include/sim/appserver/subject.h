// What a world runs as the client of an app-server.
#pragma once
#include <cstddef>

#include "port/appserver/commands.h"
#include "port/appserver/events.h"
#include "sim/state/subject.h"

namespace sim::appserver {

inline constexpr std::size_t subject_bytes = 832;
using SubjectState = sim::SubjectState<subject_bytes>;
using Subject = sim::Subject<subject_bytes, port::appserver::Event, port::appserver::Commands>;
template <class Engine>
using EngineSubject = sim::EngineSubject<Subject, Engine>;

}  // namespace sim::appserver
