// Recorded project streams, judged by the clauses about the IDEs' end (MON-40 to MON-44): those
// that judge the world.
//
// A recording has a JSON object a line: "t_ms", and what happened under the name that the port has
// for it (port/monitor/facts.h): docs/MONITOR.md.
#pragma once
#include <memory>

#include "conformance/trace/trace_check.h"

namespace conformance::monitor {

std::unique_ptr<TraceCheck> stream_check(const TraceRequest& request);

}  // namespace conformance::monitor
